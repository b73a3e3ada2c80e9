// SPDX-License-Identifier: Apache-2.0
// Properties that hold for the core of every part, tried on many random states. A part writes its
// traits (core_traits.h) and says, in namespace core_test,
//   INSTANTIATE_TYPED_TEST_SUITE_P(<part>, core_properties, <part>_traits);
#pragma once

#include <core/core_property_fixture.h>
#include <generated/part_setups.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace core_test {

TYPED_TEST_SUITE_P(core_properties);

// --- edges -----------------------------------------------------------------------------------

TYPED_TEST_P(core_properties, a_run_is_that_many_steps) {
    using core = typename TypeParam::core;
    this->for_states(400, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        const std::uint64_t edges = random.below(301);
        core stepped = unit;
        for (std::uint64_t n = 0; n <= edges; ++n) {
            core run = unit;
            run.run(in, n);
            ASSERT_TRUE(this->same(stepped, run)) << "after " << n << " edges";
            stepped.step(in);
        }
    });
}

TYPED_TEST_P(core_properties, a_long_run_can_be_split_anywhere) {
    using core = typename TypeParam::core;
    this->for_states(4000, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        const std::uint64_t edges = random.edges();
        core whole = unit;
        whole.run(in, edges);
        const std::uint64_t first =
            random.one_in(2) ? random.below(edges + 1) : edges - std::min<std::uint64_t>(edges, 65);
        core split = unit;
        split.run(in, first);
        if (edges - first <= 65) {
            for (std::uint64_t n = first; n != edges; ++n) {
                split.step(in);
            }
        } else {
            split.run(in, edges - first);
        }
        ASSERT_TRUE(this->same(whole, split)) << first << " of " << edges << " edges first";
    });
}

TYPED_TEST_P(core_properties, edges_to_output_change_is_exact) {
    using core = typename TypeParam::core;
    std::uint64_t with_change = 0;
    std::uint64_t without_change = 0;
    this->for_states(4000, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        const std::uint64_t due = unit.edges_to_output_change(in);
        ASSERT_NE(due, 0U);
        const bool never = due == pmu::never;
        ++(never ? without_change : with_change);
        const std::uint64_t last = never ? std::uint64_t{1} << 63 : due - 1;
        for (int i = 0; i < 8; ++i) {
            core before = unit;
            const std::uint64_t edges = i == 0 ? last : std::min(last, random.edges());
            before.run(in, edges);
            ASSERT_TRUE(before.driven() == unit.driven())
                << "changed within " << edges << " edges, predicted " << due << "; "
                << this->describe(unit);
            ASSERT_EQ(before.edges_to_output_change(in), never ? due : due - edges)
                << this->describe(unit);
        }
        core stepped = unit;
        for (std::uint64_t n = 1; n <= 200 && n <= last; ++n) {
            stepped.step(in);
            ASSERT_TRUE(stepped.driven() == unit.driven())
                << "changed after " << n << " edges, predicted " << due;
        }
        if (!never) {
            core after = unit;
            after.run(in, last);
            after.step(in);
            ASSERT_TRUE(after.driven() != unit.driven())
                << "no change after " << due << " edges; " << this->describe(unit);
        }
    });
    EXPECT_GT(with_change, 100U);
    EXPECT_GT(without_change, 100U);
}

TYPED_TEST_P(core_properties, edges_to_overflow_is_exact) {
    using core = typename TypeParam::core;
    std::uint64_t with_overflow = 0;
    std::uint64_t without_overflow = 0;
    EXPECT_EQ(core().take_overflows(), 0U) << "nothing has counted";
    this->for_states(4000, [&](core unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        unit.take_overflows();
        const std::uint64_t due = unit.edges_to_overflow(in);
        ASSERT_NE(due, 0U);
        const bool never = due == pmu::never;
        ++(never ? without_overflow : with_overflow);
        const std::uint64_t last = never ? std::uint64_t{1} << 63 : due - 1;
        core before = unit;
        for (const std::uint64_t edges : {std::min(last, random.edges()), last}) {
            core run = unit;
            run.run(in, edges);
            ASSERT_EQ(run.take_overflows(), 0U) << "within " << edges << " edges, predicted " << due
                                                << "; " << this->describe(unit);
            before = run;
        }
        if (!never) {
            core all = unit;
            before.step(in);
            all.run(in, due);
            const std::uint32_t overflows = before.take_overflows();
            ASSERT_NE(overflows, 0U) << "after " << due << " edges; " << this->describe(unit);
            ASSERT_EQ(all.take_overflows(), overflows) << this->describe(unit);
            ASSERT_EQ(all.take_overflows(), 0U);
            ASSERT_EQ(overflows >> core::counter_names.size(), 0U);
        }
    });
    EXPECT_GT(with_overflow, 100U);
    EXPECT_GT(without_overflow, 10U);
}

