// SPDX-License-Identifier: Apache-2.0
#include "linux_run.h"

#include <pmu_run/firmware/firmware_report.h>
#include <pmu_run/firmware/simulated_cpu.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <components/memory_map.h>
#include <linux/board_console.h>
#include <linux/board_cpu.h>
#include <linux/board_tree.h>
#include <linux/device_tree.h>
#include <linux/linux_board.h>
#include <process/input_file.h>
#include <process/words.h>
#include <program/lexer.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <iostream>
#include <optional>
#include <stdexcept>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

namespace board_map = linux_board::board_map;

using byte_vector = std::vector<std::uint8_t>;

// Bytes; of what is loaded those of its place.
constexpr std::uint64_t longest_kernel = board_map::initrd - board_map::kernel;
constexpr std::uint64_t longest_initrd = board_map::device_tree - board_map::initrd;
constexpr std::uint64_t longest_device_tree = board_map::ram_bytes - board_map::device_tree;
constexpr std::uint64_t longest_script = 16U << 20U;

/// \throws std::runtime_error that names the option, too
std::string read_input(const std::string& option, const std::string& path, std::uint64_t most,
                       output_set& outputs) {
    outputs.add_input(path);
    try {
        return process::read_whole(path, most, is_stop_requested);
    } catch (const process::input_error& e) {
        throw usage_error(option, ": ", e.what());
    } catch (const process::input_too_large& e) {
        throw usage_error(option, " ", e.what());
    }
}

byte_vector bytes_of(const std::string& option, const std::string& path, std::uint64_t most,
                     output_set& outputs) {
    const std::string read = read_input(option, path, most, outputs);
    return {read.begin(), read.end()};
}

/// What a boot loader adds: kernel arguments, and where the RAM disk is.
byte_vector completed(const linux_request& request, byte_vector device_tree,
                      std::size_t initrd_bytes) {
    try {
        linux_board::device_tree tree(std::move(device_tree));
        if (!request.append.empty()) {
            const std::string present = tree.text("bootargs");
            tree.set_text("bootargs", present + (present.empty() ? "" : " ") + request.append);
        }
        if (initrd_bytes != 0) {
            tree.set_word("linux,initrd-start", board_map::initrd);
            tree.set_word("linux,initrd-end",
                          board_map::initrd + static_cast<std::uint32_t>(initrd_bytes));
        }
        return tree.blob();
    } catch (const linux_board::device_tree_error& e) {
        throw usage_error("--dtb ", request.device_tree, ": ", e.what());
    }
}

using optional_cci400 = std::optional<linux_board::board_cci400_config>;

/// What --option sets: of the PMU of the CPU, or of the interconnect.
struct board_options {
    std::vector<std::string> of_cpu; ///< each NAME=VALUE
    optional_cci400 cci400;          ///< nothing: there is none
};

/// \param setting NAME=VALUE
void set(linux_board::board_cci400_config& cci400, const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
        throw std::invalid_argument("expected cci400.NAME=VALUE");
    }
    linux_board::board_cci400_parameters.configure(cci400, setting.substr(0, equals),
                                                   setting.substr(equals + 1));
}

/// \throws std::runtime_error
board_options options_of(const linux_request& request, const iss::cache_pair& caches) {
    const std::string prefix = "cci400.";
    board_options all;
    if (request.has_cci400) {
        if (!caches.exist()) { // fetches of an ARM11 that are not cached are not told
            throw usage_error("--cci400: expected --caches SIZE:WAYS:LINE, since the traffic is "
                              "what caches leave of accesses; got none");
        }
        all.cci400.emplace();
    }
    for (const std::string& option : request.options) {
        if (option.rfind(prefix, 0) != 0) {
            all.of_cpu.push_back(option);
            continue;
        }
        if (!all.cci400) {
            throw usage_error("--option ", option, ": the board has no CCI-400 without --cci400");
        }
        try {
            set(*all.cci400, option.substr(prefix.size()));
        } catch (const std::invalid_argument& e) {
            throw usage_error("--option ", option, ": ", e.what());
        }
    }
    return all;
}

