// SPDX-License-Identifier: Apache-2.0
#include <activity/synthetic_program.h>

namespace platform::activity {

namespace {

constexpr std::uint32_t leaves = 110; ///< functions that call nobody
constexpr std::uint32_t callers = 45; ///< functions that call leaves
constexpr std::uint32_t max_depth = 2;

// The streams by number.
constexpr std::uint8_t stack = 0;
constexpr std::uint8_t table = 1;
constexpr std::uint8_t first_array = 2;
constexpr std::uint8_t arrays = 3;
constexpr std::uint8_t list = first_array + arrays;
constexpr std::uint8_t output = list + 1; ///< written from end to end, never read
constexpr std::uint8_t device = output + 1;

} // namespace

synthetic_program::synthetic_program(std::uint64_t seed) : m_random(seed) {
    build_streams();
    for (std::uint32_t i = 0; i < leaves; ++i) {
        build_function(m_random.between(3, 7), leaves);
    }
    for (std::uint32_t i = 0; i < callers; ++i) {
        build_function(m_random.between(4, 9), 0);
    }
    m_interrupt = size();
    build_handler(24, true);
    m_supervisor = size();
    build_handler(14, false);
    build_main();
}

void synthetic_program::build_streams() {
    constexpr std::uint32_t kib = 1024;
    m_streams.resize(device + 1U);
    m_streams[stack] = {access_pattern::hot, 0x00100000, 512, 0};
    m_streams[table] = {access_pattern::table, 0x00110000, 6 * kib, 0};
    for (std::uint8_t i = 0; i < arrays; ++i) {
        const std::uint32_t stride = 4U << m_random.below(2);
        m_streams[first_array + i] = {access_pattern::sequential, 0x00120000U + i * 0x21000U,
                                      64 * kib, stride};
    }
    m_streams[list] = {access_pattern::chasing, 0x00200000, 512 * kib, 0};
    m_streams[output] = {access_pattern::sequential, 0x00300000, 32 * kib, 4};
    m_streams[device] = {access_pattern::peripheral, 0xF0000000, 64, 0};
}

void synthetic_program::build_function(std::uint32_t statements, std::uint32_t first_callee) {
    m_functions.push_back(size());
    emit_memory(operation::store_multiple, static_cast<std::uint8_t>(m_random.between(3, 6)));
    m_code.back().stream = stack;
    for (std::uint32_t i = 0; i < statements; ++i) {
        statement(0, first_callee);
    }
    emit_memory(operation::load_multiple, static_cast<std::uint8_t>(m_random.between(3, 6)));
    m_code.back().stream = stack;
    emit(operation::procedure_return);
}

void synthetic_program::build_handler(std::uint32_t length, bool switches_context) {
    emit_memory(operation::store_multiple, 6);
    m_code.back().stream = stack;
    for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t dice = m_random.below(16);
        if (dice == 0) {
            emit_memory(operation::load, 1);
            m_code.back().stream = device;
        } else if (dice < 6) {
            emit_memory(dice < 4 ? operation::load : operation::store, 1);
        } else {
            emit(operation::alu);
        }
    }
    if (switches_context) {
        emit(operation::divide); // time into ticks
        preload(list);           // the task that may be next
        emit(operation::context_switch, 0, 65536 / 3);
        emit_memory(operation::store, 1); // acknowledges the interrupt
        m_code.back().stream = device;
        emit(operation::barrier);
    }
    emit_memory(operation::load_multiple, 6);
    m_code.back().stream = stack;
    emit(operation::exception_return);
}

void synthetic_program::build_main() {
    m_main = size();
    for (std::uint32_t i = 0; i < callers; ++i) {
        straight(m_random.between(2, 5));
        emit(operation::branch_conditional, size() + 2, pick_likely());
        const std::uint32_t callee = m_functions[leaves + m_random.below(callers)];
        emit(m_random.chance(1, 12) ? operation::call_indirect : operation::call, callee);
    }
    emit(operation::branch_always, m_main);
}

void synthetic_program::statement(std::uint32_t depth, std::uint32_t first_callee) {
    straight(m_random.between(2, 8));
    const std::uint32_t dice = m_random.below(100);
    if (dice < 40) {
        conditional();
    } else if (dice < 65) {
        if (depth < max_depth) {
            loop(depth + 1, first_callee);
        }
    } else if (dice < 80) {
        if (first_callee < leaves) {
            const std::uint32_t callee = m_functions[first_callee + m_random.below(leaves)];
            emit(m_random.chance(1, 40) ? operation::call_indirect : operation::call, callee);
        }
    } else if (dice < 85) {
        jump_chain();
    }
}