TYPED_TEST_P(core_properties, nothing_happens_while_idle) {
    using core = typename TypeParam::core;
    std::uint64_t idle = 0;
    std::uint64_t busy = 0;
    this->for_states(2000, [&](const core& unit, random_source& random) {
        ++(unit.is_idle() ? idle : busy);
        bool changes = false;
        for (int i = 0; i < 100 && !changes; ++i) {
            const auto in = TypeParam::random_inputs(random);
            core stepped = unit;
            stepped.step(in);
            core run = unit;
            run.run(in, random.edges());
            changes = !this->same(unit, stepped) || !this->same(unit, run);
            if (unit.is_idle()) {
                ASSERT_TRUE(unit.is_quiet(in));
                ASSERT_EQ(unit.edges_to_output_change(in), pmu::never);
            }
        }
        if (unit.is_idle() || TypeParam::is_activity_exact) {
            ASSERT_EQ(unit.is_idle(), !changes) << this->describe(unit);
        }
    });
    if (TypeParam::can_be_idle) {
        EXPECT_GT(idle, 10U);
    } else {
        EXPECT_EQ(idle, 0U);
    }
    EXPECT_GT(busy, 10U);
}

TYPED_TEST_P(core_properties, nothing_happens_while_quiet) {
    using core = typename TypeParam::core;
    std::uint64_t quiet = 0;
    std::uint64_t loud = 0;
    this->for_states(4000, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        ++(unit.is_quiet(in) ? quiet : loud);
        core stepped = unit;
        stepped.step(in);
        if (unit.is_quiet(in)) {
            core run = unit;
            run.run(in, random.edges());
            ASSERT_TRUE(this->same(unit, stepped));
            ASSERT_TRUE(this->same(unit, run));
        } else if (TypeParam::is_activity_exact) {
            ASSERT_FALSE(this->same(unit, stepped)) << "an edge changes nothing, yet not quiet";
        }
    });
    EXPECT_GT(quiet, 10U);
    EXPECT_GT(loud, 10U);
}

// --- state -----------------------------------------------------------------------------------

TYPED_TEST_P(core_properties, a_copy_is_a_snapshot) {
    using core = typename TypeParam::core;
    this->for_states(1000, [this](const core& unit, random_source& random) {
        const core snapshot = unit;
        const std::string registers = this->describe(unit);
        core first = unit;
        core second = snapshot;
        const std::uint64_t seed = random.bits();
        random_source what_happens_first(seed);
        random_source what_happens_second(seed);
        scramble<TypeParam>(first, what_happens_first);
        ASSERT_EQ(this->describe(snapshot), registers);
        scramble<TypeParam>(second, what_happens_second);
        ASSERT_TRUE(this->same(first, second)) << "from " << registers;
    });
}

TYPED_TEST_P(core_properties, reset_is_the_state_of_a_new_unit) {
    using core = typename TypeParam::core;
    for (std::uint64_t seed = 1; seed <= 1000 && !this->HasFailure(); ++seed) {
        random_source random(seed);
        const auto config = TypeParam::random_config(random);
        const auto in = TypeParam::random_inputs(random);
        const core fresh(config);
        core unit(config);
        scramble<TypeParam>(unit, random);
        unit.reset();
        ASSERT_TRUE(this->same(fresh, unit)) << "seed " << seed;
        unit.run(in, 100); // what == does not compare would show here
        core fresh_too(config);
        fresh_too.run(in, 100);
        ASSERT_TRUE(this->same(fresh_too, unit)) << "seed " << seed;
        for (const pmu::register_desc& r : core::registers()) {
            ASSERT_EQ(TypeParam::peek(fresh, in, r.address), TypeParam::reset_value(config, r))
                << r.name << ", seed " << seed;
        }
    }
}

// == compares what can be seen and leaves out what follows from it.
TYPED_TEST_P(core_properties, equal_units_stay_equal) {
    using core = typename TypeParam::core;
    std::uint64_t equal = 0;
    this->for_states(1000, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        core detour = unit;
        const pmu::register_desc& r = random.pick(core::registers());
        detour.poke(r.address, random.word());
        detour.poke(r.address, TypeParam::peek(unit, in, r.address));
        if (detour != unit) {
            return; // a detour that leaves a trace
        }
        ++equal;
        core straight = unit;
        const std::uint64_t seed = random.bits();
        random_source first(seed);
        random_source second(seed);
        scramble<TypeParam>(straight, first);
        scramble<TypeParam>(detour, second);
        ASSERT_TRUE(this->same(straight, detour)) << "by way of " << r.name;
        straight.run(in, 100);
        detour.run(in, 100);
        ASSERT_TRUE(this->same(straight, detour)) << "by way of " << r.name;
    });
    EXPECT_GT(equal, 500U);
}

