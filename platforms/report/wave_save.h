// SPDX-License-Identifier: Apache-2.0
// What a value change dump is to be looked at with: accesses as text, and GTKWave's groups.
#pragma once

#include <report/vcd_file.h>

#include <pmu/tlm/pmu_observer.h>

#include <iosfwd>
#include <string>

namespace platform::report {

/// The register accesses of the latest instant that had one, without blanks: "PMNC:=0x00000041" was
/// written, "CCNT=0x00000007" was read, "PMNC:refused"; with semicolons between several, up to
/// 200 characters.
class access_text final : public pmu::pmu_observer {
public:
    const std::string& text() const { return m_text; }

private:
    void register_access(const pmu::observed_access& access, const sc_core::sc_time& time) override;

    std::string m_text = "-";
    sc_core::sc_time m_time;
    bool m_has_any = false;
};

/// Writes a save file for GTKWave: all of a dump in groups, with colours, those of which there are
/// many closed.
/// \param dump the path of the dump, as seen from the save file
/// \param period of the clock, of which it shows some twenty at first
void write_wave_save(std::ostream& out, const vcd_file& file, const std::string& dump,
                     const sc_core::sc_time& period);

/// The name of the save file of a dump: "waves.gtkw" of "waves.vcd"; "waves.txt.gtkw" of
/// "waves.txt". Empty if the dump goes to a device, a FIFO or the like, which has nothing beside
/// it.
std::string wave_save_of(const std::string& dump);

} // namespace platform::report
