// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_image.h>

#include <iss/host/beneath.h>
#include <iss/host/elf_sections.h>
#include <parts/program/wide_value.h>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

namespace platform {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20U;
constexpr std::uint64_t address_space = std::uint64_t{1} << 32U;

struct machine {
    std::uint32_t number;
    const char* name;
};

constexpr machine machines[] = {
    {EM_NONE, "no machine"},
    {EM_SPARC, "SPARC"},
    {EM_386, "Intel 80386"},
    {EM_68K, "Motorola 68000"},
    {EM_MIPS, "MIPS"},
    {EM_PPC, "PowerPC"},
    {EM_PPC64, "PowerPC 64"},
    {EM_S390, "IBM S/390"},
    {EM_ARM, "ARM"},
    {EM_SH, "Hitachi SH"},
    {EM_SPARCV9, "SPARC V9"},
    {EM_IA_64, "Intel IA-64"},
    {EM_X86_64, "AMD x86-64"},
    {EM_AVR, "Atmel AVR"},
    {EM_XTENSA, "Xtensa"},
    {EM_MSP430, "TI MSP430"},
    {EM_ALTERA_NIOS2, "Nios II"},
    {EM_AARCH64, "ARM AArch64"},
    {EM_MICROBLAZE, "MicroBlaze"},
    {EM_RISCV, "RISC-V"},
    {EM_LOONGARCH, "LoongArch"},
};

std::string machine_text(std::uint32_t number) {
    const auto* found = std::find_if(std::begin(machines), std::end(machines),
                                     [&](const machine& m) { return m.number == number; });
    return std::string(found == std::end(machines) ? "an unknown machine" : found->name) + " (" +
           std::to_string(number) + ")";
}

std::string type_text(std::uint32_t type) {
    switch (type) {
    case ET_NONE: return "a file of no type (0)";
    case ET_REL: return "a relocatable file (1), which is not linked";
    case ET_DYN: return "a shared or position-independent file (3)";
    case ET_CORE: return "a core file (4)";
    default: return "the type " + std::to_string(type);
    }
}

std::string hex(std::uint64_t value, unsigned width = 32) {
    return wide_value(value).to_hex(width);
}

std::string bytes_text(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

/// Reads and checks one file.
class elf_parser {
public:
    elf_parser(const std::string& path, byte_view file) : m_file(file) { m_image.path = path; }

    elf_image parse() {
        check_identification();
        check_header();
        read_segments();
        check_entry();
        const elf_sections sections(m_file, m_header);
        m_image.symbols = sections.functions();
        m_image.attributes = sections.attributes();
        return std::move(m_image);
    }

private:
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw elf_error(m_image.path + ": expected " + expected + ", found " + found);
    }

    [[noreturn]] void fail(const std::string& expected, const std::string& found,
                           std::uint64_t offset) const {
        fail(expected, found + " (offset " + hex(offset, 1) + ")");
    }

    void check_identification() {
        if (m_file.size() == 0) {
            fail("an ELF file", "an empty file");
        }
        if (!m_file.contains(0, SELFMAG) || std::memcmp(m_file.data(), ELFMAG, SELFMAG) != 0) {
            std::string start;
            for (std::size_t i = 0; i < std::min<std::size_t>(m_file.size(), SELFMAG); ++i) {
                start += " " + hex(m_file.data()[i], 8);
            }
            fail("an ELF file", "one that begins with" + start, 0);
        }
        if (!m_file.contains(0, EI_NIDENT)) {
            fail("an ELF header of " + bytes_text(sizeof(Elf32_Ehdr)),
                 "a file of " + bytes_text(m_file.size()));
        }
        const std::uint8_t* const ident = m_file.data();
        // The machine stands at the same offset in both classes.
        const auto number = m_file.at<Elf32_Half>(offsetof(Elf32_Ehdr, e_machine));
        if (ident[EI_CLASS] == ELFCLASS64) {
            const bool is_readable = number && ident[EI_DATA] == ELFDATA2LSB;
            fail("a 32-bit ELF file",
                 "a 64-bit one" + (is_readable ? " for " + machine_text(*number) : ""), EI_CLASS);
        }
        if (ident[EI_CLASS] != ELFCLASS32) {
            fail("a 32-bit ELF file", "the class " + std::to_string(ident[EI_CLASS]), EI_CLASS);
        }
        if (ident[EI_DATA] != ELFDATA2LSB) {
            fail("a little-endian ELF file",
                 ident[EI_DATA] == ELFDATA2MSB
                     ? "a big-endian one"
                     : "the data encoding " + std::to_string(ident[EI_DATA]),
                 EI_DATA);
        }
        if (ident[EI_VERSION] != EV_CURRENT) {
            fail("ELF version 1", "version " + std::to_string(ident[EI_VERSION]), EI_VERSION);
        }
    }

    void check_header() {
        const auto header = m_file.at<Elf32_Ehdr>(0);
        if (!header) {
            fail("an ELF header of " + bytes_text(sizeof(Elf32_Ehdr)),
                 "a file of " + bytes_text(m_file.size()));
        }
        m_header = *header;
        if (m_header.e_machine != EM_ARM) {
            fail("firmware for " + machine_text(EM_ARM), machine_text(m_header.e_machine),
                 offsetof(Elf32_Ehdr, e_machine));
        }
        if (m_header.e_type != ET_EXEC) {
            fail("an executable file", type_text(m_header.e_type), offsetof(Elf32_Ehdr, e_type));
        }
        if (m_header.e_version != EV_CURRENT) {
            fail("ELF version 1", "version " + std::to_string(m_header.e_version),
                 offsetof(Elf32_Ehdr, e_version));
        }
        if ((m_header.e_flags & EF_ARM_BE8) != 0) {
            fail("little-endian data", "the flag of big-endian data (BE8)",
                 offsetof(Elf32_Ehdr, e_flags));
        }
        if (m_header.e_ehsize != sizeof(Elf32_Ehdr)) {
            fail("an ELF header of " + bytes_text(sizeof(Elf32_Ehdr)),
                 bytes_text(m_header.e_ehsize), offsetof(Elf32_Ehdr, e_ehsize));
        }
        if (m_header.e_phnum == 0) {
            fail("a segment to load", "no program header", offsetof(Elf32_Ehdr, e_phnum));
        }
        if (m_header.e_phentsize != sizeof(Elf32_Phdr)) {
            fail("program headers of " + bytes_text(sizeof(Elf32_Phdr)),
                 bytes_text(m_header.e_phentsize), offsetof(Elf32_Ehdr, e_phentsize));
        }
    }

    void read_segments() {
        const std::uint64_t table_size = std::uint64_t{m_header.e_phnum} * sizeof(Elf32_Phdr);
        if (!m_file.contains(m_header.e_phoff, table_size)) {
            fail(std::to_string(m_header.e_phnum) + " program headers of " +
                     bytes_text(sizeof(Elf32_Phdr)) + " in the file",
                 "the end of the file after " + bytes_text(m_file.size()), m_header.e_phoff);
        }
        for (std::uint32_t i = 0; i < m_header.e_phnum; ++i) {
            const std::uint64_t at = m_header.e_phoff + std::uint64_t{i} * sizeof(Elf32_Phdr);
            const Elf32_Phdr header = m_file.at<Elf32_Phdr>(at).value_or(Elf32_Phdr{});
            if (header.p_type == PT_INTERP) {
                fail("firmware that runs by itself", "a program for a dynamic linker", at);
            }
            if (header.p_type == PT_LOAD && (header.p_memsz != 0 || header.p_filesz != 0)) {
                check_segment(header, i, at);
                m_loaded.push_back(header);
            }
        }
        if (m_loaded.empty()) {
            fail("a segment to load",
                 "none in " + std::to_string(m_header.e_phnum) + " program headers",
                 m_header.e_phoff);
        }
        check_together();
        // Only now: the contents take no more memory than the file.
        for (const Elf32_Phdr& header : m_loaded) {
            add_segment(header);
        }
    }

    void check_segment(const Elf32_Phdr& header, std::uint32_t index, std::uint64_t at) const {
        const std::string name = "segment " + std::to_string(index);
        if (header.p_filesz > header.p_memsz) {
            fail(name + " with at most " + bytes_text(header.p_memsz) + " in the file",
                 bytes_text(header.p_filesz), at + offsetof(Elf32_Phdr, p_filesz));
        }
        if (!m_file.contains(header.p_offset, header.p_filesz)) {
            fail(name + " within the file of " + bytes_text(m_file.size()),
                 bytes_text(header.p_filesz) + " at offset " + hex(header.p_offset),
                 at + offsetof(Elf32_Phdr, p_offset));
        }
        const std::uint32_t highest = std::max(header.p_paddr, header.p_vaddr);
        if (std::uint64_t{highest} + header.p_memsz > address_space) {
            fail(name + " within 32-bit addresses",
                 bytes_text(header.p_memsz) + " at address " + hex(highest),
                 at + offsetof(Elf32_Phdr, p_memsz));
        }
    }

    /// Where a segment is linked to run elsewhere, its zeros lie there and not where it is loaded.
    static std::uint32_t memory_size(const Elf32_Phdr& header) {
        return header.p_paddr == header.p_vaddr ? header.p_memsz : header.p_filesz;
    }

    void check_together() {
        std::sort(m_loaded.begin(), m_loaded.end(), [](const Elf32_Phdr& a, const Elf32_Phdr& b) {
            return std::make_pair(a.p_paddr, a.p_memsz) < std::make_pair(b.p_paddr, b.p_memsz);
        });
        std::uint64_t end = 0;
        std::uint64_t contents = 0;
        for (const Elf32_Phdr& header : m_loaded) {
            if (memory_size(header) == 0) {
                continue;
            }
            if (header.p_paddr < end) {
                fail("segments that do not overlap",
                     "one at address " + hex(header.p_paddr) + " and one that ends at " + hex(end));
            }
            end = std::uint64_t{header.p_paddr} + memory_size(header);
            contents += header.p_filesz;
        }
        if (contents > m_file.size()) {
            fail("segments with no more contents than the file of " + bytes_text(m_file.size()),
                 bytes_text(contents));
        }
    }

    void add_segment(const Elf32_Phdr& header) {
        m_image.end = std::max(m_image.end, std::uint64_t{header.p_vaddr} + header.p_memsz);
        if (memory_size(header) == 0) {
            return;
        }
        elf_segment segment;
        segment.address = header.p_paddr;
        const std::uint8_t* const start = m_file.data() + header.p_offset;
        segment.bytes.assign(start, start + header.p_filesz);
        segment.memory_size = memory_size(header);
        segment.is_executable = (header.p_flags & PF_X) != 0;
        m_image.end = std::max(m_image.end, segment.end());
        m_image.segments.push_back(std::move(segment));
    }

    void check_entry() {
        m_image.entry = m_header.e_entry;
        constexpr std::uint64_t at = offsetof(Elf32_Ehdr, e_entry);
        if ((m_image.entry & 3U) == 2U) {
            fail("an entry at a multiple of 4 (ARM) or an odd one (Thumb)", hex(m_image.entry), at);
        }
        const std::uint32_t address = m_image.entry & ~1U;
        const bool is_code = std::any_of(m_image.segments.begin(), m_image.segments.end(),
                                         [&](const elf_segment& s) {
                                             return s.is_executable && address >= s.address &&
                                                    address - s.address < s.bytes.size();
                                         });
        if (!is_code) {
            fail("an entry in a loaded executable segment", hex(m_image.entry), at);
        }
    }

    byte_view m_file;
    elf_image m_image;
    Elf32_Ehdr m_header{};
    std::vector<Elf32_Phdr> m_loaded;
};

/// The whole contents of a regular file.
std::vector<std::uint8_t> read_file(const std::string& path) {
    const auto fail = [&](const std::string& expected, const std::string& found) {
        throw elf_error(path + ": expected " + expected + ", found " + found);
    };
    const auto fail_with_errno = [&] {
        if (errno == ENOENT || errno == ENOTDIR) {
            fail("an ELF file", "no such file");
        }
        fail("a readable file", std::generic_category().message(errno));
    };
    struct stat status {};
    const auto check_kind = [&] {
        if (!S_ISREG(status.st_mode)) { // which need not have an end
            fail("an ELF file", S_ISDIR(status.st_mode) ? "a folder" : "a device or pipe");
        }
    };
    if (::stat(path.c_str(), &status) != 0) {
        fail_with_errno();
    }
    check_kind(); // now, since to open a device can do something,
    const descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file || ::fstat(file.get(), &status) != 0) {
        fail_with_errno();
    }
    check_kind(); // and again, since it may have become one
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > largest_file) {
        fail("a file of at most " + bytes_text(largest_file), bytes_text(size));
    }
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno != EINTR) {
            fail_with_errno();
        }
        if (count == 0) {
            break; // it has shrunk
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    bytes.resize(done);
    return bytes;
}

} // namespace

const elf_symbol* elf_image::function_at(std::uint32_t pc) const {
    const auto after =
        std::upper_bound(symbols.begin(), symbols.end(), pc,
                         [](std::uint32_t p, const elf_symbol& s) { return p < s.address; });
    if (after == symbols.begin()) {
        return nullptr;
    }
    const auto best = std::lower_bound(
        symbols.begin(), after, std::prev(after)->address,
        [](const elf_symbol& s, std::uint32_t address) { return s.address < address; });
    return pc - best->address < best->size ? &*best : nullptr;
}

elf_image load_elf(const std::string& path) {
    const std::vector<std::uint8_t> file = read_file(path);
    return parse_elf(path, byte_view(file.data(), file.size()));
}

elf_image parse_elf(const std::string& path, byte_view file) {
    return elf_parser(path, file).parse();
}

std::optional<std::string> unsuitable(const elf_image& image, const arm_attributes& cpu) {
    auto text = unsuitable(image.attributes, cpu);
    return text ? std::make_optional(image.path + ": " + *text) : std::nullopt;
}

} // namespace platform
