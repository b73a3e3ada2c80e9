// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/file_command.h>

#include <CLI/CLI.hpp>
#include <iostream>

namespace platform::pmu_run {

namespace {

class map_command final : public command {
public:
    map_command()
        : command({"map",
                   "PART [FILE]",
                   "print the memory map of a platform",
                   "Prints what is where on the platform that programs are played on; with an ELF "
                   "file, on the one that firmware runs on.",
                   {{"cci400", "of the stub CPU"},
                    {"arm1136 firmware.elf --ram 0:64M", "of firmware"}}}) {}

    void add_to(CLI::App& app) override {
        m_part.add_to(app);
        app.add_option("FILE", m_firmware.file, "firmware, an ELF file");
        m_firmware.add_ram_to(app);
    }

    void check(const CLI::App& /*app*/) override {
        m_part.platform();
        m_firmware.part = m_part.name;
        if (!m_firmware.file.empty()) {
            require_firmware(text.name, m_firmware.file);
        } else if (!m_firmware.ram.empty()) {
            throw usage_error("--ram goes with firmware, got no FILE");
        }
    }

    int run(runner& /*by*/) override {
        if (!m_firmware.file.empty()) {
            print_firmware_map(m_firmware);
            return all_held;
        }
        for (const std::string& line :
             m_part.platform().make(clock_options().choice())->bus.describe()) {
            std::cout << line << '\n';
        }
        return all_held;
    }

private:
    part_argument m_part;
    firmware_request m_firmware;
};

} // namespace

std::unique_ptr<command> make_map() {
    return std::make_unique<map_command>();
}

} // namespace platform::pmu_run
