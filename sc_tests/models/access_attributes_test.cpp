// SPDX-License-Identifier: Apache-2.0
// Where PMUs read who makes an access: sources of a platform, of a module, ready-made ones.
#include <models/wrapper_bench.h>

#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/access_attributes_source.h>

namespace sc_test::access_attributes_test {

/// The shape of vcml's sideband information, as its protocols/tlm_sbi.h has it.
namespace vcml {

struct tlm_sbi {
    std::uint64_t is_debug : 1;
    std::uint64_t is_insn : 1;
    std::uint64_t is_secure : 1;
    std::uint64_t cpuid = 0;
    std::uint64_t privilege = 0;

    tlm_sbi() : is_debug(0), is_insn(0), is_secure(0) {}
};

class sbiext : public tlm::tlm_extension<sbiext>, public tlm_sbi {
public:
    tlm::tlm_extension_base* clone() const override { return new sbiext(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        const auto& from = static_cast<const sbiext&>(other);
        is_debug = from.is_debug;
        is_insn = from.is_insn;
        is_secure = from.is_secure;
        cpuid = from.cpuid;
        privilege = from.privilege;
    }
};

} // namespace vcml

/// The shape of AMBA-PV's extension: what concerns protection is in a base class.
namespace amba_pv {

class amba_pv_control {
public:
    void set_privileged(bool privileged = true) { m_privileged = privileged; }
    bool is_privileged() const { return m_privileged; }
    void set_non_secure(bool non_secure = true) { m_non_secure = non_secure; }
    bool is_non_secure() const { return m_non_secure; }

private:
    bool m_privileged = false;
    bool m_non_secure = false;
};

class amba_pv_extension : public tlm::tlm_extension<amba_pv_extension>, public amba_pv_control {
public:
    tlm::tlm_extension_base* clone() const override { return new amba_pv_extension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        const auto& from = static_cast<const amba_pv_extension&>(other);
        set_privileged(from.is_privileged());
        set_non_secure(from.is_non_secure());
    }
};

} // namespace amba_pv

/// The shape of the APB extension in SystemC-Components: the bits of PPROT.
namespace apb {

struct apb_extension : tlm::tlm_extension<apb_extension> {
    bool is_privileged() const { return (prot & 1U) != 0; }
    bool is_non_secure() const { return (prot & 2U) != 0; }
    tlm::tlm_extension_base* clone() const override { return new apb_extension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        prot = static_cast<const apb_extension&>(other).prot;
    }
    std::uint8_t prot = 0;
};

} // namespace apb

namespace {

/// An extension of somebody's own.
struct cpu_state : tlm::tlm_extension<cpu_state> {
    std::uint32_t cpsr_mode = 0x13;
    bool ns = false;

    tlm::tlm_extension_base* clone() const override { return new cpu_state(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        cpsr_mode = static_cast<const cpu_state&>(other).cpsr_mode;
        ns = static_cast<const cpu_state&>(other).ns;
    }
};

constexpr std::uint32_t user_mode = 0x10;

pmu::access_attributes attributes_of_cpu(const cpu_state& state) {
    return {state.cpsr_mode != user_mode, !state.ns};
}
constexpr pmu::access_attributes_source from_cpu_state =
    pmu::attributes_from_extension<cpu_state, attributes_of_cpu>;

/// A unit that refuses User mode, and one whose Secure Access Register refuses Non-secure accesses.
class attributes_bench : public sc_core::sc_module {
public:
    pmu::tickless_clock clk{"clk", period};
    pmu::arm1136_pmu unit{"unit"};
    pmu::cci400_pmu cci{"cci"};
    tlm_utils::simple_initiator_socket_tagged<attributes_bench> to_unit{"to_unit"};
    tlm_utils::simple_initiator_socket_tagged<attributes_bench> to_cci{"to_cci"};
    tlm::tlm_generic_payload payload;

    explicit attributes_bench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        unit.clk(clk);
        cci.clk(clk);
        to_unit.bind(unit.socket);
        to_cci.bind(cci.socket);
    }

    tlm::tlm_response_status read_ccnt() { return read(*to_unit.operator->(), ccnt_address); }
    tlm::tlm_response_status read_sar() { return read(*to_cci.operator->(), 0x8); }

