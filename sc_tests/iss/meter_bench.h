// SPDX-License-Identifier: Apache-2.0
// A meter with code to execute, and what an engine does to it, call by call.
#pragma once

#include <iss/decode/psr.h>
#include <iss/decode/sctlr.h>
#include <iss/meter/execution_meter.h>
#include <iss/meter_text.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace platform::iss {

/// 288 KiB from address 0 on.
class code_memory final : public guest_memory {
public:
    static constexpr std::uint32_t end = 0x4'8000;

    bool read(std::uint32_t address, void* data, std::size_t bytes) override {
        if (!contains(address, bytes)) {
            return false;
        }
        std::memcpy(data, m_bytes.data() + address, bytes);
        return true;
    }
    bool write(std::uint32_t address, const void* data, std::size_t bytes) override {
        if (!contains(address, bytes)) {
            return false;
        }
        std::memcpy(m_bytes.data() + address, data, bytes);
        return true;
    }

private:
    bool contains(std::uint32_t address, std::size_t bytes) const {
        return bytes <= m_bytes.size() && address <= m_bytes.size() - bytes;
    }

    std::vector<std::uint8_t> m_bytes = std::vector<std::uint8_t>(end);
};

/// A CPU whose registers a test sets: Supervisor mode, an aligned stack, the state in which boot
/// code leaves it. What is below 0x1000'0000 is memory.
class test_cpu final : public cpu_view {
public:
    std::uint32_t reg(unsigned n) const override { return regs[n]; }
    std::uint32_t cpsr() const override { return status; }
    std::uint32_t system_control() const override { return control; }
    bool is_memory(std::uint32_t address) const override { return address < first_device; }

    static constexpr std::uint32_t first_device = 0x1000'0000;

    std::array<std::uint32_t, 15> regs{};
    std::uint32_t status = psr::supervisor_mode; ///< no flags
    std::uint32_t control = 0;
};

/// Instructions of CP14 and waits for interrupt are the host's.
class meter_bench final {
public:
    explicit meter_bench(cpu_type type = cpu_type::cortex_r5, const cache_geometry& caches = {})
        : meter(core_model_of(type), caches, memory, cpu, [](const instruction& i) {
              return i.coprocessor.coproc == 14 || i.kind == instruction_class::wait_for_interrupt;
          }) {
        cpu.control = core_model_of(type).boot_control |
                      (caches.exists() ? sctlr::data_cache | sctlr::instruction_cache : 0);
        meter.control_changed();
        meter.set_mode(cpu.status);
        meter.set_budget(no_end);
    }

    static constexpr std::int64_t no_end = 1'000'000'000;

    void arm(std::uint32_t address, std::initializer_list<std::uint32_t> words) {
        for (const std::uint32_t word : words) {
            memory.write(address, &word, sizeof word);
            address += 4;
        }
    }
    /// And from now on the CPU is in Thumb state.
    void thumb(std::uint32_t address, std::initializer_list<std::uint16_t> halfwords) {
        cpu.status |= psr::thumb;
        for (const std::uint16_t halfword : halfwords) {
            memory.write(address, &halfword, sizeof halfword);
            address += 2;
        }
    }

    /// The MMU is on, with these registers.
    void translate_by(address_translation& translation, const table_registers& registers) {
        cpu.control |= registers.control;
        meter.set_translation(translation, [registers] { return registers; });
        meter.control_changed();
    }

    /// Enters a block as an engine does, which asks its host at boundaries.
    /// \return `boundary` or `spin`: the host has wanted to stop
    entry enter(std::uint32_t pc, std::uint32_t bytes) {
        return after_boundaries(meter.enter(pc, bytes), pc, bytes);
    }
    /// The same inside of a block. \param bytes of it from pc on
    entry split(std::uint32_t pc, std::uint32_t bytes) {
        return after_boundaries(meter.split(pc), pc, bytes);
    }
    /// A block without anything special about it.
    void run(std::uint32_t pc, std::uint32_t bytes) {
        if (enter(pc, bytes) != entry::go) {
            ++surprises;
        }
    }
    /// Stops as an engine does.
    void leave(std::uint32_t pc) {
        while (!meter.leave(pc)) {
            come_to_boundary(boundaries);
        }
    }
    /// The host executes the instruction that it was handed.
    void host_executes() {
        const instruction trapped = meter.trapped();
        meter.executed_by_host(trapped, meter.it_state());
    }
    /// Everything executed since the last time,
    activity_counts counts() {
        activity_counts all;
        meter.drain(all);
        return all;
    }
    /// and in words.
    std::string drained() { return text_of(counts()); }

    code_memory memory;
    test_cpu cpu;
    execution_meter meter;
    std::vector<std::uint32_t> boundaries;
    std::vector<std::uint32_t> spins;
    std::function<void()> at_boundary = [this] { meter.set_budget(no_end); };
    bool goes_on = true;
    int surprises = 0; ///< blocks that run() found to be special

private:
    entry after_boundaries(entry verdict, std::uint32_t pc, std::uint32_t bytes) {
        while (verdict == entry::boundary || verdict == entry::spin) {
            const std::uint32_t at = meter.next_pc();
            come_to_boundary(verdict == entry::spin ? spins : boundaries);
            if (!goes_on && at == pc) {
                meter.leave(pc);
                return verdict;
            }
            verdict = meter.enter(pc, bytes);
        }
        return verdict;
    }
    void come_to_boundary(std::vector<std::uint32_t>& kind) const {
        kind.push_back(meter.next_pc());
        at_boundary();
    }
};

constexpr cache_geometry small_caches{1024, 2, 32};

// Encodings.
constexpr std::uint32_t add = 0xE2800001;        ///< add r0, r0, #1
constexpr std::uint32_t nop = 0xE1A00000;        ///< mov r0, r0
constexpr std::uint32_t bne_2_back = 0x1AFFFFFC; ///< to two instructions before it
constexpr std::uint32_t ldr = 0xE5910000;        ///< ldr r0, [r1]
constexpr std::uint32_t ldreq = 0x05910000;      ///< ldreq r0, [r1]
constexpr std::uint32_t strne = 0x15810000;      ///< strne r0, [r1]
constexpr std::uint32_t mrc = 0xEE110E10;        ///< mrc p14, 0, r0, c1, c0, 0
constexpr std::uint32_t mcr = 0xEE010E10;        ///< mcr p14, 0, r0, c1, c0, 0
constexpr std::uint32_t msr = 0xE121F000;        ///< msr cpsr_c, r0

constexpr std::uint32_t flag_z = 1U << 30U;

} // namespace platform::iss
