// SPDX-License-Identifier: Apache-2.0
// ARM semihosting: what firmware asks of its host by SVC 0x123456 (ARM) or 0xAB (Thumb). Source:
// Arm, "Semihosting for AArch32 and AArch64", 2.0.
#pragma once

#include <iss/host/file_table.h>
#include <iss/host/guest_access.h>
#include <iss/host/guest_memory.h>
#include <iss/host/warning_log.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>

namespace platform::iss {

/// What the host gives to the firmware.
struct semihosting_config {
    /// The folder of the host with the firmware's files; empty: there are none but the console.
    std::string directory;
    /// Why a file of the host must stay as it is; an empty text: it need not. Empty: none must.
    std::function<std::string(const std::string& path)> why_kept;
    /// How names in that folder are followed; for tests.
    name_lookup lookup = name_lookup::best;
    /// Name and arguments of the program, between spaces. newlib's start code honours quotes.
    std::string command_line;

    // SYS_HEAPINFO. 0: not known; newlib then keeps its own symbols and stack pointer.
    std::uint32_t heap_base = 0;   ///< the address past the image
    std::uint32_t heap_limit = 0;  ///< the address past the heap
    std::uint32_t stack_base = 0;  ///< the initial stack pointer
    std::uint32_t stack_limit = 0; ///< the lowest address of the stack

    /// Simulated time since the start, in picoseconds: SYS_CLOCK, SYS_ELAPSED and SYS_TIME, so that
    /// they repeat from run to run. Empty: always 0.
    std::function<std::uint64_t()> simulated_ps;

    // Their state tells whether output was lost. standard_streams are those that do not block.
    std::ostream* out = nullptr; ///< ":tt" for writing; nullptr: std::cout
    std::ostream* err = nullptr; ///< ":tt" for appending, and warnings; nullptr: std::cerr
    std::istream* in = nullptr;  ///< ":tt" for reading; nullptr: std::cin

    /// The firmware marks where what is to be measured begins, or ends. Empty: nobody wants to
    /// know.
    std::function<void(bool begins)> on_mark;

    /// Whether the run is to end early: asked where a stream fails and between parts of a long
    /// transfer. Empty: never.
    std::function<bool()> stop_asked;
};

/// A call was left since the run is to end early: "stopped while SYS_READC waits for input".
class semihosting_stop : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct semihosting_result {
    std::uint32_t r0 = 0;         ///< for the firmware
    std::optional<int> exit_code; ///< set: the firmware ends, and r0 does not matter
};

/// Carries out the calls of one CPU: the operations of the specification's AArch32 part, and two of
/// those that it leaves to others (0x100 to 0x1FF). Unknown ones give -1 and a warning; SYS_SYSTEM
/// is refused with EPERM.
class semihosting {
public:
    // What is measured begins, and ends: for who counts from outside. They give 0, whoever does.
    static constexpr std::uint32_t mark_begin = 0x110;
    static constexpr std::uint32_t mark_end = 0x111;

    /// Ticks of SYS_ELAPSED in a second: SYS_TICKFREQ.
    static constexpr std::uint32_t tick_frequency_hz = 1'000'000'000;

    /// SYS_TIME at the start, in seconds since 1970: 2000-01-01 00:00:00 UTC.
    static constexpr std::uint32_t start_seconds = 946'684'800;

    /// `memory` must live as long as this object.
    /// \throw std::runtime_error where `config.directory` is not a folder
    semihosting(guest_memory& memory, semihosting_config config);

    /// \param operation the operation number, from R0
    /// \param parameter the parameter, from R1: mostly the address of a block of words
    /// \throw semihosting_fault where a block, a buffer or a text is not in memory
    /// \throw semihosting_stop where the run is to end early
    semihosting_result call(std::uint32_t operation, std::uint32_t parameter);

private:
    bool may_change(const std::string& path);
    std::uint32_t result_of(std::uint32_t operation, std::uint32_t parameter);

    std::uint32_t open(std::uint32_t parameter);
    std::uint32_t close(std::uint32_t parameter);
    std::uint32_t write_character(std::uint32_t parameter);
    std::uint32_t write_text(std::uint32_t parameter);
    std::uint32_t transfer(std::uint32_t parameter, bool is_write);
    std::uint32_t read_character();
    std::uint32_t is_tty(std::uint32_t parameter);
    std::uint32_t seek(std::uint32_t parameter);
    std::uint32_t file_length(std::uint32_t parameter);
    std::uint32_t temporary_name(std::uint32_t parameter);
    std::uint32_t remove(std::uint32_t parameter);
    std::uint32_t rename(std::uint32_t parameter);
    std::uint32_t command_line(std::uint32_t parameter);
    std::uint32_t heap_info(std::uint32_t parameter);
    std::uint32_t elapsed(std::uint32_t parameter);
    std::uint32_t mark(bool begins) const;
    semihosting_result exit(std::uint32_t reason, std::uint32_t code);

    /// 0, or -1 with the error kept for SYS_ERRNO.
    std::uint32_t status(int error);
    /// The file of a handle; nullptr, with the error kept, if it is not open.
    guest_file* find(std::uint32_t handle);
    /// A file's name; nothing, with the error kept, if it is longer than a path can be.
    std::optional<std::string> name(std::uint32_t address, std::uint32_t bytes);
    void write_string(std::uint32_t address, const std::string& text) const;
    std::uint64_t simulated_ps() const;
    /// \param how what the call does: "waits for input"
    /// \throw semihosting_stop if it was asked for
    void end_if_asked(const char* how) const;

    semihosting_config m_config;
    guest_access m_memory;
    guest_console m_console;
    warning_log m_warnings;
    file_table m_files;
    int m_errno = 0; ///< of the host
};

} // namespace platform::iss
