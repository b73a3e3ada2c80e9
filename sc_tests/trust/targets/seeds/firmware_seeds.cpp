// SPDX-License-Identifier: Apache-2.0
// What the simulator reads.
#include "seeds.h"

#include <iss/dwarf_builder.h>
#include <linux/board_cpu.h>
#include <linux/board_tree.h>

using namespace platform::iss;
using trust::write_seed;

namespace {

/// Attributes of firmware for ARMv7-R.
const file_bytes attributes = {'A', 24, 0, 0, 0,   'a', 'e', 'a', 'b', 'i', 0, 1,  14,
                               0,   0,  0, 5, '7', '-', 'R', 0,   6,   10,  7, 'R'};

elf_builder with_symbols() {
    elf_builder elf;
    elf.add_symbol("main", 0x8000, 8);
    elf.add_symbol("_Z6squarei", 0x8008, 4);
    elf.add_symbol("$t", 0x8010, 0, STT_NOTYPE, STB_LOCAL);
    elf.add_symbol("label", 0x8010, 0, STT_NOTYPE);
    elf.attributes = attributes;
    return elf;
}

void write_elf(const std::string& folder) {
    write_seed(folder, "plain", elf_builder().build());
    write_seed(folder, "symbols", with_symbols().build());
    elf_builder lines = with_symbols();
    some_lines().put_into(lines);
    write_seed(folder, "lines", lines.build());
    dwarf_builder dwarf;
    dwarf.add_unit({{"main", 0x8000, 16, {{"square", 0x8004, 8, {{"mul", 0x8008, 4}}}}}});
    elf_builder inlined = with_symbols();
    dwarf.put_into(inlined);
    write_seed(folder, "inlined", inlined.build());
}

void write_lines(const std::string& folder) {
    write_seed(folder, "attributes", attributes);
    write_seed(folder, "lines",
               source_lines({{0x8000, 12, 0}, {0x8008, 0, 0}, {0x8010, 7, 1}},
                            {"src/main.c", "/absolute/other.h"})
                   .to_bytes());
    write_seed(folder, "inlined",
               inlined_calls({{0, 0}, {1, 1}}, {"square (inlined)", "mul (inlined)"},
                             {{0x8004, 1}, {0x8008, 2}, {0x800C, 0}})
                   .to_bytes());
}

} // namespace

int main(int argc, char** argv) {
    return trust::write_seeds(argc, argv, [](const std::string& folder) {
        using namespace platform::linux_board;
        write_elf(folder + "/elf");
        write_lines(folder + "/lines");
        write_seed(folder + "/device_tree", "board", board_tree(board_cpus().front()));
    });
}
