// SPDX-License-Identifier: Apache-2.0
// Hooks: what a PMU does, told as it happens.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/register_map.h>
#include <pmu/tlm/refusal.h>

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace PMU_API pmu {

class observer_list;

/// A register access that a unit has answered.
struct observed_access {
    const register_desc* target = nullptr; ///< nullptr: the part has no register there
    std::uint32_t address = 0;             ///< byte offset in the window of the part
    bool is_write = false;                 ///< false: a read
    std::uint32_t value = 0;               ///< the word written, or read; 0: a read was refused
    access_attributes who;                 ///< who made it
    response answer = response::ok;        ///< how it ended
};

/// What is told of a PMU to which it listens: see pmu_module::observe(). Every function does
/// nothing unless it is overridden.
///
/// - The time is that at which it happened, on either clock. On a tickless clock the unit may be
///   told to run ahead of the simulation, by an access or a batch with a delay; it is then told at
///   once, with a time that is still to come. Of one unit, times never go backwards.
/// - What one edge, write or batch does is told in the order of the functions below; a register
///   access is told before what it does, a reset too.
/// - A counter that wraps several times within one batch is told once.
/// - In a call snapshot(), totals(), debug reads and the questions of batch_events_if see the state
///   as it is then. Accesses, debug writes and batches are refused there, with the report
///   `/pmu/<part>/access_in_observer`; save() and restore() throw. Waiting, and starting
///   or stopping the simulation, are not allowed. Any observer may begin or stop observing or be
///   destroyed, the one that is called included; one that begins hears of what comes next.
class pmu_observer {
public:
    pmu_observer() = default;
    pmu_observer(const pmu_observer&) = delete;
    pmu_observer& operator=(const pmu_observer&) = delete;
    /// Stops observing.
    virtual ~pmu_observer();

    /// A register access, refused or not. A transaction that is no whole aligned word is none, and
    /// neither is debug transport; but what a debugger's write does is told.
    virtual void register_access(const observed_access& /*access*/,
                                 const sc_core::sc_time& /*time*/) {}
    /// A transaction is refused, whole aligned word or not. Its sentence() says why.
    virtual void refused(const refused_access& /*access*/, const sc_core::sc_time& /*time*/) {}
    /// The pin `reset` was asserted.
    virtual void reset(const sc_core::sc_time& /*time*/) {}
    /// The enable of all counters, PMNC.E, PMCR.E or PMCR.CEN, became 1. A start delay may follow.
    virtual void enabled(const sc_core::sc_time& /*time*/) {}
    /// It became 0. A stop delay may follow.
    virtual void disabled(const sc_core::sc_time& /*time*/) {}
    /// A counter, by its name in the manual, wrapped to 0, whether or not that set a flag or
    /// requested an interrupt. Event counters come before the cycle counter.
    virtual void overflow(const char* /*counter*/, const sc_core::sc_time& /*time*/) {}
    /// The interrupt request PMUIRQ was asserted, whatever the polarity of the pin.
    virtual void interrupt_raised(const sc_core::sc_time& /*time*/) {}
    /// It was deasserted.
    virtual void interrupt_cleared(const sc_core::sc_time& /*time*/) {}

private:
    friend class observer_list;
    std::vector<observer_list*> m_lists; ///< those that this one is in
};

/// The observers of a unit. One that is destroyed leaves it.
class observer_list {
public:
    observer_list() = default;
    observer_list(const observer_list&) = delete;
    observer_list& operator=(const observer_list&) = delete;
    ~observer_list();

    /// Adds an observer, unless it is there.
    void add(pmu_observer& observer);
    /// Removes it, if it is there.
    void remove(pmu_observer& observer);

    /// Whether there is none.
    bool empty() const { return m_count == 0; }
    /// Whether one of them is being called.
    bool is_telling() const { return m_depth != 0; }

    /// Calls a function of each, in the order in which they were added. It may add and remove.
    template <class Function, class... Argument>
    void tell(Function function, const Argument&... arguments) {
        const calls_now guard(*this);
        const std::size_t size = m_observers.size(); // of those that are added now, none is called
        for (std::size_t i = 0; i < size; ++i) {
            if (m_observers[i] != nullptr) {
                (m_observers[i]->*function)(arguments...);
            }
        }
    }

private:
    struct calls_now {
        explicit calls_now(observer_list& l) : list(l) { ++list.m_depth; }
        calls_now(const calls_now&) = delete;
        calls_now& operator=(const calls_now&) = delete;
        ~calls_now() {
            if (--list.m_depth == 0) {
                list.drop_removed();
            }
        }
        observer_list& list;
    };

    void drop_removed();

    std::vector<pmu_observer*> m_observers; ///< nullptr: removed while one was called
    std::size_t m_count = 0;
    unsigned m_depth = 0; ///< calls of tell() that are under way
};

} // namespace pmu
