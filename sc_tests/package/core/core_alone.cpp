// SPDX-License-Identifier: Apache-2.0
// The core of an XScale PMU without SystemC. Exit code 0 if it counts.
#include <pmu/xscale/xscale_core.h>

namespace {

struct nobody : pmu::notice_sink {
    void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override {}
};

} // namespace

int main() {
    constexpr std::uint32_t pmnc = pmu::encode({14, 0, 0});
    constexpr std::uint32_t ccnt = pmu::encode({14, 0, 1});
    pmu::xscale_core core;
    nobody reports;
    core.write(pmnc, {}, 1, {}, reports); // E
    core.run({}, 1000);
    std::uint32_t counted = 0;
    core.read(ccnt, {}, {}, counted);
    return counted == 1000 ? 0 : 1;
}