linux_board::boot_files files_of(const linux_request& request, const linux_board::board_cpu& cpu,
                                 const optional_cci400& cci400, output_set& outputs) {
    linux_board::boot_files files;
    files.kernel_path = request.kernel;
    files.kernel = bytes_of("--kernel", request.kernel, longest_kernel, outputs);
    if (!request.initrd.empty()) {
        files.initrd = bytes_of("--initrd", request.initrd, longest_initrd, outputs);
    }
    files.device_tree = request.device_tree.empty()
                            ? linux_board::board_tree(cpu, cci400)
                            : bytes_of("--dtb", request.device_tree, longest_device_tree, outputs);
    files.device_tree = completed(request, std::move(files.device_tree), files.initrd.size());
    if (files.device_tree.size() > longest_device_tree) {
        throw usage_error("--dtb: expected at most ", longest_device_tree,
                          " bytes with --append, got ", files.device_tree.size());
    }
    return files;
}

/// \throws std::runtime_error for `counts` in a script where there is no file for them
void check_counts(const std::vector<linux_board::script_statement>& script,
                  const linux_request& request) {
    for (const linux_board::script_statement& s : script) {
        if (s.what == linux_board::script_statement::kind::counts && request.counts.empty()) {
            throw usage_error(request.script, ":", s.line,
                              ": expected --counts FILE for counts, got none");
        }
    }
}

/// \throws std::runtime_error where it is none
std::vector<linux_board::script_statement> script_of(const linux_request& request,
                                                     output_set& outputs) {
    if (request.script.empty()) {
        return {};
    }
    auto script = linux_board::parse_script(
        read_input("--script", request.script, longest_script, outputs), request.script);
    check_counts(script, request);
    return script;
}

/// The kinds of the events of `--counts`: those that this CPU knows. What depends on the addresses
/// of accesses costs time, and is left out where there are no caches.
std::uint64_t counted_kinds(const iss::firmware_part& part, const iss::cache_pair& caches) {
    std::uint64_t kinds = 0;
    for (const activity::event_entry& e : part.kinds) {
        kinds |= activity::bit_of(e.kind);
    }
    const iss::core_model& core = iss::core_model_of(part.cpu);
    return caches.exist() ? kinds & core.known_kinds
                          : kinds & core.known_kinds & ~core.known_with_caches &
                                ~iss::execution_meter::kinds_by_address;
}

/// A line an event: what was executed while the PMU was enabled, since the last time.
/// \param part of its PMU, with these events
void write_counts(std::ostream& out, const std::string& what, linux_board::board& board,
                  const iss::firmware_part& part, const pmu::event_table& events,
                  std::uint64_t kinds) {
    const auto write = [&](const std::string& event, std::uint64_t user, std::uint64_t privileged) {
        out << what << ',' << event << ',' << user << ',' << privileged << '\n';
    };
    for (const activity::event_entry& e : part.kinds) {
        if ((activity::bit_of(e.kind) & kinds) != 0) {
            const pmu::event_desc* const event = events.find(e.number);
            write(event->name, board.enabled.user()[e.kind], board.enabled.privileged()[e.kind]);
        }
    }
    write("PMUIRQ", 0, board.take_pmu_requests());
    board.enabled.clear();
}

/// The same of the interconnect: the events that its counters had, each while they did, the cycles
/// of CCNT, and how often it interrupted.
/// \param events of its revision
void write_counts(std::ostream& out, const std::string& what, linux_board::board& board,
                  const pmu::event_table& events) {
    const auto counted = board.through_cci400->take(board.cpu.local_time());
    for (const auto& [code, count] : counted.events) {
        const pmu::event_desc* const event = events.find(code);
        out << what << ',' << (event != nullptr ? event->name : process::hex(code, 2)) << ','
            << count.user << ',' << count.privileged << '\n';
    }
    out << what << ",CCNT,0," << counted.cycles << '\n'
        << what << ",nEVNTCNTOVERFLOW,0," << board.take_cci400_requests() << '\n';
}

// --- standard input as the keyboard of a board ---------------------------------------------------

