// SPDX-License-Identifier: Apache-2.0
// A random but believable program: functions of nested loops, branches and calls, and its data.
#pragma once

#include <activity/random_source.h>

#include <cstdint>
#include <vector>

namespace platform::activity {

enum class operation : std::uint8_t {
    alu,
    load,
    store,
    load_multiple,
    store_multiple,
    preload,
    divide,
    barrier,
    supervisor_call,
    context_switch,     ///< in the interrupt handler
    branch_conditional, ///< forwards
    branch_loop,        ///< backwards, at the end of a loop
    branch_always,
    call,
    call_indirect,
    procedure_return,
    exception_return,
};

/// Whether the operation reads or writes data through the load/store unit.
constexpr bool is_memory(operation op) {
    return op >= operation::load && op <= operation::store_multiple;
}
constexpr bool is_store(operation op) {
    return op == operation::store || op == operation::store_multiple;
}
constexpr bool is_branch(operation op) {
    return op >= operation::branch_conditional && op <= operation::procedure_return;
}

/// One instruction of four bytes. Code is addressed by its position in the program.
struct synthetic_instruction {
    operation op = operation::alu;
    bool uses_load = false;     ///< waits for the latest load
    std::uint8_t registers = 1; ///< transferred; for a preload, how many lines ahead
    std::uint8_t stream = 0;    ///< the data it touches, for memory operations and preloads
    std::uint32_t target = 0;   ///< position, for branches and calls
    std::uint16_t likely = 0;   ///< taken in so many of 65536 cases; for a loop, its most turns
    std::uint16_t loop = 0;     ///< number of the loop, for branch_loop
};

enum class access_pattern : std::uint8_t {
    hot,        ///< a few lines, used all the time
    table,      ///< any place of a medium region
    sequential, ///< from one end to the other
    chasing,    ///< each address comes from the load before
    peripheral, ///< not cachable
};

/// A region of data and the way in which the program walks over it.
struct data_stream {
    access_pattern pattern = access_pattern::hot;
    std::uint32_t base = 0;   ///< byte address
    std::uint32_t size = 0;   ///< bytes
    std::uint32_t stride = 0; ///< bytes, for sequential
};

/// The program of a seed. The main function runs for ever; a handler returns from its exception.
class synthetic_program {
public:
    explicit synthetic_program(std::uint64_t seed);

    const synthetic_instruction& operator[](std::uint32_t position) const {
        return m_code[position];
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_code.size()); }
    std::uint32_t main_entry() const { return m_main; }
    std::uint32_t interrupt_entry() const { return m_interrupt; }
    std::uint32_t supervisor_entry() const { return m_supervisor; }
    std::uint32_t loops() const { return m_loops; }
    const std::vector<data_stream>& streams() const { return m_streams; }

private:
    void build_streams();
    void build_function(std::uint32_t statements, std::uint32_t first_callee);
    void build_handler(std::uint32_t length, bool switches_context);
    void build_main();
    void statement(std::uint32_t depth, std::uint32_t first_callee);
    void straight(std::uint32_t length);
    void conditional();
    void loop(std::uint32_t depth, std::uint32_t first_callee);
    void jump_chain();
    void preload(std::uint8_t stream);
    void emit(operation op, std::uint32_t target = 0, std::uint16_t likely = 0);
    void emit_memory(operation op, std::uint8_t registers);
    std::uint8_t pick_stream(bool for_store);
    std::uint16_t pick_likely();

    random_source m_random;
    std::vector<synthetic_instruction> m_code;
    std::vector<data_stream> m_streams;
    std::vector<std::uint32_t> m_functions; ///< entries; the leaves come first
    std::uint32_t m_main = 0;
    std::uint32_t m_interrupt = 0;
    std::uint32_t m_supervisor = 0;
    std::uint32_t m_loops = 0;
};

} // namespace platform::activity