TYPED_TEST_P(core_properties, every_stored_bit_makes_a_difference) {
    using core = typename TypeParam::core;
    this->for_states(50, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        for (const pmu::register_desc& r : core::registers()) {
            const std::uint32_t old = TypeParam::peek(unit, in, r.address);
            const std::uint32_t stored = TypeParam::stored_mask(unit, r);
            for (unsigned bit = 0; bit < 32; ++bit) {
                core other = unit;
                other.poke(r.address, old ^ 1U << bit);
                if ((stored >> bit & 1U) != 0) {
                    ASSERT_TRUE(other != unit) << r.name << " bit " << bit;
                } else {
                    ASSERT_EQ(TypeParam::peek(other, in, r.address), old) << r.name;
                }
            }
        }
    });
}

// --- registers -------------------------------------------------------------------------------

TYPED_TEST_P(core_properties, a_read_gives_what_is_stored_or_is_refused) {
    using core = typename TypeParam::core;
    constexpr std::uint32_t untouched = 0xDEADBEEF;
    this->for_states(500, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        for (const pmu::register_desc& r : core::registers()) {
            for (const pmu::access_attributes who : all_attributes) {
                const bool admitted = r.admits(who, false, TypeParam::rights(unit, in));
                core reader = unit;
                std::uint32_t data = untouched;
                ASSERT_EQ(reader.read(r.address, who, in, data),
                          admitted ? pmu::response::ok : TypeParam::refusal)
                    << r.name << " privileged " << who.privileged << " secure " << who.secure;
                ASSERT_EQ(data, admitted ? TypeParam::peek(unit, in, r.address) : untouched)
                    << r.name;
                ASSERT_TRUE(this->same(unit, reader)) << r.name;
            }
        }
    });
}

TYPED_TEST_P(core_properties, a_write_obeys_the_masks_or_is_refused) {
    using core = typename TypeParam::core;
    this->for_states(500, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        for (const pmu::register_desc& r : core::registers()) {
            for (const pmu::access_attributes who : all_attributes) {
                const bool admitted = r.admits(who, true, TypeParam::rights(unit, in));
                const std::uint32_t value = TypeParam::random_value(random, r);
                core writer = unit;
                counting_sink notices;
                ASSERT_EQ(writer.write(r.address, who, value, in, notices),
                          admitted ? pmu::response::ok : TypeParam::refusal)
                    << r.name << " privileged " << who.privileged << " secure " << who.secure;
                if (admitted) {
                    ASSERT_EQ(TypeParam::peek(writer, in, r.address),
                              TypeParam::written(unit, in, r, value))
                        << r.name << " written 0x" << std::hex << value;
                } else {
                    ASSERT_TRUE(this->same(unit, writer)) << r.name;
                    ASSERT_EQ(notices.reports, 0U) << r.name;
                }
            }
        }
    });
}

TYPED_TEST_P(core_properties, a_word_without_a_register_stays_out_of_everything) {
    using core = typename TypeParam::core;
    constexpr std::uint32_t untouched = 0xDEADBEEF;
    constexpr std::uint64_t window =
        core::window_size != 0 ? core::window_size : core::address_mask + std::uint64_t{1};
    this->for_states(500, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        const pmu::register_desc& near = random.pick(core::registers());
        const std::uint32_t nowhere[] = {
            near.address + 4, near.address - 4, near.address + 1 + std::uint32_t(random.below(3)),
            static_cast<std::uint32_t>(random.below(window)), UINT32_MAX};
        for (const std::uint32_t address : nowhere) {
            if (core::registers().find(address) != nullptr) {
                continue;
            }
            const bool is_word_of_window = address % 4 == 0 && address < window;
            for (const pmu::access_attributes who : all_attributes) {
                core accessed = unit;
                counting_sink notices;
                std::uint32_t data = untouched;
                const pmu::response read = accessed.read(address, who, in, data);
                const pmu::response write =
                    accessed.write(address, who, random.word(), in, notices);
                if (is_word_of_window && who.privileged && who.secure) {
                    ASSERT_EQ(read, TypeParam::unmapped) << std::hex << address;
                    ASSERT_EQ(write, TypeParam::unmapped) << std::hex << address;
                }
                ASSERT_EQ(data, read == pmu::response::ok ? 0 : untouched) << std::hex << address;
                ASSERT_TRUE(this->same(unit, accessed)) << std::hex << address;
            }
            core debugged = unit;
            std::uint32_t data = untouched;
            const bool is_there = debugged.peek(address, in, data);
            ASSERT_EQ(data, is_there ? 0 : untouched) << std::hex << address;
            const bool is_stored = debugged.poke(address, random.word());
            ASSERT_TRUE(this->same(unit, debugged)) << std::hex << address;
            if (TypeParam::unmapped != pmu::response::ok || address % 4 != 0) {
                ASSERT_FALSE(is_there || is_stored) << std::hex << address;
            }
        }
    });
}

