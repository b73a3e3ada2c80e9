// SPDX-License-Identifier: Apache-2.0
// Executes firmware on Unicorn with nothing attached but semihosting: what the instruction-set
// simulator is compared with.
//
//   plain_unicorn [--hook KIND] FILE [ARGUMENT]...
//       KIND: it is told of `blocks`, or of `accesses`, loads and stores, and does nothing about it
//   plain_unicorn --versions                         of Unicorn, as JSON
#include <iss/host/elf_image.h>
#include <iss/host/semihosting.h>

#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t ram_bytes = 16U << 20U;
constexpr std::size_t page_bytes = 4096;

class flat_memory final : public platform::iss::guest_memory {
public:
    bool read(std::uint32_t address, void* data, std::size_t bytes) override {
        const bool is_ram = contains(address, bytes);
        if (is_ram) {
            std::memcpy(data, m_bytes + address, bytes);
        }
        return is_ram;
    }
    bool write(std::uint32_t address, const void* data, std::size_t bytes) override {
        const bool is_ram = contains(address, bytes);
        if (is_ram) {
            std::memcpy(m_bytes + address, data, bytes);
        }
        return is_ram;
    }
    unsigned char* bytes() { return m_bytes; }

private:
    static bool contains(std::uint32_t address, std::size_t bytes) {
        return bytes <= ram_bytes && address <= ram_bytes - bytes;
    }

    std::vector<unsigned char> m_storage = std::vector<unsigned char>(ram_bytes + page_bytes);
    unsigned char* m_bytes = aligned();

    unsigned char* aligned() {
        void* start = m_storage.data();
        std::size_t space = m_storage.size();
        return static_cast<unsigned char*>(std::align(page_bytes, ram_bytes, start, space));
    }
};

void check(uc_err error, const char* what) {
    if (error != UC_ERR_OK) {
        throw std::runtime_error(std::string(what) + ": " + uc_strerror(error));
    }
}

struct machine {
    flat_memory memory;
    std::unique_ptr<platform::iss::semihosting> host;
    int exit_code = -1; ///< below 0: the firmware has not ended
    std::string failure;
};

std::uint32_t reg(uc_engine* uc, int id) {
    std::uint32_t value = 0;
    uc_reg_read(uc, id, &value);
    return value;
}

// Unicorn cannot be thrown through.
void on_exception(uc_engine* uc, std::uint32_t number, void* of) {
    constexpr std::uint32_t svc = 2;
    machine& m = *static_cast<machine*>(of);
    try {
        if (number != svc) {
            throw std::runtime_error("exception " + std::to_string(number));
        }
        const platform::iss::semihosting_result result =
            m.host->call(reg(uc, UC_ARM_REG_R0), reg(uc, UC_ARM_REG_R1));
        uc_reg_write(uc, UC_ARM_REG_R0, &result.r0);
        if (result.exit_code) {
            m.exit_code = *result.exit_code;
            uc_emu_stop(uc);
        }
    } catch (const std::exception& e) {
        m.failure = e.what();
        uc_emu_stop(uc);
    }
}

void on_access(uc_engine* /*uc*/, uc_mem_type /*type*/, std::uint64_t /*address*/, int /*bytes*/,
               std::int64_t /*value*/, void* /*data*/) {
}

void on_block(uc_engine* /*uc*/, std::uint64_t /*address*/, std::uint32_t /*bytes*/,
              void* /*data*/) {
}

// kind: of the hook that does nothing; empty: none.
void add_hook(uc_engine* uc, const std::string& kind) {
    uc_hook hook = 0;
    if (kind == "accesses") {
        check(uc_hook_add(uc, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
                          reinterpret_cast<void*>(on_access), nullptr, 1, 0),
              "hook");
    } else if (kind == "blocks") {
        check(
            uc_hook_add(uc, &hook, UC_HOOK_BLOCK, reinterpret_cast<void*>(on_block), nullptr, 1, 0),
            "hook");
    }
}

int execute(const std::string& file, const std::string& command_line, const std::string& hooked) {
    const platform::iss::elf_image image = platform::iss::load_elf(file);
    machine m;
    for (const platform::iss::elf_segment& s : image.segments) {
        if (!m.memory.write(s.address, s.bytes.data(), s.bytes.size())) {
            throw std::runtime_error("a segment is outside of memory");
        }
    }
    platform::iss::semihosting_config console;
    console.command_line = command_line;
    m.host = std::make_unique<platform::iss::semihosting>(m.memory, console);

    uc_engine* uc = nullptr;
    check(uc_open(UC_ARCH_ARM, UC_MODE_ARM, &uc), "open");
    const std::unique_ptr<uc_engine, uc_err (*)(uc_engine*)> closer(uc, uc_close);
    check(uc_ctl_set_cpu_model(uc, UC_CPU_ARM_1136), "CPU model");
    check(uc_mem_map_ptr(uc, 0, ram_bytes, UC_PROT_ALL, m.memory.bytes()), "memory");
    uc_hook hook = 0;
    check(uc_hook_add(uc, &hook, UC_HOOK_INTR, reinterpret_cast<void*>(on_exception), &m, 1, 0),
          "hook");
    add_hook(uc, hooked);
    std::uint32_t pc = image.entry;
    while (m.exit_code < 0) {
        check(uc_emu_start(uc, pc, 0xFFFF'FFFF, 0, 0), "execution");
        if (!m.failure.empty()) {
            throw std::runtime_error(m.failure);
        }
        pc = reg(uc, UC_ARM_REG_PC);
    }
    return m.exit_code;
}

} // namespace

// For the linker: SystemC comes along with the library, though nothing here simulates.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
    return 0;
}

int main(int argc, char* argv[]) {
    if (argc == 2 && std::strcmp(argv[1], "--versions") == 0) {
        unsigned major = 0;
        unsigned minor = 0;
        const unsigned version = uc_version(&major, &minor);
        const unsigned patch = version >> 8U & 0xFFU;
        std::cout << R"({"Unicorn":")" << major << '.' << minor << '.' << patch << "\"}\n";
        return 0;
    }
    const bool is_hooked = argc > 1 && std::strcmp(argv[1], "--hook") == 0;
    const std::string hooked = is_hooked && argc > 2 ? argv[2] : "";
    const std::vector<std::string> words(argv + std::min(argc, is_hooked ? 3 : 1), argv + argc);
    if (words.empty() || (is_hooked && hooked != "accesses" && hooked != "blocks")) {
        std::cerr << "plain_unicorn: expected [--hook accesses|blocks] FILE [ARGUMENT]...\n";
        return 2;
    }
    std::string command_line;
    for (const std::string& word : words) {
        command_line += (command_line.empty() ? "" : " ") + word;
    }
    try {
        return execute(words.front(), command_line, hooked);
    } catch (const std::exception& e) {
        std::cerr << "plain_unicorn: " << words.front() << ": " << e.what() << '\n';
        return 1;
    }
}
