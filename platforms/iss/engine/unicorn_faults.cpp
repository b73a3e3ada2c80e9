// SPDX-License-Identifier: Apache-2.0
// Which instruction of a block was at fault. Unicorn tells the address that was accessed and the
// registers at that time, but not where in the block it was. Where several instructions would have
// accessed that address with these registers, the block is let to its end and then executed again
// from each of them, with the memory as it was then: whichever leaves the same registers was it.
// The firmware goes no further.
#include <iss/decode/effective_address.h>
#include <iss/engine/unicorn_engine.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace platform::iss {

namespace {
constexpr std::uint32_t page_words = unicorn_page_bytes / sizeof(std::uint32_t);

bool is_zero(const unsigned char* page) {
    return page[0] == 0 && std::memcmp(page, page + 1, unicorn_page_bytes - 1) == 0;
}

} // namespace

unicorn_engine::registers unicorn_engine::registers_now() const {
    registers now{};
    for (unsigned n = 0; n < now.r.size(); ++n) {
        now.r.at(n) = reg(n);
    }
    now.cpsr = cpsr();
    return now;
}

/// Before the instruction has done anything else.
void unicorn_engine::note_fault(stop_reason reason, std::uint32_t address, bool is_write) {
    m_at_fault = registers_now();
    m_suspects.clear();
    const auto candidates = m_meter->candidates(
        address, is_write, [this](unsigned n) { return m_at_fault.r.at(n); }, m_at_fault.cpsr);
    for (const execution_meter::place& p : candidates) {
        m_suspects.push_back({p.what->pc, p.it_before});
    }
    m_code_at_fault = {m_meter->pc(), m_meter->code()};
    m_stored_to_code = m_code_at_fault;
    read(m_stored_to_code.address, m_stored_to_code.bytes.data(), m_stored_to_code.bytes.size());
    m_kept_pages.clear();
    // Unicorn executes an IT block to its end, too.
    const bool goes_on =
        m_suspects.size() > 1 || (m_suspects.size() == 1 && m_suspects.front().it_before != 0);
    if (goes_on && !keep_memory()) {
        m_suspects.resize(1);
    }
    // PC is that of the block.
    const std::uint32_t pc = m_suspects.empty() ? get(UC_ARM_REG_PC) : m_suspects.front().pc;
    m_fault = engine_stop{reason, pc, address};
    m_is_ending = true;
}

/// Whether the MPU refuses an access to where nothing is mapped: then it does not get there.
bool unicorn_engine::is_protected(std::uint32_t address, bool is_write) {
    if (m_translation) {
        return false;
    }
    const auto candidates = m_meter->candidates(
        address, is_write, [this](unsigned n) { return reg(n); }, cpsr());
    const bool is_by_user_access =
        !candidates.empty() &&
        std::all_of(candidates.begin(), candidates.end(),
                    [](const auto& place) { return accesses_as_user(*place.what); });
    const bool is_privileged = (cpsr() & psr::mode) != psr::user_mode && !is_by_user_access;
    const access_type type = is_write ? access_type::store : access_type::load;
    return read_protection().fault_of(address, type, is_privileged).has_value();
}

/// Lets an access to where nothing is mapped succeed.
/// \return false: that is not possible
bool unicorn_engine::let_block_end(std::uint32_t address) {
    const std::uint32_t page = address & ~(unicorn_page_bytes - 1);
    if (uc_mem_map(m_uc, page, unicorn_page_bytes, UC_PROT_ALL) != UC_ERR_OK) {
        return false;
    }
    m_page = page;
    fill_page_at_fault();
    return true;
}

/// With pointers, each to the next one, so that loads by what was loaded differ.
void unicorn_engine::fill_page_at_fault() {
    std::array<std::uint32_t, page_words> words{};
    for (std::uint32_t n = 0; n < page_words; ++n) {
        words.at(n) = *m_page + (n + 1) % page_words * 4;
    }
    uc_mem_write(m_uc, *m_page, words.data(), unicorn_page_bytes);
}

void unicorn_engine::put(const memory_piece& piece) {
    put(piece.address, piece.bytes.data(), piece.bytes.size());
}

void unicorn_engine::go_back_to_fault(std::uint8_t it_state) {
    set_cpsr((m_at_fault.cpsr & ~psr::it) | psr::it_in_place(it_state));
    for (unsigned n = 0; n < m_at_fault.r.size(); ++n) {
        set_reg(n, m_at_fault.r.at(n));
    }
}

