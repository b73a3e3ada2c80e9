// SPDX-License-Identifier: Apache-2.0
// A clock gate as synthesis makes it: the latch holds `enable` while the clock is high, so that no
// pulse is cut short.
module clock_gate (
    input  logic clk,
    input  logic enable,
    output logic gated_clk
);
    logic enabled;

    always_latch if (!clk) enabled = enable;
    assign gated_clk = clk & enabled;
endmodule
