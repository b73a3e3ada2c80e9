// SPDX-License-Identifier: Apache-2.0
// What comes over a connection of gdb: bytes, which are packets or not; and each line as the
// payload of a packet, since checksums are seldom right by chance.
#include <gdb/memory_target.h>
#include <iss/debugger/gdb_protocol.h>
#include <iss/debugger/packet_reader.h>
#include <trust/fuzz_input.h>

#include <sstream>

using namespace platform::iss;

namespace {

/// A CPU that halts at once.
class debugged {
public:
    void take(const std::string& packet) {
        const gdb_protocol::answer answer = m_protocol.handle(packet, m_target);
        trust::require(answer.reply || answer.resume, "a packet is not answered");
        trust::require(answer.reply.value_or("").size() <= packet_reader::most,
                       "an answer is longer than a packet may be");
        if (answer.resume && answer.resume->how != debug_resume::kind::detach) {
            debug_halt why;
            why.why = static_cast<debug_halt::reason>(packet.size() % 4);
            why.point = static_cast<stop_kind>(packet.size() % 5);
            trust::require(!m_protocol.halted(why).empty(), "gdb is not told of a halt");
        }
        m_target.points.clear();
    }

private:
    memory_target m_target;
    gdb_protocol m_protocol;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = trust::text_of(data, size);
    debugged connection;
    packet_reader reader;
    for (const char byte : bytes) {
        if (const auto item = reader.take(byte)) {
            trust::require(item->payload.size() <= packet_reader::most, "a packet is too long");
            if (item->kind == packet_reader::item_kind::packet) {
                connection.take(item->payload);
            }
        }
    }
    debugged lines;
    std::istringstream in(bytes);
    for (std::string packet; std::getline(in, packet);) {
        if (packet.size() <= packet_reader::most) {
            lines.take(packet);
        }
    }
    return 0;
}
