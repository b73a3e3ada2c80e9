// SPDX-License-Identifier: Apache-2.0
// What a debugger sees and changes while a CPU has halted for it.
#include <components/payload.h>
#include <iss/cpu/cpu_debugger.h>
#include <iss/cpu/iss_cpu.h>

#include <algorithm>
#include <cstring>

namespace platform::iss {

namespace {

constexpr std::uint32_t least_page = 1024; ///< no table tells pages that are smaller
constexpr std::uint32_t word_bytes = 4;

/// The bytes of [address, address + bytes) that one page surely has.
std::size_t piece_of(std::uint32_t address, std::size_t bytes) {
    return std::min<std::size_t>(bytes, least_page - address % least_page);
}

/// The bytes of a word of a device that a debugger reads or writes.
struct piece_of_word {
    std::uint32_t address; ///< of the word
    std::uint32_t first;   ///< in the word
    std::size_t bytes;
    std::size_t done; ///< how many come before them

    std::uint8_t* in(std::uint32_t& word) const {
        return reinterpret_cast<std::uint8_t*>(&word) + first;
    }
};

/// Calls act(piece) for each word of [address, address + bytes), until it says no.
/// \return how many bytes it has said yes to
template <class Act>
std::size_t for_each_word(std::uint32_t address, std::size_t bytes, const Act& act) {
    std::size_t done = 0;
    while (done < bytes) {
        const auto at = static_cast<std::uint32_t>(address + done);
        const std::uint32_t first = at % word_bytes;
        const std::size_t n = std::min<std::size_t>(bytes - done, word_bytes - first);
        if (!act(piece_of_word{at - first, first, n, done})) {
            break;
        }
        done += n;
    }
    return done;
}

bool is_mode(std::uint32_t cpsr) {
    constexpr std::uint32_t modes[] = {0x10, 0x11, 0x12, 0x13, 0x17, 0x1B, 0x1F};
    return std::find(std::begin(modes), std::end(modes), cpsr & psr::mode) != std::end(modes);
}

} // namespace

// --- registers -----------------------------------------------------------------------------------

std::uint32_t cpu_debugger::reg(unsigned n) {
    return m_cpu.reg(n);
}

bool cpu_debugger::set_reg(unsigned n, std::uint32_t value) {
    if (n >= registers) {
        return false;
    }
    if (n < program_counter) {
        m_cpu.m_engine.set_reg(n, value);
        return true;
    }
    if (n == program_counter) {
        const bool is_thumb = (m_cpu.m_engine.cpsr() & psr::thumb) != 0;
        value &= is_thumb ? ~1U : ~3U;
        if (value == m_cpu.m_pc) {
            return true;
        }
        m_cpu.m_pc = value;
    } else if (value == m_cpu.m_engine.cpsr()) {
        return true;
    } else if (!set_status(value)) {
        return false;
    }
    m_is_in_block = false;
    m_cpu.m_meter.go_on_at(m_cpu.m_pc, psr::it_of(m_cpu.m_engine.cpsr()));
    return true;
}

/// Neither Jazelle nor big-endian data can be had.
bool cpu_debugger::set_status(std::uint32_t value) {
    const std::uint32_t changed = value ^ m_cpu.m_engine.cpsr();
    if (!is_mode(value) || (changed & (psr::jazelle | psr::big_endian)) != 0 ||
        ((value & psr::it) != 0 && !m_cpu.m_core.has_thumb2)) {
        return false;
    }
    m_cpu.m_engine.set_cpsr(value);
    m_cpu.look_at_masks();
    return true;
}

// --- memory --------------------------------------------------------------------------------------

/// Nothing is kept of what is looked up, as a TLB would.
std::optional<std::uint32_t> cpu_debugger::physical(std::uint32_t address) const {
    const address_translation* const translation = m_cpu.m_engine.translation();
    return translation != nullptr ? translation->look_up(address) : address;
}

std::size_t cpu_debugger::read(std::uint32_t address, std::uint8_t* data, std::size_t bytes) {
    bytes = static_cast<std::size_t>(
        std::min<std::uint64_t>(bytes, (std::uint64_t{1} << 32U) - address));
    std::size_t done = 0;
    while (done < bytes) {
        const auto at = static_cast<std::uint32_t>(address + done);
        const std::size_t piece = piece_of(at, bytes - done);
        const auto where = physical(at);
        const std::size_t n = where ? read_piece(*where, data + done, piece) : 0;
        done += n;
        if (n != piece) {
            break;
        }
    }
    return done;
}

std::size_t cpu_debugger::read_piece(std::uint32_t physical, std::uint8_t* data,
                                     std::size_t bytes) {
    if (const auto* const memory = m_cpu.m_memory.at(physical)) { // whole pages of 4 KiB
        std::memcpy(data, memory->host + (physical - memory->base), bytes);
        return bytes;
    }
    return for_each_word(physical, bytes, [&](const piece_of_word& piece) {
        std::uint32_t word = 0;
        const bool is_done = access_word(piece.address, word, false);
        if (is_done) {
            std::memcpy(data + piece.done, piece.in(word), piece.bytes);
        }
        return is_done;
    });
}

bool cpu_debugger::access_word(std::uint32_t physical, std::uint32_t& word, bool is_write) {
    tlm::tlm_generic_payload payload;
    components::prepare(payload, components::command_of(is_write), physical, &word, word_bytes);
    return m_cpu.socket->transport_dbg(payload) == word_bytes;
}

bool cpu_debugger::write(std::uint32_t address, const std::uint8_t* data, std::size_t bytes) {
    if (bytes > (std::uint64_t{1} << 32U) - address) {
        return false;
    }
    for (std::size_t done = 0; done < bytes;) {
        const auto at = static_cast<std::uint32_t>(address + done);
        const std::size_t piece = piece_of(at, bytes - done);
        const auto where = physical(at);
        const bool is_memory = where && m_cpu.m_memory.at(*where) != nullptr;
        const bool is_done = is_memory ? m_cpu.m_engine.write(at, data + done, piece)
                                       : where && write_device(*where, data + done, piece);
        if (!is_done) {
            return false;
        }
        done += piece;
    }
    return true;
}

/// Devices take words. What a word has beside the bytes that are written stays.
bool cpu_debugger::write_device(std::uint32_t physical, const std::uint8_t* data,
                                std::size_t bytes) {
    const std::size_t done = for_each_word(physical, bytes, [&](const piece_of_word& piece) {
        std::uint32_t word = 0;
        if (piece.bytes != word_bytes && !access_word(piece.address, word, false)) {
            return false;
        }
        std::memcpy(piece.in(word), data + piece.done, piece.bytes);
        if (!access_word(piece.address, word, true)) {
            return false;
        }
        m_cpu.m_units.use_bus(piece.address);
        return true;
    });
    m_cpu.m_units.expect_selection();
    m_cpu.m_units.look_again();
    return done == bytes;
}

// --- points and commands -------------------------------------------------------------------------

bool cpu_debugger::add(stop_kind kind, std::uint32_t address, std::uint32_t bytes) {
    return m_points.add(is_breakpoint(kind) ? stop_points::point{kind, address & ~1U, 0}
                                            : stop_points::point{kind, address, bytes});
}

void cpu_debugger::remove(stop_kind kind, std::uint32_t address, std::uint32_t bytes) {
    m_points.remove(is_breakpoint(kind) ? stop_points::point{kind, address & ~1U, 0}
                                        : stop_points::point{kind, address, bytes});
}

std::optional<std::string> cpu_debugger::command(const std::string& line) {
    if (line == "pmu" && pmu_text) {
        return pmu_text();
    }
    if (line == "help") {
        return "monitor pmu   print the registers of the PMU: counters, events, flags\n"
               "monitor help  print this text\n";
    }
    return std::nullopt;
}

} // namespace platform::iss
