// SPDX-License-Identifier: Apache-2.0
// What the PMUs of the ARM11 cores have, driven at random.
#pragma once

#include <differential/differential.h>

#include <pmu/arm11_common/arm11_tables.h>

#include <cstdint>
#include <vector>

namespace sc_test {

/// What all of them have.
template <class Pmu>
struct arm11_part {
    using pmu_type = Pmu;
    using core_type = typename Pmu::core_type;
    using config = typename core_type::config;

    static config random_config(random_bits& random) {
        config c;
        c.user_access = one_in(random, 3);
        c.start_delay_cycles = one_in(random, 3) ? static_cast<std::uint32_t>(random() % 10) : 3;
        c.stop_delay_cycles = one_in(random, 3) ? static_cast<std::uint32_t>(random() % 5) : 0;
        c.two_bit = one_in(random, 3) ? pmu::two_bit_mode::binary : pmu::two_bit_mode::popcount;
        c.irq_active_low = one_in(random, 3);
        c.irq_clear_needs_e = !one_in(random, 4);
        c.irq_set_needs_e = one_in(random, 4);
        c.flag_clear_needs_e = one_in(random, 4);
        c.c_resets_prescaler = !one_in(random, 4);
        return c;
    }

    // Counters near their wrap, events that exist, and enables that stay on most of the time.
    static std::uint32_t random_word(random_bits& random, const pmu::register_desc& r) {
        const auto word = static_cast<std::uint32_t>(random());
        if (r.writable == UINT32_MAX) {
            return one_in(random, 4) ? word : 0U - word % 300;
        }
        const std::uint32_t events = random_event(random) << 20 | random_event(random) << 12;
        return (word & 0x00000FFF & ~(one_in(random, 3) ? 0U : 6U)) | events |
               (one_in(random, 4) ? 0U : 1U);
    }

    static std::uint32_t random_event(random_bits& random) {
        const pmu::event_table& events = core_type::events();
        if (one_in(random, 10)) {
            return static_cast<std::uint32_t>(random() % 256);
        }
        return (events.begin() + random() % events.size())->number;
    }

    struct pins {
        sc_core::sc_signal<sc_dt::sc_uint<pmu::arm11_evntbus_width>> event_bus{"event_bus"};
        sc_core::sc_signal<sc_dt::sc_uint<pmu::arm11_etmextout_width>> etmextout{"ETMEXTOUT"};
        sc_core::sc_signal<bool> debug_state{"DEBUG_STATE"};
        sc_core::sc_signal<sc_dt::sc_uint<pmu::arm11_evntbus_width>> evntbus{"EVNTBUS"};
        sc_core::sc_signal<bool> pmuirq{"pmuirq"};

        void bind(pmu_type& unit) {
            unit.event_bus(event_bus);
            unit.ETMEXTOUT(etmextout);
            unit.DEBUG_STATE(debug_state);
            unit.EVNTBUS(evntbus);
            unit.pmuirq(pmuirq);
        }
        void drive(random_bits& random) {
            event_bus.write(few_bits(random));
            if (one_in(random, 4)) {
                etmextout.write(random() % 4);
            }
            if (one_in(random, 8)) {
                debug_state.write(one_in(random, 3));
            }
        }
        std::vector<const sc_core::sc_event*> output_events() const {
            return {&evntbus.value_changed_event(), &pmuirq.value_changed_event()};
        }
        std::vector<std::uint64_t> levels() const {
            return {pmuirq.read(), evntbus.read().to_uint64()};
        }
    };
};

} // namespace sc_test
