// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_image.h>

#include <iss/host/beneath.h>
#include <iss/host/dwarf_inlined.h>
#include <iss/host/dwarf_lines.h>
#include <iss/host/elf_handle.h>
#include <iss/host/elf_sections.h>
#include <iss/host/guest_memory.h>
#include <process/uninterrupted.h>
#include <process/words.h>

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>

namespace platform::iss {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20U;

std::string machine_text(int number) {
    const char* const name = ::dwelf_elf_e_machine_string(number);
    return std::string(name == nullptr ? "an unknown machine" : name) + " (" +
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

std::string bytes_text(std::uint64_t count) {
    return process::counted(count, "byte");
}

/// Reads and checks one file.
class elf_parser {
public:
    elf_parser(const std::string& path, byte_view file) : m_file(file) { m_image.path = path; }

    elf_image parse() {
        errno = 0;
        check_identification();
        check_header();
        const elf_handle elf = open_elf(m_file);
        if (!elf) {
            fail("an ELF file", std::string("one that cannot be read: ") + ::elf_errmsg(-1));
        }
        read_segments(elf.get());
        check_entry();
        const elf_sections sections(elf.get());
        sections.read_symbols(m_image);
        m_image.attributes = sections.attributes();
        const bool has_lines = sections.has(".debug_line");
        const bool has_inlined = sections.has(".debug_info");
        check_memory();
        if (has_lines) {
            take(read_source_lines(elf.get()), m_image.lines, "source lines");
        }
        if (has_inlined) {
            take(read_inlined_calls(elf.get()), m_image.inlined, "inlined functions");
        }
        return std::move(m_image);
    }

private:
    template <class T>
    void take(std::optional<T> read, T& into, const char* what) {
        if (read) {
            into = std::move(*read);
        } else {
            m_image.leave_out(what);
        }
    }

    /// libelf goes on without what it has no memory for, which is no word about the file.
    static void check_memory() {
        if (errno == ENOMEM) {
            throw std::bad_alloc();
        }
    }

    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        check_memory();
        throw elf_error(m_image.path + ": expected " + expected + ", found " + found);
    }

    [[noreturn]] void fail(const std::string& expected, const std::string& found,
                           std::uint64_t offset) const {
        fail(expected, found + " (offset " + process::hex(offset) + ")");
    }

    [[noreturn]] void fail_as_too_short() const {
        fail("an ELF header of " + bytes_text(sizeof(Elf32_Ehdr)),
             "a file of " + bytes_text(m_file.size()));
    }

    /// The header alone, of either class: libelf sees no section.
    bool read_header() {
        const auto start = m_file.part(0, std::min(m_file.size(), sizeof(Elf64_Ehdr)));
        const elf_handle elf = open_elf(start.value_or(m_file));
        return ::gelf_getehdr(elf.get(), &m_header) != nullptr;
    }

    void check_identification() {
        if (m_file.size() == 0) {
            fail("an ELF file", "an empty file");
        }
        if (m_file.size() < SELFMAG || std::memcmp(m_file.data(), ELFMAG, SELFMAG) != 0) {
            std::string start;
            for (std::size_t i = 0; i < std::min<std::size_t>(m_file.size(), SELFMAG); ++i) {
                start += " " + process::hex(m_file.data()[i], 2);
            }
            fail("an ELF file", "one that begins with" + start, 0);
        }
        if (m_file.size() < EI_NIDENT) {
            fail_as_too_short();
        }
        const std::uint8_t* const ident = m_file.data();
        if (ident[EI_CLASS] == ELFCLASS64) {
            fail("a 32-bit ELF file",
                 "a 64-bit one" + (read_header() ? " for " + machine_text(m_header.e_machine) : ""),
                 EI_CLASS);
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
        if (!read_header()) {
            fail_as_too_short();
        }
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
        if (m_header.e_phoff == 0) {
            fail("an offset of the program headers", "0", offsetof(Elf32_Ehdr, e_phoff));
        }
        // Such a number stands elsewhere, has 32 bits, and libelf makes as many handles.
        if (m_header.e_shnum == 0 && m_header.e_shoff != 0) {
            fail("the number of sections in the ELF header", "none", offsetof(Elf32_Ehdr, e_shnum));
        }
    }

    void read_segments(Elf* elf) {
        std::size_t count = 0;
        if (::elf_getphdrnum(elf, &count) != 0 || count != m_header.e_phnum) {
            fail(std::to_string(m_header.e_phnum) + " program headers of " +
                     bytes_text(sizeof(Elf32_Phdr)) + " in the file",
                 "the end of the file after " + bytes_text(m_file.size()), m_header.e_phoff);
        }
        for (int i = 0; i < m_header.e_phnum; ++i) {
            const std::uint64_t at =
                m_header.e_phoff + static_cast<std::uint64_t>(i) * sizeof(Elf32_Phdr);
            GElf_Phdr header{};
            if (::gelf_getphdr(elf, i, &header) == nullptr) {
                fail("a program header", std::string("none: ") + ::elf_errmsg(-1), at);
            }
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
        for (const GElf_Phdr& header : m_loaded) {
            add_segment(header);
        }
    }

    void check_segment(const GElf_Phdr& header, int index, std::uint64_t at) const {
        const std::string name = "segment " + std::to_string(index);
        if (header.p_filesz > header.p_memsz) {
            fail(name + " with at most " + bytes_text(header.p_memsz) + " in the file",
                 bytes_text(header.p_filesz), at + offsetof(Elf32_Phdr, p_filesz));
        }
        if (!m_file.contains(header.p_offset, header.p_filesz)) {
            fail(name + " within the file of " + bytes_text(m_file.size()),
                 bytes_text(header.p_filesz) + " at offset " + process::hex(header.p_offset, 8),
                 at + offsetof(Elf32_Phdr, p_offset));
        }
        const std::uint64_t highest = std::max(header.p_paddr, header.p_vaddr);
        if (highest + header.p_memsz > address_space_bytes) {
            fail(name + " within 32-bit addresses",
                 bytes_text(header.p_memsz) + " at address " + process::hex(highest, 8),
                 at + offsetof(Elf32_Phdr, p_memsz));
        }
    }

    /// Where a segment is linked to run elsewhere, its zeros lie there and not where it is loaded.
    static std::uint64_t memory_size(const GElf_Phdr& header) {
        return header.p_paddr == header.p_vaddr ? header.p_memsz : header.p_filesz;
    }

    void check_together() {
        std::sort(m_loaded.begin(), m_loaded.end(), [](const GElf_Phdr& a, const GElf_Phdr& b) {
            return std::make_pair(a.p_paddr, a.p_memsz) < std::make_pair(b.p_paddr, b.p_memsz);
        });
        std::uint64_t end = 0;
        std::uint64_t contents = 0;
        for (const GElf_Phdr& header : m_loaded) {
            if (memory_size(header) == 0) {
                continue;
            }
            if (header.p_paddr < end) {
                fail("segments that do not overlap",
                     "one at address " + process::hex(header.p_paddr, 8) +
                         " and one that ends at " + process::hex(end, 8));
            }
            end = header.p_paddr + memory_size(header);
            contents += header.p_filesz;
        }
        if (contents > m_file.size()) {
            fail("segments with no more contents than the file of " + bytes_text(m_file.size()),
                 bytes_text(contents));
        }
    }

    void add_segment(const GElf_Phdr& header) {
        m_image.end = std::max(m_image.end, header.p_vaddr + header.p_memsz);
        if (memory_size(header) == 0) {
            return;
        }
        elf_segment segment;
        segment.address = static_cast<std::uint32_t>(header.p_paddr);
        const std::uint8_t* const start = m_file.data() + header.p_offset;
        segment.bytes.assign(start, start + header.p_filesz);
        segment.memory_size = static_cast<std::uint32_t>(memory_size(header));
        segment.is_executable = (header.p_flags & PF_X) != 0;
        m_image.end = std::max(m_image.end, segment.end());
        m_image.segments.push_back(std::move(segment));
    }

    void check_entry() {
        m_image.entry = static_cast<std::uint32_t>(m_header.e_entry);
        constexpr std::uint64_t at = offsetof(Elf32_Ehdr, e_entry);
        if ((m_image.entry & 3U) == 2U) {
            fail("an entry at a multiple of 4 (ARM) or an odd one (Thumb)",
                 process::hex(m_image.entry, 8), at);
        }
        const std::uint32_t address = m_image.entry & ~1U;
        const bool is_code = std::any_of(m_image.segments.begin(), m_image.segments.end(),
                                         [&](const elf_segment& s) {
                                             return s.is_executable && address >= s.address &&
                                                    address - s.address < s.bytes.size();
                                         });
        if (!is_code) {
            fail("an entry in a loaded executable segment", process::hex(m_image.entry, 8), at);
        }
    }

    byte_view m_file;
    elf_image m_image;
    GElf_Ehdr m_header{};
    std::vector<GElf_Phdr> m_loaded;
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
    const process::descriptor file = process::open_file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file || ::fstat(file.get(), &status) != 0) {
        fail_with_errno();
    }
    check_kind(); // and again, since it may have become one
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > largest_file) {
        fail("a file of at most " + bytes_text(largest_file), bytes_text(size));
    }
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    const ssize_t done = process::read_at(file.get(), 0, bytes.data(), bytes.size());
    if (done < 0) {
        fail_with_errno();
    }
    bytes.resize(static_cast<std::size_t>(done)); // it may have shrunk
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

const elf_mapping* elf_image::mapping_at(std::uint32_t address) const {
    const auto after =
        std::upper_bound(mapping.begin(), mapping.end(), address,
                         [](std::uint32_t a, const elf_mapping& m) { return a < m.address; });
    return after == mapping.begin() ? nullptr : &*std::prev(after);
}

code_kind elf_image::kind_in(const elf_symbol& function, std::uint32_t address) const {
    const elf_mapping* const m = mapping_at(address);
    return m != nullptr && m->address >= function.address
               ? m->kind
               : (function.is_thumb ? code_kind::thumb : code_kind::arm);
}

std::pair<const std::uint8_t*, std::size_t> elf_image::bytes_at(std::uint32_t address) const {
    for (const elf_segment& s : segments) {
        const std::uint32_t offset = address - s.address;
        if (offset < s.bytes.size()) {
            return {s.bytes.data() + offset, s.bytes.size() - offset};
        }
    }
    return {nullptr, 0};
}

void elf_image::leave_out(const char* what) {
    left_out.push_back(path + ": its " + what + " cannot be read, and are left out");
}

elf_image load_elf(const std::string& path) {
    const std::vector<std::uint8_t> file = read_file(path);
    return parse_elf(path, byte_view(file.data(), file.size()));
}

elf_image parse_elf(const std::string& path, byte_view file) {
    return elf_parser(path, file).parse();
}

void require_executable(const elf_image& image, const arm_attributes& cpu) {
    const arm_attributes& firmware = image.attributes;
    if (!executes(cpu, firmware)) {
        throw elf_error(image.path + ": built for " + architecture_name(firmware) + ", " +
                        cpu.cpu_name + " executes up to " + architecture_name(cpu) +
                        (is_for_microcontroller(firmware) ? " and nothing of the M profile" : ""));
    }
}

} // namespace platform::iss
