// SPDX-License-Identifier: Apache-2.0
#include <iss/host/beneath.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <string_view>
#include <vector>

#if defined(SYS_openat2) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#define TLM_PMU_HAS_OPENAT2
#endif

namespace platform::iss {

namespace {

constexpr mode_t for_everybody = 0666;

/// A folder on the way is held, not read.
constexpr int hold = O_PATH | O_NOFOLLOW | O_CLOEXEC;

/// Walks along one name. The folders on the way are kept, since `..` of a folder that is moved
/// meanwhile would lead elsewhere.
class walk {
public:
    walk(int folder, const std::string& name) : m_folder(folder) { add(name); }

    opened_file to_end(int flags) {
        // Like the kernel's: links, and here also files that become links as we look.
        constexpr int most_detours = 40;
        for (int detours = 0; detours <= most_detours;) {
            const std::string name = std::move(m_rest.back());
            m_rest.pop_back();
            if (name == "..") {
                if (m_way.empty()) {
                    return {{}, EXDEV};
                }
                m_way.pop_back();
            }
            const bool is_step = name != "." && name != "..";
            process::descriptor found(is_step ? ::openat(here(), name.c_str(), hold) : -1);
            const int error = errno;
            const bool can_make = is_last() && error == ENOENT && (flags & O_CREAT) != 0;
            if (is_step && !found && !can_make) {
                return {{}, error};
            }
            const mode_t kind = kind_of(found);
            if (kind == S_IFLNK) {
                ++detours;
                if (const int failed = follow(found); failed != 0) {
                    return {{}, failed};
                }
            } else if (!is_last()) {
                if (is_step && kind != S_IFDIR) {
                    return {{}, ENOTDIR};
                }
                if (is_step) {
                    m_way.push_back(std::move(found));
                }
            } else {
                opened_file end = open_last(is_step ? name : ".", flags);
                if (end.error != ELOOP) {
                    return end;
                }
                ++detours;
                m_rest.push_back(name);
            }
        }
        return {{}, ELOOP};
    }

private:
    int here() const { return m_way.empty() ? m_folder : m_way.back().get(); }
    bool is_last() const { return m_rest.empty(); }

    /// Puts the parts of a name before the rest. One that ends with a slash stands for a folder,
    /// and so does its "."
    void add(std::string_view name) {
        if (!name.empty() && name.back() == '/') {
            m_rest.emplace_back(".");
        }
        while (!name.empty()) {
            const std::size_t slash = name.rfind('/');
            const std::size_t start = slash == std::string_view::npos ? 0 : slash + 1;
            if (start < name.size()) {
                m_rest.emplace_back(name.substr(start));
            }
            name = name.substr(0, start == 0 ? 0 : start - 1);
        }
    }

    /// S_IFDIR, S_IFLNK, ...; 0: not known
    static mode_t kind_of(const process::descriptor& file) {
        struct stat status {};
        return ::fstat(file.get(), &status) == 0 ? status.st_mode & S_IFMT : 0;
    }

    /// \return an error or 0
    int follow(const process::descriptor& link) {
        char target[PATH_MAX];
        const ssize_t size = ::readlinkat(link.get(), "", target, sizeof target);
        if (size <= 0) {
            return size < 0 ? errno : ENOENT;
        }
        const std::string_view name(target, static_cast<std::size_t>(size));
        if (name.front() == '/') {
            return EXDEV;
        }
        add(name);
        return 0;
    }

    opened_file open_last(const std::string& name, int flags) const {
        const bool only_held = (flags & O_PATH) != 0;
        process::descriptor file(
            ::openat(here(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, for_everybody));
        if (!file) {
            return {{}, errno};
        }
        if (only_held && kind_of(file) == S_IFLNK) { // O_PATH would give the link itself
            return {{}, ELOOP};
        }
        return {std::move(file), 0};
    }

    int m_folder;
    std::vector<process::descriptor> m_way; ///< folders, each in the one before
    std::vector<std::string> m_rest;        ///< of the name, the next part last
};

} // namespace

opened_file open_beneath([[maybe_unused]] int folder, [[maybe_unused]] const std::string& name,
                         [[maybe_unused]] int flags) {
#ifdef TLM_PMU_HAS_OPENAT2
    struct open_how how {};
    how.flags = static_cast<unsigned>(flags) | O_CLOEXEC;
    how.mode = (flags & O_CREAT) != 0 ? for_everybody : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    constexpr int most_tries = 100;
    for (int i = 0; i < most_tries; ++i) {
        process::descriptor file(
            static_cast<int>(::syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how)));
        if (file) {
            return {std::move(file), 0};
        }
        if (errno != EAGAIN && errno != EINTR) { // EAGAIN: somebody renames as it looks
            return {{}, errno};
        }
    }
    return walk_beneath(folder, name, flags);
#else
    return {{}, ENOSYS};
#endif
}

opened_file walk_beneath(int folder, const std::string& name, int flags) {
    return walk(folder, name).to_end(flags);
}

} // namespace platform::iss
