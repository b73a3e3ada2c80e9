// SPDX-License-Identifier: Apache-2.0
#include <report/vcd_file.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <sysc/kernel/sc_kernel_ids.h>
#include <type_traits>
#include <utility>

namespace platform::report {

namespace {

/// The low bits of a number.
std::string bits_of(std::uint64_t value, unsigned width) {
    std::string text(width, '0');
    for (unsigned i = 0; i < width; ++i) {
        if ((i < 64 ? value >> i & 1U : 0U) != 0) {
            text[width - 1 - i] = '1';
        }
    }
    return text;
}

std::string text_of(bool value, unsigned /*width*/) {
    return value ? "1" : "0";
}

template <class Number>
std::enable_if_t<std::is_integral_v<Number>, std::string> text_of(Number value, unsigned width) {
    return bits_of(static_cast<std::uint64_t>(value), width);
}

std::string text_of(const sc_dt::sc_bit& value, unsigned /*width*/) {
    return value.to_bool() ? "1" : "0";
}

std::string text_of(const sc_dt::sc_logic& value, unsigned /*width*/) {
    return std::string(1, value.to_char());
}

std::string text_of(const sc_dt::sc_uint_base& value, unsigned width) {
    return bits_of(value.to_uint64(), width);
}

std::string text_of(const sc_dt::sc_int_base& value, unsigned width) {
    return bits_of(value.to_uint64(), width);
}

template <class Vector>
std::string text_of_vector(const Vector& value) {
    std::string text = value.to_string();
    // sc_lv writes its states in capitals.
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c == 'X' ? 'x' : c == 'Z' ? 'z' : c;
    });
    return text;
}

std::string text_of(const sc_dt::sc_bv_base& value, unsigned /*width*/) {
    return text_of_vector(value);
}

std::string text_of(const sc_dt::sc_lv_base& value, unsigned /*width*/) {
    return text_of_vector(value);
}

template <class Value>
class variable_of final : public vcd_file::variable {
public:
    variable_of(const Value& object, const std::string& path, unsigned width)
        : variable(path, width), m_object(object), m_value(object) {}

    bool sample() override {
        if (m_object == m_value) {
            return false;
        }
        m_value = m_object;
        return true;
    }
    std::string value() const override { return text_of(m_value, bits); }

private:
    const Value& m_object;
    Value m_value;
};

class variable_of_text final : public vcd_file::variable {
public:
    variable_of_text(const std::string& object, const std::string& path)
        : variable(path, 1, true), m_object(object), m_value(object) {}

    bool sample() override {
        if (m_object == m_value) {
            return false;
        }
        m_value = m_object;
        return true;
    }
    std::string value() const override { return m_value; }

private:
    const std::string& m_object;
    std::string m_value;
};

/// The short names of a dump: printing characters but the blank.
std::string code_of(std::size_t index) {
    constexpr char first = '!';
    constexpr std::size_t characters = '~' - first + 1;
    std::string code;
    do {
        code += static_cast<char>(first + index % characters);
        index /= characters;
    } while (index != 0);
    return code;
}

/// Variables and scopes by name.
struct scope {
    std::vector<const vcd_file::variable*> variables;
    std::map<std::string, scope> scopes;

    void add(const vcd_file::variable& v) {
        scope* where = this;
        std::size_t at = 0;
        for (std::size_t dot = 0; (dot = v.name.find('.', at)) != std::string::npos; at = dot + 1) {
            where = &where->scopes[v.name.substr(at, dot - at)];
        }
        where->variables.push_back(&v);
    }

    void write(std::ostream& out, const std::string& name) const {
        out << "$scope module " << name << " $end\n";
        for (const vcd_file::variable* v : variables) {
            out << (v->is_text ? "$var string " : "$var wire ") << v->bits << ' ' << v->code << ' '
                << v->name.substr(v->name.rfind('.') + 1);
            if (v->bits > 1) {
                out << " [" << v->bits - 1 << ":0]";
            }
            out << " $end\n";
        }
        for (const auto& [inner, contents] : scopes) {
            contents.write(out, inner);
        }
        out << "$upscope $end\n";
    }
};

} // namespace

#if SC_VERSION_MAJOR >= 3
// IEEE 1666-2023 has callbacks for the ends of an instant.
struct vcd_file::attachment final : sc_core::sc_stage_callback_if {
    static constexpr unsigned ends =
        sc_core::SC_PRE_TIMESTEP | sc_core::SC_PRE_PAUSE | sc_core::SC_PRE_STOP;

