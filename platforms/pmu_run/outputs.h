// SPDX-License-Identifier: Apache-2.0
// The files that pmu_run writes. Nothing is lost in silence.
#pragma once

#include <process/descriptor_streams.h>

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace platform::pmu_run {

/// \param option that asks for a file or a folder
/// \throws std::runtime_error if it is in the folder of a sweep, where only that may write
void check_place(const std::string& option, const std::string& path);

/// A file that is written.
class output_file {
public:
    /// Opens or creates it and leaves its contents alone. A FIFO is waited for until somebody reads
    /// it, for some seconds.
    /// \param option that asks for it, as messages call it
    /// \throws std::runtime_error if it cannot be written
    output_file(std::string option, std::string path);
    /// Removes it if it was created here and nothing was to be written yet.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    const std::string& option() const { return m_option; }
    const std::string& path() const { return m_path; }
    const struct stat& status() const { return m_status; }

    /// From now on it is written: what it had is gone.
    void begin();
    /// Writes it at once: a regular file has what it had or all of this, whatever happens.
    /// \throws std::runtime_error if it cannot be written
    void replace(std::string_view contents);
    std::ostream& stream() { return m_stream; }
    /// All has been written.
    void close();
    int error() const { return m_buffer.error(); } ///< 0: none

private:
    const std::string m_option;
    const std::string m_path;
    const bool m_is_new;
    process::descriptor_output m_buffer;
    std::ostream m_stream;
    struct stat m_status {};
    bool m_has_begun = false;

    friend class output_set;
    bool m_is_replaced = false;
};

/// All files that a run reads and writes.
class output_set {
public:
    /// A file that is read, and must not be written; or a folder, in which nothing may be.
    void add_input(const std::string& path) { m_inputs.push_back(path); }
    /// \param path empty: not wanted
    /// \return nullptr if it is not wanted
    /// \throws std::runtime_error if it cannot be written
    output_file* add(const std::string& option, const std::string& path);
    /// The same for one that is only written by output_file::replace(), if at all.
    output_file* add_replaced(const std::string& option, const std::string& path);

    /// \throws std::runtime_error if a file has two uses
    void check() const;
    /// Checks that no file has two uses, and only then touches what the files have.
    /// \throws std::runtime_error if one has
    void begin();

    /// Closes all files. \return those that could not be written
    std::vector<process::lost_output> close();

private:
    /// \throws std::runtime_error if that input is an output as well
    void check_input(const std::string& input) const;

    std::vector<std::string> m_inputs;
    std::vector<std::unique_ptr<output_file>> m_outputs;
};

} // namespace platform::pmu_run
