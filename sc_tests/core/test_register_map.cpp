// SPDX-License-Identifier: Apache-2.0
#include <core/core_traits.h>

#include <pmu/core/register_map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace core_test::register_map_test {
namespace {

using namespace pmu;

// One field of each kind, with gaps.
constexpr register_field mixed_fields[] = {
    {"TOP", 31, 31, field_access::read_write, "top bit"},
    {"ID", 27, 20, field_access::read_only, "identity"},
    {"FLAGS", 10, 8, field_access::write_one_to_clear, "flags"},
    {"SET", 6, 6, field_access::write_one_to_set, "a bit to set"},
    {"GO", 2, 1, field_access::action, "actions"},
    {"E", 0, 0, field_access::read_write, "enable"},
};

constexpr register_desc table[] = {
    {"CTRL", 0x10, register_access::read_write, user_rule::when_enabled, nonsecure_rule::always,
     0x07700000, mixed_fields, "control"},
    {"COUNT", 0x14, register_access::read_write, user_rule::refused, nonsecure_rule::refused, 0,
     value_field, "counter"},
    {"STATUS", 0x20, register_access::read_only, user_rule::when_enabled_read,
     nonsecure_rule::when_opened, 0, value_field, "status"},
    {"KEY", 0x24, register_access::write_only, user_rule::always, nonsecure_rule::always, 0,
     value_field, "key"},
    {"GATE", 0x28, register_access::read_write, user_rule::read_always, nonsecure_rule::always, 0,
     value_field, "gate"},
    {"CHECK", 0x2C, register_access::read_write, user_rule::when_validation_enabled,
     nonsecure_rule::always, 0, value_field, "validation"},
};
enum class reg : std::size_t { CTRL, COUNT, STATUS, KEY, GATE, CHECK };
constexpr register_map_of<reg, table> map;
constexpr const register_desc& ctrl = table[0];

/// As many registers as there are numbers.
template <std::size_t... I>
struct copies {
    explicit copies(std::index_sequence<I...> /*numbers*/) {}
    register_desc all[sizeof...(I)] = {(static_cast<void>(I), table[0])...};
};

TEST(register_field, masks_its_bits) {
    EXPECT_EQ(mixed_fields[0].mask(), 0x80000000U);
    EXPECT_EQ(mixed_fields[1].mask(), 0x0FF00000U);
    EXPECT_EQ(mixed_fields[2].mask(), 0x00000700U);
    EXPECT_EQ(mixed_fields[5].mask(), 0x00000001U);
    EXPECT_EQ(value_field[0].mask(), 0xFFFFFFFFU);
    for (unsigned msb = 0; msb < 32; ++msb) {
        for (unsigned lsb = 0; lsb <= msb; ++lsb) {
            const register_field field{"F", static_cast<std::uint8_t>(msb),
                                       static_cast<std::uint8_t>(lsb), field_access::read_write,
                                       "any"};
            std::uint64_t expected = 0;
            for (unsigned bit = lsb; bit <= msb; ++bit) {
                expected |= std::uint64_t{1} << bit;
            }
            ASSERT_EQ(field.mask(), expected) << msb << ":" << lsb;
        }
    }
}

TEST(register_field, takes_its_value_out_of_a_word_and_puts_it_back) {
    const register_field& id = mixed_fields[1];
    EXPECT_EQ(id.of(0xFABFFFFF), 0xABU);
    EXPECT_EQ(id.of(0xF00FFFFF), 0U);
    EXPECT_EQ(id.in_place(0xAB), 0x0AB00000U);
    EXPECT_EQ(id.in_place(0x1FF), 0x0FF00000U);
    EXPECT_TRUE(id.is_set(0x00100000));
    EXPECT_FALSE(id.is_set(0xF00FFFFF));
}

TEST(register_desc, derives_its_masks_from_the_fields) {
    EXPECT_EQ(ctrl.writable, 0x80000001U);
    EXPECT_EQ(ctrl.read_only, 0x0FF00000U);
    EXPECT_EQ(ctrl.write_one_to_clear, 0x00000700U);
    EXPECT_EQ(ctrl.write_one_to_set, 0x00000040U);
    EXPECT_EQ(ctrl.action, 0x00000006U);
    EXPECT_EQ(ctrl.unpredictable, 0U);
    EXPECT_EQ(ctrl.readable(), 0x8FF00741U);
    EXPECT_EQ(ctrl.field_count, 6U);
    EXPECT_EQ(std::string(ctrl.begin()->name), "TOP");
    EXPECT_EQ(ctrl.end() - ctrl.begin(), 6);
}

TEST(register_desc, a_write_does_to_each_kind_of_field_what_it_says) {
    EXPECT_EQ(ctrl.written(0x07700000, 0xFFFFFFFF), 0x87700041U); // no flags, no actions, ID stays
    EXPECT_EQ(ctrl.written(0x87700741, 0x00000000), 0x07700740U); // zeros clear plain fields only
    EXPECT_EQ(ctrl.written(0x07700700, 0x00000200), 0x07700500U); // one flag of three
    EXPECT_EQ(ctrl.written(0x07700000, 0x00000700), 0x07700000U); // a 1 does not set a flag
    EXPECT_EQ(ctrl.written(0x07700000, 0x00000006), 0x07700000U); // actions store nothing
    EXPECT_EQ(ctrl.written(0x07700040, 0x00000000), 0x07700040U); // a 0 does not clear a set bit
}

TEST(register_desc, a_debugger_stores_fields_and_flags_as_given) {
    EXPECT_EQ(ctrl.poked(0x07700000, 0xFFFFFFFF), 0x87700741U);
    EXPECT_EQ(ctrl.poked(0x87700741, 0x00000000), 0x07700000U);
    EXPECT_EQ(ctrl.poked(0x07700700, 0x00000206), 0x07700200U);
}

TEST(register_desc, an_open_reset_value_is_filled) {
    static constexpr register_field fields[] = {
        {"KNOWN", 15, 8, field_access::read_write, "known"},
        {"OPEN", 7, 0, field_access::read_write, "left open", field_reset::unpredictable},
    };
    constexpr register_desc r{"R",
                              0,
                              register_access::read_write,
                              user_rule::always,
                              nonsecure_rule::always,
                              0x1200,
                              fields,
                              "both"};
    EXPECT_EQ(r.unpredictable, 0xFFU);
    EXPECT_EQ(r.reset_with(0xFFFFFFFF), 0x12FFU);
    EXPECT_EQ(r.reset_with(0), 0x1200U);
    EXPECT_EQ(unpredictable_value_field[0].mask(), 0xFFFFFFFFU);
    EXPECT_EQ(unpredictable_value_field[0].after_reset, field_reset::unpredictable);
}

// Columns: the five kinds of User rule over each state of the gate.
TEST(register_desc, lets_user_mode_in_where_its_rule_says) {
    struct row {
        const char* name;
        bool is_write;
        bool shut;      // admitted while User mode is not let in
        bool open;      // admitted while it is
        bool validates; // admitted while only validation is let in
    };
    constexpr row rows[] = {
        {"CTRL", false, false, true, false},   {"CTRL", true, false, true, false},
        {"COUNT", false, false, false, false}, {"COUNT", true, false, false, false},
        {"STATUS", false, false, true, false}, {"STATUS", true, false, false, false},
        {"KEY", false, false, false, false},   {"KEY", true, true, true, true},
        {"GATE", false, true, true, true},     {"GATE", true, false, false, false},
        {"CHECK", false, false, false, true},  {"CHECK", true, false, false, true},
    };
    for (const row& r : rows) {
        for (const register_desc& desc : map) {
            if (std::string(desc.name) != r.name) {
                continue;
            }
            const access_attributes user{false, true};
            EXPECT_EQ(desc.admits(user, r.is_write, {false, true, false}), r.shut) << r.name;
            EXPECT_EQ(desc.admits(user, r.is_write, {true, true, false}), r.open) << r.name;
            EXPECT_EQ(desc.admits(user, r.is_write, {false, true, true}), r.validates) << r.name;
            const bool is_key_read = desc.access == register_access::write_only && !r.is_write;
            EXPECT_EQ(desc.admits({}, r.is_write, {}), !is_key_read) << r.name;
        }
    }
}

TEST(register_desc, lets_nonsecure_accesses_in_where_its_rule_says) {
    const access_attributes nonsecure{true, false};
    for (const bool is_write : {false, true}) {
        EXPECT_TRUE(table[0].admits(nonsecure, is_write, {false, false}));
        EXPECT_FALSE(table[1].admits(nonsecure, is_write, {true, true}));
        EXPECT_FALSE(table[2].admits(nonsecure, is_write, {false, false}));
        EXPECT_TRUE(table[2].admits(nonsecure, is_write, {false, true}));
    }
    // Both rules must let an access in.
    EXPECT_FALSE(table[0].admits({false, false}, false, {false, true}));
    EXPECT_FALSE(table[2].admits({false, false}, false, {true, false}));
    EXPECT_TRUE(table[2].admits({false, false}, false, {true, true}));
}

TEST(register_map, finds_registers_by_their_exact_address) {
    EXPECT_EQ(map.size(), 6U);
    for (const register_desc& r : map) {
        ASSERT_EQ(map.find(r.address), &r);
        EXPECT_EQ(&map[map.index_of(r)], &r);
        for (const std::uint32_t off : {1U, 2U, 3U}) {
            EXPECT_EQ(map.find(r.address + off), nullptr);
        }
    }
    EXPECT_EQ(map.position(0x20), 2U);
    EXPECT_EQ(map.position(0x18), map.size());
    EXPECT_EQ(map.find(0), nullptr);
    EXPECT_EQ(map.find(0x18), nullptr);
    EXPECT_EQ(map.find(0x30), nullptr);
    EXPECT_EQ(map.find(UINT32_MAX), nullptr);
}

TEST(register_map, finds_a_register_among_any_other_addresses) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        random_source random(seed);
        const std::uint64_t room = 4 * random.magnitude(28) + 1000; // dense or spread
        std::vector<std::uint32_t> addresses;
        while (addresses.size() < 64) {
            const auto address = static_cast<std::uint32_t>(4 * random.below(room / 4));
            if (std::find(addresses.begin(), addresses.end(), address) == addresses.end()) {
                addresses.push_back(address);
            }
        }
        copies descs(std::make_index_sequence<64>{});
        for (std::size_t i = 0; i < addresses.size(); ++i) {
            descs.all[i].address = addresses[i];
        }
        const register_hash hash{descs.all};
        for (std::size_t i = 0; i < addresses.size(); ++i) {
            ASSERT_EQ(hash.place_of(addresses[i]).address, addresses[i]) << "seed " << seed;
            ASSERT_EQ(hash.place_of(addresses[i]).position, i) << "seed " << seed;
        }
        for (int i = 0; i < 2000; ++i) {
            const auto address = static_cast<std::uint32_t>(random.below(room));
            const bool is_there =
                std::find(addresses.begin(), addresses.end(), address) != addresses.end();
            ASSERT_EQ(hash.place_of(address).address == address, is_there) << "seed " << seed;
        }
    }
}

