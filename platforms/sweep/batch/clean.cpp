// SPDX-License-Identifier: Apache-2.0
#include <sweep/batch/clean.h>

#include <process/folders.h>
#include <process/words.h>
#include <sweep/store/store_lock.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr std::size_t key_digits = 64;
constexpr std::uint64_t most_plan_id_bytes = 100;

/// Bytes of a file, or of all files in a folder.
std::uint64_t size_of(const std::string& path) {
    std::uint64_t sum = 0;
    process::visit(path, [&](const std::string&, const struct stat& status) {
        sum += S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    });
    return sum;
}

class leftover_search {
public:
    leftover_search(const plan& of, const store& results) : m_plan(of), m_store(results) {}

    std::vector<leftover> find() {
        find_keys();
        find_tasks();
        find_scratch();
        find_records(store::results);
        find_records(store::failures_folder);
        find_inputs();
        find_plans();
        find_temporary_files();
        std::sort(m_found.begin(), m_found.end(),
                  [](const leftover& a, const leftover& b) { return a.name < b.name; });
        return std::move(m_found);
    }

private:
    void take(const std::string& name, const char* what) {
        m_found.push_back({name, what, size_of(m_store.path(name))});
    }

    void find_keys() {
        m_plan.points().for_each_included(
            [this](std::uint64_t index) { m_keys.push_back(*short_key_of(m_plan.key(index))); });
        std::sort(m_keys.begin(), m_keys.end());
    }

    bool is_needed(const std::string& key) const {
        const auto numbers = short_key_of(key);
        return !numbers || std::binary_search(m_keys.begin(), m_keys.end(), *numbers);
    }

    /// Results, or failures, by the keys in their names.
    void find_records(const std::string& folder) {
        for (const std::string& prefix : names_in(m_store.path(folder))) {
            const std::string inner = process::path_in(folder, prefix);
            struct stat status {};
            if (prefix.size() != store::folder_digits ||
                ::lstat(m_store.path(inner).c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
                continue;
            }
            for (const std::string& name : names_in(m_store.path(inner))) {
                const std::string key = name.substr(0, key_digits);
                const bool is_of_key = name.size() > key_digits && name[key_digits] == '.' &&
                                       name.compare(0, prefix.size(), prefix) == 0 &&
                                       short_key_of(key);
                const bool is_broken = process::ends_with(name, ".json.broken");
                if (is_of_key && is_broken) {
                    take(process::path_in(inner, name), "broken result");
                } else if (is_of_key && process::ends_with(name, ".json") && !is_needed(key)) {
                    take(process::path_in(inner, name),
                         folder == store::results ? "old result" : "old failure");
                }
            }
        }
    }

    void find_inputs() {
        const std::vector<std::string> names = m_plan.staged_names();
        std::set<std::string> needed; // inputs/HASH
        for (const std::string& name : names) {
            needed.insert(name.substr(0, name.rfind('/')));
        }
        constexpr std::size_t digits = 32;
        for (const std::string& name : names_in(m_store.path("inputs"))) {
            const std::string input = process::path_in("inputs", name);
            const bool is_own = name.size() == digits && short_key_of(name);
            if (is_own && needed.count(input) == 0) {
                take(input, "old input");
            }
        }
    }

    void find_plans() {
        constexpr std::size_t digits = 16;
        for (const std::string& name : names_in(m_store.path("plans"))) {
            const std::string id = name.substr(0, digits);
            if (name.compare(id.size(), std::string::npos, ".json") == 0 && id != m_plan.id()) {
                take(process::path_in("plans", name), "old plan");
            }
        }
    }

    /// Whether a batch system may still start, or run, a task of a group.
    bool is_open(const std::string& group) const {
        for (std::uint64_t n = 0; m_store.has(group + "/" + std::to_string(n) + ".points"); ++n) {
            const std::string task = group + "/" + std::to_string(n);
            if (!m_store.has(task + ".end") && !m_store.has(task + ".closed")) {
                return m_store.has(group + "/plan"); // written before any is started
            }
        }
        return false;
    }

    bool is_of_latest_plan(const std::string& group) const {
        return read_file(m_store.path(group + "/plan"), most_plan_id_bytes) == m_plan.id();
    }

    void find_tasks() {
        for (const std::string& name : names_in(m_store.path("tasks"))) {
            if (name.find_first_not_of("0123456789") != std::string::npos) {
                continue;
            }
            const std::string group = process::path_in("tasks", name);
            const bool is_not_over = is_open(group);
            m_has_open_task = m_has_open_task || is_not_over;
            if (!is_not_over || !is_of_latest_plan(group)) {
                take(group, "old tasks");
            }
        }
    }

    void find_scratch() {
        for (const std::string& name : names_in(m_store.path(store::scratch))) {
            const std::string folder = process::path_in(store::scratch, name);
            const std::string path = m_store.path(folder);
            switch (scratch_folder::state_of(path)) {
            case scratch_folder::state::in_use:
                throw sweep_error(m_store.folder() + ": a point runs in " + path);
            case scratch_folder::state::may_be_in_use: break;
            case scratch_folder::state::left:
                if (!m_has_open_task || scratch_folder::is_of_this_machine(path)) {
                    take(folder, "left by a point");
                }
            }
        }
    }

    void find_temporary_files() {
        const std::chrono::hours age(m_has_open_task ? 1 : 0);
        for (const std::string& name : m_store.temporary_files(age)) {
            const bool is_in_other =
                std::any_of(m_found.begin(), m_found.end(),
                            [&](const leftover& l) { return name.rfind(l.name + "/", 0) == 0; });
            if (!is_in_other) {
                take(name, "temporary file");
            }
        }
    }

    const plan& m_plan;
    const store& m_store;
    std::vector<short_key> m_keys; ///< of the latest plan, in order
    std::vector<leftover> m_found;
    bool m_has_open_task = false;
};

} // namespace

std::vector<leftover> leftovers_of(const plan& of, const store& results) {
    return leftover_search(of, results).find();
}

void remove(const store& results, const std::vector<leftover>& what) {
    std::set<std::string> folders;
    for (const leftover& l : what) {
        errno = process::remove_all(results.path(l.name));
        if (errno != 0) {
            fail("remove", results.path(l.name));
        }
        const std::string folder = l.name.substr(0, l.name.rfind('/'));
        if (folder.find('/') != std::string::npos) {
            folders.insert(folder);
        }
    }
    for (const std::string& folder : folders) {
        ::rmdir(results.path(folder).c_str()); // unless something is in it
    }
}

} // namespace platform::sweep
