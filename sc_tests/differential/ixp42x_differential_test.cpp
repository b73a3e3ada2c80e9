// SPDX-License-Identifier: Apache-2.0
#include <differential/clock_differential.h>
#include <differential/snapshot_differential.h>
#include <differential/xsc_part.h>

#include <pmu/ixp42x/ixp42x_pmu.h>

namespace {

struct ixp42x_part : sc_test::xsc_part<pmu::ixp42x_pmu> {
    static config random_config(sc_test::random_bits& random) {
        config c = xsc_part::random_config(random);
        c.pmu_id = static_cast<std::uint8_t>(random());
        return c;
    }
};

TEST(differential, ixp42x) {
    sc_test::run_differential<ixp42x_part>(sc_test::differential_elaborations,
                                           sc_test::differential_runs);
}

TEST(clock_differential, ixp42x) {
    sc_test::run_clock_differential<ixp42x_part>(sc_test::clock_runs);
}

TEST(snapshot_differential, ixp42x) {
    sc_test::run_snapshot_differential<ixp42x_part>(sc_test::snapshot_runs);
}

} // namespace
