// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/message_text.h>
#include <pmu/tlm/refusal.h>

namespace PMU_API pmu {

namespace {

// "a User, Non-secure read of PMNC"
std::string attempt(const refused_access& access) {
    std::string text = access.who.privileged ? "a privileged, " : "a User mode, ";
    text += access.who.secure ? "Secure " : "Non-secure ";
    text += access.command == tlm::TLM_READ_COMMAND ? "read of " : "write of ";
    return text + (access.target != nullptr ? access.target->name : hex(access.address));
}

} // namespace

std::string refused_access::sentence() const {
    switch (why) {
    case refusal::none: return "nothing is wrong";
    case refusal::no_streaming:
        return "streaming width 0, which is taken as data that do not repeat: "
               "set_streaming_width(4) says so";
    case refusal::outside:
        return std::to_string(length) + " bytes at address " + hex(address) +
               " are not inside the window of " + hex(window_size) +
               " bytes: a router subtracts the base of the unit";
    case refusal::length:
        return "data length " + std::to_string(length) +
               ": a register is one word, whatever the width of the bus: set_data_length(4)";
    case refusal::streaming_width:
        return "streaming width " + std::to_string(streaming_width) +
               ": the payload says that data repeats every " + std::to_string(streaming_width) +
               " bytes: set_streaming_width(4)";
    case refusal::no_data: return "no data pointer: set_data_ptr() takes that of 4 bytes";
    case refusal::misaligned:
        return "address " + hex(address) + " is no multiple of 4: a register is one aligned word";
    case refusal::byte_enables:
        return "a byte is not enabled: a register is one whole word: set_byte_enable_ptr(nullptr)";
    case refusal::no_register:
        return "no register at address " + hex(address) +
               ": the README of the part lists them; pmu::encode() gives that of a coprocessor "
               "register";
    case refusal::not_allowed:
        return attempt(*this) +
               ", which the part does not allow: an access is what its access_extension says, or "
               "what set_access_attributes_source() names, privileged and Secure without";
    case refusal::command:
        return "command " + std::to_string(static_cast<int>(command)) +
               " is neither a read nor a write: set_read() or set_write()";
    }
    return "for no known reason";
}

} // namespace pmu
