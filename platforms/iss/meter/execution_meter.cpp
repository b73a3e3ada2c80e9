// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/execution_meter.h>

#include <iss/decode/effective_address.h>
#include <iss/decode/psr.h>

#include <algorithm>
#include <array>

namespace platform {

namespace {

/// More than any budget.
constexpr std::int64_t beyond_every_budget = std::int64_t{1} << 40;

std::int64_t cycles_of(const activity_counts& counts) {
    return static_cast<std::int64_t>(counts.cycles());
}

/// Invalidations of a whole cache or TLB: c7 and c8 of CP15.
bool is_cache_operation(const instruction& i) {
    const pmu::coprocessor_register& r = i.coprocessor;
    return i.kind == instruction_class::coprocessor_write && r.coproc == 15 && r.opc1 == 0 &&
           ((r.crn == 7 && (r.crm == 5 || r.crm == 6 || r.crm == 7 || r.crm == 14 || r.crm == 15) &&
             r.opc2 == 0) ||
            (r.crn == 8 && r.opc2 == 0));
}

} // namespace

execution_meter::execution_meter(const core_model& core, const cache_geometry& caches,
                                 guest_memory& code, std::function<std::uint32_t()> cpsr,
                                 execution_listener& listener, trap_filter is_trap)
    : m_core(core), m_code(code), m_listener(listener), m_cpsr(std::move(cpsr)),
      m_is_trap(std::move(is_trap)), m_table(slots, &m_none) {
    if (caches.exists()) {
        m_memory.emplace(caches, core.tlb, core.timing);
        m_at_every_entry = 1;
    }
    m_none.is_listed = true; // it has nothing to drain
    m_none.pc = 1;           // no run is at an odd address
}

void execution_meter::list(straight_run& run) {
    run.is_listed = true;
    m_listed.push_back(&run);
}

/// Inside an IT block an engine may go past instructions that fail their condition, without a word.
/// \return the last one
straight_run* execution_meter::skip_to(std::uint32_t pc) {
    while (m_current->it_after != 0 && m_current->end < pc) {
        std::uint16_t first_halfword = 0;
        m_code.read(m_current->end, &first_halfword, sizeof first_halfword);
        const std::uint32_t bytes = first_halfword >= 0xE800U ? 4 : 2;
        straight_run* skipped = look_up(m_current->end, bytes, m_current->it_after);
        leave(m_current->end);
        m_current = skipped;
    }
    return m_current;
}

bool execution_meter::pause(std::uint32_t pc) {
    go_to_none(pc, m_current->it_after);
    return m_listener.boundary(pc);
}

/// Execution has stopped before pc.
void execution_meter::go_to_none(std::uint32_t pc, std::uint8_t it_state) {
    m_none.end = pc;
    m_none.it_after = it_state;
    m_current = &m_none;
}

entry execution_meter::enter_special(straight_run& run) {
    if ((run.at_entry & straight_run::is_trap) != 0) {
        m_budget += run.worst_cycles;
        m_trapped = &run;
        go_to_none(run.pc, run.it_before);
        return entry::trap;
    }
    if ((run.at_entry & straight_run::has_stops) != 0) {
        return entry::split;
    }
    if ((run.at_entry & straight_run::is_cache_operation) != 0 &&
        condition_holds(run.instructions.front().condition, m_cpsr())) {
        apply_cache_operation(run.instructions.front());
    }
    if (m_memory) {
        begin(run);
    }
    return (run.at_entry & straight_run::is_conditional) != 0 ? entry::look : entry::go;
}

void execution_meter::executed_by_host(const instruction& i, std::uint8_t it_before) {
    leave(i.pc);
    m_current = find_or_make(i.pc, i.bytes, it_before);
    if (m_memory) {
        begin(*m_current);
    }
}

/// What the memory system does before a run: a run lies in one page.
void execution_meter::begin(const straight_run& run) {
    m_next_item = 0;
    m_details.assign(m_is_detailed ? run.instructions.size() : 0, {});
    activity_counts& into = m_is_detailed ? m_details.front() : m_dynamic;
    const std::uint64_t cycles = into.cycles();
    m_memory->translate_fetch(run.pc, into);
    m_budget -= static_cast<std::int64_t>(into.cycles() - cycles);
}

/// What a run has fetched is known when it is left: it may be left early.
void execution_meter::fetch(const straight_run& run) {
    if (run.instructions.empty()) {
        return;
    }
    if (!m_details.empty()) {
        for (std::size_t k = 0; k < run.instructions.size(); ++k) {
            m_memory->fetch(run.instructions[k].pc, run.instructions[k].bytes, m_details.at(k));
        }
        return;
    }
    const std::uint64_t cycles = m_dynamic.cycles();
    m_memory->fetch(run.pc, run.instructions.front().bytes, m_dynamic);
    m_memory->fetch_up_to(run.end, m_dynamic);
    m_budget -= static_cast<std::int64_t>(m_dynamic.cycles() - cycles);
}

entry execution_meter::split(std::uint32_t pc) {
    straight_run& whole = *m_current;
    if (&whole == &m_none || pc <= whole.pc || pc >= whole.end) { // it begins here: entered already
        return entry::go;
    }
    const std::uint32_t rest = whole.end - pc;
    m_current = part_of(whole, pc);
    m_budget += whole.worst_cycles - m_current->worst_cycles;
    const entry verdict = enter(pc, rest);
    // Its stops are those of the whole.
    return verdict == entry::split ? stops_are_known() : verdict;
}

/// The run as far as pc, which lies inside of it.
straight_run* execution_meter::part_of(straight_run& whole, std::uint32_t pc) {
    if (whole.part == nullptr || whole.part->end != pc) {
        straight_run* part = find_or_make(whole.pc, pc - whole.pc, whole.it_before);
        whole.part = whole.has_passed ? passed(*part) : part;
    }
    return whole.part;
}

/// The run where its first instruction, a conditional access, passes its condition.
straight_run* execution_meter::passed(straight_run& run) {
    if (run.passed == nullptr) {
        run.passed = make(run.pc, run.end - run.pc, run.it_before, true);
    }
    return run.passed.get();
}

void execution_meter::look_at_flags(std::uint32_t cpsr) {
    if (condition_holds(m_current->instructions.front().condition, cpsr)) {
        m_current = passed(*m_current);
    }
}

void execution_meter::leave(std::uint32_t pc) {
    straight_run* run = m_current;
    if (run == &m_none) {
        return;
    }
    if (pc == run->pc) { // nothing of it has been executed
        go_to_none(pc, run->it_before);
        return;
    }
    if (pc > run->pc && pc < run->end) {
        m_current = part_of(*run, pc);
    }
    ++m_current->left[0];
    if (!m_current->is_listed) {
        list(*m_current);
    }
    if (m_memory) {
        fetch(*m_current);
    }
    go_to_none(m_current->end, m_current->it_after);
}

void execution_meter::access(std::uint32_t address, std::uint32_t bytes, bool is_write) {
    const std::vector<run_item>& items = m_current->items;
    const run_item item = m_next_item < items.size() ? items[m_next_item] : run_item{0, true};
    pass_item(bytes);
    activity_counts& into =
        item.instruction < m_details.size() ? m_details[item.instruction] : m_dynamic;
    if ((address & (bytes - 1)) != 0) {
        into.add(activity_kind::unaligned_access);
    }
    if (m_memory) {
        if (item.is_first) {
            m_memory->begin_instruction();
        }
        const std::uint64_t cycles = into.cycles();
        m_memory->access(address, bytes, is_write, into);
        m_budget -= static_cast<std::int64_t>(into.cycles() - cycles);
    }
}

void execution_meter::come_to_device(const instruction& by, std::uint32_t bytes,
                                     std::uint32_t cpsr) {
    const std::uint32_t pc = by.pc;
    if (pc == m_current->pc) {
        return;
    }
    set_budget(INT64_MAX); // nobody can stop here
    if (split(pc) == entry::look) {
        look_at_flags(cpsr);
    }
    pass_item(bytes);
}

void execution_meter::forget(std::uint32_t pc, std::uint32_t bytes) {
    for (std::uint32_t at = pc; at < pc + bytes; at += 2) {
        const auto found = m_runs.find(at);
        if (found == m_runs.end()) {
            continue;
        }
        m_table[slot_of(at)] = &m_none;
        std::move(found->second.begin(), found->second.end(), std::back_inserter(m_forgotten));
        m_runs.erase(found);
    }
}

straight_run* execution_meter::look_up(std::uint32_t pc, std::uint32_t bytes,
                                       std::uint8_t it_state) {
    return m_table[slot_of(pc)] = find_or_make(pc, bytes, it_state);
}

straight_run* execution_meter::find_or_make(std::uint32_t pc, std::uint32_t bytes,
                                            std::uint8_t it_state) {
    run_list& runs = m_runs[pc];
    auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& r) {
        return r->end == pc + bytes && r->it_before == it_state;
    });
    if (found == runs.end()) {
        runs.push_back(make(pc, bytes, it_state, false));
        found = runs.end() - 1;
    }
    return found->get();
}

