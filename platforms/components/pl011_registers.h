// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM PrimeCell PL011 UART (ARM DDI 0183), revision r1p4.
#pragma once

#include <components/primecell_id.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace platform::components {

/// Characters that fit into each FIFO (revisions before r1p5).
constexpr unsigned pl011_fifo_depth = 16;

/// Position of each register in the map.
enum class pl011_register : std::size_t {
    UARTDR,
    UARTRSR, ///< written: UARTECR
    UARTFR,
    UARTILPR,
    UARTIBRD,
    UARTFBRD,
    UARTLCR_H,
    UARTCR,
    UARTIFLS,
    UARTIMSC,
    UARTRIS,
    UARTMIS,
    UARTICR,
    UARTDMACR,
    UARTPeriphID0,                   ///< the first of four
    UARTPCellID0 = UARTPeriphID0 + 4 ///< the first of four
};

namespace pl011_dr {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field OE{"OE", 11, 11, field_access::read_only,
                                   "a character was lost: the FIFO was full"};
inline constexpr register_field BE{"BE", 10, 10, field_access::read_only, "break"};
inline constexpr register_field PE{"PE", 9, 9, field_access::read_only, "wrong parity"};
inline constexpr register_field FE{"FE", 8, 8, field_access::read_only, "no valid stop bit"};
inline constexpr register_field DATA{"DATA", 7, 0, field_access::action,
                                     "a read takes a received character, a write sends one"};
inline constexpr register_field fields[] = {OE, BE, PE, FE, DATA};
} // namespace pl011_dr

/// The errors of the character that was read last. A write of anything clears them.
namespace pl011_rsr {
using pmu::field_access;
inline constexpr pmu::register_field fields[] = {
    {"OE", 3, 3, field_access::action, "a character was lost: the FIFO was full"},
    {"BE", 2, 2, field_access::action, "break"},
    {"PE", 1, 1, field_access::action, "wrong parity"},
    {"FE", 0, 0, field_access::action, "no valid stop bit"}};
} // namespace pl011_rsr

namespace pl011_fr {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field RI{"RI", 8, 8, field_access::read_only, "ring indicator"};
inline constexpr register_field TXFE{"TXFE", 7, 7, field_access::read_only, "transmit FIFO empty"};
inline constexpr register_field RXFF{"RXFF", 6, 6, field_access::read_only, "receive FIFO full"};
inline constexpr register_field TXFF{"TXFF", 5, 5, field_access::read_only, "transmit FIFO full"};
inline constexpr register_field RXFE{"RXFE", 4, 4, field_access::read_only, "receive FIFO empty"};
inline constexpr register_field BUSY{"BUSY", 3, 3, field_access::read_only,
                                     "characters are still to be sent"};
inline constexpr register_field DCD{"DCD", 2, 2, field_access::read_only, "data carrier detect"};
inline constexpr register_field DSR{"DSR", 1, 1, field_access::read_only, "data set ready"};
inline constexpr register_field CTS{"CTS", 0, 0, field_access::read_only, "clear to send"};
inline constexpr register_field fields[] = {RI, TXFE, RXFF, TXFF, RXFE, BUSY, DCD, DSR, CTS};
} // namespace pl011_fr

namespace pl011_baud {
using pmu::field_access;
inline constexpr pmu::register_field low_power[] = {
    {"ILPDVSR", 7, 0, field_access::read_write, "divisor of the low-power IrDA clock"}};
inline constexpr pmu::register_field integer[] = {
    {"BAUD_DIVINT", 15, 0, field_access::read_write, "integer part of the baud rate divisor"}};
inline constexpr pmu::register_field fraction[] = {
    {"BAUD_DIVFRAC", 5, 0, field_access::read_write, "its fraction, in 64ths"}};
} // namespace pl011_baud

namespace pl011_lcr_h {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field FEN{"FEN", 4, 4, field_access::read_write,
                                    "1: FIFOs, 0: holding registers of one character"};
inline constexpr register_field fields[] = {
    {"SPS", 7, 7, field_access::read_write, "stick parity"},
    {"WLEN", 6, 5, field_access::read_write, "data bits, less 5"},
    FEN,
    {"STP2", 3, 3, field_access::read_write, "two stop bits"},
    {"EPS", 2, 2, field_access::read_write, "even parity"},
    {"PEN", 1, 1, field_access::read_write, "parity enable"},
    {"BRK", 0, 0, field_access::read_write, "send break"}};
} // namespace pl011_lcr_h

namespace pl011_cr {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field CTSEn{"CTSEn", 15, 15, field_access::read_write,
                                      "send only while CTS is asserted"};
inline constexpr register_field Out2{"Out2", 13, 13, field_access::read_write, "output, as RI"};
inline constexpr register_field Out1{"Out1", 12, 12, field_access::read_write, "output, as DCD"};
inline constexpr register_field RTS{"RTS", 11, 11, field_access::read_write, "request to send"};
inline constexpr register_field DTR{"DTR", 10, 10, field_access::read_write, "data transmit ready"};
inline constexpr register_field RXE{"RXE", 9, 9, field_access::read_write, "receive enable"};
inline constexpr register_field TXE{"TXE", 8, 8, field_access::read_write, "transmit enable"};
inline constexpr register_field LBE{"LBE", 7, 7, field_access::read_write, "loopback"};
inline constexpr register_field UARTEN{"UARTEN", 0, 0, field_access::read_write, "UART enable"};
inline constexpr register_field fields[] = {
    CTSEn,
    {"RTSEn", 14, 14, field_access::read_write, "hardware flow control of RTS"},
    Out2,
    Out1,
    RTS,
    DTR,
    RXE,
    TXE,
    LBE,
    {"SIRLP", 2, 2, field_access::read_write, "low-power mode of IrDA"},
    {"SIREN", 1, 1, field_access::read_write, "IrDA enable"},
    UARTEN};
} // namespace pl011_cr

