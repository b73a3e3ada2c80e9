// SPDX-License-Identifier: Apache-2.0
#include <differential/clock_differential.h>
#include <differential/snapshot_differential.h>
#include <differential/xsc_part.h>

#include <pmu/xscale/xscale_pmu.h>

namespace {

struct xscale_part : sc_test::xsc_part<pmu::xscale_pmu> {
    static config random_config(sc_test::random_bits& random) {
        config c = xsc_part::random_config(random);
        c.erratum_a_stepping = sc_test::one_in(random, 2);
        return c;
    }
};

TEST(differential, xscale) {
    sc_test::run_differential<xscale_part>(sc_test::differential_elaborations,
                                           sc_test::differential_runs);
}

TEST(clock_differential, xscale) {
    sc_test::run_clock_differential<xscale_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, xscale) {
    sc_test::run_snapshot_differential<xscale_part>(sc_test::snapshot_runs);
}

} // namespace
