// SPDX-License-Identifier: Apache-2.0
#pragma once

struct pt_regs;

/// What was interrupted, in a handler of an interrupt.
struct pt_regs* get_irq_regs(void);
