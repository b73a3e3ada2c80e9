// SPDX-License-Identifier: Apache-2.0
// Code that lies where its example needs it: Thumb BL across a boundary, and pages to be visited.
    .syntax unified
    .section .text.pages, "ax"

// pair_SIZE is a BL with a boundary of SIZE between its halves; it comes back by r1. Before it lies
// what its twin executes instead, which comes back by r4.
    .balign 4096
    .space  1024 - 4
    .thumb
    bx      r4
    .global pair_1K
pair_1K:
    bl      return
    bx      r1
    .thumb_func
return:
    bx      lr

    .arm
    .balign 4
    .space  4096 - 32 - (. - (pair_1K - 1022))
    .global first_page_of_pair
first_page_of_pair:
    mov     pc, lr
    .space  28 - 4
    .thumb
    bx      r4
    .global pair_4K
pair_4K:
    bl      return
    bx      r1
    .arm
    .balign 4
    .global second_page_of_pair
second_page_of_pair:
    mov     pc, lr

// Ten pages with a return at `visited_pages` + n * VISITED_PAGES_STEP: each in another set of caches.
    .balign 4096
    .global visited_pages
visited_pages:
    .rept   10
    mov     pc, lr
    .space  4096 + 32 - 4
    .endr

// A line of eight instructions on a page of its own, then back by r1.
    .balign 4096
    .global line_on_its_page
line_on_its_page:
    .rept   8
    nop
    .endr
    mov     pc, r1
