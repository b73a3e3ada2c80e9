// SPDX-License-Identifier: Apache-2.0
#include "input_file.h"

#include "stop_request.h"

#include <process/descriptor_streams.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>

#include <sys/stat.h>

namespace platform::pmu_run {

std::string read_input(const std::string& option, const std::string& path, std::uint64_t most) {
    constexpr std::uint64_t bytes_at_once = 1U << 20U;
    const auto refuse_to_read = [&](int error) {
        throw std::runtime_error(option + ": cannot read " + path + ": " + std::strerror(error));
    };
    const auto check_size = [&](std::uint64_t bytes, const std::string& got) {
        if (bytes > most) {
            throw std::runtime_error(option + " " + path + ": expected at most " +
                                     std::to_string(most) + " bytes, got " + got);
        }
    };
    // O_NONBLOCK: open() itself must not wait for the writer of a FIFO.
    process::descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0) {
        refuse_to_read(errno);
    }
    if (S_ISREG(status.st_mode)) {
        check_size(static_cast<std::uint64_t>(status.st_size), std::to_string(status.st_size));
    }
    const process::patient_descriptor from(std::move(file), is_stop_requested);
    const std::string stopped = option + " " + path + ": stopped while it was read";
    std::string all;
    for (;;) {
        const std::size_t before = all.size();
        all.resize(before + std::min(bytes_at_once, most + 1 - before));
        const auto got = from.read(all.data() + before, all.size() - before);
        all.resize(before + got.bytes);
        if (got.error == ECANCELED || is_stop_requested()) {
            throw reading_stopped(stopped);
        }
        if (got.error != 0) {
            refuse_to_read(got.error);
        }
        if (got.bytes == 0) {
            return all;
        }
        check_size(all.size(), "more");
    }
}

} // namespace platform::pmu_run
