// SPDX-License-Identifier: Apache-2.0
// What Unicorn keeps of the code that it has executed. It translates into a buffer of a gigabyte,
// which it clears as a whole when it is full, if it does not die before; and each of its hooks has
// a list of the places that call it. So a Unicorn that has translated much is replaced by a new
// one in the same state.
#include <iss/engine/unicorn_engine.h>
#include <process/lack_of_memory.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <sys/mman.h>

namespace platform::iss {

namespace {

/// Instructions: each takes up to some hundred bytes in the buffer and in the lists.
constexpr std::uint64_t most_translated = 1U << 19;
/// Every instruction that is translated is compared with every address that is hooked.
constexpr std::size_t most_hooked = 4096;

/// So many zeros are no code: more than any padding that execution runs through.
constexpr std::size_t zeros_that_are_no_code = 64;

void check(uc_err error, const char* what) {
    if (error == UC_ERR_NOMEM) {
        throw std::bad_alloc();
    }
    if (error != UC_ERR_OK) {
        throw engine_error(std::string("Unicorn: ") + what + ": " + uc_strerror(error));
    }
}

int unicorn_cpu(engine_cpu cpu) {
    switch (cpu) {
    case engine_cpu::arm1136: return UC_CPU_ARM_1136;
    case engine_cpu::arm1176: return UC_CPU_ARM_1176;
    case engine_cpu::pxa255: return UC_CPU_ARM_PXA255;
    case engine_cpu::cortex_r5f: break;
    }
    return UC_CPU_ARM_CORTEX_R5F;
}

/// Unicorn ends the process where it does not get the address space for its buffer.
void check_address_space() {
    constexpr std::size_t buffer_bytes = std::size_t{1} << 30U;
    void* const space = ::mmap(nullptr, buffer_bytes, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) {
        throw process::no_address_space();
    }
    ::munmap(space, buffer_bytes);
}

template <class F>
void* callback(F* function) {
    return reinterpret_cast<void*>(function);
}

/// The state of a CPU.
class context {
public:
    explicit context(uc_engine* of) {
        check(uc_context_alloc(of, &m_context), "context");
        check(uc_context_save(of, m_context), "context");
    }
    context(const context&) = delete;
    context& operator=(const context&) = delete;
    ~context() { uc_context_free(m_context); }