TYPED_TEST_P(core_properties, a_peek_changes_nothing) {
    using core = typename TypeParam::core;
    this->for_states(500, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        core debugged = unit;
        for (const pmu::register_desc& r : core::registers()) {
            std::uint32_t data = 0;
            ASSERT_TRUE(debugged.peek(r.address, in, data)) << r.name;
            std::uint32_t again = 0;
            ASSERT_TRUE(debugged.peek(r.address, in, again)) << r.name;
            ASSERT_EQ(data, again) << r.name;
        }
        ASSERT_TRUE(this->same(unit, debugged));
    });
}

TYPED_TEST_P(core_properties, a_poke_stores_fields_and_flags_and_nothing_else) {
    using core = typename TypeParam::core;
    this->for_states(1000, [this](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        for (const pmu::register_desc& r : core::registers()) {
            core debugged = unit;
            const std::uint32_t old = TypeParam::peek(unit, in, r.address);
            const std::uint32_t one_bit = 1U << random.below(32);
            const std::uint32_t value = random.one_in(2) ? random.word() : old ^ one_bit;
            const std::uint32_t mask = TypeParam::stored_mask(unit, r);
            ASSERT_TRUE(debugged.poke(r.address, value)) << r.name;
            ASSERT_EQ(TypeParam::peek(debugged, in, r.address), (old & ~mask) | (value & mask))
                << r.name << " stored 0x" << std::hex << value << "; " << this->describe(unit);
            if (TypeParam::peek(debugged, in, r.address) != old) {
                ASSERT_TRUE(debugged != unit) << r.name;
                ASSERT_FALSE(debugged == unit) << r.name;
            }
        }
    });
}

// --- batches ---------------------------------------------------------------------------------

TYPED_TEST_P(core_properties, a_batch_is_that_many_occurrences) {
    using core = typename TypeParam::core;
    std::uint64_t counted = 0;
    this->for_states(1000, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        for (const std::uint32_t event : TypeParam::event_numbers()) {
            const std::uint64_t n = random.below(40);
            core at_once = unit;
            at_once.count(event, n, in);
            core one_by_one = unit;
            for (std::uint64_t i = 0; i < n; ++i) {
                one_by_one.count(event, 1, in);
            }
            ASSERT_TRUE(this->same(one_by_one, at_once)) << n << " times event " << event;
            counted += unit == at_once ? 0 : 1;

            const std::uint64_t many = random.edges();
            const std::uint64_t first = random.below(many + 1);
            core whole = unit;
            whole.count(event, many, in);
            core split = unit;
            split.count(event, first, in);
            split.count(event, many - first, in);
            ASSERT_TRUE(this->same(whole, split)) << many << " times event " << event;
        }
    });
    EXPECT_GT(counted, 50U);
}

// An edge with the event's line high is an occurrence and an edge without. Composite events have no
// line: a batch of them is another test.
TYPED_TEST_P(core_properties, a_batch_says_what_wires_would_say) {
    using core = typename TypeParam::core;
    std::uint64_t counted = 0;
    std::uint64_t uncounted = 0;
    this->for_states(1000, [&](const core& unit, random_source& random) {
        const auto pins = TypeParam::random_inputs(random);
        const auto rest = TypeParam::raised(pins, UINT32_MAX);
        for (const std::uint32_t event : TypeParam::event_numbers()) {
            const pmu::event_desc* e = core::events().find(event);
            if (!TypeParam::takes_one_by_one(unit) || (e != nullptr && is_composite(*e))) {
                continue;
            }
            core wired = unit;
            wired.step(TypeParam::raised(pins, event));
            wired.step(rest);
            core batched = unit;
            batched.count(event, 1, rest);
            ++(batched == unit ? uncounted : counted);
            if (core::is_internal(event)) {
                ASSERT_TRUE(batched == unit) << "event " << event;
                ASSERT_EQ(unit.headroom(event, rest), pmu::never) << "event " << event;
            }
            batched.run(rest, 2);
            ASSERT_TRUE(this->same(wired, batched)) << "event " << event;
        }
    });
    EXPECT_GT(counted, 50U);
    EXPECT_GT(uncounted, 50U);
}

