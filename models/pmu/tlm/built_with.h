// SPDX-License-Identifier: Apache-2.0
// An installation has another file in place of this one: it refuses to be compiled with a SystemC
// that is not the one which the library was built with. Here both are compiled with the same.
#pragma once
