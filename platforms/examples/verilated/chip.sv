// SPDX-License-Identifier: Apache-2.0
// What Verilator makes a SystemC module of: the core's clock behind a gate, and its event lines.
// The source runs on, whatever the gate does.
module chip (
    input  logic        clk,
    input  logic        enable,
    output logic        gated_clk,
    output logic [23:0] event_bus
);
    clock_gate gate (.clk, .enable, .gated_clk);
    event_source source (.clk, .event_bus);
endmodule
