// SPDX-License-Identifier: Apache-2.0
// The PMU registers of the CCI-400 (ARM DDI 0470, 3.3.6 and 3.3.7).
#pragma once

#include <stdint.h>

/// The slave interface through which the CPU's loads and stores pass: 0 to 4.
#define CCI_CPU_INTERFACE 4u

#define CCI_BASE 0x2C090000u
#define CCI_REGISTER(offset) (*(volatile uint32_t*)(CCI_BASE + (offset)))

#define CCI_PMCR CCI_REGISTER(0x0100)
#define CCI_PMCR_CEN 0x1u
#define CCI_PMCR_RST 0x2u
#define CCI_PMCR_CCR 0x4u
#define CCI_PMCR_N(pmcr) ((pmcr) >> 11 & 0x1Fu) ///< number of event counters

#define CCI_CCNT CCI_REGISTER(0x9004)
#define CCI_CCNT_CTRL CCI_REGISTER(0x9008)
#define CCI_CCNT_OVF CCI_REGISTER(0x900C)

// Event counter n, 0 to 3.
#define CCI_ESR(n) CCI_REGISTER(0xA000 + 0x1000 * (n))
#define CCI_ECNT(n) CCI_REGISTER(0xA004 + 0x1000 * (n))
#define CCI_ECTRL(n) CCI_REGISTER(0xA008 + 0x1000 * (n))
#define CCI_EOVF(n) CCI_REGISTER(0xA00C + 0x1000 * (n))

/// Event of a slave interface. \param interface 0 to 4 \param number 0x00 to 0x14
#define CCI_SLAVE_EVENT(interface, number) ((interface) << 5 | (number))
#define CCI_READ_REQUEST 0x00u  ///< si_rrq_hs_any
#define CCI_WRITE_REQUEST 0x0Cu ///< si_wrq_hs_any
