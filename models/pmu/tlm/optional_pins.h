// SPDX-License-Identifier: Apache-2.0
// Ports that a platform may leave unbound.
#pragma once

#include <pmu/core/api.h>
#include <pmu/tlm/pins.h>

#include <systemc>

#include <algorithm>
#include <cstddef>
#include <forward_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace PMU_API pmu {

/// The optional ports of a module. An input that nobody binds reads its idle value, an output that
/// nobody binds drives a signal of its own.
class optional_pins {
public:
    /// Makes an input optional.
    /// \param port of the module
    /// \param idle what the pin reads where nothing is bound
    /// \param use who looks at it
    template <class T>
    void add(sc_core::sc_in<T>& port, const T& idle, pin_use use = pin_use::edges) {
        m_pins.push_front(std::make_unique<pin<sc_core::sc_in<T>, T>>(port, idle, use));
    }
    /// The same for an input that is read by `reader`.
    template <class T>
    void add(sc_core::sc_in<T>& port, sampled_pin<T>& reader, const T& idle,
             pin_use use = pin_use::edges) {
        auto added = std::make_unique<pin<sc_core::sc_in<T>, T>>(port, idle, use);
        added->reader = &reader;
        m_pins.push_front(std::move(added));
    }
    /// The same for an input with event lines, which are all low where nothing is bound.
    /// \param port of the module
    /// \param reader reads it
    /// \param first_line where its bit 0 is in the sampled word
    template <class T>
    void add_lines(sc_core::sc_in<T>& port, sampled_pin<T>& reader, unsigned first_line) {
        add(port, reader, T{});
        m_pins.front()->first_line = first_line;
    }
    /// Makes an output optional.
    /// \param port of the module
    /// \param idle the level that the pin has before the first process runs
    template <class T>
    void add(sc_core::sc_out<T>& port, const T& idle) {
        port.initialize(idle);
        m_pins.push_front(
            std::make_unique<pin<sc_core::sc_out<T>, T>>(port, idle, pin_use::process));
    }

    /// Binds a signal to every port that is unbound. Call it from before_end_of_elaboration().
    void bind_stubs() {
        for (const auto& p : m_pins) {
            p->bind_stub();
        }
    }

    /// Whether the platform has bound an input with this line of the sampled word. The lines of an
    /// input end where those of another begin; of several that begin alike, one is enough. Call it
    /// after bind_stubs() and before the ports are forgotten.
    bool has_bound_line(unsigned line) const {
        unsigned first = 0;
        bool is_bound = false;
        for (const auto& p : m_pins) {
            if (p->first_line >= first && p->first_line <= line) {
                is_bound = p->is_bound() || (is_bound && p->first_line == first);
                first = p->first_line;
            }
        }
        return is_bound;
    }

    /// Calls `use(event)` for the change event of every input of this kind that the platform has
    /// bound. Call it from end_of_elaboration().
    template <class Use>
    void for_each_change(pin_use kind, Use use) const {
        for (const auto& p : m_pins) {
            if (const change_source change = p->change(kind)) {
                use(change.event(change.channel));
            }
        }
    }

    /// Adds the ports to a trace file as `module`.PORT. Call it before elaboration ends.
    void trace(sc_core::sc_trace_file* file, const std::string& module) const {
        for (const auto& p : m_pins) {
            p->trace(file, module);
        }
    }

