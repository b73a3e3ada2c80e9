// SPDX-License-Identifier: Apache-2.0
// Stands in for vcml: of its sockets and extensions, the names and what they do, as far as a PMU
// meets them. Where vcml is, its own headers come instead.
#pragma once

#include <systemc>
#include <tlm>

#include <vector>

namespace vcml {

struct clk_desc {
    sc_core::sc_time period; ///< SC_ZERO_TIME: off
};

class clk_target_socket;
class gpio_target_socket;

/// The module in which a clk_target_socket is.
class clk_host {
public:
    virtual ~clk_host() = default;
    virtual void clk_notify(const clk_target_socket& socket, const clk_desc& newclk,
                            const clk_desc& oldclk) = 0;
};

class clk_initiator_socket {
public:
    explicit clk_initiator_socket(const char* /*name*/) {}
    void bind(clk_target_socket& target);
    void set_hz(double hz);
    const clk_desc& get() const { return m_clk; }

private:
    clk_desc m_clk;
    std::vector<clk_target_socket*> m_targets;
};

class clk_target_socket : public sc_core::sc_object {
public:
    explicit clk_target_socket(const char* name)
        : sc_core::sc_object(name), m_host(dynamic_cast<clk_host*>(get_parent_object())) {}
    void bind(clk_initiator_socket& initiator) { initiator.bind(*this); }
    clk_desc get() const { return m_initiator != nullptr ? m_initiator->get() : clk_desc{}; }

private:
    friend class clk_initiator_socket;
    clk_host* m_host;
    clk_initiator_socket* m_initiator = nullptr;
};

inline void clk_initiator_socket::bind(clk_target_socket& target) {
    target.m_initiator = this;
    m_targets.push_back(&target);
}

inline void clk_initiator_socket::set_hz(double hz) {
    const clk_desc before = m_clk;
    m_clk.period = hz > 0 ? sc_core::sc_time(1.0 / hz, sc_core::SC_SEC) : sc_core::SC_ZERO_TIME;
    for (clk_target_socket* target : m_targets) {
        target->m_host->clk_notify(*target, m_clk, before);
    }
}

class gpio_target_socket {
public:
    explicit gpio_target_socket(const char* /*name*/) {}
    bool read() const { return m_state; }

private:
    friend class gpio_initiator_socket;
    bool m_state = false;
};

class gpio_initiator_socket {
public:
    explicit gpio_initiator_socket(const char* /*name*/) {}
    void bind(gpio_target_socket& target) { m_targets.push_back(&target); }
    void write(bool state) {
        for (gpio_target_socket* target : m_targets) {
            target->m_state = state;
        }
    }

private:
    std::vector<gpio_target_socket*> m_targets;
};

/// The sideband information of an access.
class sbiext : public tlm::tlm_extension<sbiext> {
public:
    int privilege = 0; ///< 0 is User mode
    bool is_secure = false;

    tlm::tlm_extension_base* clone() const override { return new sbiext(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const sbiext&>(other);
    }
};

} // namespace vcml