    void restore(uc_engine* to) const { check(uc_context_restore(to, m_context), "context"); }

private:
    uc_context* m_context = nullptr;
};

/// A context has pointers to what the CPU has allocated for its MPU. So the CPUs exchange theirs,
/// and each goes on to own one.
void exchange_state(uc_engine* a, uc_engine* b) {
    const context of_a(a);
    const context of_b(b);
    of_a.restore(b);
    of_b.restore(a);
}

} // namespace

/// A CPU with the Security Extensions comes out of reset in the Secure world, where software may
/// change CPSR.A and F, and what CPACR says of the VFP. Unicorn begins in the other world, and
/// stays there, as all that asks for its system registers takes those of that world; but what
/// software may do there is up to SCR and NSACR.
void unicorn_engine::allow_what_secure_software_may() {
    constexpr std::uint32_t non_secure = 1U << 0U;
    constexpr std::uint32_t may_change_f = 1U << 4U;
    constexpr std::uint32_t may_change_a = 1U << 5U;
    constexpr std::uint32_t vfp = 3U << 10U; // cp10, cp11
    set_system_register({15, 0, 1, 1, 0}, non_secure | may_change_f | may_change_a);
    set_system_register({15, 0, 1, 1, 2}, vfp);
}

void unicorn_engine::open() {
    check_address_space();
    check(uc_open(UC_ARCH_ARM, UC_MODE_ARM, &m_uc), "open");
    const core_model& core = core_model_of(m_type);
    check(uc_ctl_set_cpu_model(m_uc, unicorn_cpu(core.engine)), "CPU model");
    if (core.has_security_extensions) {
        allow_what_secure_software_may();
    }
    m_has_begun = false;
    hook(UC_HOOK_MEM_INVALID, callback(on_no_memory));
    hook(UC_HOOK_INTR, callback(on_exception));
    hook(UC_HOOK_EDGE_GENERATED, callback(on_translated));
}

uc_hook unicorn_engine::hook(int type, void* function, std::uint64_t first, std::uint64_t last) {
    uc_hook handle = 0;
    check(uc_hook_add(m_uc, &handle, type, function, this, first, last), "hook");
    return handle;
}

/// Whoever calls it discards the translations. Unicorn lets go of a hook when a run ends, and
/// translates for it until then: what it has translated in the next run goes as well.
void unicorn_engine::unhook(uc_hook handle) {
    uc_hook_del(m_uc, handle);
    m_has_stale_hooks = true;
}

void unicorn_engine::attach(region& r, bool is_memory) {
    if (is_memory) {
        check(uc_mem_map_ptr(m_uc, r.base, r.bytes, UC_PROT_ALL, r.host), "memory");
    } else {
        check(uc_mmio_map(m_uc, r.base, r.bytes, on_device_read, &r, on_device_write, &r),
              "device");
        if (!m_holes.empty()) { // code may have the same virtual address
            check(uc_mem_protect(m_uc, r.base, r.bytes, UC_PROT_ALL), "protection");
        }
    }
}

void unicorn_engine::add_granularity_hooks() {
    m_granularity_hooks.push_back(
        hook(m_granularity.is_stepped ? UC_HOOK_CODE : UC_HOOK_BLOCK,
             callback(m_meter->follows_fetches() ? on_block_fetching : on_block)));
    if (m_profile != nullptr) {
        m_granularity_hooks.push_back(hook(m_granularity.is_stepped ? UC_HOOK_CODE : UC_HOOK_BLOCK,
                                           callback(on_profiled_block)));
    }
    if (m_hears_all && !m_granularity.is_stepped) {
        m_granularity_hooks.push_back(hook(UC_HOOK_CODE, callback(on_instruction)));
    }
    if (m_granularity.tells_accesses) {
        m_granularity_hooks.push_back(
            hook(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, callback(on_memory)));
    }
}

void unicorn_engine::hook_asked(std::uint32_t pc) {
    hook(UC_HOOK_CODE, callback(on_asked), pc, pc);
}

void unicorn_engine::hook_all_asked() {
    for (const std::uint32_t pc : m_asked) {
        hook_asked(pc);
    }
    m_asked_all.reset();
    if (m_asks_before_all) {
        m_asked_all = hook(UC_HOOK_CODE, callback(on_asked));
    }
}

/// What was asked at once stays hooked: a debugger takes its breakpoints away whenever it halts.
void unicorn_engine::ask_before(const std::vector<std::uint32_t>& addresses) {
    constexpr std::size_t most_asked = most_hooked;
    if (m_asked.size() + addresses.size() > most_asked) {
        m_asked.clear();
        m_asked.insert(addresses.begin(), addresses.end());
        m_is_to_be_replaced = true; // and hooks these
        return;
    }
    bool is_new = false;
    for (const std::uint32_t pc : addresses) {
        if (m_asked.insert(pc).second) {
            hook_asked(pc);
            is_new = true;
            if (!has_translation()) {
                discard_translations(pc, std::uint64_t{pc} + 2);
            }
        }
    }
    if (is_new && has_translation()) { // at several physical addresses, perhaps
        discard_translations();
    }
}

void unicorn_engine::ask_before_all(bool asks) {
    if (asks == m_asks_before_all) {
        return;
    }
    m_asks_before_all = asks;
    if (m_asked_all) {
        unhook(*m_asked_all);
        m_asked_all.reset();
    }
    if (asks) {
        m_asked_all = hook(UC_HOOK_CODE, callback(on_asked));
    }
    discard_translations();
}

bool unicorn_engine::has_too_much() const {
    return m_translated >= most_translated || m_hooked_addresses.size() >= most_hooked ||
           m_is_to_be_replaced;
}

/// Where many hooks are passed in vain, most of them may be those of code that executes no more,
/// such as that before main(): all are forgotten, and those that are met again are learned again.
/// If that does not help, one hook for every instruction costs less: it is called straight from the
/// translation, which takes about as long as it takes to pass a few.
/// \return true: from now on, and the engine has to stop
bool unicorn_engine::passes_hooks_in_vain() {
    constexpr std::uint64_t few_in_a_cycle = 3;
    constexpr std::uint64_t cycles_for_one = 8; // of which nobody notices anything
    if (m_hears_all || m_passed_hooks < m_bearable_hooks) {
        return false;
    }
    const std::uint64_t cycles = m_meter->drained_cycles() - m_cycles_before_hooks;
    const bool are_many = m_passed_hooks >= cycles / cycles_for_one;
    m_hears_all = m_has_forgotten_hooks && m_passed_hooks >= few_in_a_cycle * cycles;
    const bool forgets = m_hears_all || are_many;
    m_is_to_be_replaced = m_is_to_be_replaced || forgets;
    m_has_forgotten_hooks = m_has_forgotten_hooks || forgets;
    m_bearable_hooks *= 2;
    m_passed_hooks = 0;
    m_cycles_before_hooks = m_meter->drained_cycles();
    return forgets;
}

/// Not while it executes. The meter is told of each block that is translated again, and asks for
/// its addresses again.
void unicorn_engine::replace() {
    uc_engine* const before = m_uc;
    open();
    for (const auto& r : m_memory) {
        attach(*r, true);
    }
    for (const auto* list : {&m_device_regions, &m_holes}) {
        for (const auto& r : *list) {
            attach(*r, false);
        }
    }
    exchange_state(before, m_uc);
    uc_close(before);
    m_granularity_hooks.clear();
    add_granularity_hooks();
    hook_all_asked();
    m_hooked.clear();
    m_hooked_addresses.clear();
    m_newly_hooked.clear();
    m_meter->forget_translations();
    m_is_to_be_replaced = false;
    m_has_stale_hooks = false;
    m_translated = 0;
    m_lacks_stops = true;
}

/// Of the first block Unicorn does not tell, nor how long it is.
void unicorn_engine::tell_first_block(std::uint32_t pc) {
    if (!m_has_begun) {
        m_has_begun = true;
        m_meter->renew(pc, unicorn_page_bytes - pc % unicorn_page_bytes, false);
    }
}

/// \return whether there was one that was not hooked
bool unicorn_engine::learn_stops() {
    bool is_new = false;
    for (const std::uint32_t at : m_meter->stops()) {
        const std::uint64_t offset = m_translation ? m_translation->offset(at) : 0;
        if (!m_hears_all && m_hooked.insert(offset << 32U | at).second) {
            if (m_hooked_addresses.insert(at).second) {
                hook(UC_HOOK_CODE, callback(on_address), at, at);
            }
            m_newly_hooked.push_back(at);
            is_new = true;
        }
    }
    return is_new;
}

/// Those blocks that contain an address that is newly hooked.
void unicorn_engine::retranslate_stops() {
    for (const std::uint32_t at : m_newly_hooked) {
        const std::uint64_t first = at;
        const std::uint64_t last = first + 2;
        uc_ctl_remove_cache(m_uc, first, last);
    }
    m_newly_hooked.clear();
}

// A block is translated when it is met first, and again when its code has changed. It has not been
// entered.
void unicorn_engine::on_translated(uc_engine* /*uc*/, uc_tb* block, uc_tb* /*before*/, void* self) {
    unicorn_engine& e = *static_cast<unicorn_engine*>(self);
    const auto pc = static_cast<std::uint32_t>(block->pc);
    e.m_translated += block->icount + cost_of_block;
    if (!e.m_may_stop) { // the firmware does not execute it
        return;
    }
    e.m_meter->renew(pc, block->size);
    const std::uint32_t status = e.cpsr();
    const bool is_thumb = (status & psr::thumb) != 0;
    const bool lacks_stops = e.m_lacks_stops && !is_thumb;
    const bool has_it_state = (status & psr::it) != 0 && pc != e.m_may_begin_in_it_block;
    e.m_lacks_stops = e.m_lacks_stops || is_thumb;
    if (lacks_stops || has_it_state) { // Unicorn tells only of what it translates
        e.m_unfit.push_back(pc);
    }
    if (e.m_is_ending) {
        return;
    }
    if (e.leads_astray(*block)) {
        e.stop_before(stop_reason::no_code, pc);
    } else if (has_it_state) {
        e.stop_before(stop_reason::it_block, pc);
    } else if (e.has_too_much() || lacks_stops) {
        e.m_translate_again = true;
        e.stop_before(stop_reason::asked, pc);
    }
}

/// Unicorn cannot stop inside of an IT block. It leaves out what it would stop by in all that it
/// translates after an instruction in an IT block, ARM code too, until it translates a Thumb
/// instruction that is in none: so that is what it gets. Not while it executes.
/// \param pc of code that may be executed; it is translated again
void unicorn_engine::translate_outside_of_it_block(std::uint32_t pc) {
    constexpr std::uint16_t nop = 0x46C0; // mov r8, r8
    const std::uint32_t where = physical(pc).value_or(pc);
    const region* const found = memory_at(where);
    if (found == nullptr) {
        return;
    }
    const std::uint32_t status = cpsr();
    unsigned char* const code = found->host + (where - found->base);
    std::array<unsigned char, sizeof nop> before{};
    std::copy_n(code, before.size(), before.begin());
    std::memcpy(code, &nop, sizeof nop);
    discard_translations(pc, pc + sizeof nop);
    set_cpsr((status & ~psr::it) | psr::thumb);
    m_runs_again = true;
    uc_emu_start(m_uc, pc | 1U, pc + sizeof nop, 0, 0);
    m_runs_again = false;
    set_cpsr(status);
    std::copy_n(before.begin(), before.size(), code);
    discard_translations(pc, pc + sizeof nop);
    m_lacks_stops = false;
}

/// Whether nothing but zeros comes. Where blocks end depends on what is hooked, but for the ends of
/// pages: so firmware that comes to zeros without a branch goes on to the next page. Of the end of
/// an IT block, which may not execute, nobody tells.
bool unicorn_engine::leads_astray(const uc_tb& block) {
    std::array<unsigned char, zeros_that_are_no_code> code{};
    const auto pc = static_cast<std::uint32_t>(block.pc);
    constexpr std::uint32_t bytes_of_it_block = 16;
    const bool comes_by_branch = pc - m_meter->next_pc() > bytes_of_it_block;
    const bool is_looked_at = comes_by_branch || pc % unicorn_page_bytes == 0;
    return is_looked_at && block.size >= code.size() && read(pc, code.data(), code.size()) &&
           std::all_of(code.begin(), code.end(), [](unsigned char byte) { return byte == 0; });
}

} // namespace platform::iss
