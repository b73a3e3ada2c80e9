// SPDX-License-Identifier: Apache-2.0
// Makes one call of a program fail. For LD_PRELOAD:
//
//   TLM_PMU_FAULT=CALL:N:WHAT     the Nth call of that kind, counted from 1, in all processes of
//   the run together TLM_PMU_FAULT_STATE=FILE      of zeros, struct state: what has been counted,
//   and the call that was hit
//
// CALL: open, read, write, sync, close, truncate, rename, mkdir, wait, poll; or alloc, a block of
// memory. WHAT: EINTR, EIO, ENOSPC, ENOMEM: the call fails; SHORT: it does half; SIGINT, SIGTERM,
// SIGPIPE: it comes with the signal.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

struct state {
    char hit[504];  // a line "CALL out FILE" of the call that was hit; "in" where nothing can be
                    // lost: the file is only read, or it is closed and the disk has all of it
    uint64_t count; // calls of the kind so far
};

static struct state* state;
static char wanted[16];
static uint64_t number;
static int error;     // 0: another fault
static int is_short;  // it does half
static int signal_no; // 0: another fault

// Those whose calls for memory are left alone: where there is none they end the process by design,
// or do not look (sc_event_timed).
static struct { uintptr_t begin, end; } excused[8];
static int excused_count;
static int has_begun; // main(): before that nobody can catch anything

// Of descriptors: it was written since the disk had all of it.
static char is_unsaved[1024];
static void note(int descriptor, int is_written) {
    if (descriptor >= 0 && descriptor < (int)sizeof is_unsaved) {
        is_unsaved[descriptor] = (char)is_written;
    }
}

static int note_library(struct dl_phdr_info* info, size_t size, void* unused) {
    (void)size;
    (void)unused;
    const char* const of[] = {"/libunicorn", "/libcapstone", "/libglib", "/ld-linux", "/libsystemc"};
    for (size_t i = 0; i != sizeof of / sizeof *of; ++i) {
        for (int p = 0; strstr(info->dlpi_name, of[i]) && p != info->dlpi_phnum; ++p) {
            const ElfW(Phdr)* const header = &info->dlpi_phdr[p];
            if (header->p_type == PT_LOAD && (header->p_flags & PF_X) && excused_count < 8) {
                excused[excused_count].begin = info->dlpi_addr + header->p_vaddr;
                excused[excused_count].end = excused[excused_count].begin + header->p_memsz;
                ++excused_count;
            }
        }
    }
    return 0;
}

