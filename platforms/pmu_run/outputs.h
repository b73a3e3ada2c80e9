// SPDX-License-Identifier: Apache-2.0
// What pmu_run writes: files and the standard streams. Nothing is lost in silence.
#pragma once

#include "descriptor_buffer.h"

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace platform {

/// Makes descriptors 0 to 2 ours where they were closed at the start, so that no file gets their
/// number: to read or write them is an error. To be called before any file is opened.
void occupy_standard_descriptors();

/// std::cout and std::cerr by way of descriptor_buffer, while it exists.
class output_streams {
public:
    output_streams();
    ~output_streams();
    output_streams(const output_streams&) = delete;
    output_streams& operator=(const output_streams&) = delete;

    descriptor_buffer& out() { return m_out; }

private:
    descriptor_buffer m_out;
    descriptor_buffer m_err;
    std::streambuf* m_old_out;
    std::streambuf* m_old_err;
};

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
    const std::string& path() const { return m_buffer.name(); }
    const struct stat& status() const { return m_status; }

    /// From now on it is written: what it had is gone.
    void begin();
    std::ostream& stream() { return m_stream; }
    /// All has been written.
    void close();
    const std::string& failure() const { return m_buffer.failure(); }

private:
    const std::string m_option;
    const bool m_is_new;
    int m_descriptor; ///< -1: closed
    descriptor_buffer m_buffer;
    std::ostream m_stream;
    struct stat m_status {};
    bool m_has_begun = false;
};

/// All files that a run reads and writes.
class output_set {
public:
    /// A file that is read, and must not be written.
    void add_input(const std::string& path) { m_inputs.push_back(path); }
    /// \param path empty: not wanted
    /// \return nullptr if it is not wanted
    /// \throws std::runtime_error if it cannot be written
    output_file* add(const std::string& option, const std::string& path);

    /// Checks that no file has two uses, and only then touches what the files have.
    /// \throws std::runtime_error if one has
    void begin();

    /// Closes all files. \return a line for each that could not be written
    std::vector<std::string> close();

private:
    std::vector<std::string> m_inputs;
    std::vector<std::unique_ptr<output_file>> m_outputs;
};

/// "cannot write NAME: REASON"
std::string cannot_write(const std::string& name, const std::string& reason);

} // namespace platform
