// SPDX-License-Identifier: Apache-2.0
// What both XScale PMUs have, driven at random.
#pragma once

#include <differential/differential.h>

#include <pmu/xscale_common/xsc_core.h>

namespace sc_test {

/// What both XScale PMUs have.
template <class Pmu>
struct xsc_part {
    using pmu_type = Pmu;
    using config = typename Pmu::core_type::config;

    static config random_config(random_bits& random) {
        config c;
        c.unpredictable.policy = static_cast<pmu::reset_policy>(random() % 3);
        c.unpredictable.pattern = one_in(random, 2) ? UINT32_MAX : static_cast<unsigned>(random());
        c.unpredictable.seed = random();
        c.unp_read_mask = one_in(random, 4) ? static_cast<std::uint32_t>(random()) : 0;
        c.assp_event_mask = static_cast<std::uint8_t>(random());
        return c;
    }

    static std::uint32_t random_event(random_bits& random) {
        return static_cast<std::uint32_t>(one_in(random, 6) ? random() % 256 : random() % 0x18);
    }

    // Counters near their wrap, events that exist, and enables that stay on most of the time.
    static std::uint32_t random_word(random_bits& random, const pmu::register_desc& r) {
        const auto word = static_cast<std::uint32_t>(random());
        if (r.fields == pmu::unpredictable_value_field) {
            return one_in(random, 4) ? word : 0U - word % 300;
        }
        std::uint32_t value = word & (one_in(random, 3) ? UINT32_MAX : ~r.action);
        for (const pmu::register_field& f : r) {
            if (f.mask() >> f.lsb == 0xFF && f.access == pmu::field_access::read_write) {
                value = (value & ~f.mask()) | f.in_place(random_event(random));
            }
        }
        const bool has_enable = (r.writable & pmu::xsc_pmnc::E.mask()) != 0;
        return has_enable && !one_in(random, 4) ? value | pmu::xsc_pmnc::E.mask() : value;
    }

    struct pins {
        sc_core::sc_signal<sc_dt::sc_uint<24>> event_bus{"event_bus"};
        sc_core::sc_signal<bool> pmuirq{"pmuirq"};

        void bind(pmu_type& unit) {
            unit.event_bus(event_bus);
            unit.pmuirq(pmuirq);
        }
        void drive(random_bits& random) {
            const std::uint64_t half_of_them = random();
            event_bus.write(half_of_them & random());
        }
        std::vector<const sc_core::sc_event*> output_events() const {
            return {&pmuirq.value_changed_event()};
        }
        std::vector<std::uint64_t> levels() const { return {pmuirq.read()}; }
    };
};

} // namespace sc_test