__attribute__((constructor)) static void start(void) {
    const struct {
        const char* name;
        int number;
    } errors[] = {{"EINTR", EINTR}, {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"ENOMEM", ENOMEM}},
      signals[] = {{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGPIPE", SIGPIPE}};
    const char* const fault = getenv("TLM_PMU_FAULT");
    const char* const path = getenv("TLM_PMU_FAULT_STATE");
    char what[16] = "";
    if (!fault || !path || sscanf(fault, "%15[a-z]:%lu:%15s", wanted, &number, what) != 3) {
        return;
    }
    for (size_t i = 0; i != sizeof errors / sizeof *errors; ++i) {
        error = strcmp(what, errors[i].name) == 0 ? errors[i].number : error;
    }
    for (size_t i = 0; i != sizeof signals / sizeof *signals; ++i) {
        signal_no = strcmp(what, signals[i].name) == 0 ? signals[i].number : signal_no;
    }
    is_short = strcmp(what, "SHORT") == 0;
    dl_iterate_phdr(note_library, NULL);
    const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    void* const shared = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    state = file < 0 || shared == MAP_FAILED ? NULL : shared;
}

// Whether this call is the one. A descriptor or a path says what it is of.
static int is_hit(const char* call, int descriptor, const char* path, int is_output) {
    if (!state || strcmp(call, wanted) != 0 ||
        __atomic_add_fetch(&state->count, 1, __ATOMIC_SEQ_CST) != number) {
        return 0;
    }
    char name[PATH_MAX] = "";
    if (!path && descriptor >= 0) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        const ssize_t size = readlink(link, name, sizeof name - 1);
        name[size > 0 ? size : 0] = '\0';
        const long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
        is_output = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
        if (strcmp(call, "close") == 0 && descriptor < (int)sizeof is_unsaved) {
            is_output = is_output && is_unsaved[descriptor];
        }
        path = descriptor == STDIN_FILENO    ? "standard input"
               : descriptor == STDOUT_FILENO ? "standard output"
               : descriptor == STDERR_FILENO ? "standard error"
                                             : name;
    }
    snprintf(state->hit, sizeof state->hit, "%s %s %s\n", call, is_output ? "out" : "in",
             path ? path : "-");
    if (signal_no) {
        kill(getpid(), signal_no);
    }
    return !signal_no;
}

static void* next(const char* name) {
    return dlsym(RTLD_NEXT, name);
}
#define REAL(name) ((__typeof__(&name))next(#name))

// A call that does all, or fails. \param ... what it is of
#define FAILS(call, descriptor, path, is_output, failed)                                           \
    if (is_hit(call, descriptor, path, is_output) && error) {                                      \
        errno = error;                                                                             \
        return failed;                                                                             \
    }

// --- files ---------------------------------------------------------------------------------------

#define OPEN(name)                                                                                 \
    int name(const char* path, int flags, ...) {                                                   \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(more, mode_t) : 0;          \
        va_end(more);                                                                              \
        FAILS("open", -1, path, (flags & O_ACCMODE) != O_RDONLY, -1)                               \
        return REAL(name)(path, flags, mode);                                                      \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
    int name(int folder, const char* path, int flags, ...) {                                       \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(more, mode_t) : 0;          \
        va_end(more);                                                                              \
        FAILS("open", -1, path, (flags & O_ACCMODE) != O_RDONLY, -1)                               \
        return REAL(name)(folder, path, flags, mode);                                              \
    }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                                                \
    FILE* name(const char* path, const char* mode) {                                               \
        FAILS("open", -1, path, mode[0] != 'r', NULL)                                              \
        return REAL(name)(path, mode);                                                             \
    }
FOPEN(fopen)
FOPEN(fopen64)

#define MKOSTEMP(name)                                                                             \
    int name(char* path, int flags) {                                                              \
        FAILS("open", -1, path, 1, -1)                                                             \
        return REAL(name)(path, flags);                                                            \
    }
MKOSTEMP(mkostemp)
MKOSTEMP(mkostemp64)

DIR* opendir(const char* path) {
    FAILS("open", -1, path, 0, NULL)
    return REAL(opendir)(path);
}

// How many bytes of so many: half where it is hit and that is what is to be done; SIZE_MAX: none,
// it fails.
static size_t part(const char* call, int descriptor, size_t bytes) {
    if (strcmp(call, "write") == 0) {
        note(descriptor, 1);
    }
    if (!is_hit(call, descriptor, NULL, 0)) {
        return bytes;
    }
    errno = error;
    return is_short ? (bytes + 1) / 2 : SIZE_MAX;
}

ssize_t read(int file, void* data, size_t bytes) {
    bytes = part("read", file, bytes);
    return bytes == SIZE_MAX ? -1 : REAL(read)(file, data, bytes);
}
#define PREAD(name)                                                                                \
    ssize_t name(int file, void* data, size_t bytes, off_t at) {                                   \
        bytes = part("read", file, bytes);                                                         \
        return bytes == SIZE_MAX ? -1 : REAL(name)(file, data, bytes, at);                         \
    }
PREAD(pread)
PREAD(pread64)

ssize_t write(int file, const void* data, size_t bytes) {
    bytes = part("write", file, bytes);
    return bytes == SIZE_MAX ? -1 : REAL(write)(file, data, bytes);
}
#define PWRITE(name)                                                                               \
    ssize_t name(int file, const void* data, size_t bytes, off_t at) {                             \
        bytes = part("write", file, bytes);                                                        \
        return bytes == SIZE_MAX ? -1 : REAL(name)(file, data, bytes, at);                         \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t writev(int file, const struct iovec* parts, int count) {
    size_t all = 0;
    for (int i = 0; i != count; ++i) {
        all += parts[i].iov_len;
    }
    const size_t bytes = part("write", file, all);
    if (bytes == SIZE_MAX) {
        return -1;
    }
    return bytes == all ? REAL(writev)(file, parts, count)
                        : REAL(write)(file, parts[0].iov_base,
                                      bytes < parts[0].iov_len ? bytes : parts[0].iov_len);
}

int fsync(int file) {
    FAILS("sync", file, NULL, 0, -1)
    note(file, 0);
    return REAL(fsync)(file);
}
int fdatasync(int file) {
    FAILS("sync", file, NULL, 0, -1)
    note(file, 0);
    return REAL(fdatasync)(file);
}

// It is closed all the same, as Linux has it.
int close(int file) {
    const int fails = is_hit("close", file, NULL, 0) && error;
    note(file, 0);
    const int result = REAL(close)(file);
    if (fails) {
        errno = error;
    }
    return fails ? -1 : result;
}

#define FTRUNCATE(name)                                                                            \
    int name(int file, off_t bytes) {                                                              \
        FAILS("truncate", file, NULL, 0, -1)                                                       \
        return REAL(name)(file, bytes);                                                            \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

// --- names ---------------------------------------------------------------------------------------

int rename(const char* from, const char* to) {
    FAILS("rename", -1, to, 1, -1)
    return REAL(rename)(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
    FAILS("rename", -1, to, 1, -1)
    return REAL(renameat2)(from_folder, from, to_folder, to, flags);
}
int link(const char* from, const char* to) {
    FAILS("rename", -1, to, 1, -1)
    return REAL(link)(from, to);
}
int mkdir(const char* path, mode_t mode) {
    FAILS("mkdir", -1, path, 1, -1)
    return REAL(mkdir)(path, mode);
}
char* mkdtemp(char* path) {
    FAILS("mkdir", -1, path, 1, NULL)
    return REAL(mkdtemp)(path);
}

// --- waiting -------------------------------------------------------------------------------------

pid_t wait4(pid_t process, int* status, int options, struct rusage* used) {
    FAILS("wait", -1, NULL, 0, -1)
    return REAL(wait4)(process, status, options, used);
}
pid_t waitpid(pid_t process, int* status, int options) {
    FAILS("wait", -1, NULL, 0, -1)
    return REAL(waitpid)(process, status, options);
}
int poll(struct pollfd* files, nfds_t count, int milliseconds) {
    FAILS("poll", -1, NULL, 0, -1)
    return REAL(poll)(files, count, milliseconds);
}

// --- memory --------------------------------------------------------------------------------------

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static int has_no_memory(const void* caller) {
    if (!has_begun) {
        return 0;
    }
    for (int i = 0; i != excused_count; ++i) {
        if ((uintptr_t)caller >= excused[i].begin && (uintptr_t)caller < excused[i].end) {
            return 0;
        }
    }
    return is_hit("alloc", -1, NULL, 0) && (errno = ENOMEM);
}
#define HAS_NO_MEMORY has_no_memory(__builtin_return_address(0))

void* malloc(size_t bytes) {
    return HAS_NO_MEMORY ? NULL : __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
    return HAS_NO_MEMORY ? NULL : __libc_calloc(count, bytes);
}
void* realloc(void* old, size_t bytes) {
    return HAS_NO_MEMORY ? NULL : __libc_realloc(old, bytes);
}
void* memalign(size_t to, size_t bytes) {
    return HAS_NO_MEMORY ? NULL : __libc_memalign(to, bytes);
}
void* aligned_alloc(size_t to, size_t bytes) {
    return HAS_NO_MEMORY ? NULL : __libc_memalign(to, bytes);
}
int posix_memalign(void** block, size_t to, size_t bytes) {
    if (HAS_NO_MEMORY) {
        return ENOMEM;
    }
    *block = __libc_memalign(to, bytes);
    return *block ? 0 : ENOMEM;
}

static int (*real_main)(int, char**, char**);
static int counted_main(int argc, char** argv, char** environment) {
    has_begun = 1;
    return real_main(argc, argv, environment);
}
int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack) {
    real_main = main;
    return ((__typeof__(&__libc_start_main))next("__libc_start_main"))(
        counted_main, argc, argv, init, fini, rtld_fini, stack);
}