/// As decoder::decode(). The halves of a BL of Thumb-1 are two instructions where they lie in two
/// pages.
instruction execution_meter::decode_at(const std::uint8_t* code, std::size_t available,
                                       std::uint32_t pc, bool is_thumb,
                                       std::uint8_t it_state) const {
    instruction i = m_decoder.decode(code, available, pc, is_thumb, it_state);
    if (is_thumb && available == 2 && i.bytes == 4) {
        const std::uint32_t halfword = code[0] | static_cast<std::uint32_t>(code[1]) << 8U;
        const bool is_second = halfword >> 11U == 0x1FU || halfword >> 11U == 0x1DU;
        i.bytes = 2;
        i.encoding = halfword;
        i.kind = is_second ? instruction_class::branch : instruction_class::data_processing;
        i.is_branch = i.is_immediate_branch = i.writes_pc = is_second;
    }
    return i;
}

/// Whether this is an IT before an instruction that the host executes. An engine cannot stop inside
/// an IT block, so it has to stop before.
bool execution_meter::is_it_with_trap(const instruction& it) const {
    if (it.it_after == 0 || it.condition != 0xE || it.encoding >> 8U != 0xBFU) {
        return false;
    }
    std::uint8_t it_state = it.it_after;
    for (std::uint32_t pc = it.end(); it_state != 0;) {
        const instruction i = instruction_at(pc, true, it_state);
        if (m_is_trap(i)) {
            return true;
        }
        it_state = i.it_after;
        pc = i.end();
    }
    return false;
}