    /// The responses with an extension on the payload.
    template <class Extension>
    void expect(Extension& extension, bool privileged, bool secure) {
        payload.set_extension(&extension);
        // ARM1136: User mode is Undefined (D1). CCI-400: DECERR to Non-secure accesses.
        EXPECT_EQ(read_ccnt(), privileged ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
        EXPECT_EQ(read_sar(), secure ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
        payload.clear_extension(&extension);
    }

private:
    tlm::tlm_response_status read(tlm::tlm_fw_transport_if<>& target, std::uint64_t address) {
        std::uint32_t word = 0;
        sc_core::sc_time delay;
        payload.set_read();
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        target.b_transport(payload, delay);
        return payload.get_response_status();
    }
};

class access_attributes : public sc_fixture {
protected:
    static void expect_cpu_states(attributes_bench& bench, bool are_seen) {
        for (const bool is_user : {false, true}) {
            for (const bool ns : {false, true}) {
                cpu_state state;
                state.cpsr_mode = is_user ? user_mode : 0x13;
                state.ns = ns;
                bench.expect(state, !are_seen || !is_user, !are_seen || !ns);
            }
        }
    }
};

TEST_F(access_attributes, are_those_of_access_extension) {
    attributes_bench bench("bench");
    run_to(ns(5));
    for (const bool privileged : {false, true}) {
        for (const bool secure : {false, true}) {
            pmu::access_extension who{{privileged, secure}};
            bench.expect(who, privileged, secure);
        }
    }
    expect_cpu_states(bench, false);
}

TEST_F(access_attributes, are_those_of_an_extension_that_the_platform_names) {
    pmu::set_access_attributes_source(from_cpu_state);
    EXPECT_EQ(pmu::get_access_attributes_source(), from_cpu_state);
    attributes_bench bench("bench");
    run_to(ns(5));
    expect_cpu_states(bench, true);
    pmu::access_extension who{{false, false}};
    bench.expect(who, true, true); // is not looked at
    EXPECT_EQ(bench.read_ccnt(), tlm::TLM_OK_RESPONSE) << "without an extension: privileged";
    EXPECT_EQ(bench.read_sar(), tlm::TLM_OK_RESPONSE) << "without an extension: secure";
}

TEST_F(access_attributes, may_be_set_after_the_module_is_made) {
    attributes_bench bench("bench");
    pmu::set_access_attributes_source(from_cpu_state);
    run_to(ns(5));
    expect_cpu_states(bench, true);
}

class platform_that_is_late : public sc_core::sc_module {
public:
    explicit platform_that_is_late(const sc_core::sc_module_name& name)
        : sc_core::sc_module(name) {}
    void before_end_of_elaboration() override { pmu::set_access_attributes_source(from_cpu_state); }
};

TEST_F(access_attributes, may_be_set_as_long_as_modules_are_made) {
    attributes_bench bench("bench");
    platform_that_is_late platform("platform");
    run_to(ns(5));
    expect_cpu_states(bench, true);
}

TEST_F(access_attributes, of_a_module_come_before_those_of_the_platform) {
    pmu::set_access_attributes_source(from_cpu_state);
    attributes_bench bench("bench");
    bench.cci.set_access_attributes_source(pmu::attributes_of);
    run_to(ns(5));
    cpu_state user_ns;
    user_ns.cpsr_mode = user_mode;
    user_ns.ns = true;
    bench.expect(user_ns, false, true);
    pmu::access_extension who{{false, false}};
    bench.expect(who, true, false);
    bench.unit.set_access_attributes_source(pmu::attributes_of); // at any time
    bench.expect(who, false, false);
}

TEST_F(access_attributes, go_back_to_the_usual_ones) {
    pmu::set_access_attributes_source(from_cpu_state);
    pmu::set_access_attributes_source(nullptr);
    attributes_bench bench("bench");
    run_to(ns(5));
    expect_cpu_states(bench, false);
    pmu::access_extension who{{false, false}};
    bench.expect(who, false, false);
}

TEST_F(access_attributes, of_the_platform_cannot_change_after_elaboration) {
    attributes_bench bench("bench");
    run_to(ns(5));
    expect_error("/pmu/attributes/late", [] { pmu::set_access_attributes_source(from_cpu_state); });
    EXPECT_EQ(pmu::get_access_attributes_source(),
              pmu::access_attributes_source{pmu::attributes_of});
}

// privilege 0 is "no privilege", such as User mode; is_secure is off by default.
TEST_F(access_attributes, of_vcml) {
    pmu::set_access_attributes_source(pmu::attributes_from_sbi<vcml::sbiext>);
    attributes_bench bench("bench");
    run_to(ns(5));
    vcml::sbiext sbi;
    bench.expect(sbi, false, false);
    sbi.is_secure = 1;
    bench.expect(sbi, false, true);
    sbi.privilege = 1;
    bench.expect(sbi, true, true);
    sbi.privilege = 3;
    sbi.is_secure = 0;
    bench.expect(sbi, true, false);
    EXPECT_EQ(bench.read_ccnt(), tlm::TLM_OK_RESPONSE);
}

// AxPROT[0]: privileged, AxPROT[1]: Non-secure.
TEST_F(access_attributes, of_amba_pv) {
    pmu::set_access_attributes_source(pmu::attributes_from_prot<amba_pv::amba_pv_extension>);
    attributes_bench bench("bench");
    run_to(ns(5));
    for (const bool privileged : {false, true}) {
        for (const bool secure : {false, true}) {
            amba_pv::amba_pv_extension control;
            control.set_privileged(privileged);
            control.set_non_secure(!secure);
            bench.expect(control, privileged, secure);
        }
    }
}

TEST_F(access_attributes, of_the_apb_extension) {
    pmu::set_access_attributes_source(pmu::attributes_from_prot<apb::apb_extension>);
    attributes_bench bench("bench");
    run_to(ns(5));
    for (std::uint8_t prot = 0; prot < 8; ++prot) {
        apb::apb_extension extension;
        extension.prot = prot;
        bench.expect(extension, (prot & 1U) != 0, (prot & 2U) == 0);
    }
}

} // namespace

} // namespace sc_test::access_attributes_test
