// SPDX-License-Identifier: Apache-2.0
// Snapshots, and payloads.
#include "seeds.h"

#include <generated/part_setups.h>
#include <pmu/core/notice.h>
#include <pmu/core/snapshot.h>

#include <random>
#include <sstream>

namespace {

struct silent_sink final : pmu::notice_sink {
    void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override {}
};

/// A core that counts, as a snapshot and as the body of one.
template <class Core>
void write_snapshots(const std::string& folder) {
    Core unit;
    silent_sink notices;
    for (const auto& w : sc_test::part_setup<Core>::start({})) {
        unit.write(w.address, {}, w.value, {}, notices);
    }
    unit.run({}, 100);
    std::ostringstream out;
    pmu::save_core(out, unit);
    trust::write_seed(folder, Core::part, out.str());
    pmu::snapshot_writer body;
    pmu::write_core(body, unit);
    trust::write_seed(folder, std::string(Core::part) + ".body", body.bytes());
}

template <class... Core>
void write_all_snapshots(const std::string& folder, sc_test::type_list<Core...> /*cores*/) {
    (write_snapshots<Core>(folder), ...);
}

// Bytes of any value are payloads; each input begins with what its first bits say.
void write_payloads(const std::string& folder) {
    constexpr std::size_t bytes = 4096;
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): builds repeat
    for (unsigned n = 0; n < 8; ++n) {
        std::vector<std::uint8_t> input(bytes);
        for (std::uint8_t& byte : input) {
            byte = static_cast<std::uint8_t>(random());
        }
        input[0] = static_cast<std::uint8_t>(n);
        trust::write_seed(folder, std::to_string(n), input);
    }
}

} // namespace

int main(int argc, char** argv) {
    return trust::write_seeds(argc, argv, [](const std::string& folder) {
        write_all_snapshots(folder + "/snapshot", sc_test::all_cores());
        write_payloads(folder + "/payloads");
    });
}
