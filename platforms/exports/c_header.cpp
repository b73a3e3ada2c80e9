// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <pmu/core/coprocessor_address.h>

#include <ostream>

namespace platform::exports {

namespace {

// The assembler knows no suffix.
constexpr const char* constants = R"(
#ifndef TLM_PMU_U
#ifdef __ASSEMBLER__
#define TLM_PMU_U(n) n
#else
#define TLM_PMU_U(n) n##u
#endif
#endif
)";

class header {
public:
    header(std::ostream& out, const program::unit_info& unit, const char* what)
        : m_out(out), m_unit(unit),
          m_guard("TLM_PMU_" + macro_name(unit.name()) + "_" + macro_name(what) + "_H"),
          m_prefix(macro_name(unit.name()) + "_") {
        m_out << "/* The " << what << " of the " << unit.title() << ", made by pmu_run " << what
              << ' ' << unit.name() << " --format c-header. */\n#ifndef " << m_guard << "\n#define "
              << m_guard << '\n'
              << constants;
    }
    header(const header&) = delete;
    header& operator=(const header&) = delete;
    ~header() { m_out << "\n#endif\n"; }

    void comment(const std::string& text) { m_out << "\n/* " << text << " */\n"; }
    void define(const std::string& name, const std::string& value) {
        m_out << "#define " << m_prefix << name << " TLM_PMU_U(" << value << ")\n";
    }
    /// A plain number, which may be made a string.
    void operand(const std::string& name, unsigned value) {
        m_out << "#define " << m_prefix << name << ' ' << value << '\n';
    }
    void define_register(const pmu::register_desc& r);
    void define_list();

private:
    std::ostream& m_out;
    const program::unit_info& m_unit;
    std::string m_guard;
    std::string m_prefix;
};

void header::define_register(const pmu::register_desc& r) {
    const std::string name = r.name;
    comment(description(m_unit, r));
    if (m_unit.is_coprocessor()) {
        const pmu::coprocessor_register c = pmu::decode_coprocessor_address(r.address);
        operand(name + "_COPROC", c.coproc);
        operand(name + "_OPC1", c.opc1);
        operand(name + "_CRN", c.crn);
        operand(name + "_CRM", c.crm);
        operand(name + "_OPC2", c.opc2);
    }
    define(name + "_OFFSET", hex(r.address, 4));
    define(name + "_RESET", hex(r.reset & reset_mask(r), 8));
    define(name + "_RESET_MASK", hex(reset_mask(r), 8));
    for (const pmu::register_field& f : r) {
        const std::string field = name + "_" + f.name;
        define(field + "_SHIFT", std::to_string(f.lsb));
        define(field + "_MASK", hex(f.mask(), 8));
    }
}

void header::define_list() {
    const bool is_coprocessor = m_unit.is_coprocessor();
    comment(std::string("X(") +
            (is_coprocessor ? "name, coproc, opc1, CRn, CRm, opc2" : "name, offset") +
            ", RW or RO or WO, who may access it in User mode)");
    m_out << "#define " << m_prefix << "REGISTERS(X)";
    for (const pmu::register_desc& r : m_unit.registers()) {
        m_out << " \\\n    X(" << r.name << ", ";
        if (is_coprocessor) {
            const pmu::coprocessor_register c = pmu::decode_coprocessor_address(r.address);
            m_out << c.coproc << ", " << c.opc1 << ", " << c.crn << ", " << c.crm << ", " << c.opc2;
        } else {
            m_out << hex(r.address, 4);
        }
        m_out << ", " << short_name(r.access) << ", " << name_of(r.user) << ')';
    }
    m_out << '\n';
}

} // namespace

void write_c_header(std::ostream& out, const part_tables& part, selection tables) {
    if (tables.registers) {
        header h(out, part.unit, "registers");
        for (const pmu::register_desc& r : part.unit.registers()) {
            h.define_register(r);
        }
        h.define_list();
    }
    if (tables.events) {
        out << (tables.registers ? "\n" : "");
        header h(out, part.unit, "events");
        for (const event_list& list : part.events) {
            h.comment(list.title.empty() ? "Event numbers." : "Event numbers, " + list.title + ".");
            const std::string prefix =
                "EVENT_" + (list.name.empty() ? "" : macro_name(list.name) + "_");
            for (const pmu::event_desc& e : *list.events) {
                h.define(prefix + e.name, hex(e.number, 2));
            }
        }
    }
}

} // namespace platform::exports