instruction execution_meter::instruction_at(std::uint32_t pc, bool is_thumb,
                                            std::uint8_t it_state) const {
    std::array<std::uint8_t, 4> code{};
    const std::size_t available = m_code.read(pc, code.data(), 4)   ? 4
                                  : m_code.read(pc, code.data(), 2) ? 2
                                                                    : 0;
    return m_decoder.decode(code.data(), available, pc, is_thumb, it_state);
}

std::unique_ptr<straight_run> execution_meter::make(std::uint32_t pc, std::uint32_t bytes,
                                                    std::uint8_t it_state, bool has_passed) {
    auto run = std::make_unique<straight_run>();
    run->pc = pc;
    run->end = pc + bytes;
    run->it_before = it_state;
    run->has_passed = has_passed;
    std::vector<std::uint8_t> code(bytes);
    if (!m_code.read(pc, code.data(), bytes)) {
        code.assign(bytes, 0); // the engine will fail to fetch it
    }
    const bool is_thumb = (m_cpsr() & psr::thumb) != 0;
    for (std::uint32_t at = 0; at < bytes;) {
        const instruction i = decode_at(code.data() + at, bytes - at, pc + at, is_thumb, it_state);
        const instruction_counts counts = counts_of(i, m_core.timing, has_caches());
        const bool is_first = at == 0;
        const bool is_trap = m_is_trap(i) || is_it_with_trap(i);
        run->always.add(counts.always);
        run->when_taken.add(counts.when_taken);
        run->when_falling.add(counts.when_falling);
        if (is_first) {
            run->when_passed = counts.when_passed;
            run->at_entry = static_cast<std::uint8_t>(
                (is_trap ? straight_run::is_trap : 0) |
                (depends_on_condition(i) ? straight_run::is_conditional : 0) |
                (has_caches() && is_cache_operation(i) ? straight_run::is_cache_operation : 0));
        } else if (is_trap || depends_on_condition(i) || (has_caches() && is_cache_operation(i))) {
            run->stops.push_back(i.pc);
        }
        const bool is_executed = !depends_on_condition(i) || (is_first && has_passed);
        for (unsigned item = 0; is_executed && item < i.reads + 0U + i.writes; ++item) {
            run->items.push_back({static_cast<std::uint16_t>(run->instructions.size()), item == 0});
        }
        run->worst_cycles += i.writes_status ? beyond_every_budget : 0;
        it_state = i.it_after;
        at += i.bytes;
        run->instructions.push_back(i);
    }
    run->it_after = it_state;
    run->at_entry = static_cast<std::uint8_t>(run->at_entry |
                                              (run->stops.empty() ? 0 : straight_run::has_stops));
    if (has_passed) {
        run->always.add(run->when_passed);
    }
    run->worst_cycles += cycles_of(run->always) + cycles_of(run->when_passed) +
                         std::max(cycles_of(run->when_taken), cycles_of(run->when_falling));
    return run;
}

