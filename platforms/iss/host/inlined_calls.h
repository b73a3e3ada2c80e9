// SPDX-License-Identifier: Apache-2.0
// Which functions the compiler has put into others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platform::iss {

/// Calls without a call: of code that the compiler has inlined, the function that it was written
/// in, and the one that it was put into, as far as they are known.
class inlined_calls {
public:
    static constexpr std::uint32_t none = 0; ///< as a call

    struct call {
        std::uint32_t around = none; ///< the inlined call that this one is in, before it; or none
        std::uint32_t function = 0;  ///< in `names`
    };
    /// From this address to that of the next row code is of one call.
    struct row {
        std::uint32_t address = 0;
        std::uint32_t innermost = none;

        friend bool operator<(const row& a, const row& b) { return a.address < b.address; }
    };

    inlined_calls() = default;
    /// \param calls from 1 on \param names of functions, as they are shown: "square (inlined)"
    /// \param rows by address, with valid calls
    inlined_calls(std::vector<call> calls, std::vector<std::string> names, std::vector<row> rows);

    bool empty() const { return m_rows.empty(); }
    std::size_t size() const { return m_calls.size(); } ///< of calls; the last one has this number

    /// The innermost inlined call that an instruction belongs to, or none.
    std::uint32_t at(std::uint32_t pc) const;
    /// The one around it, or none. \param of 1 to size()
    std::uint32_t around(std::uint32_t of) const { return m_calls[of - 1].around; }
    /// Its function: a number that others of the same have, too. \param of 1 to size()
    std::uint32_t function(std::uint32_t of) const { return m_calls[of - 1].function; }
    /// The name of that function, as it is shown.
    const std::string& name(std::uint32_t function) const { return m_names[function]; }

    /// The calls that an instruction belongs to, outermost first.
    std::vector<std::uint32_t> chain(std::uint32_t innermost) const;
    /// Their names, those of an address.
    std::vector<std::string> names_at(std::uint32_t pc) const;

    /// For another process of this machine.
    std::string to_bytes() const;

    /// \return without calls if the bytes are damaged
    static inlined_calls from_bytes(const std::string& bytes);

private:
    std::vector<call> m_calls;
    std::vector<std::string> m_names;
    std::vector<row> m_rows;
};

} // namespace platform::iss
