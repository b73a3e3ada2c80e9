// SPDX-License-Identifier: Apache-2.0
#include <bench/figures.h>
#include <generated/part_names.h>
#include <generated/part_setups.h>

#include <sstream>

namespace bench {

namespace {

using relation = figure::relation;

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        all.push_back(word);
    }
    return all;
}

/// A field of what sim_bench prints.
probe sim(const std::string& arguments, const std::string& field) {
    return {probe::source::field, words("sim_bench " + arguments), field, 0, {}};
}

probe micro(const std::string& name) {
    return {probe::source::micro, {}, name, 0, {}};
}

figure ratio(const std::string& key, const std::string& text, double mark, const probe& a,
             const probe& b) {
    return {key, text, relation::ratio, mark, {{"", a, b}}};
}

figure absolute(const std::string& key, const std::string& text, double mark, const probe& a) {
    return {key, text, relation::absolute, mark, {{"", a, {}}}};
}

/// The same scenario with PMUs and without.
figure with_and_without(const std::string& key, const std::string& text, double mark,
                        const std::string& scenario, const std::string& field) {
    return ratio(key, text, mark, sim(scenario, field), sim(scenario + " --without-pmu", field));
}

void add_clocked(std::vector<figure>& all) {
    all.push_back(with_and_without("clocked.one_pmu", "pins change in every cycle: one PMU", 1.3,
                                   "cycles --cycles 2000000", "ns"));
    all.push_back(with_and_without("clocked.all_parts", "the same with one PMU of each part", 2.6,
                                   "cycles --part all --cycles 1000000", "ns"));
    const std::string constant = "cycles --change-every 0 --cycles 3000000";
    all.push_back(with_and_without("clocked.constant", "constant pins: one PMU that counts", 1.05,
                                   constant, "ns"));
    all.push_back(absolute("clocked.constant_activations", "activations of its processes, in all",
                           2, sim(constant, "activations_in_all")));
    all.push_back(with_and_without("clocked.sparse", "a change in 100 cycles: one PMU", 1.08,
                                   "cycles --change-every 100 --cycles 3000000", "ns"));
    all.push_back(with_and_without("clocked.parked", "one PMU with E = 0", 1.05,
                                   "cycles --stopped --cycles 3000000", "ns"));
    all.push_back(absolute("clocked.parked_activations", "activations of its processes", 0,
                           sim("cycles --stopped --cycles 3000000", "activations")));
}

void add_tickless(std::vector<figure>& all) {
    all.push_back(ratio("tickless.idle", "10^9 cycles over 10^6 clocked ones, constant pins", 0.001,
                        sim("cycles --tickless --change-every 0 --cycles 1000000000", "ns"),
                        sim("cycles --change-every 0 --cycles 1000000", "ns")));
    all.push_back(absolute("tickless.rollover_s", "wall seconds for 2^38 cycles to PMUIRQ", 0.01,
                           sim("rollover", "wall_seconds")));
    all.push_back(
        ratio("tickless.sparse", "a cycle over a clocked one, a change in 100", 0.02,
              sim("cycles --tickless --change-every 100 --cycles 50000000", "ns_per_cycle"),
              sim("cycles --change-every 100 --cycles 2000000", "ns_per_cycle")));
    all.push_back(ratio("tickless.busy", "a cycle over a clocked one, all with changes", 0.9,
                        sim("cycles --tickless --cycles 2000000", "ns_per_cycle"),
                        sim("cycles --cycles 2000000", "ns_per_cycle")));
    const std::string changes = "cycles --tickless --cycles 10000000";
    all.push_back({"memory.rearm",
                   "megabytes gained in 10^7 pin changes, the worst",
                   relation::absolute,
                   1,
                   {{"X = 0", sim(changes, "megabytes"), {}},
                    {"X = 1", sim(changes + " --exporting", "megabytes"), {}}}});
}