void execution_meter::apply_cache_operation(const instruction& i) {
    const unsigned crm = i.coprocessor.crm;
    if (i.coprocessor.crn == 8) {
        m_memory->invalidate_tlbs();
        return;
    }
    if (crm == 5 || crm == 7 || crm == 15) {
        m_memory->invalidate_instruction_cache();
    }
    if (crm != 5) {
        m_memory->invalidate_data_cache();
    }
}

std::vector<execution_meter::place>
execution_meter::candidates(std::uint32_t address, bool is_write,
                            const std::function<std::uint32_t(unsigned)>& read_register,
                            std::uint32_t cpsr) const {
    std::vector<place> found;
    std::uint8_t it_state = m_current->it_before;
    const auto& stops = m_current->stops;
    for (const instruction& i : m_current->instructions) {
        const std::uint32_t length = std::max(i.reads, i.writes) * 1U * i.item_bytes;
        if ((is_write ? i.writes : i.reads) != 0 && condition_holds(i.condition, cpsr) &&
            address - address_of(i, read_register) < length &&
            std::find(stops.begin(), stops.end(), i.pc) == stops.end()) { // split() would be first
            found.push_back({&i, it_state});
        }
        it_state = i.it_after;
    }
    return found;
}

const instruction*
execution_meter::locate(std::uint32_t address, bool is_write,
                        const std::function<std::uint32_t(unsigned)>& read_register,
                        std::uint32_t cpsr) {
    const auto all = candidates(address, is_write, read_register, cpsr);
    if (all.empty()) {
        return nullptr;
    }
    // An instruction that accesses several items, then one behind the latest, then any.
    const auto goes_on = [this, address](const place& p) {
        return p.what->pc == m_located_pc && address == m_located_next && m_located_left != 0;
    };
    const auto is_behind = [this](const place& p) { return p.what->pc > m_located_pc; };
    auto found = std::find_if(all.begin(), all.end(), goes_on);
    const bool is_next_item = found != all.end();
    if (!is_next_item) {
        found = std::find_if(all.begin(), all.end(), is_behind);
    }
    const instruction& i = *(found != all.end() ? found : all.begin())->what;
    m_located_left = is_next_item ? m_located_left - 1 : std::max(i.reads, i.writes) - 1U;
    m_located_pc = i.pc;
    m_located_next = address + i.item_bytes;
    return &i;
}

void execution_meter::drain(activity_counts& into) {
    for (straight_run* run : m_listed) {
        into.add(run->always, run->left[0] + run->left[1]);
        into.add(run->when_taken, run->left[1]);
        into.add(run->when_falling, run->left[0]);
        run->left[0] = run->left[1] = 0;
        run->is_listed = false;
    }
    m_listed.clear();
    into.add(m_dynamic);
    m_dynamic.clear();
    if (!m_forgotten.empty()) {
        const auto is_in_use = [this](const straight_run* run) {
            return run != nullptr && (run == m_current || run == m_trapped);
        };
        const auto is_free = [&](const auto& run) {
            return !is_in_use(run.get()) && !is_in_use(run->passed.get());
        };
        m_forgotten.erase(std::remove_if(m_forgotten.begin(), m_forgotten.end(), is_free),
                          m_forgotten.end());
    }
}

void execution_meter::drain_each(
    const std::function<void(const instruction*, const activity_counts&)>& f) {
    for (straight_run* run : m_listed) {
        const bool is_taken = run->left[1] != 0;
        for (std::size_t k = 0; k < run->instructions.size(); ++k) {
            const instruction& i = run->instructions[k];
            const instruction_counts counts = counts_of(i, m_core.timing, has_caches());
            activity_counts all = counts.always;
            if (run->has_passed && &i == &run->instructions.front()) {
                all.add(counts.when_passed);
            }
            if (&i == &run->instructions.back()) {
                all.add(is_taken ? counts.when_taken : counts.when_falling);
            }
            if (k < m_details.size()) {
                all.add(m_details[k]);
            }
            all.add(m_dynamic);
            m_dynamic.clear();
            f(&i, all);
        }
        m_details.clear();
        run->left[0] = run->left[1] = 0;
        run->is_listed = false;
    }
    m_listed.clear();
    if (!m_dynamic.empty()) {
        f(nullptr, m_dynamic);
        m_dynamic.clear();
    }
}

} // namespace platform
