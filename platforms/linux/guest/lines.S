// SPDX-License-Identifier: Apache-2.0
// Programs of Linux that are bound by memory: they change a word in each line of 32 bytes of 1 MiB, PASSES times. With a
// smaller cache each line is read in each pass, and was written back before; only in the first pass may the kernel,
// which clears the pages, have left lines in the cache. So there are in User mode
//
//   read requests    at least (PASSES - 1) * 32768
//   write requests   likewise
//
// With STORES words are stored and not read before. The ARM11 allocates no line for that (M12): each store is a write
// request of its own, and none of this reads.
        .equ    bytes, 0x100000
        .equ    line, 32
        .arm
        .global _start
_start: mov     r5, #PASSES
1:      ldr     r4, =buffer
        mov     r6, #bytes
2:
#ifndef STORES
        ldr     r0, [r4]
        add     r0, r0, #1
#endif
        str     r0, [r4], #line
        subs    r6, r6, #line
        bne     2b
        subs    r5, r5, #1
        bne     1b
        mov     r0, #0
        mov     r7, #1          @ exit
        svc     0
        .ltorg

        .bss
        .balign line
buffer: .space  bytes