/// What one of 1,000 PMUs costs: each with a bus of its own and a change a cycle, less the same
/// platform without PMUs. SystemC's own share is that of a method in place of each PMU.
void add_many(std::vector<figure>& all) {
    const auto cost = [](const std::string& clock, const std::string& what, unsigned units) {
        const unsigned cycles = 2'000'000 / units;
        const std::string command = "cycles --units " + std::to_string(units) + " --cycles " +
                                    std::to_string(cycles) + clock;
        probe p = sim(command + what, "ns_per_cycle_and_unit");
        p.less = sim(command + " --without-pmu", "").command;
        return p;
    };
    const auto add = [&](const std::string& key, const std::string& clock, double mark) {
        const std::string method = " --without-pmu --method";
        all.push_back(ratio(key, "a PMU of 1,000 over a method of 1,000, a change a cycle", mark,
                            cost(clock, "", 1000), cost(clock, method, 1000)));
        all.push_back(ratio(key + "_growth", "a PMU of 1,000 over one of 10", no_mark,
                            cost(clock, "", 1000), cost(clock, "", 10)));
        all.push_back(ratio(key + "_growth_of_method", "a method of 1,000 over one of 10", no_mark,
                            cost(clock, method, 1000), cost(clock, method, 10)));
    };
    add("many.clocked", "", 3);
    add("many.tickless", " --tickless", 7.5);
}

void add_calls(std::vector<figure>& all) {
    const std::string calls = " --calls 10000000";
    all.push_back(with_and_without("access.read", "read of a counter over a plain register file",
                                   2.0, "reads" + calls, "ns_per_call"));
    for (const std::string& part : sc_test::part_names) {
        const std::string scenario = std::string("reads --part ").append(part).append(calls);
        all.push_back(
            with_and_without("access.read." + part, "the same", 2.0, scenario, "ns_per_call"));
    }
    all.push_back(with_and_without("access.tickless_read", "access.read, tickless, delay growing",
                                   3.5, "reads --tickless --moving" + calls, "ns_per_call"));
    all.push_back(with_and_without("batch.same_instant", "event batch over a virtual call", 8,
                                   "batches" + calls, "ns_per_call"));
    all.push_back(with_and_without("batch.moving", "the same with local time moving", 20,
                                   "batches --moving" + calls, "ns_per_call"));
}

void add_cores(std::vector<figure>& all) {
    figure run{"core.run", "run(in, 10^6) over step(in), the worst part", relation::ratio, 2, {}};
    for (const std::string& part : sc_test::part_names) {
        all.push_back(ratio("core.step." + part, "step over three increments", 10,
                            micro("step/" + part), micro("three_increments")));
        run.comparisons.push_back({part, micro("run/" + part), micro("step/" + part)});
    }
    all.push_back(run);
}

void add_elaboration(std::vector<figure>& all) {
    all.push_back(absolute("elaborate.all_parts_s",
                           "CPU seconds to elaborate and reset 200 PMUs of each part", 0.5,
                           sim("elaborate --part all --units 200", "seconds")));
    figure heap{"elaborate.heap",
                "heap bytes a PMU beyond an empty module, the worst part",
                relation::difference,
                1152,
                {}};
    for (const std::string& part : sc_test::part_names) {
        const std::string scenario = "elaborate --units 1000 --part " + part;
        const std::string field = "heap_bytes_per_unit";
        heap.comparisons.push_back(
            {part, sim(scenario, field), sim(scenario + " --without-pmu", field)});
    }
    all.push_back(heap);
}

#ifdef BENCH_FIRMWARE_DIR
constexpr bool has_simulator = true;

constexpr const char* usual_caches = "16K:4:32";

std::string firmware_file(const std::string& program) {
    return BENCH_FIRMWARE_DIR "/" + program + ".arm1136.elf";
}

/// One of the programs that are timed, and how often it does its work.
struct workload {
    std::string program;
    unsigned iterations;
};

