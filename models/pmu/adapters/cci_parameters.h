// SPDX-License-Identifier: Apache-2.0
// The parameters of a part as those of CCI, Accellera's standard for configuration, which this
// header includes and the library does not need.
#pragma once

#include <pmu/core/parameter_map.h>

#include <cci_configuration>

#include <memory>
#include <string>
#include <vector>

namespace PMU_API pmu {

/// A `cci::cci_param<std::string>` for each parameter of a part, with its name below the object
/// that is being made, its default as text, its range and its description. So a broker presets them
/// as any other, by the words and numbers of the part's README. Made before the module, which takes
/// what they say:
///
///     pmu::cci_parameters parameters(pmu::arm1136_parameters, "pmu."); // pmu.two_bit_mode ...
///     pmu::arm1136_pmu unit("pmu", parameters.config());
///
/// A broker must exist. From config() on the parameters do not change any more: the unit has them.
/// \tparam Map the type of `<part>_parameters`
template <class Map>
class cci_parameters {
public:
    /// \param map `<part>_parameters` \param prefix stands before each name
    explicit cci_parameters(const Map& map, const std::string& prefix = "") : m_map(map) {
        for (const parameter_desc& p : map) {
            m_parameters.push_back(std::make_unique<cci::cci_param<std::string>>(
                prefix + p.name, p.default_text(), p.range() + ": " + p.description));
        }
    }

    /// The configuration that they say.
    /// \throw std::invalid_argument a value is none of its parameter; the message names part,
    /// parameter, what is possible, and the value
    auto config() {
        decltype(config_of(&Map::find_fault)) all{};
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            m_map.configure(all, m_map[i].name, m_parameters[i]->get_value());
            m_parameters[i]->lock();
        }
        return all;
    }

private:
    template <class Fault, class Config>
    static Config config_of(Fault (Map::*)(const Config&) const);

    const Map& m_map;
    std::vector<std::unique_ptr<cci::cci_param<std::string>>> m_parameters;
};

} // namespace pmu
