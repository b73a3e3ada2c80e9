// SPDX-License-Identifier: Apache-2.0
// A value change dump on a stream, whose state says whether it could be written. SystemC's own
// writer names its file itself and does not look at what became of it.
#pragma once

#include <systemc>

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace platform::report {

/// A trace file for sc_trace(), as IEEE 1364 defines VCD: values at the end of each instant of
/// simulated time, in units of the time resolution; one scope for each part of a name that ends in
/// a dot. It traces truth values and numbers of any width, with two or four states; what else there
/// is (events, times, floating and fixed point) is left out with a warning.
class vcd_file final : public sc_core::sc_trace_file {
public:
    /// \param out must outlive it
    explicit vcd_file(std::ostream& out);
    ~vcd_file() override;
    vcd_file(const vcd_file&) = delete;
    vcd_file& operator=(const vcd_file&) = delete;

    void trace(const bool& o, const std::string& n) override { add(o, n, 1); }
    void trace(const sc_dt::sc_bit& o, const std::string& n) override { add(o, n, 1); }
    void trace(const sc_dt::sc_logic& o, const std::string& n) override { add(o, n, 1); }
    void trace(const unsigned char& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const unsigned short& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const unsigned int& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const unsigned long& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const char& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const short& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const int& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const long& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const sc_dt::int64& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const sc_dt::uint64& o, const std::string& n, int w) override { add(o, n, w); }
    void trace(const unsigned int& o, const std::string& n, const char** /*literals*/) override {
        add(o, n, 8 * sizeof o);
    }
    void trace(const sc_dt::sc_int_base& o, const std::string& n) override {
        add(o, n, o.length());
    }
    void trace(const sc_dt::sc_uint_base& o, const std::string& n) override {
        add(o, n, o.length());
    }
    void trace(const sc_dt::sc_bv_base& o, const std::string& n) override { add(o, n, o.length()); }
    void trace(const sc_dt::sc_lv_base& o, const std::string& n) override { add(o, n, o.length()); }

    void trace(const sc_core::sc_event& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_core::sc_time& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const float& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const double& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_signed& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_unsigned& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_fxval& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_fxval_fast& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_fxnum& /*o*/, const std::string& n) override { ignore(n); }
    void trace(const sc_dt::sc_fxnum_fast& /*o*/, const std::string& n) override { ignore(n); }

    /// A text without blanks, which GTKWave shows as it is.
    void trace_text(const std::string& object, const std::string& name);

    /// Writes what has changed in the instant in which the simulation has stopped.
    void finish() { cycle(false); }

    void write_comment(const std::string& comment) override;
    /// The unit stays the time resolution.
    void set_time_unit(double /*value*/, sc_core::sc_time_unit /*unit*/) override {}

    /// Something whose value is dumped.
    class variable {
    public:
        variable(std::string path, unsigned width, bool text = false)
            : name(std::move(path)), bits(width), is_text(text) {}
        variable(const variable&) = delete;
        variable& operator=(const variable&) = delete;
        virtual ~variable() = default;

        /// Takes the value of now. \return whether it is another than before
        virtual bool sample() = 0;
        /// The value last taken, one character a bit, most significant first; a text as it is.
        virtual std::string value() const = 0;

        const std::string name; ///< with its scopes
        const unsigned bits;    ///< of a text: 1
        const bool is_text;
        std::string code; ///< that stands for it in the dump
    };

    /// The scope around all others.
    static constexpr const char* top_scope = "SystemC";
    const std::vector<std::unique_ptr<variable>>& variables() const { return m_variables; }

protected:
    void cycle(bool delta_cycle) override;

private:
    struct attachment; // to the kernel, which calls cycle()

    template <class Value> // the .cpp has what needs it: the virtual functions above
    void add(const Value& object, const std::string& name, int width);
    void ignore(const std::string& name);
    void write_header();
    void write_value(const variable& v);

    std::ostream& m_out;
    std::unique_ptr<attachment> m_attachment;
    std::vector<std::unique_ptr<variable>> m_variables;
    bool m_has_header = false;
    sc_dt::uint64 m_time = 0; ///< of the values last written
};

} // namespace platform::report