/// Executed by our simulator.
/// \param options of pmu_run \param argument what the program does with the PMU
/// \param name of the command
probe simulated(const workload& work, const std::string& options,
                const std::string& argument = "pmu", const std::string& name = "run") {
    std::vector<std::string> command =
        words("pmu_run " + name + " arm1136 " + firmware_file(work.program) + " " + options);
    for (const std::string& word : {std::string(iterations_word), argument}) {
        command.insert(command.end(), {"--arg", word});
    }
    return {probe::source::process_time, std::move(command), "", work.iterations, {}};
}

/// By Unicorn with nothing attached.
probe unicorn(const workload& work) {
    return {probe::source::process_time,
            {"plain_unicorn", firmware_file(work.program), iterations_word},
            "",
            work.iterations,
            {}};
}

/// The same, told of each block, or of each load and store: what no simulator on Unicorn can be
/// faster than that has to know which code runs, or the addresses of accesses.
probe unicorn_told_of(const std::string& kind, const workload& work) {
    probe hooked = unicorn(work);
    hooked.command.insert(hooked.command.begin() + 1, {"--hook", kind});
    return hooked;
}

/// By QEMU, with the instruction counter that makes its time repeat.
probe qemu(const workload& work, const std::string& path) {
    std::vector<std::string> command{"/usr/bin/env", "QEMU_AUDIO_DRV=none", path};
    for (const std::string& word :
         words("-M integratorcp -cpu arm1136 -icount shift=0 -display none -serial none "
               "-monitor none -semihosting-config enable=on,target=native,arg=bench,arg=" +
               std::string(iterations_word) + " -kernel " + firmware_file(work.program))) {
        command.push_back(word);
    }
    return {probe::source::process_time, std::move(command), "", work.iterations, {}};
}

void add_firmware(std::vector<figure>& all, const tools& found) {
    const workload tight{"bench_tight", 400000};
    const workload mixed{"bench_mixed", 40000};
    const std::string fast = "--mode fast --quantum 10000";
    const std::string cached = fast + " --caches " + usual_caches;
    const bool is_new = found.has_fast_stores();
    all.push_back(ratio("iss.tight", "firmware with a PMU over plain Unicorn, no stores",
                        is_new ? 2.2 : 1.7, simulated(tight, fast), unicorn(tight)));
    all.push_back(ratio("iss.mixed", "the same with a store in eight instructions",
                        is_new ? 2.6 : 1.4, simulated(mixed, fast), unicorn(mixed)));
    if (!found.qemu.empty()) {
        // Long runs: what QEMU takes to start is not small.
        const workload long_tight{tight.program, 2000000};
        const workload long_mixed{mixed.program, 200000};
        all.push_back(ratio("iss.qemu_tight", "firmware with a PMU over QEMU -icount, no stores",
                            is_new ? 2 : no_mark, simulated(long_tight, fast),
                            qemu(long_tight, found.qemu)));
        all.push_back(ratio("iss.qemu_mixed", "the same with a store in eight instructions",
                            is_new ? 1.4 : no_mark, simulated(long_mixed, fast),
                            qemu(long_mixed, found.qemu)));
    }
    all.push_back(ratio("iss.block_hook_tight",
                        "plain Unicorn told of each block over not, no stores", no_mark,
                        unicorn_told_of("blocks", tight), unicorn(tight)));
    all.push_back(ratio(
        "iss.tight_over_block_hook", "firmware with a PMU over plain Unicorn told of each block",
        is_new ? 1.8 : 1.5, simulated(tight, fast), unicorn_told_of("blocks", tight)));
    all.push_back(ratio("iss.hook_tight", "plain Unicorn told of each access over not, no stores",
                        no_mark, unicorn_told_of("accesses", tight), unicorn(tight)));
    all.push_back(ratio("iss.hook_mixed", "the same with a store in eight instructions", no_mark,
                        unicorn_told_of("accesses", mixed), unicorn(mixed)));
    // Every event has to know addresses.
    const probe counted = simulated(mixed, fast + " --output /dev/null", "pmu", "stat");
    all.push_back(
        ratio("iss.stat", "mixed, counted over not", no_mark, counted, simulated(mixed, fast)));
    all.push_back(ratio("iss.stat_over_hook", "the same over plain Unicorn told of each access",
                        1.5, counted, unicorn_told_of("accesses", mixed)));
    const workload sampled{"bench_sampling", mixed.iterations};
    all.push_back(ratio("iss.sampling", "mixed, an interrupt every 10,000 instructions over none",
                        is_new ? 2.3 : 1.3, simulated(sampled, fast, "sample"),
                        simulated(sampled, fast)));
    const workload short_tight{tight.program, 150000};
    all.push_back(ratio("iss.tight_caches", "no stores, with caches over without",
                        is_new ? no_mark : 3, simulated(short_tight, cached),
                        simulated(short_tight, fast)));
    all.push_back(ratio("iss.mixed_caches", "mixed, with caches over without", is_new ? no_mark : 2,
                        simulated(mixed, cached), simulated(mixed, fast)));
    all.push_back(ratio("iss.tight_caches_over_hook",
                        "no stores, with caches over plain Unicorn told of each access", 2.5,
                        simulated(short_tight, cached), unicorn_told_of("accesses", short_tight)));
    all.push_back(ratio("iss.mixed_caches_over_hook", "the same, mixed", 2.2,
                        simulated(mixed, cached), unicorn_told_of("accesses", mixed)));
    probe exact = simulated({mixed.program, 1000}, "--mode exact");
    exact.from = probe::source::time_per_count;
    exact.name = "cycles";
    all.push_back(ratio("iss.exact", "a cycle of exact mode over one of tickless.busy", 3, exact,
                        sim("cycles --tickless --cycles 2000000", "ns_per_cycle")));
}
#else
constexpr bool has_simulator = false;

