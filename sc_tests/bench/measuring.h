// SPDX-License-Identifier: Apache-2.0
// Takes the numbers that the figures are made of.
#pragma once

#include <bench/child_process.h>
#include <bench/figures.h>
#include <bench/statistics.h>

#include <map>
#include <string>
#include <vector>

namespace bench {

/// The value of a comparison with what it was made of.
struct compared {
    summary value;
    double a = 0; ///< median
    double b = 0; ///< median; 0 for absolute figures
};

struct measured_figure {
    compared worst;    ///< of its comparisons
    std::string which; ///< the name of that comparison
};

/// Runs the programs in one folder. All functions throw std::runtime_error where a program fails
/// or prints something else than expected.
class measurer {
public:
    /// \param program_dir the folder of the programs \param pairs of measurements, at least 1
    measurer(std::string program_dir, unsigned pairs)
        : m_program_dir(std::move(program_dir)), m_pairs(pairs) {}

    measured_figure measure(const figure& f);
    /// One number.
    double take(const probe& p);

private:
    compared compare(const comparison& c, figure::relation relation);
    double field(const std::vector<std::string>& program, const std::string& name) const;
    double micro(const std::string& name, unsigned pair);
    void run_micro();
    child_result run_with(const probe& p, unsigned iterations) const;
    std::vector<std::string> located(std::vector<std::string> command) const;

    std::string m_program_dir;
    unsigned m_pairs;
    /// Nanoseconds a round by benchmark; core_bench runs all of them by turns, once for all
    /// figures.
    std::map<std::string, std::vector<double>> m_micro;
};

} // namespace bench
