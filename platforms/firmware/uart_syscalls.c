// SPDX-License-Identifier: Apache-2.0
// What newlib asks of a board, for programs without semihosting: all output goes to UART 0, input
// comes from there. libnosys has the rest: the heap, and _exit(), an endless loop.
#include "uart.h"

#include <errno.h>
#include <sys/stat.h>

int _write(int file, const char* text, int bytes);
int _read(int file, char* text, int bytes);
int _close(int file);
int _fstat(int file, struct stat* status);
int _isatty(int file);
int _lseek(int file, int offset, int whence);
int _kill(int process, int signal);
int _getpid(void);

int _write(int file, const char* text, int bytes) {
    (void)file;
    uart_write(text, (size_t)bytes);
    return bytes;
}

/// What has arrived; 0, the end of the input, if that is nothing.
int _read(int file, char* text, int bytes) {
    (void)file;
    int count = 0;
    for (int c = 0; count < bytes && (c = uart_read()) >= 0; ++count) {
        text[count] = (char)c;
    }
    return count;
}

int _close(int file) {
    (void)file;
    return -1;
}

int _fstat(int file, struct stat* status) {
    (void)file;
    status->st_mode = S_IFCHR;
    return 0;
}

int _isatty(int file) {
    (void)file;
    return 1;
}

int _lseek(int file, int offset, int whence) {
    (void)file;
    (void)offset;
    (void)whence;
    return 0;
}

int _kill(int process, int signal) {
    (void)process;
    (void)signal;
    errno = EINVAL;
    return -1;
}

int _getpid(void) {
    return 1;
}