namespace pl011_ifls {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field RXIFLSEL{"RXIFLSEL", 5, 3, field_access::read_write,
                                         "trigger level of the receive FIFO: from 1/8 to 7/8"};
inline constexpr register_field TXIFLSEL{"TXIFLSEL", 2, 0, field_access::read_write,
                                         "trigger level of the transmit FIFO: from 1/8 to 7/8"};
inline constexpr register_field fields[] = {RXIFLSEL, TXIFLSEL};
} // namespace pl011_ifls

/// The fields of UARTRIS, and with another access those of UARTIMSC, UARTMIS and UARTICR; the
/// manual appends RIS, IM, MIS or IC to their names.
namespace pl011_interrupt {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field OE{"OE", 10, 10, field_access::read_only, "overrun"};
inline constexpr register_field BE{"BE", 9, 9, field_access::read_only, "break"};
inline constexpr register_field PE{"PE", 8, 8, field_access::read_only, "parity"};
inline constexpr register_field FE{"FE", 7, 7, field_access::read_only, "framing"};
inline constexpr register_field RT{"RT", 6, 6, field_access::read_only, "receive timeout"};
inline constexpr register_field TX{"TX", 5, 5, field_access::read_only, "transmit"};
inline constexpr register_field RX{"RX", 4, 4, field_access::read_only, "receive"};
inline constexpr register_field DSR{"DSR", 3, 3, field_access::read_only, "DSR"};
inline constexpr register_field DCD{"DCD", 2, 2, field_access::read_only, "DCD"};
inline constexpr register_field CTS{"CTS", 1, 1, field_access::read_only, "CTS"};
inline constexpr register_field RI{"RI", 0, 0, field_access::read_only, "RI"};
constexpr register_field with(register_field field, field_access access) {
    field.access = access;
    return field;
}
template <field_access Access>
inline constexpr register_field fields[] = {with(OE, Access),  with(BE, Access),  with(PE, Access),
                                            with(FE, Access),  with(RT, Access),  with(TX, Access),
                                            with(RX, Access),  with(DSR, Access), with(DCD, Access),
                                            with(CTS, Access), with(RI, Access)};
} // namespace pl011_interrupt

namespace pl011_dmacr {
using pmu::field_access;
inline constexpr pmu::register_field fields[] = {
    {"DMAONERR", 2, 2, field_access::read_write, "no receive requests after an error"},
    {"TXDMAE", 1, 1, field_access::read_write, "DMA of the transmit FIFO"},
    {"RXDMAE", 0, 0, field_access::read_write, "DMA of the receive FIFO"}};
} // namespace pl011_dmacr

inline constexpr pmu::register_desc pl011_register_table[] = {
    rw_register("UARTDR", 0x000, pl011_dr::fields, "data"),
    rw_register("UARTRSR", 0x004, pl011_rsr::fields,
                "errors of the character read last; UARTECR: a write clears them"),
    ro_register("UARTFR", 0x018, pl011_fr::fields, "flags", 0x90),
    rw_register("UARTILPR", 0x020, pl011_baud::low_power, "IrDA low-power counter"),
    rw_register("UARTIBRD", 0x024, pl011_baud::integer, "integer baud rate"),
    rw_register("UARTFBRD", 0x028, pl011_baud::fraction, "fractional baud rate"),
    rw_register("UARTLCR_H", 0x02C, pl011_lcr_h::fields, "line control"),
    rw_register("UARTCR", 0x030, pl011_cr::fields, "control", 0x300),
    rw_register("UARTIFLS", 0x034, pl011_ifls::fields, "trigger levels of the FIFOs", 0x12),
    rw_register("UARTIMSC", 0x038, pl011_interrupt::fields<pmu::field_access::read_write>,
                "interrupt mask: 1 lets it through"),
    ro_register("UARTRIS", 0x03C, pl011_interrupt::fields<pmu::field_access::read_only>,
                "interrupts before the mask"),
    ro_register("UARTMIS", 0x040, pl011_interrupt::fields<pmu::field_access::read_only>,
                "interrupts after the mask"),
    rw_register("UARTICR", 0x044, pl011_interrupt::fields<pmu::field_access::action>,
                "clears interrupts; reads as 0"),
    rw_register("UARTDMACR", 0x048, pl011_dmacr::fields, "DMA control"),
    primecell_id("UARTPeriphID0", 0xFE0, 0x11),
    primecell_id("UARTPeriphID1", 0xFE4, 0x10),
    primecell_id("UARTPeriphID2", 0xFE8, 0x24),
    primecell_id("UARTPeriphID3", 0xFEC, 0x00),
    primecell_id("UARTPCellID0", 0xFF0, 0x0D),
    primecell_id("UARTPCellID1", 0xFF4, 0xF0),
    primecell_id("UARTPCellID2", 0xFF8, 0x05),
    primecell_id("UARTPCellID3", 0xFFC, 0xB1),
};

inline constexpr pmu::register_map_of<pl011_register, pl011_register_table, 6> pl011_registers;

} // namespace platform::components
