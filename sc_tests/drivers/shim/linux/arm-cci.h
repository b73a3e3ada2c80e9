// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether software may access the registers of the CCI beside those of its PMU: here it may.
#define platform_has_secure_cci_access() true
