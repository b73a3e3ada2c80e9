// SPDX-License-Identifier: Apache-2.0
// The registers of every part as CMSIS-SVD and as IP-XACT: the structure that the standards ask
// for, and the values of the tables.
#include "xml_tree.h"

#include <exports/writers.h>
#include <exports/xml_writer.h>
#include <part/all_parts.h>
#include <pmu/core/coprocessor_address.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace platform::exports_xml_test {
namespace {

using testing::HasSubstr;
using xml_test::content;
using xml_test::element;
using rules = std::map<std::string, std::vector<content>>;

// CMSIS-SVD schema 1.3.8, in the order of its sequences; what is never written is left out. That
// an addressBlock, a size, an access and the reset values are there is what the specification asks
// of a peripheral and of a register whose device states no defaults.
const rules svd_rules = {
    {"device",
     {{"name", true},
      {"version", true},
      {"description", true},
      {"addressUnitBits", true},
      {"width", true},
      {"peripherals", true}}},
    {"peripherals", {{"peripheral", true, true}}},
    {"peripheral",
     {{"name", true},
      {"version", false},
      {"description", false},
      {"baseAddress", true},
      {"addressBlock", true, true},
      {"registers", true}}},
    {"addressBlock", {{"offset", true}, {"size", true}, {"usage", true}}},
    {"registers", {{"register", true, true}}},
    {"register",
     {{"name", true},
      {"description", false},
      {"addressOffset", true},
      {"size", true},
      {"access", true},
      {"protection", false},
      {"resetValue", true},
      {"resetMask", true},
      {"fields", false}}},
    {"fields", {{"field", true, true}}},
    {"field",
     {{"name", true},
      {"description", false},
      {"bitOffset", true},
      {"bitWidth", true},
      {"access", false},
      {"modifiedWriteValues", false}}},
};

// IEEE 1685-2014, annex A: component.xsd and memoryMap.xsd.
const rules ip_xact_rules = {
    {"ipxact:component",
     {{"ipxact:vendor", true},
      {"ipxact:library", true},
      {"ipxact:name", true},
      {"ipxact:version", true},
      {"ipxact:memoryMaps", true},
      {"ipxact:description", false}}},
    {"ipxact:memoryMaps", {{"ipxact:memoryMap", true, true}}},
    {"ipxact:memoryMap",
     {{"ipxact:name", true},
      {"ipxact:description", false},
      {"ipxact:addressBlock", true, true},
      {"ipxact:addressUnitBits", false}}},
    {"ipxact:addressBlock",
     {{"ipxact:name", true},
      {"ipxact:description", false},
      {"ipxact:baseAddress", true},
      {"ipxact:range", true},
      {"ipxact:width", true},
      {"ipxact:usage", false},
      {"ipxact:register", true, true}}},
    {"ipxact:register",
     {{"ipxact:name", true},
      {"ipxact:description", false},
      {"ipxact:addressOffset", true},
      {"ipxact:size", true},
      {"ipxact:access", false},
      {"ipxact:field", true, true}}},
    {"ipxact:field",
     {{"ipxact:name", true},
      {"ipxact:description", false},
      {"ipxact:bitOffset", true},
      {"ipxact:resets", false},
      {"ipxact:bitWidth", true},
      {"ipxact:access", false},
      {"ipxact:modifiedWriteValue", false}}},
    {"ipxact:resets", {{"ipxact:reset", true, true}}},
    {"ipxact:reset", {{"ipxact:value", true}, {"ipxact:mask", false}}},
};

// What is wrong anywhere in the tree. An element without rules has text and no elements.
std::string wrong_structure(const element& e, const rules& all) {
    const auto found = all.find(e.name);
    if (found == all.end()) {
        return e.inside.empty() && !e.text.empty() ? "" : e.name + " is unknown or empty";
    }
    std::string wrong = xml_test::wrong_content(e, found->second);
    for (const element& inner : e.inside) {
        wrong = wrong.empty() ? wrong_structure(inner, all) : wrong;
    }
    return wrong;
}

// `0x1F`, `'h1F` or a decimal number.
std::uint64_t number(const std::string& text) {
    return text.compare(0, 2, "'h") == 0 ? std::stoull(text.substr(2), nullptr, 16)
                                         : std::stoull(text, nullptr, 0);
}

// What a standard's `access` and `modifiedWrite...` say of a field, from the meaning of the table:
// "read-only: writes are ignored", "action: writing 1 does something, reads as zero", and a
// register that refuses reads or ignores writes as a whole.
std::pair<std::string, std::string> meaning(const pmu::register_desc& r,
                                            const pmu::register_field& f) {
    if (r.access == pmu::register_access::read_only || f.access == pmu::field_access::read_only) {
        return {"read-only", "-"};
    }
    const bool is_unreadable = r.access == pmu::register_access::write_only;
    switch (f.access) {
    case pmu::field_access::write_one_to_clear:
        return {is_unreadable ? "write-only" : "read-write", "oneToClear"};
    case pmu::field_access::write_one_to_set:
        return {is_unreadable ? "write-only" : "read-write", "oneToSet"};
    case pmu::field_access::action: return {"write-only", "modify"};
    default: return {is_unreadable ? "write-only" : "read-write", "-"};
    }
}

// An identifier of C, which names in both standards are or may be.
bool is_identifier(const std::string& name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return c < 0x80 && (std::isalnum(c) != 0 || c == '_');
           });
}

