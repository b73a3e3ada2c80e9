// SPDX-License-Identifier: Apache-2.0
// Device trees of users, to which the loader adds what it knows.
#include <linux/device_tree.h>
#include <trust/fuzz_input.h>

using platform::linux_board::device_tree;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        device_tree tree({data, data + size});
        tree.text("bootargs");
        tree.set_text("bootargs", "console=ttyAMA0");
        tree.set_word("linux,initrd-start", 0x0200'0000);
        tree.set_word("linux,initrd-end", 0x0210'0000);
        const device_tree again(tree.blob());
        trust::require(again.text("bootargs") == "console=ttyAMA0",
                       "a property that was set reads as another");
    } catch (const platform::linux_board::device_tree_error&) { // a refusal
    }
    return 0;
}
