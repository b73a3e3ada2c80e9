// SPDX-License-Identifier: Apache-2.0
// The folder of the firmware: what is followed, what is opened, and that nothing leads out of it
// while others rename and link.
#include "busy_neighbour.h"
#include "name_lookups.h"
#include <support/temporary_folder.h>

#include <iss/host/guest_folder.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace platform::iss::guest_folder_test {
namespace {

namespace fs = std::filesystem;

std::string read_all(const process::descriptor& file) {
    char data[100];
    const ssize_t size = ::read(file.get(), data, sizeof data);
    return size < 0 ? "an error" : std::string(data, static_cast<std::size_t>(size));
}

class guest_folder_test : public testing::TestWithParam<name_lookup> {
protected:
    guest_folder_test() {
        fs::create_directories(outer.path("inside/sub/deep"));
        fs::create_directory(outer.path("outside"));
        outer.write("outside/f", "secret");
        outer.write("inside/f", "text");
    }

    guest_folder folder() const { return guest_folder(outer.path("inside"), GetParam()); }

    static std::string contents(const guest_folder& in, const std::string& name) {
        const opened_file found = in.open(name, O_RDONLY);
        return found.error != 0 ? std::string("error ") + ::strerrorname_np(found.error)
                                : read_all(found.file);
    }

    void link(const std::string& target, const std::string& name) const {
        fs::create_symlink(target, outer.path("inside/" + name));
    }