void synthetic_program::straight(std::uint32_t length) {
    for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t dice = m_random.below(1000);
        if (dice < 225) {
            emit_memory(operation::load, 1);
        } else if (dice < 325) {
            emit_memory(operation::store, 1);
        } else if (dice < 345) {
            emit_memory(operation::load_multiple,
                        static_cast<std::uint8_t>(m_random.between(2, 4)));
        } else if (dice < 360) {
            emit_memory(operation::store_multiple,
                        static_cast<std::uint8_t>(m_random.between(2, 4)));
        } else if (dice < 364) {
            preload(static_cast<std::uint8_t>(first_array + m_random.below(arrays)));
        } else if (dice < 368) {
            emit(operation::divide);
        } else if (dice < 370) {
            emit(operation::barrier);
        } else if (dice < 372) {
            emit(operation::supervisor_call);
        } else {
            emit(operation::alu);
            m_code.back().uses_load = m_random.chance(30, 100);
        }
    }
}

void synthetic_program::conditional() {
    const std::uint32_t branch = size();
    emit(operation::branch_conditional, 0, pick_likely());
    straight(m_random.between(1, 6));
    if (m_random.chance(1, 3)) {
        const std::uint32_t over = size();
        emit(operation::branch_always);
        m_code[branch].target = size();
        straight(m_random.between(1, 6));
        m_code[over].target = size();
    } else {
        m_code[branch].target = size();
    }
}

void synthetic_program::loop(std::uint32_t depth, std::uint32_t first_callee) {
    static constexpr std::uint16_t most_turns[] = {4, 7, 12, 20};
    const std::uint32_t head = size();
    const std::uint32_t statements = m_random.between(1, 2);
    for (std::uint32_t i = 0; i < statements; ++i) {
        statement(depth, first_callee);
    }
    // Inner loops are short, so that a run of moderate length visits many functions.
    emit(operation::branch_loop, head, most_turns[m_random.below(depth == 1 ? 4 : 3)]);
    m_code.back().loop = static_cast<std::uint16_t>(m_loops++);
}

void synthetic_program::jump_chain() {
    // A jump to a jump, as compilers leave it; what lies between is never reached.
    const std::uint32_t first = size();
    emit(operation::branch_always, first + 2);
    emit(operation::alu);
    emit(operation::branch_always, first + 4);
    emit(operation::alu);
}

void synthetic_program::preload(std::uint8_t stream) {
    for (std::uint8_t lines = 1; lines <= 4; ++lines) {
        emit(operation::preload);
        m_code.back().stream = stream;
        m_code.back().registers = lines;
    }
}

void synthetic_program::emit(operation op, std::uint32_t target, std::uint16_t likely) {
    synthetic_instruction i;
    i.op = op;
    i.target = target;
    i.likely = likely;
    m_code.push_back(i);
}

void synthetic_program::emit_memory(operation op, std::uint8_t registers) {
    emit(op);
    synthetic_instruction& i = m_code.back();
    i.registers = registers;
    i.stream = pick_stream(is_store(op));
    // The next address of a list is in the element before.
    i.uses_load = m_streams[i.stream].pattern == access_pattern::chasing || m_random.chance(1, 12);
}

std::uint8_t synthetic_program::pick_stream(bool for_store) {
    const std::uint32_t dice = m_random.below(1000);
    if (dice < 560) {
        return stack;
    }
    if (dice < 800) {
        return table;
    }
    if (dice < 965) {
        return static_cast<std::uint8_t>(first_array + m_random.below(arrays));
    }
    if (dice < 992) {
        return for_store ? output : list;
    }
    return device;
}

std::uint16_t synthetic_program::pick_likely() {
    const std::uint32_t dice = m_random.below(100);
    if (dice < 68) {
        return static_cast<std::uint16_t>(m_random.below(1500)); // an error path, seldom taken
    }
    if (dice < 94) {
        return static_cast<std::uint16_t>(65535 - m_random.below(1500));
    }
    return static_cast<std::uint16_t>(m_random.between(4000, 18000)); // depends on the data
}

} // namespace platform::activity