std::string encoding(const pmu::register_desc& r) {
    const pmu::coprocessor_register c = pmu::decode_coprocessor_address(r.address);
    std::ostringstream text;
    text << "MCR/MRC p" << c.coproc << ", " << c.opc1 << ", Rd, c" << c.crn << ", c" << c.crm
         << ", " << c.opc2;
    return text.str();
}

class exports_xml : public testing::TestWithParam<std::size_t> {
protected:
    const part::part_entry& part = *part::all_parts().at(GetParam());
    const exports::part_tables tables{part.unit, part.events};

    template <class Write>
    element tree(Write write) const {
        std::ostringstream out;
        write(out, tables, "1.2.3");
        const std::string document = out.str();
        return xml_test::reader(document).document();
    }

    // The names, addresses and fields are those of the table. \param p prefix of elements
    void expect_registers(const std::vector<const element*>& found, const std::string& p,
                          const char* write_effect) const {
        ASSERT_EQ(found.size(), part.unit.registers().size());
        std::set<std::string> names;
        std::size_t i = 0;
        for (const pmu::register_desc& r : part.unit.registers()) {
            const element& e = *found[i++];
            SCOPED_TRACE(r.name);
            EXPECT_EQ(e.one(p + "name").text, r.name);
            EXPECT_TRUE(is_identifier(r.name) && names.insert(r.name).second);
            EXPECT_EQ(number(e.one(p + "addressOffset").text), r.address);
            EXPECT_LT(r.address, part.unit.window_size());
            EXPECT_EQ(e.one(p + "size").text, "32");
            if (part.unit.is_coprocessor()) {
                EXPECT_THAT(e.one(p + "description").text, HasSubstr(encoding(r)));
            }
            const element& holder = p.empty() ? e.one("fields") : e;
            const std::vector<const element*> fields = holder.all(p + "field");
            ASSERT_EQ(fields.size(), r.field_count);
            std::uint32_t taken = 0;
            for (std::size_t k = 0; k < fields.size(); ++k) {
                const pmu::register_field& f = r.fields[k];
                SCOPED_TRACE(f.name);
                EXPECT_EQ(fields[k]->one(p + "name").text, f.name);
                EXPECT_TRUE(is_identifier(f.name));
                EXPECT_EQ(fields[k]->one(p + "description").text, f.description);
                EXPECT_EQ(fields[k]->one(p + "bitOffset").text, std::to_string(f.lsb));
                EXPECT_EQ(fields[k]->one(p + "bitWidth").text, std::to_string(f.msb - f.lsb + 1));
                EXPECT_EQ(fields[k]->text_of(p + "access"), meaning(r, f).first);
                EXPECT_EQ(fields[k]->text_of(p + write_effect), meaning(r, f).second);
                EXPECT_EQ(taken & f.mask(), 0U) << "two fields share a bit";
                taken |= f.mask();
            }
        }
    }
};

TEST_P(exports_xml, svd_is_as_the_standard_wants_it) {
    const element device = tree(exports::write_svd);
    EXPECT_EQ(wrong_structure(device, svd_rules), "");
    EXPECT_EQ(device.name, "device");
    EXPECT_THAT(device.attributes, HasSubstr("schemaVersion=\"1.3\""));
    EXPECT_THAT(device.attributes, HasSubstr("xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\""));
    EXPECT_EQ(device.one("name").text, part.unit.name());
    EXPECT_EQ(device.one("version").text, "1.2.3");
    EXPECT_EQ(device.one("addressUnitBits").text, "8");
    EXPECT_EQ(device.one("width").text, "32");
    const element& peripheral = device.one("peripherals").one("peripheral");
    EXPECT_EQ(number(peripheral.one("baseAddress").text), 0U);
    EXPECT_EQ(number(peripheral.one("addressBlock").one("size").text), part.unit.window_size());
    EXPECT_EQ(peripheral.one("addressBlock").one("usage").text, "registers");
    const std::vector<const element*> registers = peripheral.one("registers").all("register");
    expect_registers(registers, "", "modifiedWriteValues");
    for (const element* e : registers) {
        SCOPED_TRACE(e->one("name").text);
        const std::uint64_t address = number(e->one("addressOffset").text);
        const pmu::register_desc& r =
            *part.unit.registers().find(static_cast<std::uint32_t>(address));
        const std::uint64_t known = r.readable() & ~r.unpredictable;
        EXPECT_EQ(number(e->one("resetMask").text), known);
        EXPECT_EQ(number(e->one("resetValue").text), r.reset & known);
        EXPECT_EQ(e->text_of("protection"), r.nonsecure == pmu::nonsecure_rule::refused ? "s"
                                            : r.user == pmu::user_rule::refused         ? "p"
                                                                                        : "-");
        EXPECT_EQ(e->one("access").text, r.access == pmu::register_access::read_only ? "read-only"
                                         : r.access == pmu::register_access::write_only
                                             ? "write-only"
                                             : "read-write");
    }
}

