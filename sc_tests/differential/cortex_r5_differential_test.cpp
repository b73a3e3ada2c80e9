// SPDX-License-Identifier: Apache-2.0
#include <differential/clock_differential.h>
#include <differential/differential.h>
#include <differential/snapshot_differential.h>

#include <pmu/cortex_r5/cortex_r5_pmu.h>

namespace {

using sc_test::few_bits;
using sc_test::one_in;
using sc_test::random_bits;

struct cortex_r5_part {
    using pmu_type = pmu::cortex_r5_pmu;
    using config = pmu::cortex_r5_config;

    static config random_config(random_bits& random) {
        config c;
        c.irq_active_low = one_in(random, 3);
        c.irq_gated_by_e = one_in(random, 3);
        c.evntbus_auth_gate = !one_in(random, 3);
        c.user_validation = !one_in(random, 3);
        c.reset_fill = one_in(random, 2) ? static_cast<std::uint32_t>(random()) : 0;
        return c;
    }

    // Counters near their wrap, events that exist, counters that exist, and enables that stay on.
    static std::uint32_t random_word(random_bits& random, const pmu::register_desc& r) {
        const auto word = static_cast<std::uint32_t>(random());
        switch (static_cast<pmu::cortex_r5_register>(pmu::cortex_r5_registers.index_of(r))) {
        case pmu::cortex_r5_register::PMCR: return (word & ~6U) | (one_in(random, 4) ? 6U : 1U);
        case pmu::cortex_r5_register::PMCCNTR:
        case pmu::cortex_r5_register::PMXEVCNTR: return one_in(random, 4) ? word : 0U - word % 300;
        case pmu::cortex_r5_register::PMXEVTYPER: return random_event(random);
        case pmu::cortex_r5_register::PMSELR: return one_in(random, 10) ? word : word % 3;
        case pmu::cortex_r5_register::PMCNTENCLR:
        case pmu::cortex_r5_register::PMINTENCLR: return one_in(random, 4) ? word : 0;
        default: return word;
        }
    }

    static std::uint32_t random_event(random_bits& random) {
        const pmu::event_table& events = pmu::cortex_r5_events;
        if (one_in(random, 10)) {
            return static_cast<std::uint32_t>(random() % 256);
        }
        return (events.begin() + random() % events.size())->number;
    }

    struct pins {
        sc_core::sc_signal<sc_dt::sc_uint<55>> event_bus{"event_bus"};
        sc_core::sc_signal<sc_dt::sc_uint<13>> aux_events{"aux_events"};
        sc_core::sc_signal<bool> dbgen{"DBGEN"};
        sc_core::sc_signal<bool> niden{"NIDEN"};
        sc_core::sc_signal<bool> dbg_halt{"DBG_HALT"};
        sc_core::sc_signal<sc_dt::sc_uint<55>> evntbus{"EVNTBUS"};
        sc_core::sc_signal<bool> pmuirq{"pmuirq"};
        sc_core::sc_signal<bool> valirq{"VALIRQ"};
        sc_core::sc_signal<bool> valfiq{"VALFIQ"};
        sc_core::sc_signal<bool> valreset{"VALRESET"};
        sc_core::sc_signal<bool> valedbgrq{"VALEDBGRQ"};

        void bind(pmu_type& unit) {
            unit.event_bus(event_bus);
            unit.aux_events(aux_events);
            unit.DBGEN(dbgen);
            unit.NIDEN(niden);
            unit.DBG_HALT(dbg_halt);
            unit.EVNTBUS(evntbus);
            unit.pmuirq(pmuirq);
            unit.VALIRQ(valirq);
            unit.VALFIQ(valfiq);
            unit.VALRESET(valreset);
            unit.VALEDBGRQ(valedbgrq);
        }
        // All lines low now and then, so that the unit has something to sleep through.
        void drive(random_bits& random) {
            event_bus.write(one_in(random, 3) ? 0 : few_bits(random) & random());
            aux_events.write(one_in(random, 3) ? 0 : few_bits(random));
            if (one_in(random, 8)) {
                dbgen.write(one_in(random, 3));
                niden.write(!one_in(random, 3));
                dbg_halt.write(one_in(random, 4));
            }
        }
        std::vector<const sc_core::sc_event*> output_events() const {
            return {&evntbus.value_changed_event(),  &pmuirq.value_changed_event(),
                    &valirq.value_changed_event(),   &valfiq.value_changed_event(),
                    &valreset.value_changed_event(), &valedbgrq.value_changed_event()};
        }
        std::vector<std::uint64_t> levels() const {
            return {pmuirq.read(),   valirq.read(),    valfiq.read(),
                    valreset.read(), valedbgrq.read(), evntbus.read().to_uint64()};
        }
    };
};

TEST(differential, cortex_r5) {
    sc_test::run_differential<cortex_r5_part>(sc_test::differential_elaborations,
                                              sc_test::differential_runs);
}

TEST(clock_differential, cortex_r5) {
    sc_test::run_clock_differential<cortex_r5_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, cortex_r5) {
    sc_test::run_snapshot_differential<cortex_r5_part>(sc_test::snapshot_runs);
}

} // namespace