/// Nothing can be thrown through Unicorn.
/// \return false: there is no memory left to do so
bool unicorn_engine::keep_memory() try {
    for (const auto& r : m_memory) {
        for (std::uint64_t offset = 0; offset < r->bytes; offset += unicorn_page_bytes) {
            const unsigned char* const page = r->host + offset;
            if (!is_zero(page)) {
                m_kept_pages.push_back({r->base + static_cast<std::uint32_t>(offset),
                                        {page, page + unicorn_page_bytes}});
            }
        }
    }
    return true;
} catch (const std::bad_alloc&) {
    m_kept_pages.clear();
    return false;
}

/// A page that has only been read stays one that the system need not provide.
void unicorn_engine::restore_memory() {
    auto kept = m_kept_pages.begin();
    for (const auto& r : m_memory) {
        for (std::uint64_t offset = 0; offset < r->bytes; offset += unicorn_page_bytes) {
            unsigned char* const page = r->host + offset;
            if (kept != m_kept_pages.end() && kept->address == r->base + offset) {
                std::copy(kept->bytes.begin(), kept->bytes.end(), page);
                ++kept;
            } else if (!is_zero(page)) {
                std::fill_n(page, unicorn_page_bytes, static_cast<unsigned char>(0));
            }
        }
    }
    put(m_code_at_fault);
    discard_translations();
    if (m_is_to_be_replaced) {
        replace();
    }
}

void unicorn_engine::on_store_again(uc_engine* /*uc*/, uc_mem_type /*type*/, std::uint64_t address,
                                    int bytes, std::int64_t /*value*/, void* self) {
    unicorn_engine& e = *static_cast<unicorn_engine*>(self);
    memory_piece before{static_cast<std::uint32_t>(address), {}};
    before.bytes.resize(static_cast<std::size_t>(bytes));
    if (e.read(before.address, before.bytes.data(), before.bytes.size())) {
        e.m_stored_again.push_back(std::move(before));
    }
}

/// Executes what is left of the block, if the fault was at `s`, and undoes that.
/// \return how many registers it leaves otherwise than they were left
std::size_t unicorn_engine::differences_after(const suspect& s, const registers& left) {
    if (m_page) {
        fill_page_at_fault();
    }
    go_back_to_fault(s.it_before);
    m_stored_again.clear();
    m_runs_again = true;
    const std::uint32_t state = (m_at_fault.cpsr & psr::thumb) != 0 ? 1 : 0;
    uc_emu_start(m_uc, s.pc | state, 0xFFFF'FFFF, 0, 0); // an error ends the block, too
    const registers now = registers_now();
    std::for_each(m_stored_again.rbegin(), m_stored_again.rend(),
                  [this](const memory_piece& m) { put(m); });
    std::size_t differences = ((now.cpsr ^ left.cpsr) & psr::flags) != 0 ? 1 : 0;
    for (std::size_t n = 0; n < left.r.size(); ++n) {
        differences += now.r.at(n) != left.r.at(n) ? 1U : 0U;
    }
    return differences;
}

/// \return the address of the instruction at fault; of those that nothing tells apart, the first
std::uint32_t unicorn_engine::find_culprit() {
    suspect culprit = m_suspects.empty() ? suspect{m_fault->pc, 0} : m_suspects.front();
    const registers left = registers_now();
    if (!m_kept_pages.empty()) { // there is code, so some page has been kept
        restore_memory();
    }
    if (m_suspects.size() > 1) {
        const uc_hook stores = hook(UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(on_store_again));
        std::size_t fewest = left.r.size() + 2;
        for (const suspect& s : m_suspects) {
            const std::size_t differences = differences_after(s, left);
            if (differences < fewest) {
                fewest = differences;
                culprit = s;
            }
        }
        unhook(stores);
        discard_translations(); // of which the meter has not been told
    }
    if (!m_kept_pages.empty()) {
        put(m_stored_to_code);
    }
    go_back_to_fault(culprit.it_before);
    return culprit.pc;
}

void unicorn_engine::take_page_away() {
    if (m_page) {
        uc_mem_unmap(m_uc, *m_page, unicorn_page_bytes);
        m_page.reset();
    }
}

} // namespace platform::iss