TEST(register_map, refuses_two_registers_at_one_address) {
    const register_desc twice[] = {table[0], table[1], table[0]};
    EXPECT_THROW(register_hash{twice}, std::invalid_argument);
}

TEST(register_map, is_the_same_whatever_the_part) {
    const register_map& any = map;
    ASSERT_EQ(any.size(), 6U);
    for (const std::uint32_t address : {0x10U, 0x14U, 0x20U, 0x2CU, 0x18U, 0U, UINT32_MAX}) {
        EXPECT_EQ(any.find(address), map.find(address)) << address;
    }
    EXPECT_EQ(&map[reg::KEY], &table[3]);
    EXPECT_EQ(map.index_of(reg::KEY), 3U);
    EXPECT_EQ(any.index_of(table[3]), 3U);
}

enum class swapped : std::size_t { CTRL, STATUS, COUNT, KEY, GATE, CHECK };
enum class misspelled : std::size_t { CTRL, COUNT, STATUS, KEY, GATES, CHECK };
enum class left_over : std::size_t { CTRL, COUNT, STATUS, KEY, GATE, CHECK, MORE };
enum class far_beyond : std::size_t { CTRL, MORE = 60 };
enum class with_gaps : std::size_t { CTRL, KEY = 3, CHECK = 5 };

