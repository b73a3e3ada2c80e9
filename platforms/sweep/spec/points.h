// SPDX-License-Identifier: Apache-2.0
// The points of a sweep. They are computed from their numbers, not stored.
#pragma once

#include <sweep/spec/spec.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platform::sweep {

/// How one point is run.
struct point_run {
    std::string command;
    std::string part;
    std::string file; ///< as the specification has it; empty: none
    std::vector<std::string> arguments;
    std::vector<std::string> options; ///< --NAME=VALUE, in the order of the names
};

/// A point has a number: the last axis varies fastest, then those before it, and its repeat
/// slowest. They run in this order, so that the repeats of a point are far from each other, and
/// their spread shows how the machine drifts.
class point_space {
public:
    /// \param of outlives it
    explicit point_space(const spec& of);

    const spec& of() const { return m_spec; }
    /// Points with those that filters leave out.
    std::uint64_t size() const { return m_size; }
    /// Positions on the axes.
    std::vector<std::uint64_t> positions(std::uint64_t index) const;
    std::uint64_t repeat(std::uint64_t index) const { return index / (m_size / m_spec.repeat); }
    bool is_included(std::uint64_t index) const;
    bool is_included(const std::vector<std::uint64_t>& at) const;
    /// NAME=VALUE for each axis, for messages.
    std::string describe(std::uint64_t index) const;
    point_run run_of(std::uint64_t index) const;
    void for_each_included(const std::function<void(std::uint64_t)>& f) const;

private:
    std::string expand(const std::string& pattern, const std::vector<std::uint64_t>& at) const;

    const spec& m_spec;
    std::uint64_t m_size;
};

} // namespace platform::sweep
