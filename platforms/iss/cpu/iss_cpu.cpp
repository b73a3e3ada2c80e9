// SPDX-License-Identifier: Apache-2.0
// Running firmware: when to stop the engine, and what time it is.
#include <iss/cpu/iss_cpu.h>

#include <components/module_processes.h>
#include <iss/cpu/iss_text.h>
#include <iss/decode/sctlr.h>
#include <process/lack_of_memory.h>

#include <algorithm>
#include <new>

namespace platform::iss {

namespace {
/// It stops without having executed anything a few times in a row at most.
constexpr unsigned most_idle_turns = 1000;
constexpr pmu::coprocessor_register system_control_register{15, 0, 1, 0, 0};
} // namespace

iss_cpu::iss_cpu(const sc_core::sc_module_name& name, const iss_config& config)
    : sc_core::sc_module(name), clk("clk", config.cycle), m_core(core_model_of(config.type)),
      m_config(config), m_time(config.cycle, on_synchronised), m_engine(config.type, *this),
      m_meter(m_core, config.caches, m_engine, m_engine,
              [this](const instruction& i) { return m_trapped.is_trap(i); }),
      m_exceptions(m_core, m_engine, m_meter, config.profile, [this](const std::string& what) {
          if (on_warning) {
              on_warning(what);
          }
      }) {
    m_engine.set_meter(m_meter);
    if (m_config.account != nullptr) {
        m_meter.keep_account(*m_config.account);
    }
    m_engine.set_profile(m_config.profile);
    if (m_config.profile != nullptr) {
        m_config.profile->look_at_code_by(
            [this](std::uint32_t pc, std::uint32_t bytes) { return facts_of(pc, bytes); });
    }
    if (address_translation* const translation = m_engine.translation()) {
        m_meter.set_translation(*translation, [this] { return m_engine.read_table_registers(); });
    }
    set_start_state();
    m_engine.set_granularity(m_granularity);
    MODULE_PROCESSES(iss_cpu);
    SC_THREAD(execute);
    SC_METHOD(note_request);
    dont_initialize();
    sensitive << irq.pos() << fiq.pos();
}

iss_cpu::~iss_cpu() = default;

void iss_cpu::count_on(pmu::batch_events_if& unit, const activity::event_map& kinds,
                       const pmu::event_table& events) {
    m_units.add({unit, kinds, unknown_events(kinds, events), m_config.cycle});
}

void iss_cpu::count_on_bus(pmu::batch_events_if& unit, const activity::event_map& kinds,
                           const pmu::event_table& events, const sc_core::sc_time& period,
                           const unit_window& where) {
    m_units.add_on_bus({unit, kinds, unknown_events(kinds, events), period}, where);
}

std::vector<unknown_event> iss_cpu::unknown_events(const activity::event_map& kinds,
                                                   const pmu::event_table& events) const {
    std::vector<unknown_event> unknown;
    for (const pmu::event_desc& e : events) {
        const auto is_known = [&](const activity::event_entry& k) {
            return k.number == e.number && knows(k.kind);
        };
        if (e.rule == pmu::event_rule::nothing || e.rule == pmu::event_rule::software ||
            std::any_of(kinds.begin(), kinds.end(), is_known)) {
            continue;
        }
        unknown.push_back({&e, {}});
        for (const pmu::event_desc& other : events) {
            if (&other != &e && events.rule(other.number).by_lines(pmu::own_line(e)) != 0) {
                unknown.back().counts_on.push_back(other.number);
            }
        }
    }
    return unknown;
}

/// As boot code leaves the core; out of reset the caches are off.
void iss_cpu::set_start_state() {
    constexpr std::uint32_t caches = sctlr::data_cache | sctlr::instruction_cache;
    const bool has_caches_on = m_meter.has_caches() && !m_config.starts_at_reset;
    m_engine.set_system_register(system_control_register, (m_engine.system_control() & ~caches) |
                                                              m_core.boot_control |
                                                              (has_caches_on ? caches : 0));
    m_meter.control_changed();
}

// --- the run -------------------------------------------------------------------------------------

void iss_cpu::execute() {
    wait(sc_core::sc_time::from_value(m_time.cycle() / 2));
    std::string failure;
    int exit_code = 1;
    try {
        if (m_why_not_loaded) {
            std::rethrow_exception(m_why_not_loaded);
        }
        execute_until_end();
    } catch (const engine_error& e) {
        failure = std::string(e.what()) + ", at PC " + place_text(e.pc().value_or(m_pc), m_image);
    } catch (const std::bad_alloc& e) {
        failure = std::string(process::text_of(e)) + ", at PC " + place_text(m_pc, m_image);
        exit_code = 2;
    } catch (const std::exception& e) { // firmware_error, semihosting_fault
        failure = e.what();
    }
    if (m_outcome) {
        return;
    }
    if (m_debugger != nullptr) {
        m_debugger->fail(failure);
    }
    finish(exit_code, failure);
}

void iss_cpu::execute_until_end() {
    m_time.synchronise();
    m_units.begin();
    choose_granularity();
    while (!m_outcome) {
        if (has_selected()) {
            choose_granularity();
        }
        look_at_masks();
        const std::uint64_t steps = steps_taken();
        const std::uint32_t pc = m_pc;
        if (m_debugger == nullptr || !m_debugger->attend()) {
            take_turn();
        }
        m_idle_turns = steps_taken() == steps && m_pc == pc ? m_idle_turns + 1 : 0;
        if (m_idle_turns == most_idle_turns) {
            throw firmware_error("the engine executes nothing at PC " + place_text(m_pc, m_image));
        }
    }
}

void iss_cpu::take_turn() {
    end_if_there_is_reason();
    m_spins_at = 1;
    const bool is_in_it_block = goes_on_in_it_block();
    m_time.keep_up(); // after what the host has executed, as at a boundary
    if (take_interrupt()) {
        // and then goes on at its vector
    } else if (is_in_it_block) {
        step_in_it_block();
    } else {
        renew_budget();
        const engine_stop stop = m_engine.run(m_pc);
        m_pc = stop.pc;
        account();
        if (has_selected()) { // the firmware may be at its end
            choose_granularity();
        }
        if (m_debugger == nullptr || !m_debugger->halts_before(stop)) {
            act_on(stop);
        }
    }
}

void iss_cpu::end_if_there_is_reason() {
    if (const std::string reason = reason_to_end(m_pc); !reason.empty()) {
        account(); // an exception may have been taken
        throw firmware_error(reason);
    }
}

void iss_cpu::debug_with(debug_monitor& monitor, std::uint64_t cycles,
                         std::function<std::string()> pmu_text) {
    m_debugger = std::make_unique<cpu_debugger>(*this, monitor, cycles);
    m_debugger->pmu_text = std::move(pmu_text);
}

bool iss_cpu::lets_execute(std::uint32_t pc) {
    return m_debugger == nullptr || m_debugger->lets_execute(pc);
}

bool iss_cpu::boundary(std::uint32_t pc) {
    account();
    if (m_step != 0) {
        m_pc = pc;
        return --m_step != 0;
    }
    m_time.keep_up();
    if (m_meter.take_status_write()) {
        look_at_masks();
    }
    const bool may_stop = m_delivery->is_stepwise() || !m_meter.is_at_seam();
    if (may_stop) {
        come_to_pause();
    }
    const bool has_reason_to_stop = has_selected() || m_interrupts.is_due() ||
                                    !reason_to_end(pc).empty() ||
                                    (m_debugger != nullptr && m_debugger->asks_to_halt());
    m_pc = pc;
    if (has_reason_to_stop) {
        m_meter.set_budget(0); // the engine may have to go on to the end of an IT block
    } else {
        renew_budget();
    }
    return !has_reason_to_stop || !may_stop;
}

/// Whether something can interrupt it shows once everybody has seen what comes before.
bool iss_cpu::spin(std::uint32_t pc) {
    account();
    m_time.expect_change();
    m_time.synchronise();
    m_spins_at = pc;
    return boundary(pc);
}

/// The engine has B whatever the CPU is, and swaps the bytes of instructions, too. It has
/// translated the next one already, and is to stop before that.
void iss_cpu::look_at_control() {
    const std::optional<std::uint32_t> written_at = m_meter.take_control_write();
    const std::uint32_t value = written_at ? m_engine.system_control() : 0;
    if ((value & sctlr::big_endian) == 0) {
        return;
    }
    if (!m_core.has_big_endian_bit) {
        m_engine.set_system_register(system_control_register, value & ~sctlr::big_endian);
        m_units.expect_selection();
    } else {
        m_failure = "SCTLR.B set at PC " + place_text(*written_at, m_image) +
                    ": memory can only be little-endian";
    }
}

/// The simulation comes to the CPU's time first: whoever looks at a unit afterwards sees all that
/// the firmware has made it count.
void iss_cpu::finish(int exit_code, const std::string& message) {
    m_delivery->rest();
    m_time.synchronise();
    if (m_config.account != nullptr) {
        m_meter.charge_all();
    }
    m_outcome = iss_outcome{exit_code, message};
    sc_core::sc_stop();
}

std::uint32_t iss_cpu::reg(unsigned n) const {
    return n == debug_target::program_counter ? m_pc
           : n == debug_target::status        ? m_engine.cpsr()
                                              : m_engine.reg(n);
}

// --- where interrupts are taken ------------------------------------------------------------------

void iss_cpu::look_at_masks() {
    const std::uint32_t cpsr = m_engine.cpsr();
    m_interrupts.set_status(cpsr);
    const bool is_user = (cpsr & psr::mode) == psr::user_mode;
    if (m_config.enabled != nullptr) {
        m_config.enabled->set_user(is_user);
    }
    for (enabled_counts* const counts : m_config.enabled_on_bus) {
        counts->set_user(is_user);
    }
    m_meter.set_mode(cpsr);
}

/// Whether interrupts are taken between two instructions, the second after the first.
bool iss_cpu::may_pause(const instruction& before, const instruction& next) const {
    return m_delivery->is_stepwise() ? next.it_before == 0 : m_meter.may_pause(before, next);
}

} // namespace platform::iss