TYPED_TEST_P(core_properties, a_batch_says_whether_an_output_may_change_otherwise) {
    using core = typename TypeParam::core;
    std::uint64_t unchanged = 0;
    std::uint64_t changed = 0;
    this->for_states(1000, [&](const core& unit, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        const std::uint64_t due = unit.edges_to_output_change(in);
        const std::uint64_t overflow_due = unit.edges_to_overflow(in);
        for (const std::uint32_t event : TypeParam::event_numbers()) {
            for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, random.edges()}) {
                core counted = unit;
                const bool may_change = counted.count(event, n, in);
                ++(may_change ? changed : unchanged);
                ASSERT_TRUE(!may_change || n != 0);
                ASSERT_TRUE(may_change || (counted.driven() == unit.driven() &&
                                           counted.edges_to_output_change(in) == due &&
                                           counted.edges_to_overflow(in) == overflow_due))
                    << n << " times event " << event << "; " << this->describe(unit);
            }
        }
    });
    EXPECT_GT(unchanged, 50U);
    EXPECT_GT(changed, 50U);
}

// What a platform does all the time: it reports events while the event lines are low.
TYPED_TEST_P(core_properties, a_batch_on_low_lines_changes_no_output_before_the_overflow) {
    using core = typename TypeParam::core;
    using setup = sc_test::part_setup<core>;
    core unit;
    counting_sink notices;
    for (const sc_test::register_write& w : setup::start({})) {
        unit.write(w.address, {}, w.value, {}, notices);
    }
    unit.run({}, 16); // past a start delay
    const std::uint64_t room = unit.headroom(setup::event, {});
    ASSERT_EQ(room, std::uint64_t{1} << 32);
    const core started = unit;
    EXPECT_FALSE(unit.count(setup::event, room - 1, {}));
    EXPECT_TRUE(unit != started);
    EXPECT_TRUE(unit.count(setup::event, 1, {}));
    EXPECT_TRUE(unit.driven() != started.driven());
}

TYPED_TEST_P(core_properties, headroom_ends_exactly_at_an_overflow) {
    using core = typename TypeParam::core;
    std::uint64_t limited = 0;
    std::uint64_t unlimited = 0;
    this->for_states(1000, [&](const core& scrambled, random_source& random) {
        const auto in = TypeParam::random_inputs(random);
        core unit = scrambled;
        TypeParam::clear_flags(unit);
        ASSERT_EQ(TypeParam::pending(unit), 0U);
        for (const std::uint32_t event : TypeParam::event_numbers()) {
            const std::uint64_t room = unit.headroom(event, in);
            const bool never = room == pmu::never;
            ++(never ? unlimited : limited);
            ASSERT_NE(room, 0U);
            core before = unit;
            before.count(event, never ? std::uint64_t{1} << 63 : room - 1, in);
            ASSERT_EQ(TypeParam::pending(before), 0U)
                << "event " << event << " headroom " << room << "; " << this->describe(unit);
            if (!never) {
                ASSERT_EQ(before.headroom(event, in), 1U);
                before.count(event, 1, in);
                ASSERT_NE(TypeParam::pending(before), 0U)
                    << "event " << event << " headroom " << room << "; " << this->describe(unit);
            }
        }
    });
    EXPECT_GT(limited, 50U);
    EXPECT_GT(unlimited, 50U);
}

REGISTER_TYPED_TEST_SUITE_P(
    core_properties, a_run_is_that_many_steps, a_long_run_can_be_split_anywhere,
    edges_to_output_change_is_exact, edges_to_overflow_is_exact, nothing_happens_while_idle,
    nothing_happens_while_quiet, a_copy_is_a_snapshot, equal_units_stay_equal,
    every_stored_bit_makes_a_difference, reset_is_the_state_of_a_new_unit,
    a_read_gives_what_is_stored_or_is_refused, a_write_obeys_the_masks_or_is_refused,
    a_word_without_a_register_stays_out_of_everything, a_peek_changes_nothing,
    a_poke_stores_fields_and_flags_and_nothing_else, a_batch_is_that_many_occurrences,
    a_batch_says_what_wires_would_say, a_batch_says_whether_an_output_may_change_otherwise,
    a_batch_on_low_lines_changes_no_output_before_the_overflow,
    headroom_ends_exactly_at_an_overflow);

} // namespace core_test
