// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>
#include <exports/xml_writer.h>

namespace platform::exports {

namespace {

using scope = xml_writer::scope;

void write_field(xml_writer& xml, const pmu::register_desc& r, const pmu::register_field& f) {
    const scope field(xml, "field");
    xml.element("name", f.name);
    xml.element("description", f.description);
    xml.element("bitOffset", f.lsb);
    xml.element("bitWidth", f.msb - f.lsb + 1U);
    xml.element("access", long_name(effective_access(r, f)));
    if (has_write_effect(r, f)) {
        xml.element("modifiedWriteValues", modified_write(f.access));
    }
}

void write_register(xml_writer& xml, const program::unit_info& unit, const pmu::register_desc& r) {
    const scope reg(xml, "register");
    xml.element("name", r.name);
    xml.element("description", description(unit, r));
    xml.element("addressOffset", hex(r.address, 5));
    xml.element("size", 32);
    xml.element("access", long_name(r.access));
    if (r.nonsecure == pmu::nonsecure_rule::refused) {
        xml.element("protection", "s");
    } else if (r.user == pmu::user_rule::refused) {
        xml.element("protection", "p");
    }
    xml.element("resetValue", hex(r.reset & reset_mask(r), 8));
    xml.element("resetMask", hex(reset_mask(r), 8));
    const scope fields(xml, "fields");
    for (const pmu::register_field& f : r) {
        write_field(xml, r, f);
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
    const std::string text =
        std::string("Performance monitoring unit of the ") + unit.title() + "; " + window(unit);
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
    for (const pmu::register_desc& r : unit.registers()) {
        write_register(xml, unit, r);
    }
}

} // namespace platform::exports
