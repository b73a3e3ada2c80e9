// SPDX-License-Identifier: Apache-2.0
// A device tree to which a loader adds properties (Devicetree Specification, chapter 5).
#include <linux/board_tree.h>
#include <linux/device_tree.h>
#include <linux/device_tree_builder.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::linux_board {
namespace {

/// The blob of / { a = <1>; chosen { bootargs = "one two"; x = <7>; }; b { }; };
class blob_builder {
public:
    blob_builder() {
        begin("");
        property("a", {0, 0, 0, 1});
        begin("chosen");
        property("bootargs", {'o', 'n', 'e', ' ', 't', 'w', 'o', 0});
        word(structure, 4); // NOP
        property("x", {0, 0, 0, 7});
        end();
        begin("b");
        end();
        end();
        word(structure, 9);
    }

    std::vector<std::uint8_t> blob() const {
        constexpr std::uint32_t header = 40;
        constexpr std::uint32_t reservations = 16;
        const auto structure_bytes = static_cast<std::uint32_t>(structure.size());
        const auto string_bytes = static_cast<std::uint32_t>(strings.size());
        const std::uint32_t structure_at = header + reservations;
        std::vector<std::uint8_t> all;
        for (const std::uint32_t value :
             {0xD00DFEEDU, structure_at + structure_bytes + string_bytes, structure_at,
              structure_at + structure_bytes, header, 17U, 16U, 0U, string_bytes,
              structure_bytes}) {
            word(all, value);
        }
        all.resize(structure_at);
        all.insert(all.end(), structure.begin(), structure.end());
        all.insert(all.end(), strings.begin(), strings.end());
        return all;
    }

private:
    static void word(std::vector<std::uint8_t>& to, std::uint32_t value) {
        for (const unsigned shift : {24U, 16U, 8U, 0U}) {
            to.push_back(static_cast<std::uint8_t>(value >> shift));
        }
    }
    void begin(const std::string& name) {
        word(structure, 1);
        structure.insert(structure.end(), name.begin(), name.end());
        structure.push_back(0);
        structure.resize((structure.size() + 3) / 4 * 4);
    }
    void end() { word(structure, 2); }
    void property(const std::string& name, const std::vector<std::uint8_t>& value) {
        word(structure, 3);
        word(structure, static_cast<std::uint32_t>(value.size()));
        word(structure, static_cast<std::uint32_t>(strings.size()));
        strings.insert(strings.end(), name.begin(), name.end());
        strings.push_back(0);
        structure.insert(structure.end(), value.begin(), value.end());
        structure.resize((structure.size() + 3) / 4 * 4);
    }