void add_firmware(std::vector<figure>& /*all*/, const tools& /*found*/) {
}
#endif

} // namespace

std::vector<figure> all_figures(const tools& found) {
    std::vector<figure> all;
    add_clocked(all);
    add_tickless(all);
    add_many(all);
    add_calls(all);
    add_cores(all);
    add_elaboration(all);
    add_firmware(all, found);
    return all;
}

std::vector<std::string> missing_figures(const tools& found) {
    if (!has_simulator) {
        return {"no iss figures: the build has no simulator or no firmware compiler"};
    }
    if (found.qemu.empty()) {
        return {
            "no iss.qemu figures: qemu-system-arm is not installed (scripts/setup --with qemu)"};
    }
    return {};
}

std::vector<growth_table> all_growth_tables() {
    growth_table units{
        "ns of CPU time per cycle and PMU, each with a bus of its own",
        "PMUs",
        {"sc_clock, a change a cycle", "tickless, a change a cycle", "tickless, a change in 100"},
        {}};
    for (unsigned n = 1; n <= 1000; n *= 10) {
        const std::string count = std::to_string(n);
        const auto cycles = [&](const char* how, unsigned sum) {
            std::string options = "cycles --units " + count + " --cycles ";
            options += std::to_string(sum / n);
            return sim(options += how, "ns_per_cycle_and_unit");
        };
        units.rows.push_back({count,
                              {cycles("", 1000000), cycles(" --tickless", 1000000),
                               cycles(" --tickless --change-every 100", 20000000)}});
    }
    growth_table batches{"ns of CPU time a batch, by the events in it",
                         "events",
                         {"at one instant", "local time moving"},
                         {}};
    for (unsigned n = 1; n <= 1000000; n *= 10) {
        const std::string scenario = "batches --calls 1000000 --events " + std::to_string(n);
        batches.rows.push_back(
            {std::to_string(n),
             {sim(scenario, "ns_per_call"), sim(scenario + " --moving", "ns_per_call")}});
    }
    return {units, batches};
}

} // namespace bench
