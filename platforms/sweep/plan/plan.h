// SPDX-License-Identifier: Apache-2.0
// A specification, the program and the files as they are now: what decides which points have been
// done.
#pragma once

#include <sweep/spec/points.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace platform::sweep {

/// The program that runs the points.
struct program_identity {
    std::string path; ///< absolute
    std::string version;
    std::string hash; ///< of its bytes
};

class plan {
public:
    /// Copies the files that the points are run with into the store, and keeps the plan there.
    /// \param origin the file of the specification
    /// \throws sweep_error also where a point cannot be run
    static std::unique_ptr<plan> make(spec of, const program_identity& program,
                                      const store& results, const std::string& origin = "");
    /// The same, but nothing is written anywhere.
    static std::unique_ptr<plan> make_only(spec of, const program_identity& program);
    /// The file of the specification of a store's latest plan; empty: it has none.
    static std::string origin(const store& results);
    /// The latest plan of a store, or that with the id that is wanted.
    /// \throws sweep_error
    static std::unique_ptr<plan> load(const store& results, const run_interface& interface,
                                      const std::string& wanted = "");

    const spec& of() const { return *m_spec; }
    const point_space& points() const { return m_points; }
    const program_identity& program() const { return m_program; }
    const std::string& id() const { return m_id; }
    /// The files that the points are run with.
    std::vector<std::string> input_paths() const;
    /// Their copies, relative to the store.
    std::vector<std::string> staged_names() const;
    /// Points that the filters leave.
    std::uint64_t count() const { return m_count; }

    /// What follows the name of the program. Names of files are relative to the store.
    std::vector<std::string> arguments(std::uint64_t index) const;
    /// What decides about its result, as 64 hexadecimal digits.
    std::string key(std::uint64_t index) const;
    /// How figures come out.
    enum class output : std::uint8_t { none, counts_of_firmware, json_of_program, json_of_fuzz };
    /// What is executed: in `folder` of the store, so that the file goes by its own name, as it
    /// would there; firmware sees that name.
    struct execution {
        output figures = output::none;
        std::string folder;
        std::vector<std::string> arguments;
    };
    execution execution_of(std::uint64_t index) const;

private:
    plan(spec of, program_identity program);
    void find_inputs(const std::function<staged_input(const std::string& path)>& stage);
    std::string path_of(const std::string& file) const;
    std::string text() const;
    const staged_input* input_of(const point_run& run) const;
    /// \param has_own_path where the file is, not how the store calls it
    std::vector<std::string> arguments_of(const point_run& run, bool has_own_path = false) const;

    std::unique_ptr<spec> m_spec;
    point_space m_points;
    program_identity m_program;
    std::map<std::string, staged_input> m_inputs; ///< by their names in the specification
    std::uint64_t m_count = 0;
    std::string m_id;
};

} // namespace platform::sweep
