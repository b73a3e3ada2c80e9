// SPDX-License-Identifier: Apache-2.0
// What Unicorn calls while it executes: blocks as they begin, accesses, exceptions. Nothing can be
// thrown through it.
#include <iss/engine/unicorn_engine.h>

namespace platform::iss {

namespace {

unicorn_engine& of(void* self) {
    return *static_cast<unicorn_engine*>(self);
}

} // namespace

/// Asks the host. In an IT block Unicorn cannot stop, and may have gone past that place already:
/// whoever wants to stop is asked again after it. Where only this engine has a reason to, the host
/// is not asked again.
bool unicorn_engine::goes_on(entry verdict) {
    const std::uint32_t at = m_meter->next_pc();
    const bool goes_on = verdict == entry::spin ? m_host.spin(at) : m_host.boundary(at);
    if (m_meter->is_in_it_block()) {
        return true;
    }
    if (!goes_on) {
        m_meter->leave(at);
        return false;
    }
    const bool lacks_holes = has_translation() && m_holes.empty();
    m_translate_again = lacks_holes || passes_hooks_in_vain();
    return !m_translate_again;
}

/// \param end of the block that begins at pc
void unicorn_engine::act_on(entry verdict, std::uint32_t pc, std::uint32_t end) {
    for (;;) {
        switch (verdict) {
        case entry::go: return;
        case entry::look: m_meter->look_at_flags(cpsr()); return;
        case entry::trap: stop_before(stop_reason::trap, pc); return;
        case entry::unaligned: stop_before(stop_reason::unaligned, pc); return;
        case entry::split:
            // Translate the block again, then enter it again. The stops of a part that begins in an
            // IT block are learned when the whole is entered next.
            if (!m_meter->is_in_it_block() && learn_stops()) {
                m_meter->leave(pc);
                m_translate_again = true;
                stop_before(stop_reason::asked, pc);
                return;
            }
            verdict = m_meter->stops_are_known();
            break;
        case entry::boundary:
        case entry::spin:
            if (!goes_on(verdict)) {
                stop_before(stop_reason::asked, pc);
                return;
            }
            verdict = m_meter->enter(pc, end - pc);
            break;
        }
    }
}

/// Most of the time of fast firmware is spent here, so what is rare is elsewhere.
void unicorn_engine::on_block(uc_engine* uc, std::uint64_t address, std::uint32_t bytes,
                              void* self) {
    unicorn_engine& e = of(self);
    if (e.m_is_ending || !e.m_meter->goes_on_to(static_cast<std::uint32_t>(address), bytes)) {
        on_other_block(uc, address, bytes, self);
    }
}

void unicorn_engine::on_block_fetching(uc_engine* uc, std::uint64_t address, std::uint32_t bytes,
                                       void* self) {
    unicorn_engine& e = of(self);
    if (e.m_is_ending || !e.m_meter->goes_on_fetching(static_cast<std::uint32_t>(address), bytes)) {
        on_other_block(uc, address, bytes, self);
    }
}

/// After the hook that may stop the engine before this block: then it is told when it is executed.
/// Where the host executes its first instruction, that tells the profile.
void unicorn_engine::on_profiled_block(uc_engine* /*uc*/, std::uint64_t address,
                                       std::uint32_t bytes, void* self) {
    unicorn_engine& e = of(self);
    if (!e.m_is_ending) {
        e.m_profile->enter(static_cast<std::uint32_t>(address), bytes, e);
    }
}

/// Not inlined, so that on_block() needs no stack.
[[gnu::noinline]] void unicorn_engine::on_other_block(uc_engine* uc, std::uint64_t address,
                                                      std::uint32_t bytes, void* self) {
    unicorn_engine& e = of(self);
    if (e.m_is_ending) { // not everywhere does a block end at once
        if (!e.m_runs_again) {
            uc_emu_stop(uc);
        }
        e.m_runs_again = false;
        return;
    }
    const auto pc = static_cast<std::uint32_t>(address);
    if (!e.m_holes.empty() && e.leads_outside(pc)) {
        e.stop_before(stop_reason::no_memory_fetch, pc);
        return;
    }
    const entry verdict = e.m_meter->enter(pc, bytes);
    if (verdict != entry::go) {
        e.act_on(verdict, pc, pc + bytes);
    }
}

void unicorn_engine::on_address(uc_engine* /*uc*/, std::uint64_t address, std::uint32_t /*bytes*/,
                                void* self) {
    unicorn_engine& e = of(self);
    e.m_passed_hooks += e.m_hooked_addresses.size();
    e.split(static_cast<std::uint32_t>(address));
}

void unicorn_engine::on_instruction(uc_engine* /*uc*/, std::uint64_t address,
                                    std::uint32_t /*bytes*/, void* self) {
    unicorn_engine& e = of(self);
    const auto pc = static_cast<std::uint32_t>(address);
    if (e.m_meter->splits_at(pc)) {
        e.split(pc);
    }
}

/// A debugger may want to halt here.
void unicorn_engine::on_asked(uc_engine* /*uc*/, std::uint64_t address, std::uint32_t /*bytes*/,
                              void* self) {
    unicorn_engine& e = of(self);
    const auto pc = static_cast<std::uint32_t>(address);
    if (e.m_may_stop && !e.m_is_ending && !e.m_host.lets_execute(pc)) {
        e.leave(pc);
        e.stop_before(stop_reason::asked, pc);
    }
}

void unicorn_engine::split(std::uint32_t pc) {
    if (!m_is_ending) {
        const std::uint32_t end = m_meter->next_pc();
        const entry verdict = m_meter->split(pc);
        if (verdict != entry::go) {
            act_on(verdict, pc, end);
        }
    }
}

/// Likewise.
void unicorn_engine::on_memory(uc_engine* uc, uc_mem_type type, std::uint64_t address, int bytes,
                               std::int64_t value, void* self) {
    unicorn_engine& e = of(self);
    const auto at = static_cast<std::uint32_t>(address);
    const bool may_be_memory = e.has_translation() ? !e.m_is_since_2_1 : e.memory_at(at) != nullptr;
    if (e.m_fault || e.m_halves_left != 0 || !may_be_memory ||
        !e.m_meter->accesses_at_once(at, static_cast<std::uint32_t>(bytes), type == UC_MEM_WRITE)) {
        on_other_memory(uc, type, address, bytes, value, self);
    }
}

[[gnu::noinline]] void unicorn_engine::on_other_memory(uc_engine* /*uc*/, uc_mem_type type,
                                                       std::uint64_t address, int bytes,
                                                       std::int64_t /*value*/, void* self) {
    unicorn_engine& e = of(self);
    const auto told = static_cast<std::uint32_t>(address);
    const auto length = static_cast<std::uint32_t>(bytes);
    const bool is_write = type == UC_MEM_WRITE;
    if (e.m_fault || (!is_write && e.is_half_of_load(told, length))) {
        return;
    }
    const std::uint32_t at = e.tells_physical() ? e.m_meter->address_of_next_item(told) : told;
    const bool is_memory = e.m_meter->knows_memory_at(at) || e.is_memory(at);
    if (is_memory) {
        e.m_meter->access(at, length, is_write);
    } else {
        e.m_meter->pass_item(length);
    }
    const std::uint32_t offset = at & (length - 1); // a power of two
    if (offset != 0 && !is_write &&
        (!is_memory || at % block_page_bytes + length > block_page_bytes)) {
        e.m_halves_left = 2;
        e.m_half = at - offset;
    }
}

bool unicorn_engine::is_since_2_1() {
    unsigned major = 0;
    unsigned minor = 0;
    uc_version(&major, &minor);
    return major > 2 || (major == 2 && minor >= 1);
}

/// A load that is not aligned and crosses a page, or is from a device, becomes two aligned ones, of
/// which Unicorn tells, too.
bool unicorn_engine::is_half_of_load(std::uint32_t told, std::uint32_t bytes) {
    if (m_halves_left == 0 || told != (tells_physical() ? physical(m_half) : m_half)) {
        m_halves_left = 0;
        return false;
    }
    --m_halves_left;
    m_half += bytes;
    return true;
}

bool unicorn_engine::on_no_memory(uc_engine* /*uc*/, uc_mem_type type, std::uint64_t address,
                                  int /*bytes*/, std::int64_t /*value*/, void* self) {
    unicorn_engine& e = of(self);
    if (e.m_fault) { // the first is the one
        return false;
    }
    const auto at = static_cast<std::uint32_t>(address);
    if (type == UC_MEM_FETCH_UNMAPPED || type == UC_MEM_FETCH_PROT) {
        e.m_fault = engine_stop{stop_reason::no_memory_fetch, at, at};
        e.m_is_ending = true;
        return false;
    }
    const bool is_write = type == UC_MEM_WRITE_UNMAPPED || type == UC_MEM_WRITE_PROT;
    if (e.is_protected(at, is_write)) { // Unicorn looks at its MPU next
        return e.let_block_end(at);
    }
    e.note_fault(is_write ? stop_reason::no_memory_write : stop_reason::no_memory_read, at,
                 is_write);
    return e.m_suspects.size() > 1 && e.let_block_end(at);
}

void unicorn_engine::on_exception(uc_engine* uc, std::uint32_t number, void* self) {
    of(self).m_exception = number;
    uc_emu_stop(uc);
}

std::uint64_t unicorn_engine::on_device_read(uc_engine* /*uc*/, std::uint64_t offset,
                                             unsigned bytes, void* of_region) {
    const region& r = *static_cast<region*>(of_region);
    const std::uint32_t address = r.base + static_cast<std::uint32_t>(offset);
    std::uint32_t data = 0;
    if (r.owner->fetches_outside()) { // what is translated stops as it is entered, each time
        return 0;
    }
    if (r.is_hole) {
        r.owner->access_hole(address, false);
    } else {
        r.owner->access_device(address, bytes, false, data);
    }
    return data;
}

void unicorn_engine::on_device_write(uc_engine* /*uc*/, std::uint64_t offset, unsigned bytes,
                                     std::uint64_t value, void* of_region) {
    const region& r = *static_cast<region*>(of_region);
    const std::uint32_t address = r.base + static_cast<std::uint32_t>(offset);
    auto data = static_cast<std::uint32_t>(value);
    if (r.is_hole) {
        r.owner->access_hole(address, true);
    } else {
        r.owner->access_device(address, bytes, true, data);
    }
}

/// Nothing is at that physical address, which an instruction accesses. If none does, Unicorn itself
/// looks for a descriptor there: it reads that nothing is mapped, and stops the instruction.
void unicorn_engine::access_hole(std::uint32_t address, bool is_write) {
    if (m_fault) {
        return;
    }
    const bool was_ending = m_is_ending;
    note_fault(is_write ? stop_reason::no_memory_write : stop_reason::no_memory_read, address,
               is_write);
    if (m_suspects.empty()) {
        m_fault.reset();
        m_is_ending = was_ending;
        return;
    }
    if (m_suspects.size() <= 1) {
        uc_emu_stop(m_uc);
    }
}

void unicorn_engine::access_device(std::uint32_t address, unsigned bytes, bool is_write,
                                   std::uint32_t& data) {
    if (!m_fault && !m_host.access(address, bytes, is_write, data)) {
        note_fault(stop_reason::refused, address, is_write);
        data = 0; // as every later access to a device
        if (m_suspects.size() <= 1) {
            uc_emu_stop(m_uc);
        }
    }
}

} // namespace platform::iss
