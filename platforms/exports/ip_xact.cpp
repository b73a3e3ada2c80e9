// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>
#include <exports/xml_writer.h>

namespace platform::exports {

namespace {

using scope = xml_writer::scope;

// A number as SystemVerilog has it, which the standard's expressions are.
std::string number(std::uint64_t value) {
    return "'h" + hex(value, 1).substr(2);
}

void write_field(xml_writer& xml, const pmu::register_desc& r, const pmu::register_field& f) {
    const scope field(xml, "field");
    xml.element("name", f.name);
    xml.element("description", f.description);
    xml.element("bitOffset", f.lsb);
    if (has_reset(f)) {
        const scope resets(xml, "resets");
        const scope reset(xml, "reset");
        xml.element("value", number(f.of(r.reset)));
    }
    xml.element("bitWidth", f.msb - f.lsb + 1U);
    xml.element("access", long_name(effective_access(r, f)));
    if (has_write_effect(r, f)) {
        xml.element("modifiedWriteValue", modified_write(f.access));
    }
}

void write_register(xml_writer& xml, const program::unit_info& unit, const pmu::register_desc& r) {
    const scope reg(xml, "register");
    xml.element("name", r.name);
    xml.element("description", description(unit, r));
    xml.element("addressOffset", number(r.address));
    xml.element("size", 32);
    xml.element("access", long_name(r.access));
    for (const pmu::register_field& f : r) {
        write_field(xml, r, f);
    }
}

} // namespace

void write_ip_xact(std::ostream& out, const part_tables& part, const std::string& version) {
    constexpr const char* space = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014";
    const program::unit_info& unit = part.unit;
    xml_writer xml(out, "ipxact:");
    const scope component(xml, "component",
                          "xmlns:ipxact=\"" + std::string(space) +
                              "\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                              "xsi:schemaLocation=\"" +
                              space + " " + space + "/index.xsd\"");
    xml.element("vendor", "tlm-pmu");
    xml.element("library", "pmu");
    xml.element("name", unit.name());
    xml.element("version", version);
    {
        const scope maps(xml, "memoryMaps");
        const scope map(xml, "memoryMap");
        xml.element("name", "registers");
        {
            const scope block(xml, "addressBlock");
            xml.element("name", "PMU");
            xml.element("description", window(unit));
            xml.element("baseAddress", number(0));
            xml.element("range", number(unit.window_size()));
            xml.element("width", 32);
            xml.element("usage", "register");
            for (const pmu::register_desc& r : unit.registers()) {
                write_register(xml, unit, r);
            }
        }
        xml.element("addressUnitBits", 8);
    }
    xml.element("description", std::string("Performance monitoring unit of the ") + unit.title());
}

} // namespace platform::exports
