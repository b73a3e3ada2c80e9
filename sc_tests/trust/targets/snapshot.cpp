// SPDX-License-Identifier: Apache-2.0
// Snapshots of cores, of every part: the input as it is, and as a body with the right checksum. The
// modules' are in `payloads`.
#include <generated/part_cores.h>
#include <pmu/core/snapshot.h>
#include <trust/fuzz_input.h>

#include <sstream>

namespace {

template <class Core>
void restore(const std::string& bytes) {
    Core unit;
    const Core before = unit;
    std::istringstream in(bytes);
    try {
        pmu::restore_core(in, unit);
    } catch (const pmu::snapshot_error&) {
        trust::require(unit == before, "a snapshot that is refused has changed the core");
        return;
    }
    std::ostringstream again;
    pmu::save_core(again, unit);
    trust::require(bytes.compare(0, again.str().size(), again.str()) == 0,
                   "a restored core saves something else");
    typename Core::inputs pins{};
    unit.normalise(pins);
    for (const std::uint64_t edges : {std::uint64_t{1}, unit.edges_to_output_change(pins)}) {
        unit.run(pins, edges == pmu::never ? 1000 : edges);
    }
}

template <class... Core>
void restore_all(const std::string& bytes, sc_test::type_list<Core...> /*cores*/) {
    (restore<Core>(bytes), ...);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = trust::text_of(data, size);
    restore_all(text, sc_test::all_cores());
    std::ostringstream sealed;
    pmu::write_snapshot(sealed, pmu::core_snapshot, text);
    restore_all(sealed.str(), sc_test::all_cores());
    return 0;
}
