// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
// What a bus driver would do for Linux's drivers/perf/arm-cci.c, as Debian's kernel for ARMv6 has none: maps the control
// registers of the CCI-400 and makes the device of its PMU.
//
//   secure=1    accesses are Secure, so the driver may ask the CCI-400 for its revision; in sysfs, too
#include <linux/io.h>
#include <linux/module.h>
#include <linux/of_address.h>
#include <linux/of_platform.h>
#include <linux/platform_device.h>

static bool secure;
module_param(secure, bool, 0644);
MODULE_PARM_DESC(secure, "accesses to the interconnect are Secure");

static void __iomem *control;

// The driver asks for Secure access by the name that this has on a big.LITTLE system.
bool mcpm_is_available(void);
bool mcpm_is_available(void) {
    return secure;
}
EXPORT_SYMBOL_GPL(mcpm_is_available);

// The data of its device tell the driver where the control registers are.
static const struct of_dev_auxdata with_control[] = {
    OF_DEV_AUXDATA("arm,cci-400-pmu", 0, NULL, &control),
    OF_DEV_AUXDATA("arm,cci-400-pmu,r0", 0, NULL, &control),
    OF_DEV_AUXDATA("arm,cci-400-pmu,r1", 0, NULL, &control),
    {},
};

static int begin(struct platform_device *interconnect) {
    control = devm_of_iomap(&interconnect->dev, interconnect->dev.of_node, 0, NULL);
    if (IS_ERR(control)) {
        return PTR_ERR(control);
    }
    return of_platform_populate(interconnect->dev.of_node, NULL, with_control, &interconnect->dev);
}

static const struct of_device_id interconnects[] = {{.compatible = "arm,cci-400"}, {}};

static struct platform_driver cci400_board = {
    .driver =
        {
            .name = "cci400_board",
            .of_match_table = interconnects,
            .suppress_bind_attrs = true,
        },
    .probe = begin,
};

// There is no way back: what is in `control` goes to a device.
builtin_platform_driver(cci400_board);
MODULE_DESCRIPTION("The CCI-400 of a board of tlm-pmu");
MODULE_LICENSE("GPL");
