// SPDX-License-Identifier: Apache-2.0
// The tables of events in the manuals of the ARM11 cores.
#pragma once

#include <cstddef>
#include <cstdint>

namespace core_test {

struct arm11_event_row {
    std::uint32_t number;
    int lsb; ///< EVNTBUS bit position; -1: none
    int msb;
};

template <std::size_t Size>
const arm11_event_row* row_of(const arm11_event_row (&table)[Size], std::uint32_t number) {
    for (const arm11_event_row& row : table) {
        if (row.number == number) {
            return &row;
        }
    }
    return nullptr;
}

} // namespace core_test
