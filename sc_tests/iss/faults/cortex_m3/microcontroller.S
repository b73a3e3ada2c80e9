// SPDX-License-Identifier: Apache-2.0
// For a CPU that starts from a table of vectors: it is not loaded.
#include "../fault.inc"

    b       .