    std::vector<std::uint8_t> structure;
    std::vector<std::uint8_t> strings;
};

std::string message_of(const std::vector<std::uint8_t>& blob) {
    try {
        const device_tree tree(blob);
    } catch (const device_tree_error& e) {
        return e.what();
    }
    return "";
}

TEST(device_tree, has_texts) {
    const device_tree tree(blob_builder().blob());
    EXPECT_EQ(tree.text("bootargs"), "one two");
    EXPECT_EQ(tree.text("nothing"), "");
    EXPECT_EQ(tree.text("a"), "") << "of another node";
}

TEST(device_tree, takes_new_properties_and_keeps_the_others) {
    device_tree tree(blob_builder().blob());
    tree.set_text("bootargs", "one two and more");
    tree.set_word("linux,initrd-start", 0x41424300);
    tree.set_word("linux,initrd-start", 0x44454600);
    const device_tree again(tree.blob());
    EXPECT_EQ(again.text("bootargs"), "one two and more");
    EXPECT_EQ(again.text("linux,initrd-start"), "DEF") << "big-endian";
    EXPECT_EQ(again.text("x"), std::string("\0", 0)) << "a word that begins with zeros";
    // What comes after /chosen is as it was.
    const std::string bytes(again.blob().begin(), again.blob().end());
    EXPECT_NE(bytes.find(std::string("\0\0\0\1b\0\0\0\0\0\0\2\0\0\0\2\0\0\0\11", 20)),
              std::string::npos);
}

TEST(device_tree, is_written_as_the_specification_has_it) {
    device_tree_builder tree;
    tree.begin_node("");
    tree.words("a", {1});
    tree.begin_node("chosen");
    tree.texts("bootargs", {"one two"});
    tree.flag("empty");
    tree.texts("args", {"x"}); // the end of another name
    tree.end_node();
    tree.end_node();
    const std::vector<std::uint8_t> blob = tree.blob();
    const auto word = [&blob](std::size_t at) {
        return std::uint32_t{blob.at(at)} << 24U | std::uint32_t{blob.at(at + 1)} << 16U |
               std::uint32_t{blob.at(at + 2)} << 8U | blob.at(at + 3);
    };
    // 5.2: magic, size, where the blocks are, version 17, which 16 can read, CPU 0, their sizes
    EXPECT_EQ(word(0), 0xD00DFEEDU);
    EXPECT_EQ(word(4), blob.size());
    EXPECT_EQ(word(20), 17U);
    EXPECT_EQ(word(24), 16U);
    const std::size_t structure = word(8);
    EXPECT_EQ(structure % 4, 0U);
    // 5.4: the root, a = <1>
    EXPECT_EQ(word(structure), 1U);
    EXPECT_EQ(word(structure + 4), 0U);
    EXPECT_EQ(word(structure + 8), 3U);
    EXPECT_EQ(word(structure + 12), 4U);
    const std::size_t name = word(12) + word(structure + 16);
    EXPECT_EQ(blob.at(name), 'a');
    EXPECT_EQ(blob.at(name + 1), 0U);
    EXPECT_EQ(word(structure + 20), 1U);
    EXPECT_EQ(word(structure + word(36) - 4), 9U) << "FDT_END";
    EXPECT_EQ(word(32), sizeof "a\0bootargs\0empty") << "a name stands once";
    EXPECT_EQ(device_tree(blob).text("bootargs"), "one two");
    EXPECT_EQ(device_tree(blob).text("args"), "x");
}

TEST(device_tree, of_the_board_can_be_completed) {
    for (const board_cpu& cpu : board_cpus()) {
        device_tree tree(board_tree(cpu));
        EXPECT_EQ(tree.text("bootargs"), "earlycon=pl011,0x20201000 console=ttyAMA0");
        tree.set_text("bootargs", "quiet");
        EXPECT_EQ(device_tree(tree.blob()).text("bootargs"), "quiet");
    }
}

TEST(device_tree, refuses_what_is_none) {
    EXPECT_EQ(message_of({}), "expected a device tree, which begins with D00DFEED");
    EXPECT_EQ(message_of(std::vector<std::uint8_t>(100)),
              "expected a device tree, which begins with D00DFEED");
    std::vector<std::uint8_t> blob = blob_builder().blob();
    const std::string bytes = std::to_string(blob.size());
    blob.pop_back();
    EXPECT_EQ(message_of(blob),
              "expected a device tree of " + bytes + " bytes, got " + std::to_string(blob.size()));
}

// Properties are aligned otherwise there, which libfdt does not know everywhere.
TEST(device_tree, refuses_versions_before_16) {
    for (unsigned version = 0; version < 16; ++version) {
        std::vector<std::uint8_t> blob = blob_builder().blob();
        blob[23] = static_cast<std::uint8_t>(version); // 5.2: the sixth word of the header
        EXPECT_EQ(message_of(blob), "expected a device tree of version 16 or later, got version " +
                                        std::to_string(version));
    }
}

TEST(device_tree, damaged_ones_end_in_a_message) {
    const std::vector<std::uint8_t> whole = blob_builder().blob();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const unsigned value : {0U, 1U, 0x7FU, 0xFFU}) {
            std::vector<std::uint8_t> blob = whole;
            blob[at] = static_cast<std::uint8_t>(value);
            try {
                device_tree tree(blob);
                tree.set_text("bootargs", "text");
                EXPECT_FALSE(tree.blob().empty());
            } catch (const device_tree_error& e) {
                EXPECT_STRNE(e.what(), "");
            }
        }
    }
}

} // namespace
} // namespace platform::linux_board
