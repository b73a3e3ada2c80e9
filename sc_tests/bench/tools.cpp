// SPDX-License-Identifier: Apache-2.0
#include <bench/child_process.h>
#include <bench/tools.h>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace bench {

namespace {

constexpr double version_timeout_seconds = 20;

// Empty: none.
std::string find_in_path(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string file = folder;
        file.append("/").append(program);
        if (!folder.empty() && ::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return "";
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

std::string tools::version(const std::string& name) const {
    const auto found = versions.find(name);
    return found == versions.end() ? "" : found->second;
}

bool tools::has_fast_stores() const {
    const std::string unicorn = version("Unicorn");
    return !unicorn.empty() && unicorn.compare(0, 4, "2.0.") != 0;
}

tools find_tools(const std::string& program_dir) {
    tools found;
    // Each program prints those that it was made with, as JSON.
    for (const char* program : {"sim_bench", "plain_unicorn"}) {
        const std::string file = program_dir + "/" + program;
        if (::access(file.c_str(), X_OK) == 0) {
            const auto told = nlohmann::json::parse(
                run_child({file, "--versions"}, version_timeout_seconds).output);
            for (const auto& [name, version] : told.items()) {
                found.versions[name] = version;
            }
        }
    }
    found.qemu = find_in_path("qemu-system-arm");
    if (!found.qemu.empty()) {
        const std::string line =
            first_line(run_child({found.qemu, "--version"}, version_timeout_seconds).output);
        const std::string before_it = "version ";
        const std::size_t place = line.find(before_it);
        found.versions["QEMU"] =
            place == std::string::npos ? line : line.substr(place + before_it.size());
    }
    return found;
}

} // namespace bench
