// SPDX-License-Identifier: Apache-2.0
// newlib has the same numbers for those in use.
#pragma once

#include <errno.h>

_Static_assert(EPERM == 1 && ENOENT == 2 && EAGAIN == 11 && ENOMEM == 12 && ENODEV == 19 &&
                   EINVAL == 22 && EOPNOTSUPP == 95,
               "errno.h has other numbers than the kernel");

#define EPROBE_DEFER 517
