// SPDX-License-Identifier: Apache-2.0
// The PMU registers of the CPU that is built for, who may access them, and how it waits. pmu_PART.h
// has it of each part; pmu_part.h, which is made from the list of parts, includes the one of
// PMU_PART_... .
//
// PMU_REGISTERS(X): X(name, coprocessor, opc1, CRn, CRm, opc2, access, User access), as the header
// has them that pmu_run makes of the tables of the part.
// UNLISTED_REGISTERS(X): some encodings beside them that are no register; they are Undefined.
// WAIT_FOR_INTERRUPT(): waits until IRQ or FIQ is requested, or returns at once where the CPU
// cannot. HAS_PMUSERENR: defined where User mode may be allowed to use the PMU. SELECTED_EVENTS():
// what the register with E has of the events that are selected.
#pragma once

#include "pmu_part.h"
