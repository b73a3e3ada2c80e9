// SPDX-License-Identifier: Apache-2.0
// What may differ between two ways to run the same firmware: all else is a fault.
#pragma once

#include "observation.h"
#include "way.h"

namespace platform::fuzz {

/// What is so in a run for an allowance to hold.
enum class circumstance : std::uint8_t {
    always,
    interrupted, ///< it has taken interrupts
    limited,     ///< it was ended by a limit, or in an endless loop or wait
    own_stores,  ///< it has executed what it has stored
};

/// Which firmware.
enum class manner : std::uint8_t {
    any,
    wild,    ///< it may do anything with what it reads, and its handlers with what they interrupt
    orderly, ///< what depends on time stays in pages of its own, and handlers leave all else alone
};

struct allowance {
    distinction between;
    circumstance when;
    manner of;
    unsigned facets;    ///< as bits
    const char* source; ///< the sentence that allows it
};

/// The list.
const std::vector<allowance>& allowances();

/// What may differ, as bits. \param is_so whether a circumstance holds for one of the two
template <class IsSo>
unsigned allowed(distinction between, bool is_orderly, const IsSo& is_so) {
    unsigned facets = 0;
    for (const allowance& a : allowances()) {
        const bool is_meant = a.between == between &&
                              (a.of == manner::any || (a.of == manner::orderly) == is_orderly);
        if (is_meant && (facets | a.facets) != facets && is_so(a.when)) {
            facets |= a.facets;
        }
    }
    return facets;
}

} // namespace platform::fuzz