constexpr char ctrl_a = 1;
constexpr std::chrono::milliseconds between_reads(10);

termios settings_before; ///< of the terminal

void restore() {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &settings_before);
}

/// A terminal gives every key at once, Ctrl-C too, while this lives; afterwards it is as it was,
/// also where the program is ended by a signal that it can see. Only one at a time.
class raw_terminal {
public:
    raw_terminal() {
        m_is_terminal = ::tcgetattr(STDIN_FILENO, &settings_before) == 0;
        if (!m_is_terminal) {
            return;
        }
        call_before_forced_end(restore);
        stop_at_signal(SIGQUIT);
        termios raw = settings_before;
        ::cfmakeraw(&raw);
        raw.c_oflag |= OPOST; // our own messages end lines by \n alone
        ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }

    ~raw_terminal() {
        if (m_is_terminal) {
            restore();
            call_before_forced_end(nullptr);
        }
    }

    raw_terminal(const raw_terminal&) = delete;
    raw_terminal& operator=(const raw_terminal&) = delete;

    /// What has been typed. A terminal is waited for until ten milliseconds after the last call.
    /// Ctrl-A x on a terminal asks to stop, Ctrl-A Ctrl-A is Ctrl-A.
    std::string read() {
        if (!m_is_open) {
            return "";
        }
        using std::chrono::milliseconds;
        const auto since = std::chrono::duration_cast<milliseconds>(clock::now() - m_last_read);
        const milliseconds patience =
            m_is_terminal ? std::clamp(between_reads - since, milliseconds(0), between_reads)
                          : milliseconds(0);
        pollfd in{STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll(&in, 1, static_cast<int>(patience.count()));
        m_last_read = clock::now();
        if (ready <= 0) {
            return "";
        }
        std::array<char, 256> data{};
        const ssize_t bytes = ::read(STDIN_FILENO, data.data(), data.size());
        if (bytes <= 0) {
            m_is_open = bytes < 0 && (errno == EINTR || errno == EAGAIN);
            return "";
        }
        const std::string typed(data.data(), static_cast<std::size_t>(bytes));
        return m_is_terminal ? keys(typed) : typed;
    }

    bool is_end_asked() const { return m_is_end_asked; }

private:
    using clock = std::chrono::steady_clock;

    std::string keys(const std::string& typed) {
        std::string sent;
        for (const char key : typed) {
            if (!m_is_escaped && key == ctrl_a) {
                m_is_escaped = true;
                continue;
            }
            const bool is_command = m_is_escaped && (key == 'x' || key == 'X');
            m_is_escaped = false;
            if (is_command) {
                m_is_end_asked = true;
            } else {
                sent += key;
            }
        }
        return sent;
    }

    bool m_is_terminal = false;
    bool m_is_open = true;
    bool m_is_escaped = false; ///< Ctrl-A was the last key
    bool m_is_end_asked = false;
    clock::time_point m_last_read{};
};

// --- a boot --------------------------------------------------------------------------------------

/// One boot: what it reads and writes, and the board.
class linux_session {
public:
    linux_session(const linux_request& request, const run_options& run, runner& by)
        : m_request(request), m_by(by), m_cpu(linux_board::board_cpu_of(request.cpu)),
          m_config(config_of(request, iss::execution_mode::fast, run.instructions.value_or(0))),
          m_board_options(options_of(request, m_config.caches)),
          m_options(option_values(m_board_options.of_cpu, m_cpu.part.part.unit)),
          m_files(files_of(request, m_cpu, m_board_options.cci400, by.outputs)),
          m_script(script_of(request, by.outputs)) {
        by.outputs.open({{"--console", request.console},
                         {"--counts", request.counts},
                         {"--report", run.report}});
    }

