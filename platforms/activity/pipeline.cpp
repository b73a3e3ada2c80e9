// SPDX-License-Identifier: Apache-2.0
#include <activity/pipeline.h>

#include <algorithm>
#include <stdexcept>

namespace platform::activity {

namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;       ///< no page and no doubleword has this number
constexpr std::uint32_t foreign_lines = 0x04000000; ///< line numbers no stream uses
constexpr std::uint32_t exception_entry = 6;        ///< cycles, also of the return
constexpr std::uint32_t most_interval = std::uint32_t{1} << 30;

pipeline_config checked(const pipeline_config& c) {
    const auto need = [](bool holds, const char* message) {
        if (!holds) {
            throw std::invalid_argument(message);
        }
    };
    const auto fits = [](std::uint32_t sets, std::uint32_t ways) {
        return sets <= 4096 && ways <= 64;
    };
    need(fits(c.icache_sets, c.icache_ways) && fits(c.dcache_sets, c.dcache_ways) &&
             fits(1, c.itlb_entries) && fits(1, c.dtlb_entries) && fits(c.main_tlb_sets, 2),
         "a cache or TLB has at most 4096 sets of 64 ways");
    need(c.request_slots >= 1 && c.request_slots <= 8, "request_slots must be 1 to 8");
    need(c.memory_latency >= 1 && c.memory_latency <= 100, "memory_latency must be 1 to 100");
    need(c.mispredict_penalty <= 100, "mispredict_penalty must be at most 100");
    need(c.interrupt_interval <= most_interval, "interrupt_interval must be at most 2^30");
    need(c.soft_error_interval <= most_interval, "soft_error_interval must be at most 2^30");
    return c;
}

} // namespace

pipeline::pipeline(std::uint64_t seed, const pipeline_config& config)
    : m_config(checked(config)), m_random(~seed), m_program(seed), m_pc(m_program.main_entry()),
      m_loop_turns(m_program.loops()), m_icache(config.icache_sets, config.icache_ways),
      m_dcache(config.dcache_sets, config.dcache_ways), m_itlb(1, config.itlb_entries),
      m_dtlb(1, config.dtlb_entries), m_main_tlb(config.main_tlb_sets, 2), m_fetched(nowhere),
      m_fetched_page(nowhere), m_requests(config.request_slots),
      m_positions(m_program.streams().size()) {
    m_next_interrupt = m_config.interrupt_interval;
    m_icache_error = m_config.soft_error_interval;
    m_dcache_error = m_config.soft_error_interval;
    // What ran before has left its data, some of it not yet written back.
    for (std::uint32_t way = 0; way < m_config.dcache_ways; ++way) {
        for (std::uint32_t set = 0; set < m_config.dcache_sets; ++set) {
            const std::uint32_t line = foreign_lines + way * m_config.dcache_sets + set;
            m_dcache.fill(line);
            if ((way + set) % 4 == 0) {
                m_dcache.mark_dirty();
            }
        }
    }
}

cycle_activity pipeline::step() {
    std::uint64_t& posted = m_posted[m_now % posting_range];
    cycle_activity a{posted, 0};
    posted = 0;
    if (m_in_handler) {
        a.add(activity_kind::irq_disabled);
    }
    if (m_stall != 0) {
        --m_stall;
        a.once |= m_stall_kinds;
    } else {
        issue(a);
    }
    const bool queue_full = a.has(activity_kind::lsu_full_stall);
    if (queue_full && !m_queue_was_full) {
        a.add(activity_kind::lsu_full_start);
    }
    m_queue_was_full = queue_full;
    ++m_now;
    return a;
}

void pipeline::issue(cycle_activity& a) {
    if (m_transfers_left == 0) {
        if (take_interrupt(a) || !fetch(a)) {
            return;
        }
        const synthetic_instruction& first = m_program[m_pc];
        if (wait_for_operands(a, first)) {
            return;
        }
        m_folded = false;
        const std::uint32_t position = m_pc;
        execute(a, first);
        // By now m_pc is where the program goes on.
        const bool may_pair = m_config.issue == issue_width::dual_issue && m_stall == 0 &&
                              m_transfers_left == 0 && m_pc == position + 1;
        if ((m_folded || may_pair) && can_go_second(first, m_program[m_pc]) &&
            fetch_without_wait()) {
            issue_second(a);
        }
        return;
    }
    // Each further register of a load or store multiple needs a request slot of its own if it
    // misses.
    if (free_request() == nullptr) {
        const std::uint64_t cause =
            m_transfer_stores ? bit_of(activity_kind::store_full_stall) : std::uint64_t{0};
        stall_now(a, bit_of(activity_kind::lsu_full_stall) | cause, first_free_request() - m_now);
        return;
    }
    transfer(a);
}

