// SPDX-License-Identifier: Apache-2.0
#include <iss/engine/unicorn_engine.h>

#include <array>
#include <string>

namespace platform::iss {

namespace {

// Exceptions by the numbers of the CPU emulation inside of Unicorn.
enum exception_number : std::uint32_t {
    exception_svc = 2,
    exception_prefetch_abort = 3,
    exception_data_abort = 4,
    exception_bkpt = 7,
};

constexpr std::array<int, 15> register_ids{
    UC_ARM_REG_R0,  UC_ARM_REG_R1,  UC_ARM_REG_R2,  UC_ARM_REG_R3,  UC_ARM_REG_R4,
    UC_ARM_REG_R5,  UC_ARM_REG_R6,  UC_ARM_REG_R7,  UC_ARM_REG_R8,  UC_ARM_REG_R9,
    UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12, UC_ARM_REG_R13, UC_ARM_REG_R14,
};

constexpr pmu::coprocessor_register system_control_register{15, 0, 1, 0, 0};

uc_arm_cp_reg unicorn_register(const pmu::coprocessor_register& where) {
    uc_arm_cp_reg at{};
    at.cp = where.coproc;
    at.opc1 = where.opc1;
    at.crn = where.crn;
    at.crm = where.crm;
    at.opc2 = where.opc2;
    return at;
}

} // namespace

unicorn_engine::unicorn_engine(cpu_type type, engine_host& host) : m_type(type), m_host(host) {
    open();
    if (const auto format = core_model_of(type).tables) {
        m_translation.emplace(*format, [this](std::uint32_t at) -> std::optional<std::uint32_t> {
            std::uint32_t word = 0;
            return read_physical(at, &word, sizeof word) ? std::optional(word) : std::nullopt;
        });
    }
}

unicorn_engine::~unicorn_engine() {
    uc_close(m_uc);
}

void unicorn_engine::map_memory(std::uint32_t base, std::uint64_t bytes, unsigned char* host) {
    m_memory.push_back(std::make_unique<region>(region{this, base, bytes, host}));
    attach(*m_memory.back(), true);
}

void unicorn_engine::map_device(std::uint32_t base, std::uint64_t bytes) {
    m_device_regions.push_back(std::make_unique<region>(region{this, base, bytes, nullptr}));
    attach(*m_device_regions.back(), false);
}

// --- registers -----------------------------------------------------------------------------------

std::uint32_t unicorn_engine::get(int id) const {
    std::uint32_t value = 0;
    uc_reg_read(m_uc, id, &value);
    return value;
}

void unicorn_engine::set(int id, std::uint32_t value) {
    uc_reg_write(m_uc, id, &value);
}

// R15 is asked for where an instruction must not name it. Nothing can be thrown through Unicorn.
std::uint32_t unicorn_engine::reg(unsigned n) const {
    return n < register_ids.size() ? get(register_ids.at(n)) : 0;
}
void unicorn_engine::set_reg(unsigned n, std::uint32_t value) {
    if (n < register_ids.size()) {
        set(register_ids.at(n), value);
    }
}
std::uint32_t unicorn_engine::cpsr() const {
    return get(UC_ARM_REG_CPSR);
}
void unicorn_engine::set_cpsr(std::uint32_t value) {
    set(UC_ARM_REG_CPSR, value);
}
void unicorn_engine::set_spsr(std::uint32_t value) {
    set(UC_ARM_REG_SPSR, value);
}
std::uint32_t unicorn_engine::system_control() const {
    return system_register(system_control_register);
}
void unicorn_engine::set_system_register(const pmu::coprocessor_register& where,
                                         std::uint32_t value) {
    uc_arm_cp_reg at = unicorn_register(where);
    at.val = value;
    if (const uc_err error = uc_reg_write(m_uc, UC_ARM_REG_CP_REG, &at); error != UC_ERR_OK) {
        throw engine_error(std::string("Unicorn: write of a system register: ") +
                           uc_strerror(error));
    }
    set_cpsr(cpsr()); // with which Unicorn notes the state that it translates for
}
std::uint32_t unicorn_engine::system_register(const pmu::coprocessor_register& where) const {
    uc_arm_cp_reg at = unicorn_register(where);
    return uc_reg_read(m_uc, UC_ARM_REG_CP_REG, &at) == UC_ERR_OK
               ? static_cast<std::uint32_t>(at.val)
               : 0;
}

// --- running -------------------------------------------------------------------------------------

void unicorn_engine::set_granularity(granularity g) {
    m_granularity = g;
    for (const uc_hook h : m_granularity_hooks) {
        unhook(h);
    }
    m_granularity_hooks.clear();
    add_granularity_hooks();
    discard_translations();
}

/// With the MMU on nobody knows which addresses they are of. Unicorn would clear its buffer of a
/// gigabyte, which takes far longer than to replace Unicorn, and the memory as well.
void unicorn_engine::discard_translations() {
    if (has_translation()) {
        m_is_to_be_replaced = true;
        return;
    }
    for (const auto& r : m_memory) {
        const std::uint64_t first = r->base;
        const std::uint64_t last = first + r->bytes;
        uc_ctl_remove_cache(m_uc, first, last);
    }
}

/// Of the instructions of [pc, end).
void unicorn_engine::discard_translations(std::uint64_t pc, std::uint64_t end) {
    uc_ctl_remove_cache(m_uc, pc, end);
}

// No instruction begins at the last address, so it never ends the emulation.
engine_stop unicorn_engine::run(std::uint32_t pc) {
    m_may_begin_in_it_block.reset();
    return run_until(pc, 0xFFFF'FFFF);
}

// The end of an emulation ends a block when it is translated. Where the MPU divides a page, Unicorn
// does not find what it has translated of that: what comes before code that must not be fetched.
engine_stop unicorn_engine::run_to(std::uint32_t pc, std::uint32_t end) {
    const bool is_page_divided = !m_translation && m_exception == exception_prefetch_abort;
    const auto discard = [&] {
        if (is_page_divided) {
            m_is_to_be_replaced = true;
        } else {
            discard_translations(pc, end);
        }
    };
    discard();
    m_may_begin_in_it_block = pc;
    const engine_stop stop = run_until(pc, end);
    discard();
    return stop;
}

engine_stop unicorn_engine::run_until(std::uint32_t pc, std::uint32_t end) {
    for (;;) {
        if (has_too_much()) {
            replace();
        }
        if (has_translation()) {
            cover();
        }
        tell_first_block(pc);
        m_stop.reset();
        m_fault.reset();
        m_is_ending = false;
        m_exception.reset();
        m_translate_again = false;
        const std::uint32_t state = (cpsr() & psr::thumb) != 0 ? 1 : 0;
        m_may_stop = true;
        const uc_err error = uc_emu_start(m_uc, pc | state, end, 0, 0);
        m_may_stop = false;
        if (std::exchange(m_has_stale_hooks, false)) {
            discard_translations();
        }
        note_failed_fetch();
        for (const std::uint32_t at : m_unfit) {
            discard_translations(at, at + 2);
        }
        m_unfit.clear();
        if (error == UC_ERR_OK && !m_stop && !m_exception && !m_fault) {
            leave(end);
            return {stop_reason::asked, end};
        }
        const engine_stop stop = stop_of(error);
        take_page_away();
        if (!m_translate_again) {
            return stop;
        }
        retranslate_stops();
        pc = stop.pc;
        if (m_lacks_stops && (cpsr() & psr::thumb) == 0) {
            translate_outside_of_it_block(pc);
        }
    }
}

/// The block whose code it must not or cannot fetch has its place in Unicorn's buffer, and is never
/// told of.
void unicorn_engine::note_failed_fetch() {
    if (m_exception == exception_prefetch_abort ||
        (m_fault && m_fault->reason == stop_reason::no_memory_fetch)) {
        m_translated += cost_of_block;
    }
}

engine_stop unicorn_engine::stop_of(uc_err error) {
    if (m_stop) { // PC is stale where a block hook has stopped
        if (m_stop->reason == stop_reason::no_code || m_stop->reason == stop_reason::it_block ||
            m_stop->reason == stop_reason::no_memory_fetch) {
            leave(m_stop->pc, true); // nobody has entered it
        }
        return *m_stop;
    }
    engine_stop stop;
    stop.pc = get(UC_ARM_REG_PC);
    const bool is_thumb = (cpsr() & psr::thumb) != 0;
    std::uint32_t at = stop.pc; // of the instruction that is the cause
    if (m_fault) { // before an exception: the block was executed to its end, whatever was there
        stop = *m_fault;
        if (stop.reason != stop_reason::no_memory_fetch) {
            stop.pc = at = find_culprit();
        } else if (!m_holes.empty()) { // Unicorn has told a physical address
            stop.pc = get(UC_ARM_REG_PC);
        }
    } else if (m_exception) {
        switch (*m_exception) {
        case exception_svc:
            stop.reason = stop_reason::supervisor_call;
            at -= is_thumb ? 2 : 4;
            break;
        case exception_bkpt: stop.reason = stop_reason::breakpoint; break;
        case exception_prefetch_abort: stop.reason = stop_reason::prefetch_abort; break;
        case exception_data_abort: stop.reason = stop_reason::data_abort; break;
        default:
            throw engine_error("the engine stopped for an exception that it has no name for, " +
                                   std::to_string(*m_exception),
                               stop.pc);
        }
    } else if (error == UC_ERR_INSN_INVALID || error == UC_ERR_EXCEPTION) {
        stop.reason = stop_reason::undefined;
    } else {
        throw engine_error(error == UC_ERR_OK
                               ? "the engine stopped without a reason"
                               : std::string("the engine stopped: ") + uc_strerror(error),
                           stop.pc);
    }
    const instruction* const what = m_meter->current_instruction(at);
    stop.what = what != nullptr ? *what : m_meter->instruction_at(at, is_thumb, psr::it_of(cpsr()));
    leave(stop.pc);
    return stop;
}

/// Tells the meter where execution has stopped. \param is_block_done it is not inside of the block
void unicorn_engine::leave(std::uint32_t pc, bool is_block_done) {
    while (!(is_block_done ? m_meter->come_to(pc) : m_meter->leave(pc))) {
        m_host.boundary(m_meter->next_pc()); // Unicorn has gone past it
    }
}

void unicorn_engine::stop_before(stop_reason reason, std::uint32_t pc) {
    m_stop = engine_stop{reason, pc};
    m_is_ending = true;
    uc_emu_stop(m_uc);
}

} // namespace platform::iss
