// SPDX-License-Identifier: Apache-2.0
#include <differential/arm11_part.h>
#include <differential/clock_differential.h>
#include <differential/snapshot_differential.h>

#include <pmu/arm1176/arm1176_pmu.h>

namespace {

using sc_test::one_in;
using sc_test::random_bits;

struct arm1176_part : sc_test::arm11_part<pmu::arm1176_pmu> {
    struct pins : arm11_part::pins {
        sc_core::sc_signal<sc_dt::sc_uint<pmu::arm1176_return_stack_width>> aux_events{
            "aux_events"};
        sc_core::sc_signal<bool> v{"V"};

        void bind(pmu_type& unit) {
            arm11_part::pins::bind(unit);
            unit.aux_events(aux_events);
            unit.V(v);
        }
        void drive(random_bits& random) {
            arm11_part::pins::drive(random);
            if (one_in(random, 2)) {
                aux_events.write(random() % 16);
            }
            if (one_in(random, 4)) {
                v.write(one_in(random, 2));
            }
        }
    };
};

TEST(differential, arm1176) {
    sc_test::run_differential<arm1176_part>(sc_test::differential_elaborations,
                                            sc_test::differential_runs);
}

TEST(clock_differential, arm1176) {
    sc_test::run_clock_differential<arm1176_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, arm1176) {
    sc_test::run_snapshot_differential<arm1176_part>(sc_test::snapshot_runs);
}

} // namespace
