// SPDX-License-Identifier: Apache-2.0
// What the cores of devices have in common: how an access finds its register.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

namespace platform::components {

/// The outputs of an interrupt controller.
struct interrupt_outputs {
    bool irq = false;
    bool fiq = false;

    friend bool operator==(const interrupt_outputs& a, const interrupt_outputs& b) {
        return a.irq == b.irq && a.fiq == b.fiq;
    }
};

/// A core is a plain value: a copy is a snapshot, == compares everything that can ever be seen.
/// \tparam Core has these, and may have its own of the functions that are protected here:
/// - `visible(r)`: what a register shows
/// - `write_to(r, data)`, `poke_to(r, data)`: an access, and one without effects
/// - `members()`: a tuple of all that counts for ==
template <class Core, class Register, const auto& Registers>
class device_core {
public:
    static constexpr std::uint64_t window_size = 0x1000; ///< bytes
    static constexpr std::size_t line_count = 0;         ///< it has no input lines
    static constexpr bool is_clocked = false;
    static constexpr bool takes_narrow = false;
    static constexpr const auto& registers() { return Registers; }

    /// Reads the register at an offset, with its side effect. `data` is left alone unless OK.
    pmu::response read(std::uint32_t address, pmu::access_attributes who, std::uint32_t& data) {
        const pmu::decoded_access access =
            decode(Registers, address, who, false, [this] { return core().rules(); });
        if (access.status == pmu::response::ok) {
            data = core().visible(static_cast<Register>(access.index));
            core().act_on_read(static_cast<Register>(access.index));
        }
        return access.status;
    }
    /// Writes the register at an offset. A refused write changes nothing.
    pmu::response write(std::uint32_t address, pmu::access_attributes who, std::uint32_t data) {
        const pmu::decoded_access access =
            decode(Registers, address, who, true, [this] { return core().rules(); });
        if (access.status == pmu::response::ok) {
            core().write_to(static_cast<Register>(access.index), data);
        }
        return access.status;
    }
    /// Reads without rules or side effects. \return false: no register there
    bool peek(std::uint32_t address, std::uint32_t& data) const {
        const pmu::register_desc* const found = Registers.find(address);
        if (found != nullptr) {
            data = static_cast<const Core&>(*this).visible(register_of(*found));
        }
        return found != nullptr;
    }
    /// Stores plain fields as given; what acts, or is read-only, ignores it.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data) {
        const pmu::register_desc* const found = Registers.find(address);
        if (found != nullptr) {
            core().poke_to(register_of(*found), data);
        }
        return found != nullptr;
    }

    friend bool operator==(const Core& a, const Core& b) { return are_equal(a, b); }
    friend bool operator!=(const Core& a, const Core& b) { return !(a == b); }

protected:
    static constexpr std::size_t index_of(Register r) { return static_cast<std::size_t>(r); }
    /// User mode may access the registers.
    static constexpr pmu::access_state rules() { return {true}; }
    static constexpr void act_on_read(Register /*r*/) {}

private:
    static bool are_equal(const Core& a, const Core& b) { return a.members() == b.members(); }
    Core& core() { return static_cast<Core&>(*this); }
    static Register register_of(const pmu::register_desc& r) {
        return static_cast<Register>(Registers.index_of(r));
    }
};

} // namespace platform::components
