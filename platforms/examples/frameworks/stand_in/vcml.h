// SPDX-License-Identifier: Apache-2.0
// Stands in for vcml: of its sockets and extensions, the names and what they do, as far as a PMU
// meets them. Where vcml is, its own headers come instead.
#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vcml {

struct clk_desc {
    sc_core::sc_time period; ///< SC_ZERO_TIME: off
};

struct gpio_payload {
    bool state;
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

/// The module in which a gpio_target_socket is.
class gpio_host {
public:
    virtual ~gpio_host() = default;
    virtual void gpio_transport(const gpio_target_socket& socket, gpio_payload& tx) = 0;
};

/// Any socket is in a module, a target socket in one that is its host.
template <class Host>
class socket_in : public sc_core::sc_object {
public:
    Host* const m_host;

    explicit socket_in(const char* name)
        : sc_core::sc_object(name), m_host(dynamic_cast<Host*>(get_parent_object())) {
        if (m_host == nullptr) {
            throw std::logic_error(std::string(name) + " is not in a module that it can be in");
        }
    }
};

class clk_initiator_socket : public socket_in<sc_core::sc_object> {
public:
    using socket_in::socket_in;
    void set_hz(std::uint64_t hz);
    const clk_desc& get() const { return m_clk; }

private:
    friend class clk_target_socket;
    clk_desc m_clk;
    std::vector<clk_target_socket*> m_targets;
};

class clk_target_socket : public socket_in<clk_host> {
public:
    using socket_in::socket_in;
    void bind(clk_initiator_socket& initiator) {
        m_initiator = &initiator;
        initiator.m_targets.push_back(this);
    }
    clk_desc get() const { return m_initiator != nullptr ? m_initiator->get() : clk_desc{}; }

private:
    friend class clk_initiator_socket;
    clk_initiator_socket* m_initiator = nullptr;
};

inline void clk_initiator_socket::set_hz(std::uint64_t hz) {
    const clk_desc before = m_clk;
    m_clk.period = hz > 0 ? sc_core::sc_time(1.0 / static_cast<double>(hz), sc_core::SC_SEC)
                          : sc_core::SC_ZERO_TIME;
    for (clk_target_socket* target : m_targets) {
        target->m_host->clk_notify(*target, m_clk, before);
    }
}

class gpio_target_socket : public socket_in<gpio_host> {
public:
    using socket_in::socket_in;
    bool read() const { return m_state; }

private:
    friend class gpio_initiator_socket;
    bool m_state = false;
};

class gpio_initiator_socket : public socket_in<sc_core::sc_object> {
public:
    using socket_in::socket_in;
    void bind(gpio_target_socket& target) { m_targets.push_back(&target); }
    void write(bool state) {
        for (gpio_target_socket* target : m_targets) {
            gpio_payload tx{target->m_state = state};
            target->m_host->gpio_transport(*target, tx);
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
