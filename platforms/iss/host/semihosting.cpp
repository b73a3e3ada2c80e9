// SPDX-License-Identifier: Apache-2.0
#include <iss/host/semihosting.h>

#include <process/words.h>
#include <program/lexer.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <iostream>
#include <iterator>
#include <utility>

namespace platform::iss {

namespace {

enum operation : std::uint32_t {
    sys_open = 0x01,
    sys_close = 0x02,
    sys_writec = 0x03,
    sys_write0 = 0x04,
    sys_write = 0x05,
    sys_read = 0x06,
    sys_readc = 0x07,
    sys_iserror = 0x08,
    sys_istty = 0x09,
    sys_seek = 0x0A,
    sys_flen = 0x0C,
    sys_tmpnam = 0x0D,
    sys_remove = 0x0E,
    sys_rename = 0x0F,
    sys_clock = 0x10,
    sys_time = 0x11,
    sys_system = 0x12,
    sys_errno = 0x13,
    sys_get_cmdline = 0x15,
    sys_heapinfo = 0x16,
    sys_exit = 0x18,
    sys_exit_extended = 0x20,
    sys_elapsed = 0x30,
    sys_tickfreq = 0x31,
};

struct operation_name {
    operation number;
    const char* name;
};

constexpr operation_name operation_names[] = {
    {sys_open, "SYS_OPEN"},         {sys_close, "SYS_CLOSE"},
    {sys_writec, "SYS_WRITEC"},     {sys_write0, "SYS_WRITE0"},
    {sys_write, "SYS_WRITE"},       {sys_read, "SYS_READ"},
    {sys_readc, "SYS_READC"},       {sys_iserror, "SYS_ISERROR"},
    {sys_istty, "SYS_ISTTY"},       {sys_seek, "SYS_SEEK"},
    {sys_flen, "SYS_FLEN"},         {sys_tmpnam, "SYS_TMPNAM"},
    {sys_remove, "SYS_REMOVE"},     {sys_rename, "SYS_RENAME"},
    {sys_clock, "SYS_CLOCK"},       {sys_time, "SYS_TIME"},
    {sys_system, "SYS_SYSTEM"},     {sys_errno, "SYS_ERRNO"},
    {sys_heapinfo, "SYS_HEAPINFO"}, {sys_get_cmdline, "SYS_GET_CMDLINE"},
    {sys_exit, "SYS_EXIT"},         {sys_exit_extended, "SYS_EXIT_EXTENDED"},
    {sys_elapsed, "SYS_ELAPSED"},   {sys_tickfreq, "SYS_TICKFREQ"},
};

constexpr std::uint32_t failure = 0xFFFFFFFF;       ///< -1
constexpr std::uint32_t application_exit = 0x20026; ///< ADP_Stopped_ApplicationExit
constexpr std::uint64_t ps_in_second = 1'000'000'000'000;
constexpr std::uint64_t ps_in_centisecond = ps_in_second / 100;
constexpr std::uint64_t ps_in_tick = ps_in_second / semihosting::tick_frequency_hz;
constexpr std::uint32_t largest_identifier = 255; ///< of SYS_TMPNAM

// What a call does when it is left.
constexpr const char* waits_to_read = "waits for input";
constexpr const char* waits_to_write = "waits for its output to be taken";
constexpr const char* is_under_way = "is under way";

std::string name_of(std::uint32_t number) {
    const auto* found = std::find_if(std::begin(operation_names), std::end(operation_names),
                                     [&](const operation_name& o) { return o.number == number; });
    return found == std::end(operation_names) ? "operation " + process::hex(number, 2)
                                              : found->name;
}

struct error_number {
    int host;
    std::uint32_t newlib;
};

/// newlib numbers errors up to 34 as Linux does, and those past it in its own way.
constexpr int last_common_error = ERANGE;
constexpr error_number error_numbers[] = {
    {EDEADLK, 45}, {ENAMETOOLONG, 91}, {ENOLCK, 46},     {ENOSYS, 88},
    {ELOOP, 92},   {ENOTEMPTY, 90},    {EOVERFLOW, 139},
};

std::uint32_t newlib_errno(int host) {
    if (host <= last_common_error) {
        return static_cast<std::uint32_t>(host);
    }
    const auto* found = std::find_if(std::begin(error_numbers), std::end(error_numbers),
                                     [&](const error_number& e) { return e.host == host; });
    return found == std::end(error_numbers) ? EIO : found->newlib;
}

guest_console console_of(const semihosting_config& config) {
    return {config.out != nullptr ? *config.out : std::cout,
            config.err != nullptr ? *config.err : std::cerr,
            config.in != nullptr ? *config.in : std::cin};
}

} // namespace

semihosting::semihosting(guest_memory& memory, semihosting_config config)
    : m_config(std::move(config)), m_memory(memory), m_console(console_of(m_config)),
      m_warnings(m_console.err),
      m_files(guest_folder(m_config.directory, m_config.lookup,
                           [this](const std::string& path) { return may_change(path); }),
              m_console, m_warnings) {
}

bool semihosting::may_change(const std::string& path) {
    const std::string why = m_config.why_kept ? m_config.why_kept(path) : "";
    if (!why.empty()) {
        m_warnings.warn("the file " + program::in_quotes(path) + " is not changed: " + why);
    }
    return why.empty();
}

semihosting_result semihosting::call(std::uint32_t operation, std::uint32_t parameter) {
    m_memory.begin(name_of(operation));
    if (operation == sys_exit) { // the parameter is the reason itself
        return exit(parameter, 0);
    }
    if (operation == sys_exit_extended) {
        const auto [reason, code] = m_memory.words<2>(parameter);
        return exit(reason, code);
    }
    return {result_of(operation, parameter), std::nullopt};
}

std::uint32_t semihosting::result_of(std::uint32_t operation, std::uint32_t parameter) {
    switch (operation) {
    case sys_open: return open(parameter);
    case sys_close: return close(parameter);
    case sys_writec: return write_character(parameter);
    case sys_write0: return write_text(parameter);
    case sys_write: return transfer(parameter, true);
    case sys_read: return transfer(parameter, false);
    case sys_readc: return read_character();
    case sys_iserror: return m_memory.words<1>(parameter)[0] >> 31U; // negative
    case sys_istty: return is_tty(parameter);
    case sys_seek: return seek(parameter);
    case sys_flen: return file_length(parameter);
    case sys_tmpnam: return temporary_name(parameter);
    case sys_remove: return remove(parameter);
    case sys_rename: return rename(parameter);
    case sys_clock: return static_cast<std::uint32_t>(simulated_ps() / ps_in_centisecond);
    case sys_time: return static_cast<std::uint32_t>(start_seconds + simulated_ps() / ps_in_second);
    case sys_errno: return newlib_errno(m_errno);
    case sys_get_cmdline: return command_line(parameter);
    case sys_heapinfo: return heap_info(parameter);
    case sys_elapsed: return elapsed(parameter);
    case sys_tickfreq: return tick_frequency_hz;
    case mark_begin: return mark(true);
    case mark_end: return mark(false);
    case sys_system:
        m_warnings.warn("SYS_SYSTEM is refused: firmware runs no commands on the host");
        return status(EPERM);
    default: m_warnings.warn("there is no " + name_of(operation)); return status(ENOSYS);
    }
}

std::uint32_t semihosting::mark(bool begins) const {
    if (m_config.on_mark) {
        m_config.on_mark(begins);
    }
    return 0;
}

std::uint32_t semihosting::status(int error) {
    if (error == 0) {
        return 0;
    }
    m_errno = error;
    return failure;
}

guest_file* semihosting::find(std::uint32_t handle) {
    guest_file* const file = m_files.find(handle);
    if (file == nullptr) {
        m_errno = EBADF;
    }
    return file;
}

std::optional<std::string> semihosting::name(std::uint32_t address, std::uint32_t bytes) {
    if (bytes >= PATH_MAX) {
        m_errno = ENAMETOOLONG;
        return std::nullopt;
    }
    std::string text(bytes, '\0');
    if (bytes != 0) {
        m_memory.read(address, text.data(), text.size());
    }
    // Some callers count the NUL at the end; no name goes on after one.
    return text.substr(0, text.find('\0'));
}

void semihosting::write_string(std::uint32_t address, const std::string& text) const {
    m_memory.write(address, text.c_str(), text.size() + 1);
}

std::uint64_t semihosting::simulated_ps() const {
    return m_config.simulated_ps ? m_config.simulated_ps() : 0;
}

void semihosting::end_if_asked(const char* how) const {
    if (m_config.stop_asked && m_config.stop_asked()) {
        throw semihosting_stop("stopped while " + m_memory.operation() + " " + how);
    }
}

std::uint32_t semihosting::open(std::uint32_t parameter) {
    const auto [address, mode, bytes] = m_memory.words<3>(parameter);
    const auto file_name = name(address, bytes);
    if (!file_name) {
        return failure;
    }
    const file_table::opened file = m_files.open(*file_name, mode);
    return file.error == 0 ? file.handle : status(file.error);
}

std::uint32_t semihosting::close(std::uint32_t parameter) {
    return status(m_files.close(m_memory.words<1>(parameter)[0]) ? 0 : EBADF);
}

std::uint32_t semihosting::write_character(std::uint32_t parameter) {
    char character = 0;
    m_memory.read(parameter, &character, 1);
    if (!m_console.out.put(character)) {
        end_if_asked(waits_to_write);
    }
    return 0;
}

std::uint32_t semihosting::write_text(std::uint32_t parameter) {
    m_memory.read_text(parameter, [this](const char* text, std::size_t bytes) {
        m_console.out.write(text, static_cast<std::streamsize>(bytes));
        end_if_asked(waits_to_write);
    });
    return 0;
}

/// SYS_WRITE and SYS_READ. Returns the number of bytes that were not written, or not read: all of
/// them at the end of the file.
std::uint32_t semihosting::transfer(std::uint32_t parameter, bool is_write) {
    auto [handle, address, rest] = m_memory.words<3>(parameter);
    guest_file* const file = find(handle);
    if (file == nullptr) {
        return rest;
    }
    m_memory.check_buffer(address, rest);
    std::array<char, guest_access::chunk> data{};
    while (rest != 0) {
        const std::size_t wanted = std::min<std::size_t>(rest, data.size());
        if (is_write) {
            m_memory.read(address, data.data(), wanted);
        }
        const file_result done =
            is_write ? file->write(data.data(), wanted) : file->read(data.data(), wanted);
        const auto count = static_cast<std::uint32_t>(done.value);
        if (!is_write && count != 0) {
            m_memory.write(address, data.data(), count);
        }
        rest -= count;
        address += count;
        if (done.error != 0) {
            m_errno = done.error;
        }
        if (rest != 0) {
            end_if_asked(!file->is_console() ? is_under_way
                         : is_write          ? waits_to_write
                                             : waits_to_read);
        }
        // What comes after a line of a console would have to be waited for.
        const bool ends_line =
            !is_write && file->is_console() && count != 0 && data[count - 1] == '\n';
        if (count < wanted || ends_line) {
            break;
        }
    }
    return rest;
}

/// Returns the byte, or -1 at the end of the input.
std::uint32_t semihosting::read_character() {
    char character = 0;
    const file_result got = console_input(m_console.in, m_console.out).read(&character, 1);
    if (got.value == 0) {
        end_if_asked(waits_to_read);
        return failure;
    }
    return static_cast<unsigned char>(character);
}

std::uint32_t semihosting::is_tty(std::uint32_t parameter) {
    const guest_file* const file = find(m_memory.words<1>(parameter)[0]);
    return file == nullptr ? failure : file->is_console() ? 1 : 0;
}

std::uint32_t semihosting::seek(std::uint32_t parameter) {
    const auto [handle, position] = m_memory.words<2>(parameter);
    guest_file* const file = find(handle);
    return file == nullptr ? failure : status(file->seek(position));
}

std::uint32_t semihosting::file_length(std::uint32_t parameter) {
    guest_file* const file = find(m_memory.words<1>(parameter)[0]);
    if (file == nullptr) {
        return failure;
    }
    const file_result length = file->length();
    if (length.error != 0 || length.value > INT32_MAX) {
        return status(length.error != 0 ? length.error : EOVERFLOW);
    }
    return static_cast<std::uint32_t>(length.value);
}

std::uint32_t semihosting::temporary_name(std::uint32_t parameter) {
    const auto [address, identifier, bytes] = m_memory.words<3>(parameter);
    if (identifier > largest_identifier) {
        return status(EINVAL);
    }
    const std::string text = "semihosting-" + std::to_string(identifier) + ".tmp";
    if (text.size() >= bytes) {
        return status(ERANGE);
    }
    write_string(address, text);
    return 0;
}

std::uint32_t semihosting::remove(std::uint32_t parameter) {
    const auto [address, bytes] = m_memory.words<2>(parameter);
    const auto file_name = name(address, bytes);
    return file_name ? status(m_files.remove(*file_name)) : failure;
}

std::uint32_t semihosting::rename(std::uint32_t parameter) {
    const auto [from, from_bytes, to, to_bytes] = m_memory.words<4>(parameter);
    const auto old_name = name(from, from_bytes);
    const auto new_name = name(to, to_bytes);
    return old_name && new_name ? status(m_files.rename(*old_name, *new_name)) : failure;
}

std::uint32_t semihosting::command_line(std::uint32_t parameter) {
    const auto [address, bytes] = m_memory.words<2>(parameter);
    const std::string& text = m_config.command_line;
    if (text.size() >= bytes) {
        m_warnings.warn("the command line has " + std::to_string(text.size()) +
                        " characters, the firmware has room for " + std::to_string(bytes) +
                        " with the NUL");
        return status(E2BIG);
    }
    write_string(address, text);
    m_memory.write_words<2>(parameter, {address, static_cast<std::uint32_t>(text.size())});
    return 0;
}

/// The parameter points to the address of the block.
std::uint32_t semihosting::heap_info(std::uint32_t parameter) {
    m_memory.write_words<4>(
        m_memory.words<1>(parameter)[0],
        {m_config.heap_base, m_config.heap_limit, m_config.stack_base, m_config.stack_limit});
    return 0;
}

std::uint32_t semihosting::elapsed(std::uint32_t parameter) {
    const std::uint64_t ticks = simulated_ps() / ps_in_tick;
    m_memory.write_words<2>(
        parameter, {static_cast<std::uint32_t>(ticks), static_cast<std::uint32_t>(ticks >> 32U)});
    return 0;
}

semihosting_result semihosting::exit(std::uint32_t reason, std::uint32_t code) {
    m_console.out.flush();
    m_console.err.flush();
    return {0, reason == application_exit ? static_cast<int>(code) : 1};
}

} // namespace platform::iss
