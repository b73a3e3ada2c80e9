// SPDX-License-Identifier: Apache-2.0
#include <differential/arm11_part.h>
#include <differential/clock_differential.h>
#include <differential/snapshot_differential.h>

#include <pmu/arm1136/arm1136_pmu.h>

namespace {

using sc_test::one_in;
using sc_test::random_bits;

struct arm1136_part : sc_test::arm11_part<pmu::arm1136_pmu> {
    static config random_config(random_bits& random) {
        config c = arm11_part::random_config(random);
        c.erratum_double_increment = one_in(random, 3);
        c.ccnt_reset_value = one_in(random, 2) ? static_cast<std::uint32_t>(random()) : 0;
        return c;
    }
};

TEST(differential, arm1136) {
    sc_test::run_differential<arm1136_part>(sc_test::differential_elaborations,
                                            sc_test::differential_runs);
}

TEST(clock_differential, arm1136) {
    sc_test::run_clock_differential<arm1136_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, arm1136) {
    sc_test::run_snapshot_differential<arm1136_part>(sc_test::snapshot_runs);
}

} // namespace
