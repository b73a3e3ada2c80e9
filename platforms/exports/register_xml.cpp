// SPDX-License-Identifier: Apache-2.0
// CMSIS-SVD and IP-XACT: what they say of a register is nearly the same.
#include <exports/wording.h>
#include <exports/writers.h>
#include <exports/xml_writer.h>

#include <optional>

namespace platform::exports {

namespace {

using scope = xml_writer::scope;

enum class schema { svd, ip_xact };

// A number as SystemVerilog has it, which the expressions of IP-XACT are.
std::string number(std::uint64_t value) {
    return "'h" + hex(value).substr(2);
}

void write_field(xml_writer& xml, schema as, const pmu::register_desc& r,
                 const pmu::register_field& f) {
    const scope field(xml, "field");
    xml.element("name", f.name);
    xml.element("description", f.description);
    xml.element("bitOffset", f.lsb);
    if (as == schema::ip_xact && has_reset(f)) {
        const scope resets(xml, "resets");
        const scope reset(xml, "reset");
        xml.element("value", number(f.of(r.reset)));
    }
    xml.element("bitWidth", f.msb - f.lsb + 1U);
    xml.element("access", long_name(effective_access(r, f)));
    if (has_write_effect(r, f)) {
        xml.element(as == schema::svd ? "modifiedWriteValues" : "modifiedWriteValue",
                    modified_write(f.access));
    }
}

void write_registers(xml_writer& xml, schema as, const program::unit_info& unit) {
    for (const pmu::register_desc& r : unit.registers()) {
        const scope reg(xml, "register");
        xml.element("name", r.name);
        xml.element("description", description(unit, r));
        xml.element("addressOffset", as == schema::svd ? hex(r.address, 5) : number(r.address));
        xml.element("size", 32);
        xml.element("access", long_name(r.access));
        std::optional<scope> fields;
        if (as == schema::svd) {
            if (r.nonsecure == pmu::nonsecure_rule::refused) {
                xml.element("protection", "s");
            } else if (r.user == pmu::user_rule::refused) {
                xml.element("protection", "p");
            }
            xml.element("resetValue", hex(r.reset & reset_mask(r), 8));
            xml.element("resetMask", hex(reset_mask(r), 8));
            fields.emplace(xml, "fields");
        }
        for (const pmu::register_field& f : r) {
            write_field(xml, as, r, f);
        }
    }
}

} // namespace

void write_svd(std::ostream& out, const part_tables& part, const std::string& version) {
    const program::unit_info& unit = part.unit;
    xml_writer xml(out);
    const scope device(
        xml, "device",
        "schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" "
        "xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\"");
    const std::string text = description(unit) + "; " + window(unit);
    xml.element("name", unit.name());
    xml.element("version", version);
    xml.element("description", text);
    xml.element("addressUnitBits", 8);
    xml.element("width", 32);
    const scope peripherals(xml, "peripherals");
    const scope peripheral(xml, "peripheral");
    xml.element("name", "PMU");
    xml.element("description", text);
    xml.element("baseAddress", "0x0");
    {
        const scope block(xml, "addressBlock");
        xml.element("offset", "0x0");
        xml.element("size", hex(unit.window_size(), 1));
        xml.element("usage", "registers");
    }
    const scope registers(xml, "registers");
    write_registers(xml, schema::svd, unit);
}

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
            write_registers(xml, schema::ip_xact, unit);
        }
        xml.element("addressUnitBits", 8);
    }
    xml.element("description", description(unit));
}

} // namespace platform::exports
