// SPDX-License-Identifier: Apache-2.0
// Stands in for libsystemctlm-soc: of its generic attributes, that which a PMU reads.
#pragma once

#include <tlm>

class genattr_extension : public tlm::tlm_extension<genattr_extension> {
public:
    bool get_secure() const { return m_secure; }
    void set_secure(bool secure = true) { m_secure = secure; }

    tlm::tlm_extension_base* clone() const override { return new genattr_extension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const genattr_extension&>(other);
    }

private:
    bool m_secure = true;
};
