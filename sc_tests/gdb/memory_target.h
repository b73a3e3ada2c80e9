// SPDX-License-Identifier: Apache-2.0
// What a debugger is shown where there is no CPU.
#pragma once

#include <iss/debugger/debug_target.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::iss {

/// 4 KiB of memory at 0x1000, the first 64 bytes of which cannot be written.
class memory_target final : public debug_target {
public:
    static constexpr std::uint32_t base = 0x1000;

    std::uint32_t reg(unsigned n) override { return regs.at(n); }
    bool set_reg(unsigned n, std::uint32_t value) override {
        const bool is_possible = n != status || value != 0;
        regs.at(n) = is_possible ? value : regs.at(n);
        return is_possible;
    }
    std::size_t read(std::uint32_t address, std::uint8_t* data, std::size_t bytes) override {
        const std::uint32_t offset = address - base;
        const std::size_t n =
            offset < memory.size() ? std::min<std::size_t>(bytes, memory.size() - offset) : 0;
        std::copy_n(memory.begin() + (n != 0 ? offset : 0), n, data);
        return n;
    }
    bool write(std::uint32_t address, const std::uint8_t* data, std::size_t bytes) override {
        const std::uint32_t offset = address - base;
        if (offset < 64 || offset > memory.size() || bytes > memory.size() - offset) {
            return false;
        }
        std::copy_n(data, bytes, memory.begin() + offset);
        return true;
    }
    bool add(stop_kind kind, std::uint32_t address, std::uint32_t bytes) override {
        points.push_back({static_cast<std::uint32_t>(kind), address, bytes});
        return points.size() <= 2;
    }
    void remove(stop_kind kind, std::uint32_t address, std::uint32_t bytes) override {
        const std::array<std::uint32_t, 3> p{static_cast<std::uint32_t>(kind), address, bytes};
        points.erase(std::remove(points.begin(), points.end(), p), points.end());
    }
    std::optional<std::string> command(const std::string& line) override {
        return line == "pmu" ? std::optional<std::string>("CCNT 7\n") : std::nullopt;
    }

    std::array<std::uint32_t, registers> regs{};
    std::array<std::uint8_t, 4096> memory{};
    std::vector<std::array<std::uint32_t, 3>> points;
};

} // namespace platform::iss
