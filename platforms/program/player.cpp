// SPDX-License-Identifier: Apache-2.0
#include <program/player.h>

#include <process/printable.h>
#include <process/words.h>

#include <ostream>
#include <utility>

namespace platform::program {
namespace {

std::string hex32(std::uint64_t value) {
    return process::hex(value, 8);
}

/// The state of a program that runs: registers, attributes, held lines and open repeats.
class player {
public:
    player(const program& what, const unit_info& unit, program_target& target, std::ostream& output,
           std::ostream& failures, std::uint64_t max_statements, cpu_state& cpu)
        : m_program(what), m_unit(unit), m_target(target), m_output(output), m_failures(failures),
          m_max_statements(max_statements), m_cpu(cpu) {}

    play_result play() {
        const std::vector<statement>& all = m_program.statements;
        for (m_next = 0; m_next < all.size();) {
            const statement& current = all[m_next++];
            m_line = current.line;
            m_target.between_statements();
            if (must_stop() || is_one_too_many()) {
                break;
            }
            m_result.statements += is_counted(current) ? 1U : 0U;
            std::visit([this](const auto& s) { execute(s); }, current.action);
            if (m_result.stopped) {
                break;
            }
        }
        m_target.between_statements();
        return std::move(m_result);
    }

private:
    /// A repeat that is being executed.
    struct loop {
        std::size_t body;    ///< index of its first statement
        std::uint64_t turns; ///< left, this one included
    };

    static bool is_counted(const statement& s) {
        return !std::holds_alternative<repeat_statement>(s.action) &&
               !std::holds_alternative<end_statement>(s.action);
    }

    void stop() {
        m_result.stopped = true;
        m_result.line = m_line;
    }

    bool must_stop() {
        if (m_target.stopped()) {
            stop();
        }
        return m_result.stopped;
    }

    bool is_one_too_many() {
        if (m_max_statements != 0 && m_executed++ == m_max_statements) {
            stop();
        }
        return m_result.stopped;
    }

    std::string place() const {
        return process::printable(m_program.file) + ":" + std::to_string(m_line) + ": ";
    }

    // Checks.

    void hold() { ++m_result.checks; }

    void fail(const std::string& expected, const std::string& got) {
        ++m_result.checks;
        ++m_result.failed;
        const std::string text = "expected " + expected + ", got " + got;
        m_failures << place() << text << '\n';
        if (m_result.failures.size() < max_listed_failures) {
            m_result.failures.push_back({m_line, text});
        }
    }

    // Operands.

    std::uint64_t value_of(const operand& o) const {
        return o.source ? m_cpu.registers[*o.source] : o.number;
    }

    wide_value value_of(const wide_operand& o) const {
        return o.source ? wide_value{m_cpu.registers[*o.source]} : o.number;
    }

    /// Whether a value can stand on `bits` wires. The parser has seen to numbers; registers are a
    /// check.
    bool fits(const wide_operand& o, unsigned bits, const std::string& what) {
        const wide_value value = value_of(o);
        const bool is_fine = value.fits(bits);
        if (!is_fine) {
            fail("a value of at most " + std::to_string(bits) + " bits for " + what,
                 value.to_hex(32) + " in r" + std::to_string(*o.source));
        }
        return is_fine;
    }

    // Accesses.

    static std::string operands_of(const pmu::coprocessor_register& r) {
        return "p" + std::to_string(r.coproc) + ", " + std::to_string(r.opc1) + ", c" +
               std::to_string(r.crn) + ", c" + std::to_string(r.crm) + ", " +
               std::to_string(r.opc2);
    }

    /// What the access is to, as a message names it.
    std::string subject(const access_statement& s) const {
        switch (s.by) {
        case access_statement::path::coprocessor:
            return operands_of(pmu::decode_coprocessor_address(s.target));
        case access_statement::path::memory: return "[" + hex32(value_of(s.address)) + "]";
        case access_statement::path::named:
        case access_statement::path::debug: break;
        }
        return m_unit.registers()[s.target].name;
    }