    int run() {
        m_by.outputs.begin();
        m_config.wanted_kinds = kinds();
        if (m_by.outputs.find("--report") != nullptr) {
            m_report.emplace(m_cpu.part, m_options, m_request.quantum);
            m_report->attach(m_config);
        }
        m_board.emplace("board", m_cpu, m_config, m_options, m_board_options.cci400);
        m_console.emplace("terminal", m_board->console,
                          m_by.outputs.stream("--console", m_by.streams.guest_out()));
        m_console->on_end = [this](const std::string& why) {
            m_end = why;
            sc_core::sc_stop();
        };
        take_input();
        set_quantum(m_request.quantum, m_config.cycle);
        m_board->load(m_files);
        gdb_debugging debugging(m_request.gdb, m_board->cpu,
                                registers_of(m_cpu.part.part.unit, events(), m_board->cpu,
                                             components::memory_map::coprocessor(0)));
        if (m_report) {
            m_report->watch(m_board->cpu, m_board->watched_pmu(), m_config.cycle);
        }
        sc_core::sc_start();
        m_keyboard.reset();
        const iss::iss_outcome outcome = outcome_of();
        debugging.end(outcome.exit_code);
        tell(outcome);
        return outcome.exit_code;
    }

private:
    std::uint64_t kinds() const {
        return m_request.counts.empty() ? 0 : counted_kinds(m_cpu.part, m_config.caches);
    }

    const pmu::event_table& events() const { return m_cpu.part.events(m_options); }

    /// From a script, or from the keyboard.
    void take_input() {
        if (!m_request.script.empty()) {
            m_console->play({std::move(m_script), m_request.script},
                            [this](const std::string& what) { count(what); });
            return;
        }
        m_keyboard.emplace();
        m_console->follow([this] {
            std::string typed = m_keyboard->read();
            if (m_keyboard->is_end_asked()) {
                m_console->on_end("");
            }
            return typed;
        });
    }

    /// A section of --counts, if there is that file.
    void count(const std::string& what) {
        if (output_file* const counts = m_by.outputs.find("--counts")) {
            write_counts(counts->stream(), what, *m_board, m_cpu.part, events(), kinds());
            if (const optional_cci400& cci400 = m_board_options.cci400) {
                write_counts(counts->stream(), what, *m_board,
                             pmu::cci400_core::events(cci400->unit.revision));
            }
        }
    }

    iss::iss_outcome outcome_of() {
        if (!m_end) {
            m_console->end();
            if (m_console->has_script() && !m_console->unfinished()) { // the kernel halted in time
                m_end = "";
            }
        }
        return m_end ? iss::iss_outcome{m_end->empty() ? 0 : 1, *m_end}
                     : m_board->cpu.outcome().value_or(
                           iss::iss_outcome{1, "the simulation ended before the kernel"});
    }

    void tell(const iss::iss_outcome& outcome) {
        if (m_report) {
            report::run_description run{"linux", m_request.kernel, ""};
            run.mode = "fast";
            run.caches = caches_text(iss::core_model_of(m_config.type), m_config.caches);
            m_report->write(m_by.outputs, std::move(run), outcome);
        }
        std::string message = outcome.message;
        if (const auto place = m_console->unfinished(); !m_end && place) {
            message = *place + ": the run ended before: " + message;
        }
        std::cout.flush();
        std::cerr << "pmu_run: " << m_board->cpu.totals()[activity::activity_kind::instruction]
                  << " instructions, " << m_board->cpu.interrupts_taken() << " interrupts\n";
        m_by.tell_end(message);
    }

    const linux_request& m_request;
    runner& m_by;
    const linux_board::board_cpu& m_cpu;
    iss::iss_config m_config;
    const board_options m_board_options;
    const program::option_values m_options;
    const linux_board::boot_files m_files;
    std::vector<linux_board::script_statement> m_script;
    std::optional<firmware_report> m_report;
    std::optional<linux_board::board> m_board;
    std::optional<linux_board::board_console> m_console;
    std::optional<raw_terminal> m_keyboard;
    std::optional<std::string> m_end; ///< what has ended the run, but for the kernel
};

} // namespace

std::vector<std::string> linux_cpus() {
    std::vector<std::string> names;
    for (const linux_board::board_cpu& cpu : linux_board::board_cpus()) {
        names.emplace_back(cpu.name());
    }
    return names;
}

int run_linux(const linux_request& request, const run_options& options, runner& by) {
    return linux_session(request, options, by).run();
}

} // namespace platform::pmu_run
