// SPDX-License-Identifier: Apache-2.0
// Where the PMUs of a platform read who makes an access: in access_extension, or elsewhere.
#pragma once

#include <pmu/core/access.h>
#include <pmu/tlm/access_extension.h>

#include <tlm>

namespace PMU_API pmu {

/// Reads from a transaction who makes it. It must not depend on anything else.
///
/// A platform whose initiators have an extension of their own names it once, before elaboration
/// ends, and its PMUs look there:
///
///     pmu::access_attributes attributes_of_my_cpu(const my_extension& e) {
///         return {e.mode != user_mode, !e.ns};
///     }
///     ...
///     pmu::set_access_attributes_source(
///         pmu::attributes_from_extension<my_extension, attributes_of_my_cpu>);
///
/// There are ready-made sources for vcml (attributes_from_sbi), AMBA extensions
/// (attributes_from_prot, attributes_from_ahb) and libsystemctlm-soc (attributes_from_genattr).
using access_attributes_source = access_attributes (*)(const tlm::tlm_generic_payload& payload);

/// For all PMUs that have no source of their own (pmu_module::set_access_attributes_source()).
/// Call it before elaboration ends; after that it is the error `/pmu/attributes/late`.
/// \param source nullptr or attributes_of: access_extension, as if it had never been called
void set_access_attributes_source(access_attributes_source source);
/// What was last set; attributes_of if nothing was.
access_attributes_source get_access_attributes_source();

/// A source: an extension of any kind. Without it an access is privileged and secure.
/// \tparam Extension derives from tlm::tlm_extension<Extension>
/// \tparam Read `access_attributes(const Extension&)`
template <class Extension, access_attributes (*Read)(const Extension& extension)>
access_attributes attributes_from_extension(const tlm::tlm_generic_payload& payload) {
    const Extension* extension = payload.template get_extension<Extension>();
    return extension != nullptr ? Read(*extension) : access_attributes{};
}

/// What the sideband information of vcml says; see attributes_from_sbi.
template <class Extension>
access_attributes attributes_in_sbi(const Extension& extension) {
    return {extension.privilege != 0, extension.is_secure != 0};
}
/// What the protection bits of AMBA say; see attributes_from_prot.
template <class Extension>
access_attributes attributes_in_prot(const Extension& extension) {
    return {extension.is_privileged(), !extension.is_non_secure()};
}

/// What HPROT says, which has no bit for security; see attributes_from_ahb.
template <class Extension>
access_attributes attributes_in_ahb(const Extension& extension) {
    return {extension.is_privileged(), true};
}
/// What the generic attributes say, which have none for privilege; see attributes_from_genattr.
template <class Extension>
access_attributes attributes_in_genattr(const Extension& extension) {
    return {true, extension.get_secure()};
}

/// A source: the sideband information of vcml, `attributes_from_sbi<vcml::sbiext>`. Privilege level
/// 0 is User mode. What is not marked as secure is Non-secure.
/// \tparam Extension has members `privilege` and `is_secure`
template <class Extension>
access_attributes attributes_from_sbi(const tlm::tlm_generic_payload& payload) {
    return attributes_from_extension<Extension, attributes_in_sbi<Extension>>(payload);
}

/// A source: the protection bits of AMBA (AxPROT, PPROT) as AMBA-PV and the SystemC-Components
/// library spell them: `attributes_from_prot<amba_pv::amba_pv_extension>`,
/// `attributes_from_prot<axi::axi4_extension>`, `attributes_from_prot<apb::apb_extension>`.
/// \tparam Extension has `bool is_privileged() const` and `bool is_non_secure() const`
template <class Extension>
access_attributes attributes_from_prot(const tlm::tlm_generic_payload& payload) {
    return attributes_from_extension<Extension, attributes_in_prot<Extension>>(payload);
}

/// A source: the protection bits of AHB as the SystemC-Components library has them,
/// `attributes_from_ahb<ahb::ahb_extension>`. HPROT says what is privileged; all is Secure.
/// \tparam Extension has `bool is_privileged() const`
template <class Extension>
access_attributes attributes_from_ahb(const tlm::tlm_generic_payload& payload) {
    return attributes_from_extension<Extension, attributes_in_ahb<Extension>>(payload);
}

/// A source: the generic attributes of libsystemctlm-soc,
/// `attributes_from_genattr<genattr_extension>`. They say what is Secure; all is privileged.
/// \tparam Extension has `bool get_secure() const`
template <class Extension>
access_attributes attributes_from_genattr(const tlm::tlm_generic_payload& payload) {
    return attributes_from_extension<Extension, attributes_in_genattr<Extension>>(payload);
}

} // namespace pmu