    components::access_result coprocessor(std::uint32_t address, bool is_write,
                                          std::uint64_t& data) {
        if (!m_unit.is_coprocessor()) {
            return components::access_result::undefined;
        }
        auto word = static_cast<std::uint32_t>(data);
        const components::access_result result = m_target.coprocessor(
            pmu::decode_coprocessor_address(address), is_write, word, m_cpu.attributes);
        data = word;
        return result;
    }

    components::access_result debug(std::uint32_t address, bool is_write, std::uint64_t& data) {
        auto word = static_cast<std::uint32_t>(data);
        const bool is_answered = m_target.debug(address, is_write, word);
        data = word;
        return is_answered ? components::access_result::ok
                           : components::access_result::generic_error;
    }

    components::access_result perform(const access_statement& s, std::uint64_t& data) {
        const pmu::register_map& map = m_unit.registers();
        switch (s.by) {
        case access_statement::path::coprocessor: return coprocessor(s.target, s.is_write, data);
        case access_statement::path::debug: return debug(map[s.target].address, s.is_write, data);
        case access_statement::path::memory:
            return m_target.memory(value_of(s.address), s.is_write, s.bytes, data, s.byte_enables,
                                   m_cpu.attributes);
        case access_statement::path::named: break;
        }
        const std::uint32_t address = map[s.target].address;
        return m_unit.is_coprocessor()
                   ? coprocessor(address, s.is_write, data)
                   : m_target.memory(address, s.is_write, 4, data, std::nullopt, m_cpu.attributes);
    }

    void execute(const access_statement& s) {
        std::uint64_t data = s.is_write ? value_of(s.value) & mask_of(s.bytes) : 0;
        const components::access_result result = perform(s, data);
        if (result != s.response) {
            fail(std::string(s.is_write ? "write of " : "read of ") + subject(s) + " -> " +
                     components::to_string(s.response),
                 components::to_string(result));
            return;
        }
        if (!s.is_write && result == components::access_result::ok) {
            // A register has 32 bits: ldrb and ldrh extend with zeros, ldrd keeps the low word.
            const auto word = static_cast<std::uint32_t>(data & mask_of(s.bytes));
            // The operands of the check are those from before the read.
            if (s.check) {
                check_word(s, word);
            }
            if (s.destination) {
                m_cpu.registers[*s.destination] = word;
            }
        }
        if (s.states_response && !s.check) {
            hold();
        }
    }

    static std::uint64_t mask_of(unsigned bytes) {
        return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
    }

    void check_word(const access_statement& s, std::uint32_t word) {
        const std::uint64_t mask = s.check->mask ? value_of(*s.check->mask) : 0xFFFF'FFFFU;
        const std::uint64_t expected = value_of(s.check->value);
        if ((word & mask) == expected) {
            hold();
            return;
        }
        const std::string masked = s.check->mask ? " & " + hex32(mask) : "";
        fail(subject(s) + masked + " == " + hex32(expected),
             hex32(word & mask) + (s.check->mask ? " of " + hex32(word) : ""));
    }

    // Stimulus.

    /// Lets edges pass; all of them must.
    void pass(std::uint64_t edges) {
        if (edges > 0) {
            must_pass(edges, m_target.run_edges(edges));
        }
    }

    void must_pass(std::uint64_t edges, std::uint64_t passed) {
        if (passed < edges && !must_stop()) {
            fail(std::to_string(edges) + (edges == 1 ? " clock edge" : " clock edges"),
                 std::to_string(passed) + " before the end of simulated time");
        }
    }

    void execute(const run_statement& s) { pass(s.edges); }

    void execute(const events_statement& s) {
        m_cpu.held = s.lines;
        m_target.drive_lines(m_cpu.held);
    }

    void execute(const pulse_statement& s) {
        m_target.drive_lines(m_cpu.held | s.lines);
        pass(s.edges);
        m_target.drive_lines(m_cpu.held);
    }

    void execute(const bus_statement& s) {
        const unsigned bits = m_unit.bus_bits();
        if (!fits(s.value, bits, "the event bus")) {
            return;
        }
        const wide_value value = value_of(s.value);
        for (unsigned i = 0; i < bits; ++i) {
            m_cpu.held[i] = value.bit(i);
        }
        m_target.drive_lines(m_cpu.held);
    }

