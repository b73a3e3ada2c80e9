// SPDX-License-Identifier: Apache-2.0
#include "outputs.h"

#include "stop_request.h"

#include <process/held_signals.h>
#include <process/uninterrupted.h>
#include <sweep/store/store.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>
#include <utility>

namespace platform::pmu_run {

namespace {

constexpr std::chrono::seconds longest_wait_for_reader(5);
constexpr std::chrono::milliseconds look(20);

[[noreturn]] void refuse_to_write(const std::string& name, const std::string& reason) {
    throw usage_error(process::cannot_write(name, reason));
}

bool is_there(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

/// \throws std::runtime_error
process::descriptor open_for_writing(const std::string& path) {
    const auto end = std::chrono::steady_clock::now() + longest_wait_for_reader;
    for (;;) {
        // O_NONBLOCK: open() itself must not wait for the reader of a FIFO.
        process::descriptor file =
            process::open_file(path, O_WRONLY | O_CREAT | O_NOCTTY | O_NONBLOCK);
        if (file) {
            return file;
        }
        if (errno != ENXIO) {
            refuse_to_write(path, std::strerror(errno));
        }
        if (is_stop_requested() || std::chrono::steady_clock::now() >= end) {
            refuse_to_write(path, "nobody reads it");
        }
        std::this_thread::sleep_for(look);
    }
}

/// The name of a file beside another, which is gone with this object.
struct temporary_name {
    std::string path;

    temporary_name() = default;
    temporary_name(const temporary_name&) = delete;
    temporary_name& operator=(const temporary_name&) = delete;
    ~temporary_name() { ::unlink(path.c_str()); }
};

/// Two writers of one file, or a reader and a writer, are in each other's way; but not of a
/// terminal or of /dev/null.
bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && !S_ISCHR(a.st_mode);
}

/// Both are there.
bool is_within(const std::string& path, const std::string& folder) {
    const std::filesystem::path outer = std::filesystem::canonical(folder);
    const std::filesystem::path inner = std::filesystem::canonical(path);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first ==
           outer.end();
}

std::string in_sweep(const std::string& folder) {
    return "it is in the sweep " + folder;
}

} // namespace

void make_folder(const std::string& option, const std::string& path) {
    if (const std::string folder = sweep::sweep_around(path); !folder.empty()) {
        refuse_to_write(option + " " + path, in_sweep(folder));
    }
    std::error_code failed;
    std::filesystem::create_directories(path, failed);
    if (failed) {
        refuse_to_write(option + " " + path, failed.message());
    }
}

output_file::output_file(output_option option)
    : m_option(std::move(option)), m_is_new(!is_there(path())),
      m_buffer(open_for_writing(path()), is_stop_requested, request_stop_for_output),
      m_stream(&m_buffer) {
    ::fstat(m_buffer.number(), &m_status);
    if (m_option.how == output_option::to_file_or_gzip && process::is_gzip_name(path())) {
        m_stream.rdbuf(&m_gzip.emplace(m_buffer));
    }
}

output_file::~output_file() {
    close();
    if (m_is_new && !m_has_begun) {
        std::error_code ignored;
        std::filesystem::remove(std::filesystem::canonical(path(), ignored), ignored);
    }
}

void output_file::begin() {
    m_has_begun = true;
    if (S_ISREG(m_status.st_mode) &&
        process::uninterrupted([&] { return ::ftruncate(m_buffer.number(), 0); }) != 0) {
        m_buffer.fail(errno);
    }
}

void output_file::replace(std::string_view contents) {
    if (!S_ISREG(m_status.st_mode)) {
        m_has_begun = true;
        m_stream << contents << std::flush; // an error is noted
        return;
    }
    // What ends a process waits, so that no temporary file stays behind.
    const process::held_signals while_it_is_written{SIGHUP, SIGINT, SIGTERM};
    temporary_name temporary;
    process::descriptor file(process::uninterrupted([&] {
        temporary.path = std::filesystem::canonical(path()).string() + ".XXXXXX";
        return ::mkostemp(temporary.path.data(), O_CLOEXEC);
    }));
    if (!file) {
        refuse_to_write(path(), std::strerror(errno));
    }
    process::descriptor_output buffer(std::move(file), is_stop_requested);
    std::ostream out(&buffer);
    out << contents << std::flush;
    if (::fchmod(buffer.number(), m_status.st_mode & 07777U) != 0 ||
        process::uninterrupted([&] { return ::fsync(buffer.number()); }) != 0) {
        buffer.fail(errno);
    }
    buffer.close();
    if (buffer.error() != 0) {
        refuse_to_write(path(), std::strerror(buffer.error()));
    }
    if (::rename(temporary.path.c_str(), std::filesystem::canonical(path()).c_str()) != 0) {
        refuse_to_write(path(), std::strerror(errno));
    }
    m_has_begun = true;
}

void output_file::close() {
    if (m_gzip && m_has_begun) {
        m_gzip->end();
    }
    m_gzip.reset();
    m_buffer.close();
}

void output_set::open(const std::vector<output_option>& all) {
    for (const output_option& option : all) {
        if (option.is_on_output()) {
            reserve(STDOUT_FILENO);
        } else if (!option.path.empty()) {
            // Before it is opened, which waits for the reader of a FIFO.
            if (const std::string use = use_as_input(option.path); !use.empty()) {
                refuse_to_write(option.name + " " + option.path, use);
            }
            m_outputs.push_back(std::make_unique<output_file>(option));
        }
    }
}

output_file* output_set::find(const std::string& option, const std::string& path) const {
    const auto found = std::find_if(m_outputs.begin(), m_outputs.end(), [&](const auto& output) {
        return output->option().name == option && (path.empty() || output->path() == path);
    });
    return found == m_outputs.end() ? nullptr : found->get();
}

std::ostream& output_set::stream(const std::string& option, std::ostream& otherwise) const {
    output_file* const file = find(option);
    return file != nullptr ? file->stream() : otherwise;
}

const char* output_set::standard_stream_of(const struct stat& file) const {
    for (const auto& [descriptor, name] : {std::pair(STDOUT_FILENO, "standard output"),
                                           std::pair(STDERR_FILENO, "standard error")}) {
        struct stat status {};
        if (::fstat(descriptor, &status) == 0 && is_same(status, file) &&
            (S_ISREG(status.st_mode) || m_reserved.count(descriptor) != 0)) {
            return name;
        }
    }
    return nullptr;
}

std::string output_set::use_as_input(const std::string& path) const {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) {
        return "";
    }
    for (const std::string& input : m_inputs) {
        struct stat status {}; // where there is none, who reads it says so
        const bool is_there = ::stat(input.c_str(), &status) == 0;
        if (is_there && is_same(file, status)) {
            return "it is the input " + input;
        }
        if (is_there && S_ISDIR(status.st_mode) && S_ISREG(file.st_mode) &&
            is_within(path, input)) {
            return "it is in the input " + input;
        }
    }
    return "";
}

