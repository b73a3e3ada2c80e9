// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/snapshot.h>

#include <pmu/core/message_text.h>

#include <algorithm>
#include <array>
#include <ios>
#include <istream>
#include <ostream>

namespace PMU_API pmu {

namespace {

constexpr unsigned number_size = 4; ///< of version, length and checksum

// CRC-32 of IEEE 802.3, bits reflected.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t word = i;
        for (int bit = 0; bit < 8; ++bit) {
            word = word >> 1 ^ ((word & 1U) != 0 ? 0xEDB8'8320U : 0U);
        }
        table[i] = word;
    }
    return table;
}();

std::uint32_t crc_of(std::string_view bytes) {
    std::uint32_t crc = 0xFFFF'FFFFU;
    for (const char c : bytes) {
        crc = crc >> 8 ^ crc_table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
    }
    return ~crc;
}

// Appends `size` bytes of a stream, a piece at a time: so a length that is wrong costs no memory.
void append(std::istream& in, std::size_t size, std::string& bytes) {
    std::array<char, 4096> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): read into
    while (size != 0) {
        const std::size_t n = std::min(size, piece.size());
        try {
            in.read(piece.data(), static_cast<std::streamsize>(n));
        } catch (const std::ios_base::failure&) { // where the stream was asked to throw
        }
        if (static_cast<std::size_t>(in.gcount()) != n) {
            throw snapshot_error("the snapshot is cut short");
        }
        bytes.append(piece.data(), n);
        size -= n;
    }
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(snapshot_reader(bytes.substr(at)).number(number_size));
}

std::string quoted(std::string_view name) {
    return "`" + excerpt(name) + "`";
}

} // namespace

void snapshot_writer::number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i, value >>= 8) {
        m_bytes += static_cast<char>(static_cast<unsigned char>(value & 0xFFU));
    }
}

void snapshot_writer::text(std::string_view letters) {
    if (letters.size() > 255) {
        throw snapshot_error("a text of " + std::to_string(letters.size()) +
                             " letters does not fit into a snapshot");
    }
    number(letters.size(), 1);
    m_bytes += letters;
}

std::string_view snapshot_reader::next(std::size_t size) {
    if (m_body.size() - m_position < size) {
        throw snapshot_error("the snapshot lacks a part of its state");
    }
    m_position += size;
    return m_body.substr(m_position - size, size);
}

std::uint64_t snapshot_reader::number(unsigned size) {
    const std::string_view bytes = next(size);
    std::uint64_t value = 0;
    for (unsigned i = size; i-- != 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

bool snapshot_reader::flag() {
    const std::uint64_t value = number(1);
    if (value > 1) {
        refuse_state();
    }
    return value != 0;
}

std::string snapshot_reader::text() {
    return bytes(static_cast<std::size_t>(number(1)));
}

void snapshot_reader::end() const {
    if (m_position != m_body.size()) {
        throw snapshot_error("the snapshot has " + std::to_string(m_body.size() - m_position) +
                             " bytes too many");
    }
}

void snapshot_reader::refuse_state() {
    throw snapshot_error("the snapshot holds a state that no unit can have");
}

void write_snapshot(std::ostream& out, snapshot_kind kind, std::string_view body) {
    if (body.size() > snapshot_longest) {
        throw snapshot_error("the state takes " + std::to_string(body.size()) +
                             " bytes, more than a snapshot can have");
    }
    snapshot_writer header;
    header.number(snapshot_version, number_size);
    header.number(body.size(), number_size);
    std::string all(kind);
    all.append(header.bytes()).append(body);
    snapshot_writer checksum;
    checksum.number(crc_of(all), number_size);
    all += checksum.bytes();
    bool is_written = false;
    try {
        is_written =
            !out.write(all.data(), static_cast<std::streamsize>(all.size())).flush().fail();
    } catch (const std::ios_base::failure&) { // where the stream was asked to throw
    }
    if (!is_written) {
        throw snapshot_error("the stream does not take the snapshot");
    }
}

std::string read_snapshot(std::istream& in, snapshot_kind kind) {
    std::string all;
    append(in, kind.size(), all);
    if (all != kind) {
        throw snapshot_error("this is no snapshot of the kind " + std::string(kind));
    }
    append(in, std::size_t{2} * number_size, all);
    const std::uint32_t version = number_at(all, kind.size());
    if (version != snapshot_version) {
        throw snapshot_error("the snapshot has version " + std::to_string(version) +
                             ", this program reads version " + std::to_string(snapshot_version));
    }
    const std::size_t header = all.size();
    const std::uint32_t length = number_at(all, header - number_size);
    if (length > snapshot_longest) {
        throw snapshot_error("the snapshot is damaged: it cannot have " + std::to_string(length) +
                             " bytes");
    }
    append(in, length, all);
    const std::uint32_t checksum = crc_of(all);
    append(in, number_size, all);
    if (number_at(all, header + length) != checksum) {
        throw snapshot_error("the snapshot is damaged: its checksum does not fit");
    }
    return all.substr(header, length);
}

void refuse_parameter(const char* name, const std::string& saved, const std::string& here) {
    throw snapshot_error(std::string("the parameter `") + name + "` is " + saved +
                         " in the snapshot and " + here + " here");
}

void expect_name(snapshot_reader& in, const char* what, std::string_view name) {
    const std::string found = in.text();
    if (found != name) {
        throw snapshot_error(std::string("the snapshot is of the ") + what + " " + quoted(found) +
                             ", not of " + quoted(name));
    }
}

} // namespace pmu