    sc_test::temporary_folder outer;
};

TEST_P(guest_folder_test, is_looked_at_in_the_way_that_was_asked_for) {
    const guest_folder folder(outer.path("inside"), GetParam());
    if (GetParam() == name_lookup::walk) {
        EXPECT_FALSE(folder.uses_kernel_lookup());
    } else if (!folder.uses_kernel_lookup()) {
        GTEST_SKIP() << "no openat2 here";
    }
}

TEST_P(guest_folder_test, follows_links_that_stay_inside) {
    link("f", "to_file");
    link("./to_file", "to_link");
    link("sub/deep/", "to_folder");
    link("../../f", "sub/deep/up");
    link("sub/deep/../../sub/./deep/up", "winding");
    link("missing/../f", "past_nothing");
    link("f/../f", "past_a_file");
    link("f/", "file_as_folder");
    const guest_folder in = folder();
    EXPECT_EQ(contents(in, "to_file"), "text");
    EXPECT_EQ(contents(in, "to_link"), "text");
    EXPECT_EQ(contents(in, "to_folder/up"), "text");
    EXPECT_EQ(contents(in, "winding"), "text");
    EXPECT_EQ(contents(in, "past_nothing"), "error ENOENT");
    EXPECT_EQ(contents(in, "past_a_file"), "error ENOTDIR");
    EXPECT_EQ(contents(in, "file_as_folder"), "error ENOTDIR");
    EXPECT_EQ(contents(in, "to_file/x"), "error ENOTDIR");
    EXPECT_EQ(contents(in, "to_folder"), "error EISDIR");
}

TEST_P(guest_folder_test, follows_no_links_that_lead_out) {
    link("../outside/f", "out");
    link("sub/../../outside/f", "winding");
    link(outer.path("outside/f"), "absolute");
    link(outer.path("inside/f"), "absolute_inside");
    link("../inside/f", "out_and_in");
    link("..", "sub/up");
    link("../..", "sub/deep/up");
    link("/proc/self/cwd", "magic");
    link(outer.path("outside/made"), "dangling");
    const guest_folder in = folder();
    for (const char* const name :
         {"out", "winding", "absolute", "absolute_inside", "out_and_in", "sub/up/outside/f",
          "sub/deep/up/../outside/f", "magic/f", "dangling", "..", "../outside/f"}) {
        if (std::string(name).rfind("sub/", 0) != 0) {
            EXPECT_EQ(contents(in, name), "error EACCES") << name;
            EXPECT_EQ(in.open(name, O_WRONLY | O_CREAT | O_TRUNC).error, EACCES) << name;
        } else {
            EXPECT_NE(in.open(name, O_WRONLY | O_CREAT | O_TRUNC).error, 0) << name;
        }
    }
    EXPECT_EQ(outer.read("outside/f"), "secret");
    EXPECT_FALSE(fs::exists(outer.path("outside/made")));
}

TEST_P(guest_folder_test, makes_files_where_a_link_inside_points) {
    link("sub/made", "dangling");
    const guest_folder in = folder();
    EXPECT_EQ(contents(in, "dangling"), "error ENOENT");
    const opened_file made = in.open("dangling", O_WRONLY | O_CREAT | O_TRUNC);
    EXPECT_EQ(made.error, 0);
    EXPECT_TRUE(fs::is_regular_file(outer.path("inside/sub/made")));
    EXPECT_NE(::fcntl(made.file.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_P(guest_folder_test, follows_as_many_links_as_the_system) {
    link("f", "link0");
    for (int i = 1; i <= 40; ++i) {
        link("link" + std::to_string(i - 1), "link" + std::to_string(i));
    }
    link("loop", "loop");
    link("loop_b", "loop_a");
    link("loop_a", "loop_b");
    const guest_folder in = folder();
    EXPECT_EQ(contents(in, "link39"), "text");
    EXPECT_EQ(contents(in, "link40"), "error ELOOP");
    for (const char* const name : {"loop", "loop_a", "loop/f"}) {
        EXPECT_EQ(contents(in, name), "error ELOOP") << name;
        EXPECT_EQ(in.open(name, O_WRONLY | O_CREAT).error, ELOOP) << name;
    }
}

TEST_P(guest_folder_test, names_that_end_with_a_slash_are_folders) {
    const guest_folder in = folder();
    for (const int flags : {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC}) {
        EXPECT_EQ(in.open("sub/", flags).error, EISDIR);
        EXPECT_EQ(in.open("f/", flags).error, ENOTDIR);
        EXPECT_EQ(in.open("none/", flags).error, ENOENT);
        EXPECT_EQ(in.open(".", flags).error, EISDIR);
        EXPECT_EQ(in.open("sub/..", flags).error, EISDIR);
    }
    EXPECT_EQ(outer.read("inside/f"), "text");
}

TEST_P(guest_folder_test, names_have_any_bytes) {
    const std::string name = "\xFF\xFE\x80 \xC3\x28\n\t";
    const guest_folder in = folder();
    EXPECT_EQ(in.open(name, O_WRONLY | O_CREAT).error, 0);
    EXPECT_TRUE(fs::exists(outer.path("inside/" + name)));
    EXPECT_EQ(in.rename(name, "sub/" + name), 0);
    EXPECT_EQ(contents(in, "sub/" + name), "");
    EXPECT_EQ(in.remove("sub/" + name), 0);
}

/// Open files that the process may have, while it lives.
class few_open_files {
public:
    explicit few_open_files(rlim_t most) {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const rlimit now{std::min(most, m_before.rlim_cur), m_before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &now);
    }
    ~few_open_files() { ::setrlimit(RLIMIT_NOFILE, &m_before); }

private:
    rlimit m_before{};
};

// The walk needs a descriptor for each folder, and gives it back.
TEST_P(guest_folder_test, deep_names_end) {
    const guest_folder in = folder();
    std::string name;
    for (int i = 0; i < 100; ++i) {
        name += "d/";
    }
    fs::create_directories(outer.path("inside/" + name));
    const few_open_files limit(80);
    for (int i = 0; i < 100; ++i) {
        const opened_file made = in.open(name + "f", O_WRONLY | O_CREAT);
        ASSERT_EQ(made.error, in.uses_kernel_lookup() ? 0 : EMFILE);
        ASSERT_EQ(contents(in, "f"), "text");
    }
}

TEST_P(guest_folder_test, pipes_and_sockets_are_not_waited_for) {
    ASSERT_EQ(::mkfifo(outer.path("inside/pipe").c_str(), 0600), 0);
    const process::descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = outer.path("inside/socket");
    ASSERT_LT(path.size(), sizeof address.sun_path);
    path.copy(address.sun_path, path.size());
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    link("pipe", "to_pipe");
    const guest_folder in = folder();
    for (const char* const name : {"pipe", "to_pipe", "socket"}) {
        for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC,
                                O_WRONLY | O_CREAT | O_APPEND}) {
            EXPECT_EQ(in.open(name, flags).error, EACCES) << name << " " << flags;
        }
    }
}

// Whoever waits for the other end of a pipe does not see the firmware.
TEST_P(guest_folder_test, pipes_are_not_even_opened) {
    ASSERT_EQ(::mkfifo(outer.path("inside/pipe").c_str(), 0600), 0);
    const process::descriptor reader(
        ::open(outer.path("inside/pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    const guest_folder in = folder();
    EXPECT_EQ(in.open("pipe", O_WRONLY).error, EACCES);
    char byte = 0;
    EXPECT_EQ(::read(reader.get(), &byte, 1), 0);
    const process::descriptor writer(
        ::open(outer.path("inside/pipe").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    EXPECT_TRUE(static_cast<bool>(writer));
}

TEST_P(guest_folder_test, is_the_one_that_was_opened) {
    const guest_folder in = folder();
    fs::rename(outer.path("inside"), outer.path("elsewhere"));
    fs::rename(outer.path("outside"), outer.path("inside"));
    EXPECT_EQ(contents(in, "f"), "text");
    EXPECT_EQ(in.remove("f"), 0);
    EXPECT_EQ(outer.read("inside/f"), "secret");
    EXPECT_FALSE(fs::exists(outer.path("elsewhere/f")));
}

/// The system calls of this process fail from now on if they are openat2().
void forbid_openat2(int error) {
    const sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{static_cast<unsigned short>(std::size(filter)),
                             const_cast<sock_filter*>(filter)};
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

TEST_P(guest_folder_test, needs_no_openat2) {
    link("../outside/f", "out");
    for (const int error : {ENOSYS, EPERM}) {
        const auto use_without = [&] {
            forbid_openat2(error);
            const guest_folder in = folder();
            const bool works = !in.uses_kernel_lookup() && contents(in, "f") == "text" &&
                               contents(in, "out") == "error EACCES";
            std::_Exit(works ? 0 : 1);
        };
        EXPECT_EXIT(use_without(), testing::ExitedWithCode(0), "");
    }
}

// --- while others rename and link ----------------------------------------------------------------

class folder_with_neighbour : public guest_folder_test {
protected:
    folder_with_neighbour() {
        for (const char* const name : {"inside/d", "outside/d"}) {
            fs::create_directory(outer.path(name));
        }
        fill();
        outer.write("outside/d/f", "secret");
        outer.write("outside/victim", "secret");
        outer.write("outside/d/victim", "secret");
    }

    void fill() const {
        outer.write("inside/d/f", "text");
        outer.write("inside/victim", "text");
        outer.write("inside/d/victim", "text");
    }

    /// Two names change places in one step, again and again.
    std::function<void()> swapping(const std::string& a, const std::string& b) const {
        return [first = outer.path(a), second = outer.path(b)] {
            ::renameat2(AT_FDCWD, first.c_str(), AT_FDCWD, second.c_str(), RENAME_EXCHANGE);
        };
    }

    /// What was outside is still there, and nothing more.
    void expect_intact_outside() const {
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(outer.path("outside"))) {
            files += entry.is_regular_file() ? 1 : 0;
        }
        EXPECT_EQ(files, 4);
        for (const char* const name : {"f", "d/f", "victim", "d/victim"}) {
            EXPECT_EQ(outer.read(std::string("outside/") + name), "secret") << name;
        }
    }

    void write_remove_and_rename(const std::string& at) {
        const guest_folder in = folder();
        int reads = 0;
        busy_neighbour(change).meanwhile([&] {
            const std::string found = contents(in, at + "f");
            EXPECT_NE(found, "secret");
            reads += found == "text" ? 1 : 0;
            {
                const opened_file changed = in.open(at + "f", O_WRONLY | O_CREAT | O_TRUNC);
                if (changed.file) {
                    EXPECT_EQ(::write(changed.file.get(), "text", 4), 4);
                }
            }
            in.remove(at + "victim");
            in.open(at + "made", O_WRONLY | O_CREAT | O_EXCL);
            in.rename(at + "made", "moved");
            in.rename("moved", at + "back");
            in.remove(at + "back");
        });
        EXPECT_GT(reads, 0);
        expect_intact_outside();
    }

    std::function<void()> change;
};

TEST_P(folder_with_neighbour, a_folder_that_becomes_a_link) {
    link("../outside/d", "link");
    change = swapping("inside/d", "inside/link");
    write_remove_and_rename("d/");
}

TEST_P(folder_with_neighbour, a_folder_that_becomes_an_absolute_link) {
    link(outer.path("outside/d"), "link");
    change = swapping("inside/d", "inside/link");
    write_remove_and_rename("d/");
}

TEST_P(folder_with_neighbour, a_file_that_becomes_a_link) {
    link("../outside/f", "link");
    change = swapping("inside/f", "inside/link");
    write_remove_and_rename("");
}

TEST_P(folder_with_neighbour, a_link_that_leads_elsewhere) {
    link("d", "link_in");
    link("../outside/d", "link_out");
    change = swapping("inside/link_in", "inside/link_out");
    write_remove_and_rename("link_in/");
}

// A folder is moved out while `..` in it is followed.
TEST_P(folder_with_neighbour, a_folder_that_is_moved_out) {
    fs::create_directory(outer.path("inside/d/e"));
    link("../f", "d/e/up");
    fs::create_directory(outer.path("outside/d/empty"));
    change = swapping("inside/d/e", "outside/d/empty");
    const guest_folder in = folder();
    int reads = 0;
    busy_neighbour(change).meanwhile([&] {
        const std::string found = contents(in, "d/e/up");
        EXPECT_NE(found, "secret");
        reads += found == "text" ? 1 : 0;
    });
    EXPECT_GT(reads, 0);
}

// A pipe may be opened then, but is not waited for, and is not given to the firmware.
TEST_P(folder_with_neighbour, a_file_that_becomes_a_pipe) {
    ASSERT_EQ(::mkfifo(outer.path("inside/pipe").c_str(), 0600), 0);
    change = swapping("inside/f", "inside/pipe");
    const guest_folder in = folder();
    int reads = 0;
    busy_neighbour(change).meanwhile([&] {
        for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR}) {
            const opened_file found = in.open("f", flags);
            if (found.file) {
                struct stat status {};
                ::fstat(found.file.get(), &status);
                EXPECT_TRUE(S_ISREG(status.st_mode));
                ++reads;
            } else {
                EXPECT_EQ(found.error, EACCES);
            }
        }
    });
    EXPECT_GT(reads, 0);
}

TEST_P(guest_folder_test, leaves_alone_what_must_not_be_changed) {
    fs::create_hard_link(outer.path("inside/f"), outer.path("inside/twin"));
    link("f", "link");
    std::vector<std::string> asked;
    const guest_folder folder(outer.path("inside"), GetParam(), [&](const std::string& path) {
        asked.push_back(path);
        return path != outer.path("inside/f") && path != outer.path("inside/new");
    });
    for (const int flags : {O_WRONLY | O_TRUNC, O_RDWR, O_WRONLY | O_APPEND}) {
        EXPECT_EQ(folder.open("f", flags).error, EPERM);
        EXPECT_EQ(folder.open("link", flags).error, EPERM);
    }
    EXPECT_EQ(folder.open("new", O_WRONLY | O_CREAT).error, EPERM);
    EXPECT_EQ(folder.remove("f"), EPERM);
    EXPECT_EQ(folder.rename("f", "other"), EPERM);
    EXPECT_EQ(folder.rename("twin", "f"), EPERM);
    EXPECT_FALSE(fs::exists(outer.path("inside/new")));
    asked.clear();
    EXPECT_EQ(contents(folder, "f"), "text") << "reading needs no leave";
    EXPECT_TRUE(asked.empty());
    EXPECT_EQ(folder.open("sub/deep/x", O_RDWR | O_CREAT).error, 0);
    EXPECT_EQ(folder.remove("link"), 0) << "that is the link alone";
    EXPECT_EQ(asked, (std::vector<std::string>{outer.path("inside/sub/deep/x"),
                                               outer.path("inside/link")}));
}

INSTANTIATE_TEST_SUITE_P(by, guest_folder_test, each_lookup, lookup_text);
INSTANTIATE_TEST_SUITE_P(by, folder_with_neighbour, each_lookup, lookup_text);

} // namespace
} // namespace platform::iss::guest_folder_test
