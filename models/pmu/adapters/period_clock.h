// SPDX-License-Identifier: Apache-2.0
// The clock of a platform that has no edges, only a period or a frequency.
#pragma once

#include <pmu/core/api.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <type_traits>
#include <utility>

namespace PMU_API pmu {

/// A period as it is.
inline const sc_core::sc_time& period_of(const sc_core::sc_time& period,
                                         const sc_core::sc_object& /*port*/) {
    return period;
}
/// The period of a frequency, rounded to the time resolution. SC_ZERO_TIME, a clock that stands
/// still, for 0 and less, and for what is no number.
/// \param hertz its period is the error `/pmu/clock/frequency` where it rounds to 0 or has 2^63
///        ticks of the time resolution or more, which SystemC does not make of seconds; where the
///        program goes on after it, the clock stands still
/// \param port says so by its name
sc_core::sc_time period_of_hertz(double hertz, const sc_core::sc_object& port);
/// The same for any integer or floating-point number.
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
sc_core::sc_time period_of(Number hertz, const sc_core::sc_object& port) {
    static_assert(!std::is_same_v<Number, bool>,
                  "a clock that toggles has no period to tell: bind it to the unit's clk itself");
    return period_of_hertz(static_cast<double>(hertz), port);
}

/// A tickless clock whose period comes by a signal: of sc_time, as that of SystemC-Components'
/// `scc::tickless_clock`, or of a number of hertz. The value that the signal has at the end of
/// elaboration is the first period; each change acts in the delta after it, as set_period() says.
///
///     pmu::signal_clock<sc_core::sc_time> clock("clock");
///     clock.in(clk_of_the_platform);
///     unit.clk(clock.out);
///
/// \tparam Value what the signal carries
template <class Value>
class signal_clock : public sc_core::sc_module {
public:
    sc_core::sc_in<Value> in{"in"};                   ///< period, or frequency
    tickless_clock out{"out", sc_core::SC_ZERO_TIME}; ///< what the PMU's `clk` is bound to

    /// \param name of the module
    explicit signal_clock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        using SC_CURRENT_USER_MODULE [[maybe_unused]] = signal_clock; // SystemC 2.3 asks for it
        SC_METHOD(follow);
        sensitive << in;
        dont_initialize();
    }

private:
    void end_of_elaboration() override { follow(); }
    void follow() { out.set_period(period_of(in.read(), in)); }
};

/// The same for a clock that comes by a socket which calls a host: that of vcml.
///
///     pmu::socket_clock<vcml::clk_target_socket, vcml::clk_host> clock("clock");
///     clock.in.bind(clk_of_the_platform);
///     unit.clk(clock.out);
///
/// \tparam Socket is made with a name; `get()` gives what has a member `period`
/// \tparam Host has `virtual void clk_notify(const Socket&, now, before)`, where `now` is such
template <class Socket, class Host>
class socket_clock : public sc_core::sc_module, public Host {
    using description = std::decay_t<decltype(std::declval<const Socket&>().get())>;

public:
    Socket in{"in"};                                  ///< where the clock comes from
    tickless_clock out{"out", sc_core::SC_ZERO_TIME}; ///< what the PMU's `clk` is bound to

    /// \param name of the module
    explicit socket_clock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

    /// A new period, or SC_ZERO_TIME where the clock is off.
    void clk_notify(const Socket& /*socket*/, const description& now,
                    const description& /*before*/) override {
        out.set_period(now.period);
    }

private:
    void end_of_elaboration() override { out.set_period(in.get().period); }
};

} // namespace pmu
