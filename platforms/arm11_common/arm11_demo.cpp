// SPDX-License-Identifier: Apache-2.0
#include <arm11_common/arm11_demo.h>

#include <components/register_access.h>
#include <demo/perf_demo.h>
#include <pmu/arm11_common/arm11_tables.h>

#include <array>

namespace platform::arm11_common {

namespace {

namespace pmnc = pmu::arm11_pmnc;
using pmu::arm11_register;

constexpr std::uint32_t parked = 0x20; ///< ETMEXTOUT[0], silent while nothing is exported

/// What the driver knows of a counter.
struct counter_info {
    arm11_register counter;
    const pmu::register_field* event; ///< nullptr: counts cycles
    const pmu::register_field* enable;
    const pmu::register_field* flag;
};

constexpr std::array<counter_info, 3> counters = {{
    {arm11_register::CCNT, nullptr, &pmnc::ECC, &pmnc::CCR},
    {arm11_register::PMN1, &pmnc::EvtCount1, &pmnc::EC1, &pmnc::CR1},
    {arm11_register::PMN0, &pmnc::EvtCount0, &pmnc::EC0, &pmnc::CR0},
}};

/// The register accesses of the Linux perf driver for ARMv6 (drivers/perf/arm_v6_pmu.c). Does to
/// the PMU what Linux does: every PMNC update is a read-modify-write, unused
/// counters are parked on event 0x20, the handler writes PMNC back to clear the flags and reloads
/// each counter that overflowed. Cycles go to CCNT, the first event to PMN1, the second to PMN0.
class linux_armv6_perf final : public demo::perf_driver {
public:
    linux_armv6_perf(components::stub_cpu& cpu, const pmu::register_map& registers)
        : demo::perf_driver(3), m_cpu(cpu), m_registers(registers) {}

    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override {
        m_counters[counter] = demo::sampled_counter(period);
        disable(counter);
        set_period(counter);
        enable(counter, event);
    }
    void start() override {
        write(arm11_register::PMNC, read(arm11_register::PMNC) | pmnc::E.mask());
    }
    bool interrupt() override {
        const std::uint32_t status = read(arm11_register::PMNC);
        const std::uint32_t flags = pmnc::CCR.mask() | pmnc::CR1.mask() | pmnc::CR0.mask();
        if ((status & flags) == 0) {
            return false;
        }
        write(arm11_register::PMNC, status); // a 1 clears its flag
        for (unsigned i = 0; i < counters.size(); ++i) {
            if (m_counters[i].is_used() && counters[i].flag->is_set(status)) {
                m_counters[i].take_interrupt();
                update(i);
                set_period(i);
            }
        }
        return true;
    }
    void stop() override {
        write(arm11_register::PMNC, read(arm11_register::PMNC) & ~pmnc::E.mask());
        for (unsigned i = 0; i < counters.size(); ++i) {
            if (m_counters[i].is_used()) {
                disable(i);
                update(i);
                m_counters[i].release();
            }
        }
    }

    /// Of a unit with the parameters that the demonstration leaves alone.
    unsigned start_delay() const override { return pmu::arm11_config{}.start_delay_cycles; }

private:
    std::uint32_t read(arm11_register r) { return components::read_coprocessor(m_cpu, row(r)); }
    void write(arm11_register r, std::uint32_t value) {
        components::write_coprocessor(m_cpu, row(r), value);
    }
    void disable(unsigned counter) {
        const counter_info& c = counters[counter];
        std::uint32_t value = read(arm11_register::PMNC) & ~c.enable->mask();
        if (c.event != nullptr) {
            value = (value & ~c.event->mask()) | parked << c.event->lsb;
        }
        write(arm11_register::PMNC, value);
    }
    void enable(unsigned counter, std::uint32_t event) {
        const counter_info& c = counters[counter];
        std::uint32_t value = read(arm11_register::PMNC);
        if (c.event != nullptr) {
            value = (value & ~c.event->mask()) | event << c.event->lsb;
        }
        write(arm11_register::PMNC, value | c.enable->mask());
    }
    void set_period(unsigned counter) {
        write(counters[counter].counter, m_counters[counter].reload());
    }
    void update(unsigned counter) { m_counters[counter].take(read(counters[counter].counter)); }

    const pmu::register_desc& row(arm11_register r) const {
        return m_registers[static_cast<std::size_t>(r)];
    }

    components::stub_cpu& m_cpu;
    const pmu::register_map& m_registers;
};

} // namespace

bool run_arm11_demo(const char* title, part::pmu_platform& target,
                    const pmu::register_map& registers, activity::activity_source& source,
                    const activity::event_map& kinds, const pmu::event_table& events,
                    const part::demo_request& request, std::ostream& out) {
    demo::demo_plan plan = demo::core_plan(source, kinds, events, "CCNT", 0xFF);
    plan.title = title;
    plan.ratios = {
        {"INSTR_EXEC", "CCNT", 1, 2, " insn per cycle"},
        {"ICACHE_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"DCACHE_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"ITLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"DTLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"MAIN_TLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"BR_EXEC", "INSTR_EXEC", 1000, 1, " branches per thousand insn"},
        {"BR_MISPREDICT", "BR_EXEC", 100, 2, "% of branches mispredicted"},
        {"IBUF_STALL", "CCNT", 100, 1, "% of cycles"},
        {"DDEP_STALL", "CCNT", 100, 1, "% of cycles"},
        {"LSU_FULL_STALL", "CCNT", 100, 1, "% of cycles"},
    };
    linux_armv6_perf driver(target.cpu, registers);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::arm11_common
