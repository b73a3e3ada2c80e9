// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep, on one machine or shared by many: what has come out so far. Nothing in it
// is locked to write a result; files appear whole or not at all.
#pragma once

#include <sweep/json/json_reader.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platform::sweep {

/// \throws sweep_error "cannot WHAT PATH: " and why, as errno has it
[[noreturn]] void fail(const std::string& what, const std::string& path);
/// Writes a file whole: a reader sees what it had or all of this. \throws sweep_error
void replace_file(const std::string& path, const std::string& text);
/// Writes a file that does not exist, whole, and never over another. Also on NFS, where the answer
/// to a link() that has worked may get lost. \return false: it exists \throws sweep_error
bool publish_file(const std::string& path, const std::string& text);
/// The same as replace_file(), without waiting for the disk: after a power failure it may be empty.
void replace_file_soon(const std::string& path, const std::string& text);
/// \throws sweep_error
void make_folder(const std::string& path);
/// The folder of a sweep that a file is in, but where its points write; empty: none.
std::string sweep_around(const std::string& file);
/// The names in a folder; none if there is no such folder.
/// \throws sweep_error if it cannot be read: what is in it would look as if it were missing
std::vector<std::string> names_in(const std::string& path);
/// The last bytes of a file; nothing if there is none.
std::string tail_of(const std::string& path, std::size_t most);

/// A file that points are run with, as it is kept in the store.
struct staged_input {
    std::string name; ///< relative to the store
    bool is_elf = false;
};

/// One try of a point that came to nothing.
struct failed_attempt {
    json record;
    std::string path; ///< relative to the store
};

/// 128 of the 256 bits of a key, from its first 32 digits.
using short_key = std::pair<std::uint64_t, std::uint64_t>;
/// \return nothing: the text does not begin with 32 hexadecimal digits
std::optional<short_key> short_key_of(const std::string& key);

class store {
public:
    explicit store(std::string folder) : m_folder(std::move(folder)) {}

    const std::string& folder() const { return m_folder; }
    std::string path(const std::string& name) const { return m_folder + "/" + name; }
    /// Whether there is a file or folder of this name, relative to the store.
    bool has(const std::string& name) const;
    /// Makes what is missing. \throws sweep_error
    void create() const;

    /// Copies a file to a name that says what is in it, unless it is there, whole.
    staged_input stage(const std::string& from) const;
    /// What stage() gives, without copying.
    static staged_input describe(const std::string& from);

    /// Files of writers that have not been changed for so long, relative to the store. One that was
    /// killed has left its file.
    std::vector<std::string> temporary_files(std::chrono::hours age) const;
    /// Removes those of an hour.
    void remove_leftovers() const;

    std::string result_name(const std::string& key) const;
    bool has_result(const std::string& key) const { return has(result_name(key)); }
    /// Keeps the record with its key, and a hash of both.
    /// \return false: there is one already, which stays
    bool add_result(const std::string& key, json record) const;
    /// \param fault gets what is wrong with a file that is there, but not a whole result of this
    /// key \return nothing: there is none, or a broken one
    /// \throws unreadable_file
    std::optional<json> result(const std::string& key, std::string* fault = nullptr) const;
    /// Renames a broken result, so that its point can be run again. \return its name now
    std::string set_aside(const std::string& key) const;

    /// Keeps the record as the next attempt of this point. \return its number
    unsigned add_failure(const std::string& key, const json& record) const;
    std::vector<failed_attempt> failures(const std::string& key) const;
    /// Removes its failures and its result, so that it is run again.
    void forget(const std::string& key) const;

    /// Digits of a key that name its folder: 4,096 of them, so that none becomes long.
    static constexpr std::size_t folder_digits = 3;
    static constexpr const char* results = "results";
    static constexpr const char* failures_folder = "failures";
    static constexpr const char* scratch = "tmp"; ///< where points write

private:
    std::string failure_name(const std::string& key, unsigned number) const;

    std::string m_folder;
};

/// The keys in results/ or failures/, as far as seen. Looking again costs what has changed.
class key_scan {
public:
    explicit key_scan(std::string folder) : m_folder(std::move(folder)) {}

    /// Reads the folders that have changed.
    void look();
    bool contains(const std::string& key) const;
    std::uint64_t count() const;
    std::uint64_t folders_read() const { return m_folders_read; }

private:
    struct seen {
        std::filesystem::file_time_type changed = std::filesystem::file_time_type::min();
        std::vector<short_key> keys; ///< in order
    };
    void read(const std::string& folder, seen& into);

    std::string m_folder;
    std::map<std::string, seen> m_seen;
    std::uint64_t m_folders_read = 0;
};

} // namespace platform::sweep
