// SPDX-License-Identifier: Apache-2.0
// Build attributes, and which CPU executes what.
#include "elf_builder.h"

#include <gtest/gtest.h>

namespace platform::iss::arm_attributes_test {
namespace {

const arm_attributes arm1136{"arm1136", 6, 0};
const arm_attributes xscale{"xscale", 4, 0};
const arm_attributes cortex_r5{"cortex_r5", 10, 'R'};

/// A section with the attributes of one file.
file_bytes section_of(const file_bytes& attributes, const std::string& vendor = "aeabi") {
    const auto with_size = [](std::size_t size) {
        return file_bytes{static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(size >> 8U), 0,
                          0};
    };
    const auto append = [](file_bytes& to, const file_bytes& bytes) {
        to.insert(to.end(), bytes.begin(), bytes.end());
    };
    file_bytes section{'A'};
    append(section, with_size(4 + vendor.size() + 1 + 5 + attributes.size()));
    section.insert(section.end(), vendor.begin(), vendor.end());
    append(section, {0, 1});
    append(section, with_size(5 + attributes.size()));
    append(section, attributes);
    return section;
}

std::optional<arm_attributes> read(const file_bytes& section) {
    return read_arm_attributes(byte_view(section.data(), section.size()));
}

const file_bytes cortex_r5_section = section_of({5, 'R', '5', 0, 6, 10, 7, 'R'});

TEST(arm_attributes, are_read) {
    const auto attributes = read(cortex_r5_section);
    ASSERT_TRUE(attributes);
    EXPECT_EQ(attributes->cpu_name, "R5");
    EXPECT_EQ(attributes->cpu_arch, 10U);
    EXPECT_EQ(attributes->profile, 'R');
}

TEST(arm_attributes, unknown_tags_are_passed_over) {
    const auto attributes = read(section_of({4,    'r',  'a',  'w', 0,      // a text
                                             8,    1,                       // a number
                                             32,   1,    'g',  'n', 'u', 0, // a number and a text
                                             34,   0x81, 0x01,              // a number of two bytes
                                             67,   '2',  '.',  '0', 0,      // an odd tag: a text
                                             0x81, 0x01, 'x',  0,           // tag 129
                                             6,    4}));
    ASSERT_TRUE(attributes);
    EXPECT_EQ(attributes->cpu_arch, 4U);
    EXPECT_EQ(attributes->cpu_name, "");
    EXPECT_EQ(attributes->profile, 0);
}

TEST(arm_attributes, other_vendors_are_passed_over) {
    file_bytes section = section_of({6, 99}, "gnu");
    section.insert(section.end(), cortex_r5_section.begin() + 1, cortex_r5_section.end());
    const auto attributes = read(section);
    ASSERT_TRUE(attributes);
    EXPECT_EQ(attributes->cpu_arch, 10U);
    EXPECT_FALSE(read(section_of({6, 99}, "gnu"))->cpu_arch);
}

TEST(arm_attributes, can_be_cut_anywhere) {
    for (std::size_t size = 0; size < cortex_r5_section.size(); ++size) {
        const auto attributes =
            read({cortex_r5_section.begin(),
                  cortex_r5_section.begin() + static_cast<std::ptrdiff_t>(size)});
        EXPECT_EQ(attributes.has_value(), size == 1) << size; // 1: the format, and nothing
    }
}

TEST(arm_attributes, damaged_ones_are_nothing) {
    EXPECT_FALSE(read(section_of({6, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}))) << "a long number";
    EXPECT_FALSE(read(section_of({6, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F}))) << "more than 32 bits";
    EXPECT_FALSE(read(section_of({5, 'x'}))) << "a text without an end";
    EXPECT_FALSE(read(section_of({6}))) << "no number";
    for (std::size_t i = 0; i < 12; ++i) { // format and sizes
        file_bytes section = cortex_r5_section;
        for (const char value : {'\x00', '\x01', '\x03', '\x7F', '\xFF'}) {
            section[i] = static_cast<std::uint8_t>(value);
            read(section); // comes to an end, in bounds
        }
    }
    file_bytes section = cortex_r5_section;
    section[0] = 'B';
    EXPECT_FALSE(read(section)) << "another format";
}

TEST(arm_attributes, come_from_a_file) {
    elf_builder builder;
    EXPECT_FALSE(parsed(builder.build()).attributes.cpu_arch) << "a section without contents";
    builder.attributes = cortex_r5_section;
    EXPECT_EQ(parsed(builder.build()).attributes.cpu_arch, 10U);
    builder.attributes.pop_back();
    const elf_image image = parsed(builder.build());
    EXPECT_FALSE(image.attributes.cpu_arch);
    EXPECT_EQ(image.attributes.profile, 0);
}

TEST(arm_attributes, have_names) {
    const auto name = [](std::uint32_t arch, char profile = 0) {
        return architecture_name({"", arch, profile});
    };
    EXPECT_EQ(name(0), "ARM before v4");
    EXPECT_EQ(name(4), "ARMv5TE");
    EXPECT_EQ(name(6), "ARMv6");
    EXPECT_EQ(name(7), "ARMv6KZ");
    EXPECT_EQ(name(8), "ARMv6T2");
    EXPECT_EQ(name(9), "ARMv6K");
    EXPECT_EQ(name(10), "ARMv7");
    EXPECT_EQ(name(10, 'S'), "ARMv7");
    EXPECT_EQ(name(10, 'A'), "ARMv7-A");
    EXPECT_EQ(name(10, 'R'), "ARMv7-R");
    EXPECT_EQ(name(10, 'M'), "ARMv7-M");
    EXPECT_EQ(name(13, 'M'), "ARMv7E-M");
    EXPECT_EQ(name(22, 'A'), "ARMv9-A");
    EXPECT_EQ(name(23), "an unknown architecture (Tag_CPU_arch 23)");
    EXPECT_EQ(architecture_name({}), "no architecture");
}

TEST(arm_attributes, a_cpu_executes_what_its_architecture_contains) {
    const auto runs = [](const arm_attributes& cpu, std::uint32_t arch, char profile = 0) {
        return executes(cpu, arm_attributes{"", arch, profile});
    };
    for (std::uint32_t arch = 0; arch <= 30; ++arch) {
        EXPECT_EQ(runs(xscale, arch), arch <= 4) << arch;
        EXPECT_EQ(runs(arm1136, arch), arch <= 6) << arch;
        EXPECT_EQ(runs(cortex_r5, arch), arch <= 10) << arch;
    }
    EXPECT_TRUE(runs(cortex_r5, 10, 'A'));
    EXPECT_TRUE(runs(cortex_r5, 10, 'R'));
    EXPECT_TRUE(runs(cortex_r5, 10, 'S'));
    EXPECT_FALSE(runs(cortex_r5, 10, 'M'));
    const arm_attributes v6kz{"v6kz", 7, 0};
    const arm_attributes v6t2{"v6t2", 8, 0};
    const arm_attributes v6k{"v6k", 9, 0};
    for (std::uint32_t arch = 0; arch <= 10; ++arch) {
        EXPECT_EQ(runs(v6kz, arch), arch <= 7 || arch == 9) << arch;
        EXPECT_EQ(runs(v6t2, arch), arch <= 6 || arch == 8) << arch;
        EXPECT_EQ(runs(v6k, arch), arch <= 6 || arch == 9) << arch;
    }
    EXPECT_TRUE(executes(xscale, arm_attributes{})) << "nothing is known";
}

TEST(arm_attributes, the_reason_names_both) {
    const auto reason = [](const arm_attributes& firmware, const arm_attributes& cpu) {
        elf_image image;
        image.path = "a.elf";
        image.attributes = firmware;
        try {
            require_executable(image, cpu);
        } catch (const elf_error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(reason({"", 10, 'R'}, arm1136),
              "a.elf: built for ARMv7-R, arm1136 executes up to ARMv6");
    EXPECT_EQ(reason({"", 9, 0}, xscale), "a.elf: built for ARMv6K, xscale executes up to ARMv5TE");
    EXPECT_EQ(reason({"", 13, 'M'}, cortex_r5),
              "a.elf: built for ARMv7E-M, cortex_r5 executes up to ARMv7-R and nothing of the M "
              "profile");
    EXPECT_EQ(reason({"", 6, 0}, arm1136), "");
}

} // namespace
} // namespace platform::iss::arm_attributes_test
