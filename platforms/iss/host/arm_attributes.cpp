// SPDX-License-Identifier: Apache-2.0
#include <iss/host/arm_attributes.h>

#include <iterator>

namespace platform::iss {

namespace {

constexpr std::size_t longest_attribute_text = 256;

constexpr std::uint32_t tag_file = 1;
constexpr std::uint32_t tag_cpu_raw_name = 4;
constexpr std::uint32_t tag_cpu_name = 5;
constexpr std::uint32_t tag_cpu_arch = 6;
constexpr std::uint32_t tag_cpu_arch_profile = 7;
constexpr std::uint32_t tag_compatibility = 32;

struct architecture {
    const char* name = nullptr;
    std::uint32_t contains =
        0; ///< bit n: the architecture with the value n, for those before ARMv8
    bool is_microcontroller = false;
};

constexpr std::uint32_t up_to(unsigned last) {
    return (2U << last) - 1U;
}

constexpr std::uint32_t cpu_arch_v7 = 10;

/// By the value of Tag_CPU_arch. ARMv6KZ is ARMv6K with the security extension; ARMv6T2 is ARMv6
/// with Thumb-2 and without the K extension. There is no CPU of the M profile or of ARMv8 here.
constexpr architecture architectures[] = {
    {"ARM before v4", up_to(0)},
    {"ARMv4", up_to(1)},
    {"ARMv4T", up_to(2)},
    {"ARMv5T", up_to(3)},
    {"ARMv5TE", up_to(4)},
    {"ARMv5TEJ", up_to(5)},
    {"ARMv6", up_to(6)},
    {"ARMv6KZ", up_to(6) | 1U << 7 | 1U << 9},
    {"ARMv6T2", up_to(6) | 1U << 8},
    {"ARMv6K", up_to(6) | 1U << 9},
    {"ARMv7", up_to(cpu_arch_v7)},
    {"ARMv6-M", 0, true},
    {"ARMv6S-M", 0, true},
    {"ARMv7E-M", 0, true},
    {"ARMv8-A", 0},
    {"ARMv8-R", 0},
    {"ARMv8-M Baseline", 0, true},
    {"ARMv8-M Mainline", 0, true},
    {"ARMv8.1-A", 0},
    {"ARMv8.2-A", 0},
    {"ARMv8.3-A", 0},
    {"ARMv8.1-M Mainline", 0, true},
    {"ARMv9-A", 0},
};

/// The table's entry; nullptr if the value is newer than the table.
const architecture* find(std::uint32_t cpu_arch) {
    return cpu_arch < std::size(architectures) ? &architectures[cpu_arch] : nullptr;
}

/// Walks over attribute data. After something that does not fit, everything reads as nothing.
class attribute_cursor {
public:
    explicit attribute_cursor(byte_view bytes) : m_bytes(bytes) {}

    bool at_end() const { return m_position >= m_bytes.size(); }
    bool is_damaged() const { return m_damaged; }

    /// A number of up to 32 bits in ULEB128.
    std::uint32_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const auto byte = take<std::uint8_t>();
            value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
            if ((byte & 0x80U) == 0) {
                m_damaged = m_damaged || value > 0xFFFFFFFFU;
                return static_cast<std::uint32_t>(value);
            }
        }
        m_damaged = true;
        return 0;
    }

    std::string text() {
        const auto found = m_bytes.text(m_position, longest_attribute_text);
        if (m_damaged || !found) {
            m_damaged = true;
            return {};
        }
        m_position += found->size() + 1;
        return *found;
    }

    std::uint8_t byte() { return take<std::uint8_t>(); }

    /// A part that begins with its own size, which counts from `start` on.
    attribute_cursor sized_part(std::size_t start) {
        const auto size = take<std::uint32_t>();
        const auto rest = m_bytes.part(start, size);
        if (m_damaged || !rest || start + size < m_position) {
            m_damaged = true;
            return attribute_cursor({});
        }
        attribute_cursor part(*rest);
        part.m_position = m_position - start;
        m_position = start + size;
        return part;
    }

    std::size_t position() const { return m_position; }

private:
    template <class T>
    T take() {
        const auto value = m_bytes.at<T>(m_position);
        if (m_damaged || !value) {
            m_damaged = true;
            return 0;
        }
        m_position += sizeof(T);
        return *value;
    }

    byte_view m_bytes;
    std::size_t m_position = 0;
    bool m_damaged = false;
};

/// One attribute. From Tag_compatibility on, odd tags have a text and even ones a number.
void read_attribute(attribute_cursor& cursor, arm_attributes& attributes) {
    const std::uint32_t tag = cursor.number();
    switch (tag) {
    case tag_cpu_name: attributes.cpu_name = cursor.text(); break;
    case tag_cpu_arch: attributes.cpu_arch = cursor.number(); break;
    case tag_cpu_arch_profile: attributes.profile = static_cast<char>(cursor.number()); break;
    case tag_compatibility:
        cursor.number();
        cursor.text();
        break;
    default:
        if (tag == tag_cpu_raw_name || (tag > tag_compatibility && tag % 2 == 1)) {
            cursor.text();
        } else {
            cursor.number();
        }
    }
}

/// The attributes of the whole file within a vendor's part, after the vendor's name.
bool read_vendor_part(attribute_cursor& vendor, arm_attributes& attributes) {
    while (!vendor.at_end() && !vendor.is_damaged()) {
        const std::size_t start = vendor.position();
        const std::uint32_t scope = vendor.number();
        attribute_cursor part = vendor.sized_part(start);
        while (scope == tag_file && !part.at_end() && !part.is_damaged()) {
            read_attribute(part, attributes);
        }
        if (part.is_damaged()) {
            return false;
        }
    }
    return !vendor.is_damaged();
}

} // namespace

std::optional<arm_attributes> read_arm_attributes(byte_view section) {
    attribute_cursor cursor(section);
    arm_attributes attributes;
    bool is_sound = cursor.byte() == 'A';
    while (is_sound && !cursor.at_end()) {
        attribute_cursor vendor = cursor.sized_part(cursor.position());
        is_sound = !cursor.is_damaged();
        if (is_sound && vendor.text() == "aeabi") {
            is_sound = read_vendor_part(vendor, attributes);
        }
    }
    if (!is_sound) {
        return std::nullopt;
    }
    return attributes;
}

std::string architecture_name(const arm_attributes& attributes) {
    if (!attributes.cpu_arch) {
        return "no architecture";
    }
    const architecture* known = find(*attributes.cpu_arch);
    if (known == nullptr) {
        return "an unknown architecture (Tag_CPU_arch " + std::to_string(*attributes.cpu_arch) +
               ")";
    }
    std::string name = known->name;
    const char profile = attributes.profile;
    if (attributes.cpu_arch == cpu_arch_v7 &&
        (profile == 'A' || profile == 'R' || profile == 'M')) {
        name += std::string("-") + profile;
    }
    return name;
}

bool is_for_microcontroller(const arm_attributes& firmware) {
    const architecture* const needed = firmware.cpu_arch ? find(*firmware.cpu_arch) : nullptr;
    return firmware.profile == 'M' || (needed != nullptr && needed->is_microcontroller);
}

bool executes(const arm_attributes& cpu, const arm_attributes& firmware) {
    if (!firmware.cpu_arch) {
        return true;
    }
    const architecture* const present = cpu.cpu_arch ? find(*cpu.cpu_arch) : nullptr;
    return find(*firmware.cpu_arch) != nullptr && present != nullptr &&
           (present->contains >> *firmware.cpu_arch & 1U) != 0 && !is_for_microcontroller(firmware);
}

} // namespace platform::iss
