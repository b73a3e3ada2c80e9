// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/trapped_instructions.h>

#include <iss/cpu/exceptions.h>
#include <iss/cpu/iss_text.h>
#include <process/words.h>

#include <algorithm>

namespace platform::iss {

namespace {

bool is_one_of(const std::vector<pmu::coprocessor_register>& all,
               const pmu::coprocessor_register& where) {
    return std::find(all.begin(), all.end(), where) != all.end();
}

} // namespace

trapped_instructions::trapped_instructions(
    tlm::tlm_initiator_socket<>& socket, const iss_config& config, unicorn_engine& cpu,
    execution_meter& meter, counting_units& units, cpu_time& time, const elf_image& image,
    const std::function<void(std::uint32_t)>& on_held_register)
    : m_core(core_model_of(config.type)), m_config(config), m_engine(cpu), m_meter(meter),
      m_units(units), m_time(time), m_image(image), m_on_held_register(on_held_register),
      m_held(config.held_at_start), m_coprocessor(socket, config.coprocessor_window),
      m_identity(m_core.identity) {
    for (const identification& r : cache_identification(m_core, config.caches)) {
        m_identity.push_back(r);
    }
}

bool trapped_instructions::is_of_pmu(const pmu::coprocessor_register& where) const {
    if (m_config.coprocessor == nullptr) {
        return false;
    }
    return std::any_of(m_config.coprocessor->begin(), m_config.coprocessor->end(),
                       [&](const pmu::register_desc& r) {
                           const auto known = pmu::decode_coprocessor_address(r.address);
                           // The system coprocessor has other registers beside; CP14 has none.
                           return known.coproc == where.coproc && known.crn == where.crn &&
                                  (known.coproc == 14 || known.crm == where.crm);
                       });
}

bool trapped_instructions::is_identification(const pmu::coprocessor_register& where) const {
    return std::any_of(m_identity.begin(), m_identity.end(),
                       [&](const identification& r) { return r.where == where; });
}

bool trapped_instructions::is_held(const instruction& i) const {
    const bool is_transfer = i.kind == instruction_class::coprocessor_read ||
                             i.kind == instruction_class::coprocessor_write;
    return is_transfer && m_config.held_register && m_config.held_register->where == i.coprocessor;
}

bool trapped_instructions::waits(const instruction& i) const {
    return (i.kind == instruction_class::wait_for_interrupt && m_core.waits_at_hint) ||
           (i.kind == instruction_class::coprocessor_write &&
            is_one_of(m_core.wait_for_interrupt, i.coprocessor));
}

bool trapped_instructions::is_trap(const instruction& i) const {
    switch (i.kind) {
    case instruction_class::coprocessor_read:
        return is_of_pmu(i.coprocessor) || is_identification(i.coprocessor) || is_held(i) ||
               is_accumulator_access(i);
    case instruction_class::coprocessor_write:
        return is_of_pmu(i.coprocessor) || waits(i) || is_no_wait(i) || is_held(i) ||
               is_process_id_write(i) || is_accumulator_access(i);
    case instruction_class::wait_for_interrupt:
    case instruction_class::wait_for_event: return true;
    default: return is_accumulator_access(i);
    }
}

/// The engine would wait.
bool trapped_instructions::is_no_wait(const instruction& i) const {
    return i.kind == instruction_class::coprocessor_write &&
           is_one_of(m_core.no_wait, i.coprocessor);
}

/// FCSE: it moves the lowest 32 MiB of addresses.
bool trapped_instructions::is_process_id_write(const instruction& i) const {
    constexpr pmu::coprocessor_register process_id{15, 0, 13, 0, 0};
    return i.kind == instruction_class::coprocessor_write && i.coprocessor == process_id;
}

bool trapped_instructions::is_accumulator_access(const instruction& i) const {
    return m_core.has_accumulator && accumulator::is_access(i);
}

std::uint32_t trapped_instructions::value_of(const instruction& write) const {
    return write.transfer == 15 ? write.pc + 8 : m_engine.reg(write.transfer);
}

/// Whoever looks at the pin sees it as it was when this is executed.
void trapped_instructions::write_held(std::uint32_t value) {
    m_held = value & m_config.held_register->mask;
    m_time.synchronise();
    if (m_on_held_register) {
        m_on_held_register(m_held);
    }
    m_time.expect_change();
}

/// \return false: it is Undefined in User mode
bool trapped_instructions::read_identification(const instruction& i) {
    constexpr pmu::coprocessor_register cache_size{15, 1, 0, 0, 0};           // CCSIDR
    constexpr pmu::coprocessor_register cache_size_selection{15, 2, 0, 0, 0}; // CSSELR
    if ((m_engine.cpsr() & psr::mode) == psr::user_mode) {
        return false;
    }
    std::uint32_t value = std::find_if(m_identity.begin(), m_identity.end(), [&](const auto& r) {
                              return r.where == i.coprocessor;
                          })->value;
    if (i.coprocessor == cache_size) {
        value = cache_size_identification(m_core, m_config.caches,
                                          m_engine.system_register(cache_size_selection));
    }
    put(i, value);
    return true;
}

/// MRC: to a register, or to the flags.
void trapped_instructions::put(const instruction& read, std::uint32_t value) {
    if (read.transfer == 15) {
        m_engine.set_cpsr((m_engine.cpsr() & ~psr::flags) | (value & psr::flags));
    } else {
        m_engine.set_reg(read.transfer, value);
    }
}

/// Executes a trapped instruction that does not wait for interrupts.
/// \return false: it is Undefined and has changed nothing
bool trapped_instructions::perform(const instruction& i, std::uint64_t cycles) {
    if (is_accumulator_access(i)) {
        return m_accumulator.execute(i, m_engine);
    }
    if (is_no_wait(i) || is_process_id_write(i)) {
        const bool is_privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
        if (is_privileged && is_process_id_write(i)) {
            check_process_id(i);
        }
        return is_privileged;
    }
    if (is_held(i)) {
        const bool is_privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
        if (is_privileged && i.kind == instruction_class::coprocessor_write) {
            write_held(value_of(i));
        } else if (is_privileged) {
            put(i, m_held);
        }
        return is_privileged;
    }
    if (i.kind == instruction_class::wait_for_event ||
        i.kind == instruction_class::wait_for_interrupt) {
        return !i.is_thumb || m_core.has_thumb2; // hints of ARM state are MSR without a field
    }
    return transfer_coprocessor(i, cycles);
}

void trapped_instructions::check_process_id(const instruction& i) {
    const std::uint32_t value = value_of(i);
    if (m_core.has_process_id && value >> 25U != 0) {
        throw firmware_error("FCSE process ID " + process::hex(value, 8) + " set at PC " +
                             place_text(i.pc, m_image) + ": only 0 is modelled");
    }
}

/// \return false: the access is Undefined and has changed nothing
bool trapped_instructions::transfer_coprocessor(const instruction& i, std::uint64_t cycles) {
    if (i.kind == instruction_class::coprocessor_read && is_identification(i.coprocessor)) {
        return read_identification(i);
    }
    const std::uint32_t cpsr = m_engine.cpsr();
    pmu::access_attributes who;
    who.privileged = (cpsr & psr::mode) != psr::user_mode;
    sc_core::sc_time delay = m_time.ahead();
    bool is_done = false;
    if (i.kind == instruction_class::coprocessor_write) {
        const std::uint32_t value = value_of(i);
        is_done = m_coprocessor.mcr(i.coprocessor, value, who, delay);
        if (is_done) {
            note_write(i.coprocessor, value, cycles);
        }
    } else {
        std::uint32_t value = 0;
        is_done = m_coprocessor.mrc(i.coprocessor, value, who, delay);
        if (is_done) {
            put(i, value);
        }
    }
    m_time.set_ahead(delay);
    return is_done;
}

/// A register of the PMU has been written to.
void trapped_instructions::note_write(const pmu::coprocessor_register& where, std::uint32_t value,
                                      std::uint64_t cycles) {
    constexpr std::uint64_t coprocessors = std::uint64_t{1} << 32U; // beside addresses
    m_units.note_write(coprocessors | where.coproc << 16U | where.opc1 << 12U | where.crn << 8U |
                           where.crm << 4U | where.opc2,
                       value);
    for (const counted_write& w : m_config.counted_writes) {
        m_meter.add(w.kind, w.where == where && (value & w.mask) != 0 ? 1 : 0);
    }
    const register_bits& settling = m_config.settling;
    if (where == settling.where && (value & settling.mask) != m_settling) {
        m_settling = value & settling.mask;
        m_units.start_at(cycles + m_config.settle_cycles);
        m_begins_settling = true;
        if (m_config.enabled != nullptr) {
            m_config.enabled->set_enabled(m_settling != 0);
        }
    }
}

} // namespace platform::iss
