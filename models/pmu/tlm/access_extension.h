// SPDX-License-Identifier: Apache-2.0
// The payload extension that says who makes an access.
#pragma once

#include <pmu/core/access.h>

#include <tlm>

namespace PMU_API pmu {

/// Privilege and security of a transaction. Ignorable: without it an access is privileged and
/// secure. An initiator sets it once on a payload that it reuses.
class access_extension : public tlm::tlm_extension<access_extension> {
public:
    /// Privileged and secure.
    access_extension() = default;
    /// With these attributes.
    explicit access_extension(access_attributes who) : attributes(who) {}

    access_attributes attributes; ///< of the accesses that the payload makes

    /// A copy on the heap, which the caller owns.
    tlm::tlm_extension_base* clone() const override { return new access_extension(attributes); }

    /// \param other another access_extension
    void copy_from(const tlm::tlm_extension_base& other) override {
        attributes = static_cast<const access_extension&>(other).attributes;
    }
};

/// The attributes of a transaction, or privileged and secure if it carries none.
[[gnu::always_inline]] inline access_attributes
attributes_of(const tlm::tlm_generic_payload& payload) {
    const auto* extension = payload.get_extension<access_extension>();
    return extension != nullptr ? extension->attributes : access_attributes{};
}

} // namespace pmu
