// SPDX-License-Identifier: Apache-2.0
// A program as anybody would write it, with newlib's own start code and linker script: console,
// arguments, files, memory, floating point, exit code. It reads `in.txt`, writes `out.txt`, and
// ends with 42 where everything went well.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: expected " #condition "\n", __LINE__);                                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static int compare(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

/// Reads in.txt, and writes its lines to out.txt in order.
static void sort_lines(void) {
    FILE* in = fopen("in.txt", "r");
    EXPECT(in != NULL);
    char* lines[100];
    size_t count = 0;
    char line[80];
    while (count < 100 && fgets(line, sizeof line, in) != NULL) {
        lines[count] = malloc(strlen(line) + 1);
        EXPECT(lines[count] != NULL);
        strcpy(lines[count++], line);
    }
    EXPECT(feof(in));
    EXPECT(fclose(in) == 0);
    qsort(lines, count, sizeof lines[0], compare);
    FILE* out = fopen("out.txt", "w+");
    EXPECT(out != NULL);
    for (size_t k = 0; k < count; ++k) {
        EXPECT(fputs(lines[k], out) >= 0);
        free(lines[k]);
    }
    EXPECT(fseek(out, 0, SEEK_SET) == 0);
    EXPECT(fgets(line, sizeof line, out) != NULL);
    EXPECT(fclose(out) == 0);
    EXPECT(fopen("../out.txt", "r") == NULL);
    EXPECT(remove("in.txt") == 0);
    EXPECT(fopen("in.txt", "r") == NULL && errno == ENOENT);
    printf("sorted %u lines, the first is %s", (unsigned)count, line);
}

static double series(unsigned terms) {
    double sum = 0;
    for (unsigned n = 0; n < terms; ++n) {
        sum += (n % 2 == 0 ? 4.0 : -4.0) / (2 * n + 1);
    }
    return sum;
}

int main(int argc, char** argv) {
    for (int n = 1; n < argc; ++n) {
        printf("argument %d: %s\n", n, argv[n]);
    }
    sort_lines();
    printf("%d %u %08lX %s %c %5.3f\n", -7, 7U, 0xC0FFEEUL, "text", 'c', series(1000));
    printf("%lld %llu\n", -1234567890123LL, 12345678901234567890ULL / 7);
    volatile int divisor = 17;
    printf("%d %d\n", 1000000 / divisor, -1000000 % divisor);
    const clock_t before = clock();
    EXPECT(series(10000) > 3.14);
    EXPECT(clock() > before);
    fputs("to stderr\n", stderr);
    return 42;
}
