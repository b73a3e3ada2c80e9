// SPDX-License-Identifier: Apache-2.0
// Runs firmware in all ways that have to agree, or with two configurations, and judges how that
// ends.
#pragma once

#include "allowances.h"
#include "child.h"
#include "observation.h"
#include "random_firmware.h"
#include "trial_place.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace platform::fuzz {

/// Whether an address was executed with another encoding than the file has there, or with two where
/// the file has none, or lies in a page that was stored to. Firmware that stores into its code and
/// goes there without a barrier may execute the old or the new instruction (ARM Architecture
/// Reference Manual: instruction fetches are not ordered with stores), so the modes need not agree.
/// \param trace of --trace \param has_changed whether the page of 4 KiB at an address has
bool shows_stored_code(const fuzz_case& c, std::istream& trace,
                       const std::function<bool(std::uint32_t)>& has_changed);

class firmware_trial {
public:
    explicit firmware_trial(const trial_place& place) : m_place(place), m_files(place.folder) {}

    /// \return the gravest finding
    finding judge(const fuzz_case& c) const;
    /// The same in those ways alone that have shown one.
    finding judge_again(const fuzz_case& c, const finding& known) const;
    /// The words of the command lines that show it. \param file of the case
    std::vector<std::vector<std::string>> commands(const fuzz_case& c, const finding& known,
                                                   const std::string& file) const;

private:
    struct trial;

    std::vector<std::string> command(const fuzz_case& c, const way& w,
                                     const std::string& file) const;

    std::string case_file() const { return m_place.folder + "/case.elf"; }
    std::uint64_t limit_of(const fuzz_case& c) const;
    bool run(trial& t, const way& w) const;
    bool runs_own_stores(const fuzz_case& c, const observation& seen) const;
    void compare(trial& t, std::size_t index) const;
    bool is_so(trial& t, circumstance what, const observation& a, const observation& b) const;
    std::string compare_region(const way& w, const observation& seen) const;
    finding judge_end(const run_result& result) const;

    const trial_place& m_place;
    observed_files m_files;
};

} // namespace platform::fuzz
