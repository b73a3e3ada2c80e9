// SPDX-License-Identifier: Apache-2.0
// The parameters of a part as those of CCI, Accellera's standard for configuration, which this
// header includes and the library does not need.
#pragma once

#include <pmu/core/parameter_map.h>

#include <cci_configuration>

#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace PMU_API pmu {

/// What a parameter says, as text: of a broker's strings, numbers and truth values.
struct cci_text {
    std::string text; ///< as `configure()` of the part's parameters takes it
};
/// As parameters of CCI are compared.
inline bool operator==(const cci_text& a, const cci_text& b) {
    return a.text == b.text;
}
/// As CCI prints them.
inline std::ostream& operator<<(std::ostream& out, const cci_text& value) {
    return out << value.text;
}

} // namespace pmu

/// \cond
// How CCI converts it.
template <>
struct cci::cci_value_has_converter<pmu::cci_text> : cci::cci_true_type {};
template <>
inline bool cci::cci_value_converter<pmu::cci_text>::pack(cci::cci_value::reference to,
                                                          const pmu::cci_text& from) {
    to.set_string(from.text);
    return true;
}
template <>
inline bool cci::cci_value_converter<pmu::cci_text>::unpack(pmu::cci_text& to,
                                                            cci::cci_value::const_reference from) {
    // JSON of what is no text: a number and a truth value are as they are written, and anything
    // else is what no parameter can be.
    to.text = from.is_string() ? std::string(from.get_string()) : from.to_json();
    return true;
}
/// \endcond

namespace PMU_API pmu {

/// A CCI parameter for each parameter of a part: its name below the module that is being made, its
/// default as text, its range and its description. So a broker presets them as any other, by the
/// words and numbers of the part's README, as text or as numbers and truth values, before they are
/// made; after that they do not change, since the unit has them. A member of the platform, before
/// the unit:
///
///     pmu::cci_parameters<pmu::arm1136_parameters> parameters{"pmu."};
///     pmu::arm1136_pmu unit{"pmu", parameters.config()};
///
/// In a module `platform` one of them is `platform.pmu.two_bit_mode`. A broker must be registered.
/// \tparam Map `<part>_parameters`
template <const auto& Map>
class cci_parameters {
    template <class Table, class Config>
    static Config config_of(parameter_fault (Table::*)(const Config&) const);
    using table = std::decay_t<decltype(Map)>;

public:
    using config_type = decltype(config_of(&table::find_fault)); ///< that of the part

    /// \param prefix stands before each name
    /// \param originator of the parameters: the module that is being made, unless another is named
    explicit cci_parameters(const std::string& prefix = "",
                            const cci::cci_originator& originator = cci::cci_originator()) {
        for (const parameter_desc& p : Map) {
            m_parameters.push_back(std::make_unique<parameter>(
                prefix + p.name, cci_text{p.default_text()}, p.range() + ": " + p.description,
                cci::CCI_RELATIVE_NAME, originator));
        }
    }

    /// The configuration that they say.
    /// \throw std::invalid_argument a value is none of its parameter; the message names part,
    /// parameter, what is possible, and the value
    config_type config() const {
        config_type all;
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            Map.configure(all, Map[i].name, m_parameters[i]->get_value().text);
        }
        return all;
    }

private:
    using parameter = cci::cci_param<cci_text, cci::CCI_IMMUTABLE_PARAM>;

    std::vector<std::unique_ptr<parameter>> m_parameters;
};

} // namespace pmu
