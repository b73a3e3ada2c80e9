// SPDX-License-Identifier: Apache-2.0
// Devices that are simply there, and their drivers.
#pragma once

#include <linux/device.h>
#include <linux/init.h>
#include <linux/percpu.h>

struct resource {
    unsigned long start;
};

struct platform_device {
    const char* name;
    struct device dev;
    struct resource memory;
    const int* irqs;
    unsigned irq_count;
};

struct platform_driver {
    int (*probe)(struct platform_device* device);
    int (*remove)(struct platform_device* device);
    struct device_driver driver;
};

/// Drivers are there first: they wait for the devices of add_platform_device().
int platform_driver_register(struct platform_driver* driver);

#define builtin_platform_driver(driver)                                                            \
    static int driver##_register(void) {                                                           \
        return platform_driver_register(&(driver));                                                \
    }                                                                                              \
    device_initcall(driver##_register)
#define module_platform_driver(driver) builtin_platform_driver(driver)

int platform_irq_count(struct platform_device* device);
/// \return the interrupt, or -ENXIO
int platform_get_irq(struct platform_device* device, unsigned index);
void* devm_platform_ioremap_resource(struct platform_device* device, unsigned index);
