// SPDX-License-Identifier: Apache-2.0
#include <differential/clock_differential.h>
#include <differential/differential.h>
#include <differential/snapshot_differential.h>

#include <pmu/cci400/cci400_pmu.h>

namespace {

using sc_test::one_in;
using sc_test::random_bits;

struct cci400_part {
    using pmu_type = pmu::cci400_pmu;
    using config = pmu::cci400_config;

    static config random_config(random_bits& random) {
        return {one_in(random, 2) ? 3U : static_cast<unsigned>(random() % 16)};
    }

    // Counters near their wrap, events of a few interfaces, and enables that stay on most of the
    // time.
    static std::uint32_t random_word(random_bits& random, const pmu::register_desc& r) {
        const auto word = static_cast<std::uint32_t>(random());
        if (r.fields == pmu::value_field) {
            return one_in(random, 4) ? word : 0U - word % 300;
        }
        if (r.fields == pmu::cci400_block::select_fields) {
            return random_event(random) & 0xFF;
        }
        if (r.fields == pmu::cci400_pmcr::fields) {
            const std::uint32_t actions =
                pmu::cci400_pmcr::CCR.mask() | pmu::cci400_pmcr::RST.mask();
            const std::uint32_t kept = one_in(random, 3) ? word : word & ~actions;
            return one_in(random, 4) ? kept : kept | pmu::cci400_pmcr::CEN.mask();
        }
        if (r.fields == pmu::cci400_block::control_fields) {
            return one_in(random, 4) ? word : 1;
        }
        return word;
    }

    static std::uint32_t random_event(random_bits& random) {
        const std::uint32_t secure = one_in(random, 3) ? pmu::cci400_core::secure_event : 0;
        if (one_in(random, 10)) {
            return static_cast<std::uint32_t>(random() % 256) | secure;
        }
        const pmu::event_table& events = pmu::cci400_core::events(one_in(random, 2) ? 3 : 6);
        return (events.begin() + random() % events.size())->number | secure;
    }

    struct pins {
        using bus = pmu_type::event_bus_type;
        using evntbus_type = sc_dt::sc_bv<pmu::cci400_evntbus_width>;

        sc_core::sc_signal<bus> event_bus{"event_bus"};
        sc_core::sc_signal<bus> secure_event_bus{"secure_event_bus"};
        sc_core::sc_signal<bool> niden{"NIDEN", true};
        sc_core::sc_signal<bool> spniden{"SPNIDEN"};
        sc_core::sc_signal<sc_dt::sc_uint<4>> ecorevnum{"ECOREVNUM"};
        sc_core::sc_signal<sc_dt::sc_uint<5>> n_overflow{"nEVNTCNTOVERFLOW"};
        sc_core::sc_signal<evntbus_type> evntbus{"EVNTBUS"};
        sc_core::sc_signal<bool> pmuirq{"pmuirq"};

        void bind(pmu_type& unit) {
            unit.event_bus(event_bus);
            unit.secure_event_bus(secure_event_bus);
            unit.NIDEN(niden);
            unit.SPNIDEN(spniden);
            unit.ECOREVNUM(ecorevnum);
            unit.nEVNTCNTOVERFLOW(n_overflow);
            unit.EVNTBUS(evntbus);
            unit.pmuirq(pmuirq);
        }
        void drive(random_bits& random) {
            event_bus.write(random_bus(random));
            if (one_in(random, 2)) {
                secure_event_bus.write(random_bus(random));
            }
            if (one_in(random, 6)) {
                niden.write(!one_in(random, 3));
            }
            if (one_in(random, 6)) {
                spniden.write(one_in(random, 2));
            }
            if (one_in(random, 6)) {
                ecorevnum.write(random() % 16);
            }
        }
        static bus random_bus(random_bits& random) {
            bus lines;
            if (!one_in(random, 8)) {
                for (int w = 0; w < lines.size(); ++w) {
                    const std::uint64_t bits = random();
                    lines.set_word(w, static_cast<sc_dt::sc_digit>(bits & bits >> 32));
                }
            }
            return lines;
        }
        std::vector<const sc_core::sc_event*> output_events() const {
            return {&n_overflow.value_changed_event(), &evntbus.value_changed_event(),
                    &pmuirq.value_changed_event()};
        }
        std::vector<std::uint64_t> levels() const {
            std::vector<std::uint64_t> all{pmuirq.read(), n_overflow.read().to_uint64()};
            for (int w = 0; w < evntbus.read().size(); ++w) {
                all.push_back(evntbus.read().get_word(w));
            }
            return all;
        }
    };
};

TEST(differential, cci400) {
    sc_test::run_differential<cci400_part>(sc_test::differential_elaborations,
                                           sc_test::differential_runs);
}

TEST(clock_differential, cci400) {
    sc_test::run_clock_differential<cci400_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, cci400) {
    sc_test::run_snapshot_differential<cci400_part>(sc_test::snapshot_runs);
}

} // namespace
