// SPDX-License-Identifier: Apache-2.0
// Stands in for SystemC-Components: of its APB extension, that which a PMU reads.
#pragma once

#include <tlm>

namespace apb {

struct apb_extension : public tlm::tlm_extension<apb_extension> {
    bool is_privileged() const { return m_privileged; }
    void set_privileged(bool privileged = true) { m_privileged = privileged; }
    bool is_non_secure() const { return m_non_secure; }
    void set_non_secure(bool non_secure = true) { m_non_secure = non_secure; }

    tlm::tlm_extension_base* clone() const override { return new apb_extension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const apb_extension&>(other);
    }

private:
    bool m_privileged = false;
    bool m_non_secure = false;
};

} // namespace apb
