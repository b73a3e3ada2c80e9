// SPDX-License-Identifier: Apache-2.0
// Checks of a program: each that fails says what it saw, and the exit code tells whether all held.
#pragma once

#include <stdbool.h>

/// Counts a check; prints the text after "FAILED: " if it does not hold. \return holds
bool check(bool holds, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// Prints the outcome in one line. \return the exit code: 0 if every check held, 1 otherwise
int check_result(const char* program);
