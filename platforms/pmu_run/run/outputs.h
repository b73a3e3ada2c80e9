// SPDX-License-Identifier: Apache-2.0
// The files that pmu_run writes. Nothing is lost in silence.
#pragma once

#include <pmu_run/command_line/command.h>

#include <process/descriptor_streams.h>
#include <process/gzip.h>

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>

#include <sys/stat.h>

namespace platform::pmu_run {

/// Makes a folder if it is not there.
/// \param option that asks for it
/// \throws std::runtime_error if there is none, or if it is in that of a sweep, where only that may
/// write
void make_folder(const std::string& option, const std::string& path);

/// An option that makes a run write something.
struct output_option {
    std::string name; ///< with its dashes
    std::string path; ///< empty: it is not wanted
    enum {
        to_file,
        to_file_or_gzip,   ///< where a name that ends in .gz means a compressed file
        to_file_or_output, ///< where "-" is standard output
        at_once,           ///< see is_at_once()
        at_once_or_output, ///< the same, and "-" is standard output
    } how = to_file;

    /// Only written by output_file::replace(), if at all.
    bool is_at_once() const { return how == at_once || how == at_once_or_output; }
    /// It goes to standard output, and nothing else may.
    bool is_on_output() const {
        return path == "-" && (how == to_file_or_output || how == at_once_or_output);
    }
};

/// A file that is written.
class output_file {
public:
    /// Opens or creates it and leaves its contents alone. A FIFO is waited for until somebody reads
    /// it, for some seconds.
    /// \throws std::runtime_error if it cannot be written
    explicit output_file(output_option option);
    /// Removes it if it was created here and nothing was to be written yet.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    const output_option& option() const { return m_option; }
    const std::string& path() const { return m_option.path; }
    /// Option and file, for messages.
    std::string name() const { return m_option.name + " " + m_option.path; }
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
    const output_option m_option;
    const bool m_is_new;
    process::descriptor_output m_buffer;
    std::optional<process::gzip_output> m_gzip;
    std::ostream m_stream;
    struct stat m_status {};
    bool m_has_begun = false;
};

/// As JSON text of ASCII characters, also where a file name has others.
/// \param indent blanks a level; -1: all on one line
std::string to_text(const nlohmann::json& value, int indent = -1);

/// All files that a run reads and writes.
class output_set {
public:
    /// A file that is read, and must not be written; or a folder, in which nothing may be.
    void add_input(const std::string& path) { m_inputs.push_back(path); }
    /// Opens those that are wanted, in this order.
    /// \throws std::runtime_error if one cannot be written
    void open(const std::vector<output_option>& all);
    /// The file of an option; nullptr: it is not wanted. \param path of one that has several files
    output_file* find(const std::string& option, const std::string& path = "") const;
    /// That of the same option, or another stream.
    std::ostream& stream(const std::string& option, std::ostream& otherwise) const;

    /// A standard stream that something is written to which others would garble. Of one that is not
    /// reserved a pipe may serve files as well.
    /// \param descriptor STDOUT_FILENO or STDERR_FILENO
    void reserve(int descriptor) { m_reserved.insert(descriptor); }

    /// Why nobody else, such as the firmware, may write, replace or remove a file, which need not
    /// be there; empty: it is not one of these, nor in a sweep.
    std::string why_kept(const std::string& path) const;

    /// \throws std::runtime_error if a file has two uses
    void check() const;
    /// Checks that no file has two uses, and only then touches what the files have.
    /// \throws std::runtime_error if one has
    void begin();

    /// Closes all files. \return those that could not be written
    std::vector<process::lost_output> close();

private:
    /// Which input that file is, as messages say it; empty: none.
    std::string use_as_input(const std::string& path) const;

    /// What else that file is for, as messages say it; empty: nothing. \param outputs the first of
    /// them, which it is not itself
    std::string other_use(const std::string& path, const struct stat& file,
                          std::size_t outputs) const;

    /// The standard stream that goes to this file and to nothing else; nullptr: none.
    const char* standard_stream_of(const struct stat& file) const;

    std::vector<std::string> m_inputs;
    std::set<int> m_reserved;
    std::vector<std::unique_ptr<output_file>> m_outputs;
};

} // namespace platform::pmu_run
