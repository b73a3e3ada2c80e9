// SPDX-License-Identifier: Apache-2.0
#include <linux/board_cpu.h>

#include <arm1136/arm1136_firmware.h>
#include <arm1176/arm1176_firmware.h>
#include <arm11_common/arm11_activity.h>
#include <arm11_common/arm11_firmware.h>
#include <components/memory_map.h>
#include <iss/platform/firmware_platform.h>
#include <pmu/arm1136/arm1136_pmu.h>
#include <pmu/arm1176/arm1176_pmu.h>

#include <algorithm>
#include <stdexcept>

namespace platform::linux_board {

namespace {

/// With the pins that every part has.
template <class Pmu>
class arm11_board_pmu : public board_pmu {
public:
    using core = typename Pmu::core_type;

    arm11_board_pmu(const board_cpu& which, const typename core::config& parameters,
                    const pmu_surroundings& around)
        : m_unit("pmu", parameters) {
        m_unit.clk(around.cpu.clk);
        m_unit.reset(around.reset);
        m_unit.pmuirq(around.pmuirq.pin);
        around.bus.map(components::memory_map::coprocessor(0), pmu::coprocessor_window_size,
                       m_unit.socket);
        around.cpu.count_on(m_unit, which.part.kinds, core::events());
        m_wires.connect(around.cpu, m_unit, arm11_common::arm11_lines(), &Pmu::DEBUG_STATE);
    }

    components::watched_unit watched() override { return components::watch(m_unit); }

protected:
    Pmu& unit() { return m_unit; }

private:
    Pmu m_unit;
    iss::core_wires<Pmu> m_wires;
};

using arm1136_board_pmu = arm11_board_pmu<pmu::arm1136_pmu>;

class arm1176_board_pmu final : public arm11_board_pmu<pmu::arm1176_pmu> {
public:
    arm1176_board_pmu(const board_cpu& which, const pmu::arm1176_config& parameters,
                      const pmu_surroundings& around)
        : arm11_board_pmu(which, parameters, around), m_wires(around.cpu, unit(), parameters) {}

private:
    arm1176::arm1176_wires m_wires;
};

/// \tparam Pmu the class of its PMU on the board
template <class Pmu>
board_cpu row(const iss::firmware_part& part, const char* compatible, const char* pmu_compatible,
              void (*tell_of_pmu)(iss::iss_config&, const pmu::arm11_config&)) {
    return {part,
            compatible,
            pmu_compatible,
            [](const program::option_values& options) {
                const auto all = options.to(Pmu::core::all_parameters());
                return static_cast<const pmu::arm11_config&>(all);
            },
            tell_of_pmu,
            [](const board_cpu& which, const program::option_values& options,
               const pmu_surroundings& around) -> std::unique_ptr<board_pmu> {
                return std::make_unique<Pmu>(which, options.to(Pmu::core::all_parameters()),
                                             around);
            }};
}

} // namespace

// The names of device trees are those of Documentation/devicetree/bindings/arm/cpus.yaml and
// pmu.yaml of Linux.
const std::vector<board_cpu>& board_cpus() {
    static const std::vector<board_cpu> all{
        row<arm1136_board_pmu>(arm1136::arm1136_firmware(), "arm,arm1136jf-s", "arm,arm1136-pmu",
                               arm11_common::set_settling),
        row<arm1176_board_pmu>(arm1176::arm1176_firmware(), "arm,arm1176jzf-s", "arm,arm1176-pmu",
                               arm1176::tell_of_pmu),
    };
    return all;
}

const board_cpu& board_cpu_of(const std::string& name) {
    const std::vector<board_cpu>& all = board_cpus();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const board_cpu& cpu) { return cpu.name() == name; });
    if (found == all.end()) {
        throw std::invalid_argument("the board cannot have the CPU '" + name + "'");
    }
    return *found;
}

} // namespace platform::linux_board
