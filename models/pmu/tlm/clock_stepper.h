// SPDX-License-Identifier: Apache-2.0
// One process that steps all units on a clock.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace PMU_API pmu {

/// Steps those units on an sc_clock whose pins change in most cycles. A process for each would cost
/// as much as the step itself, and more with a thousand of them.
class clock_stepper {
public:
    /// Where a unit stands among those that are stepped.
    class seat {
        friend clock_stepper;
        std::size_t m_place = nowhere; ///< in m_units
    };

    /// The stepper of a clock. It lives as long as somebody holds it.
    static std::shared_ptr<clock_stepper> of(const sc_core::sc_clock& clock);
    /// \param clock whose rising edges are taken
    explicit clock_stepper(const sc_core::sc_clock& clock) : m_clock(clock) {}
    ~clock_stepper() { *m_self = nullptr; }
    clock_stepper(const clock_stepper&) = delete;
    clock_stepper& operator=(const clock_stepper&) = delete;

    /// Takes the edge of this delta. \param unit as in add()
    using step_function = void (*)(void* unit);

    /// Calls `step(unit)` at each rising edge from now on; if this delta is one, it may call it in
    /// this delta too. A unit that has a seat keeps it.
    /// \param who gets a seat
    /// \param unit what `step` gets
    /// \param step takes the edge of this delta
    /// \param touched where the bytes begin that an edge touches
    void add(seat& who, void* unit, step_function step, const void* touched);
    /// Calls it no more. Allowed in a step.
    void remove(seat& who);

private:
    static constexpr std::size_t nowhere = SIZE_MAX;

    struct stepped_unit {
        void* unit; ///< nullptr: it has left
        step_function step;
        const void* touched;
    };

    void have_process();
    void step_all();
    void close_ranks();

    const sc_core::sc_clock& m_clock;
    std::vector<stepped_unit> m_units;
    std::vector<seat*> m_seats; ///< of the units, in their order
    std::size_t m_left = 0;     ///< of m_units
    sc_core::sc_process_handle m_process;
    /// What the process knows of it: the process stays when the last unit has gone.
    const std::shared_ptr<clock_stepper*> m_self = std::make_shared<clock_stepper*>(this);
};

} // namespace pmu
