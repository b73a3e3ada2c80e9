// SPDX-License-Identifier: Apache-2.0
// Short loops over registers and a table; not a single store.
#include "bench_program.h"

/// CRC-32, half a byte at a time.
static const uint32_t table[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};

uint32_t work(uint32_t iterations) {
    uint32_t crc = ~0u;
    for (uint32_t n = 0; n < iterations; ++n) {
        uint32_t seed = n;
        for (unsigned word = 0; word < 12; ++word) {
            seed = next_random(seed);
            crc ^= seed;
            for (unsigned digit = 0; digit < 8; ++digit) {
                crc = table[crc & 15u] ^ crc >> 4;
            }
            if ((crc & 3u) == 0) {
                crc ^= seed >> 7;
            }
        }
        while ((seed & 0xF0u) != 0) {
            seed = seed << 1 ^ seed >> 3;
        }
        crc += seed;
    }
    return ~crc;
}
