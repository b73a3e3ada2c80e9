// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/coprocessor_address.h>

#include <gtest/gtest.h>

namespace core_test::coprocessor_address_test {
namespace {

using pmu::coprocessor_register;

TEST(coprocessor_address, puts_each_operand_in_its_bits) {
    EXPECT_EQ(pmu::encode({0, 0, 0, 0, 0}), 0U);
    EXPECT_EQ(pmu::encode({15, 0, 0, 0, 0}), 0xF0000U);
    EXPECT_EQ(pmu::encode({0, 7, 0, 0, 0}), 0x00E00U);
    EXPECT_EQ(pmu::encode({0, 0, 15, 0, 0}), 0x0F000U);
    EXPECT_EQ(pmu::encode({0, 0, 0, 15, 0}), 0x001E0U);
    EXPECT_EQ(pmu::encode({0, 0, 0, 0, 7}), 0x0001CU);
}

TEST(coprocessor_address, has_operands_that_are_0_unless_they_are_given) {
    EXPECT_TRUE(coprocessor_register{} == (coprocessor_register{0, 0, 0, 0, 0}));
    EXPECT_TRUE((coprocessor_register{15, 1}) == (coprocessor_register{15, 1, 0, 0, 0}));
}

TEST(coprocessor_address, knows_the_registers_of_the_parts) {
    EXPECT_EQ(pmu::encode({15, 0, 15, 12, 0}), 0xFF180U); // ARM1136 PMNC
    EXPECT_EQ(pmu::encode({15, 0, 15, 12, 3}), 0xFF18CU); // ARM1136 PMN1
    EXPECT_EQ(pmu::encode({14, 0, 0, 0, 0}), 0xE0000U);   // XScale PMNC
    EXPECT_EQ(pmu::encode({14, 0, 8, 1, 0}), 0xE8020U);   // IXP42X EVTSEL
    EXPECT_EQ(pmu::encode({15, 0, 9, 12, 5}), 0xF9194U);  // Cortex-R5 PMSELR
}

TEST(coprocessor_address, gives_each_register_a_word_of_its_own_and_back) {
    std::uint32_t address = 0;
    for (unsigned coproc = 0; coproc < 16; ++coproc) {
        for (unsigned crn = 0; crn < 16; ++crn) {
            for (unsigned opc1 = 0; opc1 < 8; ++opc1) {
                for (unsigned crm = 0; crm < 16; ++crm) {
                    for (unsigned opc2 = 0; opc2 < 8; ++opc2, address += 4) {
                        const coprocessor_register r{coproc, opc1, crn, crm, opc2};
                        ASSERT_EQ(pmu::encode(r), address);
                        ASSERT_TRUE(pmu::decode_coprocessor_address(address) == r);
                    }
                }
            }
        }
    }
    EXPECT_EQ(address, pmu::coprocessor_window_size);
}

TEST(coprocessor_address, takes_operands_modulo_their_width) {
    EXPECT_EQ(pmu::encode({16, 8, 16, 16, 8}), 0U);
    EXPECT_EQ(pmu::encode({31, 8, 31, 28, 10}), pmu::encode({15, 0, 15, 12, 2}));
}

TEST(coprocessor_address, ignores_the_base_and_the_byte) {
    const coprocessor_register pmn0{15, 0, 15, 12, 2};
    EXPECT_TRUE(pmu::decode_coprocessor_address(0xABCF'F188) == pmn0);
    EXPECT_TRUE(pmu::decode_coprocessor_address(0x000F'F18B) == pmn0);
}

TEST(coprocessor_address, compares_every_operand) {
    const coprocessor_register r{15, 1, 2, 3, 4};
    EXPECT_TRUE(r == (coprocessor_register{15, 1, 2, 3, 4}));
    EXPECT_TRUE(r != (coprocessor_register{14, 1, 2, 3, 4}));
    EXPECT_TRUE(r != (coprocessor_register{15, 0, 2, 3, 4}));
    EXPECT_TRUE(r != (coprocessor_register{15, 1, 0, 3, 4}));
    EXPECT_TRUE(r != (coprocessor_register{15, 1, 2, 0, 4}));
    EXPECT_TRUE(r != (coprocessor_register{15, 1, 2, 3, 0}));
}

} // namespace
} // namespace core_test::coprocessor_address_test