void pipeline::issue_second(cycle_activity& a) {
    const synthetic_instruction& second = m_program[m_pc];
    a.add(activity_kind::dual_issued);
    const bool with_branch = m_folded || is_branch(second.op);
    a.add(with_branch ? activity_kind::dual_issued_branch : activity_kind::dual_issued_other);
    execute(a, second);
}

bool pipeline::can_go_second(const synthetic_instruction& first,
                             const synthetic_instruction& second) const {
    switch (second.op) {
    case operation::alu: return !second.uses_load || m_load_ready <= m_now;
    case operation::branch_conditional:
    case operation::branch_loop:
    case operation::branch_always: return !is_branch(first.op) || m_folded;
    default: return false;
    }
}

bool pipeline::wait_for_operands(cycle_activity& a, const synthetic_instruction& i) {
    if (i.uses_load && m_load_ready > m_now) {
        stall_now(a, bit_of(activity_kind::data_dependency_stall), m_load_ready - m_now);
        return true;
    }
    if (is_memory(i.op) && free_request() == nullptr) {
        const std::uint64_t cause =
            is_store(i.op) ? bit_of(activity_kind::store_full_stall) : std::uint64_t{0};
        stall_now(a, bit_of(activity_kind::lsu_full_stall) | cause, first_free_request() - m_now);
        return true;
    }
    return false;
}

void pipeline::execute(cycle_activity& a, const synthetic_instruction& i) {
    a.add(activity_kind::instruction);
    switch (i.op) {
    case operation::branch_conditional:
    case operation::branch_loop:
    case operation::branch_always:
    case operation::call: branch(a, i); return;
    case operation::call_indirect: indirect_call(a, i); return;
    case operation::procedure_return: procedure_return(a); return;
    case operation::exception_return: leave_exception(a); return;
    case operation::supervisor_call:
        enter_exception(a, m_program.supervisor_entry(), m_pc + 1);
        return;
    case operation::context_switch:
        if (m_random.chance(i.likely, 65536)) {
            switch_context(a);
        }
        break;
    case operation::load:
    case operation::store:
    case operation::load_multiple:
    case operation::store_multiple:
        m_transfer_stores = is_store(i.op);
        m_transfers_left = i.registers;
        m_transfer_address = next_address(i);
        a.add(m_transfer_stores ? activity_kind::data_write : activity_kind::data_read);
        transfer(a);
        break;
    case operation::preload: preload(a, i); break;
    case operation::divide:
        a.add(activity_kind::integer_divide);
        stall(bit_of(activity_kind::integer_divide_stall), m_random.between(3, 17));
        break;
    case operation::barrier: barrier(); break;
    case operation::alu: break;
    }
    ++m_pc;
}

bool pipeline::take_interrupt(cycle_activity& a) {
    if (m_config.interrupt_interval == 0 || m_in_handler || m_now < m_next_interrupt) {
        return false;
    }
    const std::uint32_t half = m_config.interrupt_interval / 2;
    m_next_interrupt = m_now + half + m_random.below(m_config.interrupt_interval);
    enter_exception(a, m_program.interrupt_entry(), m_pc);
    return true;
}

void pipeline::enter_exception(cycle_activity& a, std::uint32_t handler, std::uint32_t resume) {
    a.add(activity_kind::exception_taken);
    m_resume = resume;
    m_pc = handler;
    m_in_handler = true;
    stall(0, exception_entry);
}

void pipeline::leave_exception(cycle_activity& a) {
    a.add(activity_kind::exception_return);
    m_pc = m_resume;
    m_in_handler = false;
    stall(0, exception_entry);
}

void pipeline::switch_context(cycle_activity& a) {
    a.add(activity_kind::context_change);
    m_context ^= 1U;
    m_itlb.clear();
    m_dtlb.clear();
    m_fetched_page = nowhere;
}

void pipeline::barrier() {
    std::uint64_t last = m_now;
    for (const request& r : m_requests) {
        last = std::max(last, r.done);
    }
    post(activity_kind::write_buffer_drained, last - m_now + 1);
    stall(0, last - m_now + 1);
}

void pipeline::stall(std::uint64_t kinds, std::uint64_t cycles) {
    m_stall = cycles;
    m_stall_kinds = kinds;
}

void pipeline::stall_now(cycle_activity& a, std::uint64_t kinds, std::uint64_t cycles) {
    a.once |= kinds;
    stall(kinds, cycles - 1);
}

void pipeline::post(activity_kind kind, std::uint64_t delay) {
    // A cycle has one wire for each of these; what finds it taken goes to a later one.
    const std::uint64_t at = m_now + std::min<std::uint64_t>(delay, posting_range / 2);
    for (std::uint64_t later = 0; later < posting_range / 2; ++later) {
        std::uint64_t& slot = m_posted[(at + later) % posting_range];
        if ((slot & bit_of(kind)) == 0) {
            slot |= bit_of(kind);
            return;
        }
    }
}

} // namespace platform::activity