    void execute(const count_statement& s) { m_target.count(s.event, value_of(s.occurrences)); }

    void execute(const pin_statement& s) {
        const pin_info& pin = m_unit.pins()[s.pin];
        if (fits(s.value, pin.bits, pin.name)) {
            m_target.drive_pin(s.pin, value_of(s.value));
        }
    }

    void execute(const reset_statement& s) {
        m_target.set_reset(true);
        pass(s.edges);
        m_target.set_reset(false);
    }

    // Checks and the rest.

    void execute(const expect_irq_statement& s) {
        const bool asserted = m_target.irq();
        if (asserted == s.asserted) {
            hold();
        } else {
            fail(s.asserted ? "irq 1" : "irq 0", asserted ? "1" : "0");
        }
    }

    void execute(const expect_pin_statement& s) {
        const pin_info& pin = m_unit.pins()[s.pin];
        const wide_value expected = value_of(s.value);
        const wide_value got = m_target.read_pin(s.pin);
        if (expected == got) {
            hold();
        } else {
            fail(std::string(pin.name) + " " + expected.to_hex(pin.bits), got.to_hex(pin.bits));
        }
    }

    void execute(const expect_register_statement& s) {
        const std::uint64_t expected = value_of(s.value);
        const std::uint32_t got = m_cpu.registers[s.source];
        if (got == expected) {
            hold();
        } else {
            fail("r" + std::to_string(s.source) + " " + hex32(expected), hex32(got));
        }
    }

    void execute(const wait_statement& s) {
        std::uint64_t passed = 0;
        if (m_target.wait_irq(s.edges, passed)) {
            hold();
        } else if (passed >= s.edges) {
            fail("irq 1 within " + std::to_string(s.edges) + " clock edges", "irq 0 after them");
        } else if (!must_stop()) {
            fail("irq 1 within " + std::to_string(s.edges) + " clock edges",
                 "irq 0 after " + std::to_string(passed) + " at the end of simulated time");
        }
    }

    void execute(const mode_statement& s) { m_cpu.attributes.privileged = s.privileged; }
    void execute(const security_statement& s) { m_cpu.attributes.secure = s.secure; }

    void execute(const set_statement& s) {
        m_cpu.registers[s.destination] = static_cast<std::uint32_t>(value_of(s.value));
    }

    void execute(const print_text_statement& s) { m_output << s.text << '\n'; }

    void execute(const print_register_statement& s) {
        m_output << 'r' << unsigned{s.source} << " = " << hex32(m_cpu.registers[s.source]) << '\n';
    }

    void execute(const repeat_statement& s) {
        if (s.times == 0 || s.is_empty) {
            m_next = s.end + 1;
        } else {
            m_loops.push_back({m_next, s.times});
        }
    }

    void execute(const end_statement& /*s*/) {
        loop& innermost = m_loops.back();
        if (--innermost.turns > 0) {
            m_next = innermost.body;
        } else {
            m_loops.pop_back();
        }
    }

    const program& m_program;
    const unit_info& m_unit;
    program_target& m_target;
    std::ostream& m_output;
    std::ostream& m_failures;
    const std::uint64_t m_max_statements;
    cpu_state& m_cpu;

    play_result m_result;
    std::uint64_t m_executed = 0; ///< statements, `repeat` and `end` among them
    std::size_t m_next = 0;       ///< index of the statement to come
    std::uint32_t m_line = 0;
    std::vector<loop> m_loops;
};

} // namespace

play_result play(const program& what, const unit_info& unit, program_target& target,
                 std::ostream& output, std::ostream& failures, std::uint64_t max_statements,
                 cpu_state& cpu) {
    return player(what, unit, target, output, failures, max_statements, cpu).play();
}

play_result play(const program& what, const unit_info& unit, program_target& target,
                 std::ostream& output, std::ostream& failures, std::uint64_t max_statements) {
    cpu_state cpu;
    return play(what, unit, target, output, failures, max_statements, cpu);
}

std::string stop_message(const program& what, const play_result& result) {
    return process::printable(what.file) + ":" + std::to_string(result.line) +
           ": stopped before the end of the program";
}

} // namespace platform::program
