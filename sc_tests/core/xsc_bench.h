// SPDX-License-Identifier: Apache-2.0
// A bench for the XScale cores: registers by address, edges by number, remarks by name.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/notice.h>
#include <pmu/core/register_map.h>
#include <pmu/xscale_common/xsc_tables.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace core_test {

/// Keeps remarks: the end of the report id, and the value.
struct recording_sink final : pmu::notice_sink {
    using remark = std::pair<std::string, std::uint32_t>;

    void report(const pmu::notice& kind, std::uint32_t value) override {
        remarks.emplace_back(kind.what, value);
    }
    /// The remarks since the last call.
    std::vector<remark> take() { return std::exchange(remarks, {}); }

    std::vector<remark> remarks;
};

/// What a manual's table says about one register.
struct register_row {
    const char* name;
    std::uint32_t address;
    std::uint32_t reset;           ///< where nothing is left open
    std::uint32_t open_reset;      ///< where every bit that is left open is 1
    std::uint32_t writable;        ///< reads back what is written
    std::uint32_t write_one_clear; ///< flags
};

template <class Core>
class xsc_bench : public testing::Test {
protected:
    static constexpr pmu::access_attributes user{false, true};
    static constexpr pmu::access_attributes nonsecure{true, false};

    void write(std::uint32_t address, std::uint32_t value) {
        ASSERT_EQ(unit.write(address, {}, value, in, notices), pmu::response::ok);
    }
    std::uint32_t read(std::uint32_t address) const {
        std::uint32_t data = 0xDEAD'BEEF;
        EXPECT_EQ(unit.read(address, {}, in, data), pmu::response::ok);
        return data;
    }
    /// n edges with these lines.
    void tick(std::uint64_t n, std::uint64_t lines = 0) {
        in.lines = lines;
        for (std::uint64_t i = 0; i < n; ++i) {
            unit.step(in);
        }
    }
    bool irq() const { return unit.driven().pmuirq; }

    /// Every row of a register table: reset, masks, and who may access it.
    template <std::size_t N>
    void check_registers(const register_row (&rows)[N]) {
        ASSERT_EQ(Core::registers().size(), N);
        typename Core::config filled;
        filled.unpredictable = {pmu::reset_policy::pattern, UINT32_MAX, 0};
        for (std::size_t i = 0; i < N; ++i) {
            SCOPED_TRACE(rows[i].name);
            EXPECT_STREQ(Core::registers()[i].name, rows[i].name);
            EXPECT_EQ(Core::registers()[i].address, rows[i].address);
            unit = Core{filled};
            EXPECT_EQ(read(rows[i].address), rows[i].open_reset);
            unit = Core{};
            EXPECT_EQ(read(rows[i].address), rows[i].reset);
            check_masks(rows[i]);
            check_access(rows[i]);
        }
    }

    Core unit{};
    typename Core::inputs in{};
    recording_sink notices;

private:
    void check_masks(const register_row& row) {
        const std::uint32_t fixed = row.reset;
        write(row.address, UINT32_MAX);
        EXPECT_EQ(read(row.address), fixed | row.writable);
        write(row.address, 0);
        EXPECT_EQ(read(row.address), fixed);
        unit.poke(row.address, UINT32_MAX);
        const std::uint32_t full = fixed | row.writable | row.write_one_clear;
        EXPECT_EQ(read(row.address), full);
        for (unsigned bit = 0; bit < 32; ++bit) { // a flag goes by its own bit only
            unit.poke(row.address, UINT32_MAX);
            write(row.address, row.writable | 1U << bit);
            EXPECT_EQ(read(row.address), full & ~(row.write_one_clear & 1U << bit)) << bit;
        }
        unit.poke(row.address, 0);
        EXPECT_EQ(read(row.address), fixed);
    }

    void check_access(const register_row& row) {
        unit = Core{};
        const Core before = unit;
        std::uint32_t data = 0x5555'AAAA;
        EXPECT_EQ(unit.read(row.address, user, in, data), pmu::response::command_error);
        EXPECT_EQ(data, 0x5555'AAAAU);
        EXPECT_EQ(unit.write(row.address, user, UINT32_MAX, in, notices),
                  pmu::response::command_error);
        EXPECT_TRUE(unit == before);
        EXPECT_EQ(unit.read(row.address, nonsecure, in, data), pmu::response::ok);
        EXPECT_EQ(data, row.reset);
        EXPECT_EQ(unit.write(row.address, nonsecure, row.writable, in, notices), pmu::response::ok);
        EXPECT_EQ(read(row.address), row.reset | row.writable);
    }
};

} // namespace core_test
