// SPDX-License-Identifier: Apache-2.0
// The register of the floating-point unit that drivers of CPUs with one turn on.
#pragma once

/// Its number in MRC and MCR of coprocessor 10.
#define FPEXC 8
#define FPEXC_EN (1u << 30)
