// SPDX-License-Identifier: Apache-2.0
// Specifications of sweeps, what they compute, and the counts that they read.
#include <sweep/json/stat_counts.h>
#include <sweep/spec/points.h>
#include <sweep/sweep_fixture.h>
#include <trust/fuzz_input.h>

#include <algorithm>
#include <optional>

using namespace platform::sweep;

namespace {

/// Calls f, which may refuse.
template <class F>
void try_out(F f) {
    try {
        f();
    } catch (const sweep_error& e) {
        trust::require(*e.what() != '\0', "a refusal says nothing");
    }
}

void look_at_points(const spec& s) {
    const point_space points(s);
    trust::require(points.size() <= most_points, "a sweep has more points than are allowed");
    for (const std::uint64_t index : {std::uint64_t{0}, points.size() / 2, points.size() - 1}) {
        if (index < points.size()) {
            try_out([&] {
                points.describe(index);
                points.is_included(index);
                points.run_of(index);
            });
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = trust::text_of(data, size);
    try_out([&] { look_at_points(sweep_test::read(text)); });
    try_out([&] { read_stat_counts("s.json", text); });
    const value_lookup value_of = [](const std::string& name) {
        return name.size() % 3 == 0 ? std::nullopt : std::optional<double>(name.size());
    };
    try_out([&] { expression(text).value(value_of); });
    try_out([&] { comparison_expression(text).holds(value_of); });
    return 0;
}
