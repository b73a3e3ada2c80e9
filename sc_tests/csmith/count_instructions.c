/* SPDX-License-Identifier: Apache-2.0
   A plugin of QEMU's: how many instructions have been executed, on stderr at the end. */
#include <inttypes.h>
#include <qemu-plugin.h>
#include <stdio.h>

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static uint64_t executed;

static void on_instruction(unsigned int cpu, void* data) {
    (void)cpu;
    (void)data;
    ++executed;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
    (void)id;
    for (size_t n = 0; n < qemu_plugin_tb_n_insns(block); ++n) {
        qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(block, n), on_instruction,
                                               QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

static void on_exit(qemu_plugin_id_t id, void* data) {
    (void)id;
    (void)data;
    fprintf(stderr, "%" PRIu64 "\n", executed);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc,
                                           char** argv) {
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit, NULL);
    return 0;
}
