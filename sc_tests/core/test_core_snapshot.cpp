// SPDX-License-Identifier: Apache-2.0
// Snapshots of cores: every state comes back, and nothing that is damaged or impossible does.
#include <core/core_property_fixture.h>
#include <generated/part_cores.h>
#include <generated/part_traits.h>

#include <pmu/core/snapshot.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <ios>
#include <map>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

namespace core_test::core_snapshot_test {
namespace {

template <class Core>
std::string saved(const Core& unit) {
    std::ostringstream out;
    pmu::save_core(out, unit);
    return out.str();
}

/// By the part.
template <class... Core>
std::map<std::string, std::string> saved_of_each(sc_test::type_list<Core...> /*cores*/) {
    return {{Core::part, saved(Core())}...};
}

/// \return what it was refused with; empty: restored
template <class Core>
std::string restore(const std::string& bytes, Core& unit) {
    std::istringstream in(bytes);
    try {
        pmu::restore_core(in, unit);
    } catch (const pmu::snapshot_error& e) {
        return e.what();
    }
    return {};
}

/// A whole snapshot around a body that may be wrong.
std::string framed(const std::string& body) {
    std::ostringstream out;
    pmu::write_snapshot(out, pmu::core_snapshot, body);
    return out.str();
}

std::string body_of(const std::string& bytes) {
    constexpr std::size_t header = 16;
    constexpr std::size_t checksum = 4;
    return bytes.substr(header, bytes.size() - header - checksum);
}

/// Bytes of a body before the state: the part, and the parameters with their names.
template <class Core>
std::size_t state_position() {
    std::size_t position = 1 + std::string(Core::part).size() + 1;
    for (const auto& p : Core::all_parameters()) {
        position += 1 + std::string(p.name).size() + 8;
    }
    return position;
}

template <class Traits>
class core_snapshot : public core_properties<Traits> {};

template <class... Traits>
testing::Types<Traits...> types_of(sc_test::type_list<Traits...> /*traits*/);
struct part_of {
    template <class Traits>
    static std::string GetName(int /*index*/) {
        return Traits::core::part;
    }
};
TYPED_TEST_SUITE(core_snapshot, decltype(types_of(all_traits{})), part_of);

// pmu/core/snapshot.h: a text has at most 255 letters, a body `snapshot_longest` bytes.
TEST(snapshot_format, refuses_what_is_too_long) {
    pmu::snapshot_writer writer;
    writer.text(std::string(255, 'x'));
    EXPECT_EQ(writer.bytes().size(), 256U);
    EXPECT_THROW(writer.text(std::string(256, 'x')), pmu::snapshot_error);
    EXPECT_EQ(writer.bytes().size(), 256U);
    std::ostringstream out;
    EXPECT_THROW(
        pmu::write_snapshot(out, pmu::unit_snapshot, std::string(pmu::snapshot_longest + 1, 'x')),
        pmu::snapshot_error);
    EXPECT_EQ(out.str(), "");
    pmu::write_snapshot(out, pmu::unit_snapshot, std::string(pmu::snapshot_longest, 'x'));
    EXPECT_EQ(out.str().size(), pmu::snapshot_longest + 20U) << "kind, version, length, checksum";
}

TYPED_TEST(core_snapshot, every_state_comes_back) {
    using core = typename TypeParam::core;
    this->for_states(2000, [this](const core& unit, random_source& random) {
        core other(unit.parameters());
        scramble<TypeParam>(other, random);
        ASSERT_EQ(restore(saved(unit), other), "") << this->describe(unit);
        ASSERT_TRUE(this->same(unit, other));
        // What == does not compare would show later.
        core copy = unit;
        const std::uint64_t seed = random.bits();
        random_source what_happens(seed);
        random_source what_happens_again(seed);
        scramble<TypeParam>(copy, what_happens);
        scramble<TypeParam>(other, what_happens_again);
        ASSERT_TRUE(this->same(copy, other)) << "from " << this->describe(unit);
    });
}

TYPED_TEST(core_snapshot, a_damaged_byte_is_refused_and_changes_nothing) {
    using core = typename TypeParam::core;
    this->for_states(8, [this](const core& unit, random_source& random) {
        const std::string good = saved(unit);
        const core before(unit.parameters());
        core other = before;
        for (std::size_t i = 0; i < good.size(); ++i) {
            std::string bad = good;
            bad[i] =
                static_cast<char>(static_cast<unsigned char>(bad[i]) ^ (1 + random.below(255)));
            ASSERT_NE(restore(bad, other), "") << "byte " << i;
            ASSERT_TRUE(this->same(before, other)) << "byte " << i;
        }
    });
}

TYPED_TEST(core_snapshot, a_truncated_one_is_refused_and_changes_nothing) {
    using core = typename TypeParam::core;
    this->for_states(8, [this](const core& unit, random_source& /*random*/) {
        const std::string good = saved(unit);
        const core before(unit.parameters());
        core other = before;
        for (std::size_t size = 0; size < good.size(); ++size) {
            ASSERT_NE(restore(good.substr(0, size), other), "") << size << " bytes";
            ASSERT_TRUE(this->same(before, other)) << size << " bytes";
        }
    });
}

// The checksum fits, but the state may be one that no unit can have: what is restored reads and
// saves as what was saved.
TYPED_TEST(core_snapshot, only_possible_states_come_back) {
    using core = typename TypeParam::core;
    std::uint64_t refused = 0;
    std::uint64_t restored = 0;
    this->for_states(400, [&](const core& unit, random_source& random) {
        std::string body = body_of(saved(unit));
        const std::size_t first = state_position<core>();
        for (std::uint64_t n = 1 + random.below(3); n != 0; --n) {
            char& byte = body[first + random.below(body.size() - first)];
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
        }
        core other(unit.parameters());
        const core before = other;
        const std::string why = restore(framed(body), other);
        ++(why.empty() ? restored : refused);
        if (why.empty()) {
            ASSERT_EQ(body_of(saved(other)), body);
            core settled = other;
            settled.normalise();
            ASSERT_TRUE(this->same(other, settled));
            ASSERT_EQ(saved(settled), saved(other));
        } else {
            ASSERT_EQ(why, "the snapshot holds a state that no unit can have");
            ASSERT_TRUE(this->same(before, other));
        }
    });
    EXPECT_GT(refused, 20U);
    EXPECT_GT(restored, 20U);
}

TYPED_TEST(core_snapshot, all_bits_set_are_no_state) {
    using core = typename TypeParam::core;
    core unit;
    std::string body = body_of(saved(unit));
    const std::size_t first = state_position<core>();
    body.replace(first, std::string::npos, body.size() - first, '\xFF');
    EXPECT_EQ(restore(framed(body), unit), "the snapshot holds a state that no unit can have");
}

TYPED_TEST(core_snapshot, of_another_part_is_refused) {
    const std::string own = TypeParam::core::part;
    for (const auto& [part, bytes] : saved_of_each(sc_test::all_cores())) {
        typename TypeParam::core unit;
        std::ostringstream refusal;
        refusal << "the snapshot is of the part `" << part << "`, not of `" << own << '`';
        EXPECT_EQ(restore(bytes, unit), part == own ? "" : refusal.str());
    }
}

TYPED_TEST(core_snapshot, with_other_parameters_is_refused_by_name_and_values) {
    using core = typename TypeParam::core;
    const auto& all = core::all_parameters();
    for (const pmu::parameter_desc& p : all) {
        typename TypeParam::config changed;
        all.set(changed, p, p.default_value == p.max ? p.min : p.max);
        const core unit(changed);
        core other;
        const core before = other;
        EXPECT_EQ(restore(saved(unit), other),
                  std::string("the parameter `") + p.name + "` is " + all.text_of(changed, p.name) +
                      " in the snapshot and " + p.default_text() + " here");
        EXPECT_TRUE(this->same(before, other));
    }
}

TYPED_TEST(core_snapshot, more_than_the_state_is_refused) {
    typename TypeParam::core unit;
    EXPECT_EQ(restore(framed(body_of(saved(unit)) + "more"), unit),
              "the snapshot has 4 bytes too many");
}

// --- the format ----------------------------------------------------------------------------------

TEST(core_snapshot_format, is_as_documented) {
    pmu::xscale_core unit;
    counting_sink notices;
    unit.write(pmu::xsc_address(1, 0), {}, 0x1234'5678, {}, notices); // CCNT
    unit.write(pmu::xsc_address(0, 0), {}, 0x0070'9019, {}, notices); // 7, 9, inten_PMN0, D, E
    unit.run({}, 3);
    const std::string all = saved(unit);
    EXPECT_EQ(all.substr(0, 12), std::string("PMU-CORE\1\0\0\0", 12));
    const std::string body = body_of(all);
    EXPECT_EQ(static_cast<unsigned char>(all[12]), body.size());
    EXPECT_EQ(body.substr(0, 8), "\6xscale\7"); // the part, seven parameters
    EXPECT_EQ(body.substr(8, 21), std::string("\14reset_policy\0\0\0\0\0\0\0\0", 21));
    std::string state("\1\1\0\0\0\0\1\0\0\0", 10);                      // E, D, flags, enables
    state += std::string("\x03\x9E\x15\x8D\x04\0\0\0", 8);              // 0x12345678 * 64 + 3
    state += std::string("\0\0\0\0\x09\0\0\0\0\0\0\0\x07\0\0\0\0", 17); // PMN0, PMN1, PMUIRQ
    EXPECT_EQ(body.substr(state_position<pmu::xscale_core>()), state);
}

TEST(core_snapshot_format, the_checksum_is_crc_32) {
    std::ostringstream out;
    pmu::write_snapshot(out, "12345678", "9");
    // CRC-32 of "12345678", 01 00 00 00, 01 00 00 00, "9": 0x808A158E, by Python's zlib.
    EXPECT_EQ(out.str(), std::string("12345678\1\0\0\0\1\0\0\0"
                                     "9",
                                     17) +
                             "\x8E\x15\x8A\x80");
}

TEST(core_snapshot_format, what_is_wrong_is_said_in_a_sentence) {
    pmu::xscale_core unit;
    const std::string good = saved(unit);
    EXPECT_EQ(restore("", unit), "the snapshot is cut short");
    EXPECT_EQ(restore("something else altogether", unit),
              "this is no snapshot of the kind PMU-CORE");
    std::string bad = good;
    bad[8] = 2;
    EXPECT_EQ(restore(bad, unit), "the snapshot has version 2, this program reads version 1");
    bad = good;
    bad[15] = '\xFF'; // 4 GiB
    EXPECT_NE(restore(bad, unit).find("the snapshot is damaged: it cannot have 4278190"),
              std::string::npos);
    bad = good;
    bad[20] = '#';
    EXPECT_EQ(restore(bad, unit), "the snapshot is damaged: its checksum does not fit");
    bad = good;
    bad[14] = 1; // 64 KiB that are not there
    EXPECT_EQ(restore(bad, unit), "the snapshot is cut short");
}

TEST(core_snapshot_format, a_stream_can_have_several) {
    pmu::xscale_core first;
    first.run({}, 1);
    const pmu::arm1136_core second;
    std::stringstream stream;
    pmu::save_core(stream, first);
    pmu::save_core(stream, second);
    stream << "rest";
    pmu::xscale_core one;
    pmu::arm1136_core two;
    pmu::restore_core(stream, one);
    pmu::restore_core(stream, two);
    std::string rest;
    stream >> rest;
    EXPECT_EQ(rest, "rest");
}

TEST(core_snapshot_format, a_stream_that_takes_nothing_is_an_error) {
    std::ostream nowhere(nullptr);
    EXPECT_THROW(pmu::save_core(nowhere, pmu::xscale_core()), pmu::snapshot_error);
}

TEST(core_snapshot_format, streams_that_throw_make_no_other_error) {
    constexpr auto all = std::ios::badbit | std::ios::failbit | std::ios::eofbit;
    struct full : std::streambuf {
    } takes_nothing;
    std::ostream out(&takes_nothing);
    out.exceptions(all);
    EXPECT_THROW(pmu::save_core(out, pmu::xscale_core()), pmu::snapshot_error);
    std::istringstream in(saved(pmu::xscale_core()).substr(0, 20));
    in.exceptions(all);
    pmu::xscale_core unit;
    EXPECT_THROW(pmu::restore_core(in, unit), pmu::snapshot_error);
    EXPECT_TRUE(unit == pmu::xscale_core());
}

/// A unit as reset leaves it, but for a bit of its state.
template <class Core>
void expect_no_state_with(std::size_t byte, unsigned bit) {
    Core unit;
    std::string body = body_of(saved(unit));
    body[byte + bit / 8] = static_cast<char>(1U << bit % 8);
    EXPECT_EQ(restore(framed(body), unit), "the snapshot holds a state that no unit can have")
        << "bit " << bit << " at " << byte << " of " << Core::part;
}

// Both manuals: P and C read as zero, and bits 31 to 28 and 7 are reserved; EVNTBUS has 20 bits.
// PMNC is the first word of the state, and the levels of EVNTBUS are the last one.
template <class Core>
void expect_no_state_with_bits_that_there_are_not() {
    for (const unsigned bit : {1U, 2U, 7U, 28U, 29U, 30U, 31U}) {
        expect_no_state_with<Core>(state_position<Core>(), bit);
    }
    const std::size_t levels = body_of(saved(Core())).size() - 4;
    for (unsigned bit = 20; bit < 32; ++bit) {
        expect_no_state_with<Core>(levels, bit);
    }
}

TEST(core_snapshot_of_arm11, with_a_bit_that_there_is_not_is_refused) {
    expect_no_state_with_bits_that_there_are_not<pmu::arm1136_core>();
    expect_no_state_with_bits_that_there_are_not<pmu::arm1176_core>();
}

// CCI-400: EVNTBUS has 159 bits, of three words.
TEST(core_snapshot_of_cci400, with_a_bit_that_evntbus_has_not_is_refused) {
    const std::size_t last_word = body_of(saved(pmu::cci400_core())).size() - 8;
    for (unsigned bit = 159 % 64; bit < 64; ++bit) {
        expect_no_state_with<pmu::cci400_core>(last_word, bit);
    }
}

template <class Core>
std::uint64_t lines_that_stay() {
    typename Core::inputs in;
    in.lines = UINT64_MAX;
    Core().normalise(in);
    return in.lines;
}

// ARM1136: 20 lines of EVNTBUS (D6) and 2 of ETMEXTOUT. XScale and IXP42X: 24. Cortex-R5: bit 36 is
// unused (D8).
TEST(levels_of_pins, have_no_bits_that_no_pin_has) {
    EXPECT_EQ(lines_that_stay<pmu::arm1136_core>(), 0x3F'FFFFU);
    EXPECT_EQ(lines_that_stay<pmu::xscale_core>(), 0xFF'FFFFU);
    EXPECT_EQ(lines_that_stay<pmu::ixp42x_core>(), 0xFF'FFFFU);
    EXPECT_EQ(lines_that_stay<pmu::cortex_r5_core>(), UINT64_MAX & ~(std::uint64_t{1} << 36U));
    pmu::cci400_core::inputs in;
    in.ecorevnum = 0xFF;
    pmu::cci400_core().normalise(in);
    EXPECT_EQ(in.ecorevnum, 0xFU);
}

TEST(snapshot_reader, a_flag_is_0_or_1) {
    pmu::snapshot_reader in(std::string_view("\0\1\2", 3));
    EXPECT_FALSE(in.flag());
    EXPECT_TRUE(in.flag());
    EXPECT_THROW(in.flag(), pmu::snapshot_error);
}

} // namespace
} // namespace core_test::core_snapshot_test