std::string output_set::other_use(const std::string& path, const struct stat& file,
                                  std::size_t outputs) const {
    if (std::string use = use_as_input(path); !use.empty()) {
        return use;
    }
    if (const std::string folder = S_ISREG(file.st_mode) ? sweep::sweep_around(path) : "";
        !folder.empty()) {
        return in_sweep(folder);
    }
    if (const char* const stream = standard_stream_of(file)) {
        return std::string("it is ") + stream + " too";
    }
    for (std::size_t n = 0; n != outputs; ++n) {
        if (is_same(file, m_outputs[n]->status())) {
            return "it is " + m_outputs[n]->name() + " too";
        }
    }
    return "";
}

std::string output_set::why_kept(const std::string& path) const {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        return other_use(path, status, m_outputs.size());
    }
    const std::string folder = sweep::sweep_around(path);
    return folder.empty() ? "" : in_sweep(folder);
}

void output_set::check() const {
    for (const std::string& input : m_inputs) {
        struct stat status {};
        const bool is_there = ::stat(input.c_str(), &status) == 0;
        if (const char* const stream = is_there ? standard_stream_of(status) : nullptr) {
            refuse_to_write(stream, "it is the input " + input);
        }
    }
    for (std::size_t n = 0; n != m_outputs.size(); ++n) {
        const output_file& output = *m_outputs[n];
        if (const std::string use = other_use(output.path(), output.status(), n); !use.empty()) {
            refuse_to_write(output.name(), use);
        }
    }
}

void output_set::begin() {
    check();
    for (const auto& output : m_outputs) {
        if (!output->option().is_at_once()) {
            output->begin();
        }
    }
}

std::vector<process::lost_output> output_set::close() {
    std::vector<process::lost_output> lost;
    for (const auto& output : m_outputs) {
        output->close();
        if (output->error() != 0) {
            lost.push_back({output->path(), output->error()});
        }
    }
    return lost;
}

std::string to_text(const nlohmann::json& value, int indent) {
    return value.dump(indent, ' ', true, nlohmann::json::error_handler_t::replace);
}

} // namespace platform::pmu_run
