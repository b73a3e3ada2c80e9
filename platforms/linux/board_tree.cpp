// SPDX-License-Identifier: Apache-2.0
#include <linux/board_tree.h>

#include <linux/device_tree_builder.h>
#include <linux/linux_board.h>

#include <array>
#include <charconv>
#include <string>

namespace platform::linux_board {

namespace {

// The names that nodes have for each other.
constexpr std::uint32_t interrupt_controller_handle = 1;
constexpr std::uint32_t uart_clock_handle = 2;

/// Peripherals are told of by the addresses that the GPU has for them.
constexpr std::uint32_t bus_address_of_peripherals = 0x7E00'0000;
constexpr std::uint32_t peripherals = 0x2000'0000;
constexpr std::uint32_t peripheral_bytes = 0x0200'0000;

constexpr std::uint32_t on_bus(std::uint32_t address) {
    return address - peripherals + bus_address_of_peripherals;
}

std::string unit_name(const std::string& what, std::uint32_t address) {
    std::array<char, 8> digits{};
    char* const end = std::to_chars(digits.begin(), digits.end(), address, 16).ptr;
    return what + '@' + std::string(digits.begin(), end);
}

/// An interrupt line as the binding of the controller has it (brcm,bcm2835-armctrl-ic): bank 0 is
/// that of the ARM, 1 and 2 are the GPU's.
std::vector<std::uint32_t> interrupt(unsigned line) {
    constexpr unsigned lines_of_gpu = components::bcm2835_gpu_lines;
    return line >= lines_of_gpu ? std::vector<std::uint32_t>{0, line - lines_of_gpu}
                                : std::vector<std::uint32_t>{1 + line / 32, line % 32};
}

void add_cells(device_tree_builder& tree, std::uint32_t address, std::uint32_t size) {
    tree.words("#address-cells", {address});
    tree.words("#size-cells", {size});
}

void add_peripherals(device_tree_builder& tree) {
    tree.begin_node("soc");
    tree.texts("compatible", {"simple-bus"});
    add_cells(tree, 1, 1);
    tree.words("ranges", {bus_address_of_peripherals, peripherals, peripheral_bytes});

    tree.begin_node(unit_name("timer", on_bus(board_map::system_timer)));
    tree.texts("compatible", {"brcm,bcm2835-system-timer"});
    tree.words("reg", {on_bus(board_map::system_timer), 0x1000});
    std::vector<std::uint32_t> lines;
    for (unsigned channel = 0; channel < components::bcm2835_timer_channels; ++channel) {
        const auto line = interrupt(board_map::system_timer_line + channel);
        lines.insert(lines.end(), line.begin(), line.end());
    }
    tree.words("interrupts", lines);
    tree.words("clock-frequency", {1'000'000});
    tree.end_node();

    tree.begin_node(unit_name("interrupt-controller", on_bus(board_map::interrupt_controller)));
    tree.texts("compatible", {"brcm,bcm2835-armctrl-ic"});
    tree.words("reg", {on_bus(board_map::interrupt_controller), 0x200});
    tree.flag("interrupt-controller");
    tree.words("#interrupt-cells", {2});
    tree.words("phandle", {interrupt_controller_handle});
    tree.end_node();

    tree.begin_node(unit_name("serial", on_bus(board_map::uart)));
    tree.texts("compatible", {"arm,pl011", "arm,primecell"});
    tree.words("reg", {on_bus(board_map::uart), 0x1000});
    tree.words("interrupts", interrupt(board_map::uart_line));
    tree.words("clocks", {uart_clock_handle, uart_clock_handle});
    tree.texts("clock-names", {"uartclk", "apb_pclk"});
    tree.words("arm,primecell-periphid", {0x0024'1011});
    tree.end_node();
    tree.end_node();
}

/// As Linux knows the PMU: by its list of events, or such that the driver finds that out, for which
/// it needs Secure access.
std::string pmu_of(const board_cci400_config& cci400) {
    const std::string any = "arm,cci-400-pmu";
    return cci400.secure                                          ? any
           : cci400.unit.revision < pmu::cci400_first_r1_revision ? any + ",r0"
                                                                  : any + ",r1";
}

/// The interconnect, with no ports but its PMU (arm,cci-400.yaml of Linux), whose interrupts begin
/// with that of the cycle counter.
void add_cci400(device_tree_builder& tree, const board_cci400_config& cci400) {
    constexpr auto bytes = static_cast<std::uint32_t>(cci400::wired_cci400::window_size);
    tree.begin_node(unit_name("cci", board_map::cci400));
    tree.texts("compatible", {"arm,cci-400"});
    tree.words("reg", {board_map::cci400, 0x1000});
    add_cells(tree, 1, 1);
    tree.words("ranges", {0, board_map::cci400, bytes});

    const std::uint32_t pmu = pmu::cci400_pmu_first;
    tree.begin_node(unit_name("pmu", pmu));
    tree.texts("compatible", {pmu_of(cci400)});
    tree.words("reg", {pmu, 0x5000});
    std::vector<std::uint32_t> lines;
    for (const unsigned overflow : {pmu::cci400_counters, 0U, 1U, 2U, 3U}) {
        const auto line = interrupt(cci400_line_of(cci400, overflow));
        lines.insert(lines.end(), line.begin(), line.end());
    }
    tree.words("interrupts", lines);
    tree.end_node();
    tree.end_node();
}

} // namespace

std::vector<std::uint8_t> board_tree(const board_cpu& which,
                                     const std::optional<board_cci400_config>& cci400) {
    const std::string uart_path = "/soc/" + unit_name("serial", on_bus(board_map::uart));
    device_tree_builder tree;
    tree.begin_node("");
    // The machine of the kernel is that of the Raspberry Pi 1.
    tree.texts("compatible", {"raspberrypi,model-b", "brcm,bcm2835"});
    tree.texts("model", {std::string("tlm-pmu board with an ") + which.part.part.unit.title()});
    add_cells(tree, 1, 1);
    tree.words("interrupt-parent", {interrupt_controller_handle});

    tree.begin_node("chosen");
    tree.texts("bootargs", {"earlycon=pl011,0x20201000 console=ttyAMA0"});
    tree.texts("stdout-path", {"serial0:115200n8"});
    // Always the same, so that runs are.
    tree.words("rng-seed", {0x746C'6D2D, 0x706D'7520, 0x626F'6172, 0x6420'666F, 0x7220'4C69,
                            0x6E75'782C, 0x2073'6565, 0x6420'3121});
    tree.end_node();

    tree.begin_node("aliases");
    tree.texts("serial0", {uart_path});
    tree.end_node();

    tree.begin_node("memory@0");
    tree.texts("device_type", {"memory"});
    tree.words("reg", {0, static_cast<std::uint32_t>(board_map::ram_bytes)});
    tree.end_node();

    tree.begin_node("cpus");
    add_cells(tree, 1, 0);
    tree.begin_node("cpu@0");
    tree.texts("device_type", {"cpu"});
    tree.texts("compatible", {which.compatible});
    tree.words("reg", {0});
    tree.end_node();
    tree.end_node();

    tree.begin_node("pmu");
    tree.texts("compatible", {which.pmu_compatible});
    tree.words("interrupts", interrupt(board_map::pmuirq_line));
    tree.end_node();

    tree.begin_node("uart-clock");
    tree.texts("compatible", {"fixed-clock"});
    tree.words("#clock-cells", {0});
    tree.words("clock-frequency", {48'000'000});
    tree.words("phandle", {uart_clock_handle});
    tree.end_node();

    add_peripherals(tree);
    if (cci400) {
        add_cci400(tree, *cci400);
    }
    tree.end_node();
    return tree.blob();
}

} // namespace platform::linux_board
