// SPDX-License-Identifier: Apache-2.0
// What a program or a command line sets of the parameters of a part.
#pragma once

#include <pmu/core/parameter_map.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::program {

/// A value that a program gives to a parameter.
struct option_setting {
    std::size_t option; ///< position in the part's parameters
    std::uint64_t value;
};

/// A value for each parameter of a part, whatever the part: the default, where none is set.
class option_values {
public:
    /// \param parameters of the part; must outlive this
    explicit option_values(const pmu::parameter_map& parameters) : m_parameters(&parameters) {
        for (const pmu::parameter_desc& p : parameters) {
            m_values.push_back(p.default_value);
        }
    }

    void set(const option_setting& setting) { m_values.at(setting.option) = setting.value; }

    /// The configuration of the part.
    /// \param parameters those that this was made for
    /// \throws std::logic_error if they are another part's
    template <class Config, const auto& Rows>
    Config to(const pmu::parameter_map_of<Config, Rows>& parameters) const {
        if (&parameters != m_parameters) {
            throw std::logic_error(std::string("options of ") + m_parameters->part() + " for " +
                                   parameters.part());
        }
        Config config;
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            parameters.set(config, parameters[i], m_values[i]);
        }
        return config;
    }

private:
    const pmu::parameter_map* m_parameters;
    std::vector<std::uint64_t> m_values;
};

} // namespace platform::program
