// SPDX-License-Identifier: Apache-2.0
// Who counts in a region of interest alone.
#pragma once

namespace platform::iss {

/// Is told where the region begins and ends, after all that was executed before has been told.
class region_listener {
public:
    /// What comes from now on is in the region of interest. It may come twice.
    virtual void enter_region() = 0;
    /// It is no more. It may come twice.
    virtual void leave_region() = 0;

protected:
    ~region_listener() = default;
};

} // namespace platform::iss