    /// Once elaboration is over: lets the readers find what they read, forgets the ports, keeps the
    /// signals of unbound ones.
    void forget_ports() {
        for (const auto& p : m_pins) {
            p->find_value();
            if (std::unique_ptr<sc_core::sc_interface> stub = p->release_stub()) {
                m_stubs.push_front(std::move(stub));
            }
        }
        m_pins.clear();
    }
    /// The same, and keeps the sampled inputs for add_changes_to().
    void forget_ports_but_changes() {
        std::vector<const void*> channels;
        std::vector<change_event> events;
        for (const auto& p : m_pins) {
            if (const change_source change = p->change(pin_use::edges)) {
                channels.push_back(change.channel);
                events.push_back(change.event);
            }
        }
        m_channels = std::make_unique<const void*[]>(channels.size());
        std::copy(channels.begin(), channels.end(), m_channels.get());
        m_events = &shared(std::move(events));
        forget_ports();
    }
    /// Adds the change events of the sampled inputs to a list, at the first call only. Do not call
    /// it before a process waits: a signal makes its event when it is first asked for it, and from
    /// then on every change of the signal costs more.
    void add_changes_to(sc_core::sc_event_or_list& events) {
        for (std::size_t n = 0; m_channels != nullptr && n < m_events->size(); ++n) {
            events |= (*m_events)[n](m_channels[n]);
        }
        m_channels.reset();
    }

private:
    /// Gets the change event of a channel of some type.
    using change_event = const sc_core::sc_event& (*)(const void* channel);

    /// Where the change event of an input comes from.
    struct change_source {
        const void* channel = nullptr;
        change_event event = nullptr;

        explicit operator bool() const { return channel != nullptr; }
    };

    /// The same list for all units with the same pins.
    static const std::vector<change_event>& shared(std::vector<change_event> events) {
        static std::forward_list<std::vector<change_event>> all;
        const auto found = std::find(all.begin(), all.end(), events);
        return found != all.end() ? *found : all.emplace_front(std::move(events));
    }

    static constexpr unsigned no_lines = ~0U;

    struct pin_base {
        virtual ~pin_base() = default;
        virtual void bind_stub() = 0;
        virtual bool is_bound() const = 0;
        virtual void find_value() = 0;
        virtual std::unique_ptr<sc_core::sc_interface> release_stub() = 0;
        virtual void trace(sc_core::sc_trace_file* file, const std::string& module) const = 0;
        virtual change_source change(pin_use kind) const = 0;

        unsigned first_line = no_lines;
    };

    /// A signal of a type of our own. Programs have objects of SystemC's type, and g++ and clang++
    /// do not put the same into what these share with ours: a library of one would not link with a
    /// program of the other.
    template <class T>
    struct unbound_signal final : sc_core::sc_signal<T> {
        using sc_core::sc_signal<T>::sc_signal;
    };

    template <class Port, class T>
    struct pin final : pin_base {
        pin(Port& the_port, const T& idle_value, pin_use looks)
            : port(the_port), idle(idle_value), used_by(looks) {}

        void bind_stub() override {
            if (port.bind_count() == 0) {
                const std::string name = std::string(port.basename()) + "_unbound";
                stub = std::make_unique<unbound_signal<T>>(name.c_str(), idle);
                port.bind(*stub);
            }
        }
        bool is_bound() const override { return stub == nullptr; }
        void find_value() override {
            if constexpr (std::is_same_v<Port, sc_core::sc_in<T>>) {
                if (reader != nullptr && stub != nullptr) {
                    reader->fix(idle);
                } else if (reader != nullptr) {
                    reader->find(port);
                }
            }
        }
        std::unique_ptr<sc_core::sc_interface> release_stub() override { return std::move(stub); }
        void trace(sc_core::sc_trace_file* file, const std::string& module) const override {
            sc_core::sc_trace(file, port, module + "." + port.basename());
        }
        change_source change(pin_use kind) const override {
            if constexpr (std::is_same_v<Port, sc_core::sc_in<T>>) {
                if (stub == nullptr && used_by == kind) {
                    using interface = typename Port::if_type;
                    const interface* channel = port.operator->();
                    return {channel, [](const void* in) -> const sc_core::sc_event& {
                                return static_cast<const interface*>(in)->value_changed_event();
                            }};
                }
            }
            return {};
        }

        Port& port;
        T idle;
        pin_use used_by;
        sampled_pin<T>* reader = nullptr;
        std::unique_ptr<unbound_signal<T>> stub;
    };

    std::forward_list<std::unique_ptr<pin_base>> m_pins;
    std::forward_list<std::unique_ptr<sc_core::sc_interface>> m_stubs;
    std::unique_ptr<const void*[]> m_channels;           ///< of the sampled inputs
    const std::vector<change_event>* m_events = nullptr; ///< of m_channels
};

} // namespace pmu