// What a map of theirs would not compile for.
TEST(enumerators, are_positions_of_the_registers_of_their_names) {
    EXPECT_TRUE(are_positions<reg>(table));
    EXPECT_TRUE(are_positions<with_gaps>(table));
    EXPECT_FALSE(are_positions<swapped>(table));
    EXPECT_FALSE(are_positions<misspelled>(table));
    EXPECT_FALSE(are_positions<left_over>(table));
    EXPECT_FALSE(are_positions<far_beyond>(table));
    EXPECT_EQ(enumerator_name<reg::STATUS>(), "STATUS");
    EXPECT_EQ(enumerator_name<static_cast<reg>(6)>(), ""); // reg is in an unnamed namespace
    EXPECT_EQ(enumerator_name<register_access::write_only>(), "write_only");
    EXPECT_EQ(enumerator_name<static_cast<register_access>(3)>(), "");
}

TEST(decode, answers_in_order) {
    const auto no_rules = [] { return access_state{}; };
    EXPECT_EQ(decode(map, 0x18, {}, false, no_rules).status, response::address_error);
    EXPECT_EQ(decode(map, 0x18, {false, false}, true, no_rules).status, response::address_error);
    EXPECT_EQ(decode(map, 0x14, {false, true}, false, no_rules).status, response::command_error);
    EXPECT_EQ(decode(map, 0x14, {false, true}, false, no_rules, response::address_error).status,
              response::address_error);
    EXPECT_EQ(decode(map, 0x24, {}, false, no_rules).status, response::command_error);
    const decoded_access status = decode(map, 0x20, {}, true, no_rules);
    EXPECT_EQ(status.status, response::ok);
    EXPECT_EQ(status.index, 2U);
}

TEST(access_attributes, are_privileged_and_secure_unless_stated) {
    EXPECT_TRUE(access_attributes{}.privileged);
    EXPECT_TRUE(access_attributes{}.secure);
}

TEST(access_state, opens_nothing_unless_stated) {
    EXPECT_FALSE(access_state{}.user_enabled);
    EXPECT_FALSE(access_state{}.nonsecure_opened);
    EXPECT_FALSE(access_state{}.user_validation_enabled);
}

} // namespace
} // namespace core_test::register_map_test