    explicit attachment(vcd_file& of) : file(of) {
        sc_core::sc_register_stage_callback(*this, ends);
    }
    ~attachment() override { sc_core::sc_unregister_stage_callback(*this, ends); }
    void stage_callback(const sc_core::sc_stage& /*stage*/) override { file.cycle(false); }

    vcd_file& file;
};
#else
// A kernel that was built with callbacks for traces, as CMake does by default, looks at no trace
// file that is not an object with such a callback; one without (Debian's) reports that it has none.
struct vcd_file::attachment final {
    explicit attachment(vcd_file& of) : file(of) {
        const sc_core::sc_actions reported = sc_core::sc_report_handler::set_actions(
            sc_core::SC_ID_PHASE_CALLBACKS_UNSUPPORTED_, sc_core::SC_DO_NOTHING);
        calls = std::make_unique<callback>(of);
        sc_core::sc_report_handler::set_actions(sc_core::SC_ID_PHASE_CALLBACKS_UNSUPPORTED_,
                                                reported);
        if (!calls->comes()) {
            calls.reset();
            sc_core::sc_get_curr_simcontext()->add_trace_file(&file);
        }
    }
    ~attachment() {
        if (calls == nullptr) {
            sc_core::sc_get_curr_simcontext()->remove_trace_file(&file);
        }
    }
    attachment(const attachment&) = delete;
    attachment& operator=(const attachment&) = delete;

    class callback final : public sc_core::sc_object {
    public:
        explicit callback(vcd_file& of)
            : m_file(of), m_mask(register_simulation_phase_callback(sc_core::SC_BEFORE_TIMESTEP)) {}
        bool comes() const { return (m_mask & sc_core::SC_BEFORE_TIMESTEP) != 0; }

    private:
        void simulation_phase_callback() override { m_file.cycle(false); }

        vcd_file& m_file;
        phase_cb_mask m_mask;
    };

    vcd_file& file;
    std::unique_ptr<callback> calls;
};
#endif

vcd_file::vcd_file(std::ostream& out)
    : m_out(out), m_attachment(std::make_unique<attachment>(*this)) {
}

vcd_file::~vcd_file() {
    m_attachment.reset();
    m_out.flush();
}

template <class Value>
void vcd_file::add(const Value& object, const std::string& name, int width) {
    m_variables.push_back(
        std::make_unique<variable_of<Value>>(object, name, static_cast<unsigned>(width)));
    m_variables.back()->code = code_of(m_variables.size() - 1);
}

void vcd_file::ignore(const std::string& name) {
    SC_REPORT_WARNING("/platform/vcd", (name + " has no bits that a value change dump could show; "
                                               "it is left out")
                                           .c_str());
}

void vcd_file::trace_text(const std::string& object, const std::string& name) {
    m_variables.push_back(std::make_unique<variable_of_text>(object, name));
    m_variables.back()->code = code_of(m_variables.size() - 1);
}

void vcd_file::write_comment(const std::string& comment) {
    m_out << "$comment " << comment << " $end\n";
}

void vcd_file::write_header() {
    m_out << "$version tlm-pmu $end\n$timescale " << sc_core::sc_get_time_resolution().to_string()
          << " $end\n";
    scope top;
    for (const auto& v : m_variables) {
        top.add(*v);
    }
    top.write(m_out, top_scope);
    m_out << "$enddefinitions $end\n";
    m_has_header = true;
}

void vcd_file::write_value(const variable& v) {
    std::string value = v.value();
    if (v.is_text) {
        m_out << 's' << value << ' ' << v.code << '\n';
        return;
    }
    if (v.bits == 1) {
        m_out << value << v.code << '\n';
        return;
    }
    // A reader fills up with zeros before a 0 or a 1.
    const std::size_t zeros = std::min(value.find_first_not_of('0'), value.size() - 1);
    const bool is_filled_up = value[zeros] == '0' || value[zeros] == '1';
    value.erase(0, is_filled_up || zeros == 0 ? zeros : zeros - 1);
    m_out << 'b' << value << ' ' << v.code << '\n';
}

void vcd_file::cycle(bool delta_cycle) {
    if (delta_cycle) {
        return;
    }
    const sc_dt::uint64 now = sc_core::sc_time_stamp().value();
    if (!m_has_header) {
        write_header();
        m_out << '#' << now << "\n$dumpvars\n";
        for (const auto& v : m_variables) {
            v->sample();
            write_value(*v);
        }
        m_out << "$end\n";
        m_time = now;
        return;
    }
    for (const auto& v : m_variables) {
        if (v->sample()) {
            if (std::exchange(m_time, now) != now) {
                m_out << '#' << now << '\n';
            }
            write_value(*v);
        }
    }
}

} // namespace platform::report
