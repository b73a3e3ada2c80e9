// SPDX-License-Identifier: Apache-2.0
// One controller a sweep. Results do not need it: two would do everything twice.
#pragma once

#include <process/descriptor.h>
#include <sweep/store.h>

#include <string>

namespace platform::sweep {

/// Held while it lives; gone with its process, however that ends.
class store_lock {
public:
    /// \throws sweep_error that says who holds it
    explicit store_lock(const store& of);
    /// HOST PID of who holds it; empty: nobody.
    static std::string owner(const store& of);

private:
    process::descriptor m_file;
};

} // namespace platform::sweep
