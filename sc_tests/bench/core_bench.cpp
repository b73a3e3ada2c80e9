// SPDX-License-Identifier: Apache-2.0
// What an edge, a register read and a batch of events cost without SystemC, for each core, and what
// three increments cost.
#include <generated/part_setups.h>

#include <pmu/core/notice.h>

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <string>

namespace {

constexpr std::uint64_t edges_of_a_run = 1'000'000;

struct no_notices final : pmu::notice_sink {
    void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override {}
};

void set_all(std::uint64_t& lines) {
    lines = UINT64_MAX;
}
template <std::size_t N>
void set_all(std::array<std::uint64_t, N>& lines) {
    lines.fill(UINT64_MAX);
}

/// A unit whose counters all count with the inputs that it is stepped with.
template <class Core>
struct counting_core {
    Core unit;
    typename Core::inputs in;

    counting_core() {
        set_all(in.lines);
        no_notices notices;
        for (const sc_test::register_write& w : sc_test::part_setup<Core>::start({})) {
            unit.write(w.address, {}, w.value, in, notices);
        }
        for (int edge = 0; edge < 16; ++edge) { // past a start delay
            unit.step(in);
        }
    }

    std::uint32_t cycles() const {
        std::uint32_t count = 0;
        unit.peek(sc_test::part_setup<Core>::cycle_counter, in, count);
        return count;
    }
};

template <class Core>
void step(benchmark::State& state) {
    counting_core<Core> of;
    const std::uint32_t before = of.cycles();
    for ([[maybe_unused]] auto round : state) {
        benchmark::DoNotOptimize(of.in);
        of.unit.step(of.in);
        benchmark::DoNotOptimize(of.unit);
    }
    if (of.cycles() - before != static_cast<std::uint32_t>(state.iterations())) {
        state.SkipWithError("the core has not counted every step");
    }
}

template <class Core>
void run(benchmark::State& state) {
    counting_core<Core> of;
    for ([[maybe_unused]] auto round : state) {
        benchmark::DoNotOptimize(of.in);
        of.unit.run(of.in, edges_of_a_run);
        benchmark::DoNotOptimize(of.unit);
    }
}

/// A read of the cycle counter by software.
template <class Core>
void read(benchmark::State& state) {
    counting_core<Core> of;
    std::uint32_t address = sc_test::part_setup<Core>::cycle_counter;
    std::uint32_t data = 0;
    for ([[maybe_unused]] auto round : state) {
        benchmark::DoNotOptimize(address);
        if (of.unit.read(address, {}, of.in, data) != pmu::response::ok) {
            state.SkipWithError("the core refuses to be read");
        }
        benchmark::DoNotOptimize(data);
    }
}

/// One occurrence of an event that a counter counts.
template <class Core>
void count(benchmark::State& state) {
    counting_core<Core> of;
    std::uint32_t event = sc_test::part_setup<Core>::event;
    for ([[maybe_unused]] auto round : state) {
        benchmark::DoNotOptimize(event);
        of.unit.count(event, 1, of.in);
        benchmark::DoNotOptimize(of.unit);
    }
}

/// The least that three counters can cost. Each is kept in memory by itself, or the compiler would
/// count in a vector register, which takes longer.
void three_increments(benchmark::State& state) {
    std::array<std::uint32_t, 3> counters{};
    for ([[maybe_unused]] auto round : state) {
        for (std::uint32_t& counter : counters) {
            ++counter;
            benchmark::DoNotOptimize(counters);
        }
    }
}

template <class Core>
void add_core() {
    const std::string part = Core::part;
    benchmark::RegisterBenchmark(("step/" + part).c_str(), step<Core>);
    benchmark::RegisterBenchmark(("run/" + part).c_str(), run<Core>);
    benchmark::RegisterBenchmark(("read/" + part).c_str(), read<Core>);
    benchmark::RegisterBenchmark(("count/" + part).c_str(), count<Core>);
}

template <class... Core>
void add_cores(sc_test::type_list<Core...> /*cores*/) {
    (add_core<Core>(), ...);
}

} // namespace

int main(int argc, char** argv) {
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the library keeps it
    benchmark::RegisterBenchmark("three_increments", three_increments);
    add_cores(sc_test::all_cores{});
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
