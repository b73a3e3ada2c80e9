// SPDX-License-Identifier: Apache-2.0
// The text of source lines.
#pragma once

#include <iss/host/source_lines.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// Sources are looked for where the user says, where the compiler had them, next to the firmware,
/// and here. In a folder a file is found by the longest end of its path that there is, and only by
/// one that no other file of the firmware has: the text of another file would be worse than none.
class source_texts {
public:
    /// \param folder that the user has said; empty: none \param firmware path
    source_texts(const std::string& folder, const std::string& firmware);

    /// \return nothing where there is no such file or line
    std::string line(const iss::source_place& place);

private:
    std::vector<std::string> read(const iss::source_place& place) const;

    std::filesystem::path m_first;
    std::vector<std::filesystem::path> m_folders;
    std::map<std::string, std::vector<std::string>> m_files; ///< by path
};

} // namespace platform::pmu_run
