// SPDX-License-Identifier: Apache-2.0
// The event lines of a core that executes an instruction in two clocks of three, and misses its
// data cache in the third: line n is event n of the XScale's manual. The lines change on the
// falling edge, so that they stand still on the rising one, on which the PMU samples them.
module event_source (
    input  logic        clk,
    output logic [23:0] event_bus
);
    logic [1:0] clocks = 2'd1; // since the last miss

    initial event_bus = 24'h000080; // the first clock executes an instruction
    always_ff @(negedge clk) begin
        event_bus[7]  <= clocks != 2'd2; // INSTR_EXEC
        event_bus[11] <= clocks == 2'd2; // DCACHE_MISS
        clocks        <= clocks == 2'd2 ? 2'd0 : clocks + 2'd1;
    end
endmodule