TEST_P(exports_xml, ip_xact_is_as_the_standard_wants_it) {
    const element component = tree(exports::write_ip_xact);
    EXPECT_EQ(wrong_structure(component, ip_xact_rules), "");
    EXPECT_EQ(component.name, "ipxact:component");
    EXPECT_THAT(component.attributes,
                HasSubstr("xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\""));
    EXPECT_EQ(component.one("ipxact:name").text, part.unit.name());
    EXPECT_EQ(component.one("ipxact:version").text, "1.2.3");
    const element& map = component.one("ipxact:memoryMaps").one("ipxact:memoryMap");
    EXPECT_EQ(map.one("ipxact:addressUnitBits").text, "8");
    const element& block = map.one("ipxact:addressBlock");
    EXPECT_EQ(number(block.one("ipxact:range").text), part.unit.window_size());
    EXPECT_EQ(block.one("ipxact:usage").text, "register");
    const std::vector<const element*> registers = block.all("ipxact:register");
    expect_registers(registers, "ipxact:", "modifiedWriteValue");
    std::size_t i = 0;
    for (const pmu::register_desc& r : part.unit.registers()) {
        std::size_t k = 0;
        for (const element* e : registers[i++]->all("ipxact:field")) {
            const pmu::register_field& f = r.fields[k++];
            const bool is_known =
                f.access != pmu::field_access::action && f.after_reset == pmu::field_reset::value;
            ASSERT_EQ(e->all("ipxact:resets").size(), is_known ? 1U : 0U) << r.name << f.name;
            if (is_known) {
                EXPECT_EQ(
                    number(e->one("ipxact:resets").one("ipxact:reset").one("ipxact:value").text),
                    f.of(r.reset))
                    << r.name << f.name;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(parts, exports_xml,
                         testing::Range<std::size_t>(0, part::all_parts().size()),
                         [](const auto& of) {
                             return std::string(part::all_parts()[of.param]->unit.name());
                         });

TEST(exports_structure, is_wrong_where_something_is_missing_doubled_or_out_of_order) {
    const auto wrong = [](const std::string& document) {
        return wrong_structure(xml_test::reader(document).document(), svd_rules);
    };
    const std::string head = "<?xml version=\"1.0\"?>\n";
    EXPECT_EQ(wrong(head + "<addressBlock><offset>0</offset><size>4</size>"
                           "<usage>registers</usage></addressBlock>"),
              "");
    EXPECT_EQ(wrong(head + "<addressBlock><offset>0</offset><usage>registers</usage>"
                           "</addressBlock>"),
              "addressBlock lacks size");
    EXPECT_EQ(wrong(head + "<addressBlock><size>4</size><offset>0</offset>"
                           "<usage>registers</usage></addressBlock>"),
              "addressBlock lacks offset");
    EXPECT_EQ(wrong(head + "<addressBlock><offset>0</offset><size>4</size><size>4</size>"
                           "<usage>registers</usage></addressBlock>"),
              "addressBlock has more than one size");
    EXPECT_EQ(wrong(head + "<addressBlock><offset>0</offset><size>4</size>"
                           "<usage>registers</usage><name>x</name></addressBlock>"),
              "addressBlock has name out of order");
    EXPECT_EQ(wrong(head + "<peripherals><peripheral></peripheral></peripherals>"),
              "peripheral lacks name");
    EXPECT_THROW(wrong(head + "<fields><field></fields></field>"), std::runtime_error);
    EXPECT_THROW(wrong(head + "<name>a & b</name>"), std::runtime_error);
}

TEST(xml_writer, escapes_what_is_markup) {
    EXPECT_EQ(exports::xml_escaped("a < b && \"c\" > 'd'"),
              "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
    std::ostringstream out;
    {
        exports::xml_writer xml(out, "p:");
        const exports::xml_writer::scope outer(xml, "outer", "k=\"v\"");
        xml.element("inner", "1 < 2 & 3");
        xml.element("number", 32);
    }
    const std::string document = out.str();
    EXPECT_EQ(document, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                        "<p:outer k=\"v\">\n  <p:inner>1 &lt; 2 &amp; 3</p:inner>\n"
                        "  <p:number>32</p:number>\n</p:outer>\n");
    EXPECT_EQ(xml_test::reader(document).document().one("p:inner").text, "1 < 2 & 3");
}

} // namespace
} // namespace platform::exports_xml_test
