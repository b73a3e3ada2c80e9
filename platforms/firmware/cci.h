// SPDX-License-Identifier: Apache-2.0
// The PMU registers of the CCI-400 (ARM DDI 0470, 3.3.6 and 3.3.7).
#pragma once

#include "cci400_unit.h"

#include <stdint.h>

/// The slave interface through which the CPU's loads and stores pass: 0 to 4.
#define CCI_CPU_INTERFACE 4u

#define CCI_BASE 0x2C090000u
#define CCI_REGISTER(offset) (*(volatile uint32_t*)(CCI_BASE + (offset)))

#define CCI_PMCR CCI_REGISTER(CCI400_PMCR_OFFSET)
#define CCI_PMCR_CEN CCI400_PMCR_CEN_MASK
#define CCI_PMCR_RST CCI400_PMCR_RST_MASK
#define CCI_PMCR_CCR CCI400_PMCR_CCR_MASK
/// Number of event counters.
#define CCI_PMCR_N(pmcr) (((pmcr)&CCI400_PMCR_N_MASK) >> CCI400_PMCR_N_SHIFT)

#define CCI_CCNT CCI_REGISTER(CCI400_CCNT_OFFSET)
#define CCI_CCNT_CTRL CCI_REGISTER(CCI400_CCNT_CTRL_OFFSET)
#define CCI_CCNT_OVF CCI_REGISTER(CCI400_CCNT_OVF_OFFSET)

// Event counter n, 0 to 3.
#define CCI_BLOCK(n) ((CCI400_ESR1_OFFSET - CCI400_ESR0_OFFSET) * (n))
#define CCI_ESR(n) CCI_REGISTER(CCI400_ESR0_OFFSET + CCI_BLOCK(n))
#define CCI_ECNT(n) CCI_REGISTER(CCI400_ECNT0_OFFSET + CCI_BLOCK(n))
#define CCI_ECTRL(n) CCI_REGISTER(CCI400_ECTRL0_OFFSET + CCI_BLOCK(n))
#define CCI_EOVF(n) CCI_REGISTER(CCI400_EOVF0_OFFSET + CCI_BLOCK(n))

/// Event of a slave interface. \param interface 0 to 4 \param number one of S0
#define CCI_SLAVE_EVENT(interface, number) ((interface) << CCI400_ESR0_SRC_SHIFT | (number))
#define CCI_READ_REQUEST CCI400_EVENT_R1_S0_si_rrq_hs_any
#define CCI_WRITE_REQUEST CCI400_EVENT_R1_S0_si_wrq_hs_any
