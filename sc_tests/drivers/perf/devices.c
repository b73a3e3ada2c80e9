// SPDX-License-Identifier: Apache-2.0
// Devices, their drivers, nodes of a device tree, initcalls, and interrupts of the PL190.
#include "cpu.h"
#include "kernel.h"
#include "vic.h"

#include <asm/irq_regs.h>
#include <linux/perf_event.h>

#include <stdarg.h>
#include <stdio.h>

// --- initcalls
// --------------------------------------------------------------------------------------

#define MOST_INITCALLS 8u
static struct {
    unsigned level;
    initcall call;
} initcalls[MOST_INITCALLS];
static unsigned initcall_count;

void add_initcall(unsigned level, initcall call) {
    BUG_ON(initcall_count == MOST_INITCALLS);
    initcalls[initcall_count].level = level;
    initcalls[initcall_count].call = call;
    ++initcall_count;
}

void run_initcalls(void) {
    for (unsigned level = 0; level < 8; ++level) {
        for (unsigned k = 0; k < initcall_count; ++k) {
            if (initcalls[k].level == level) {
                WARN_ON(initcalls[k].call() != 0);
            }
        }
    }
    initcall_count = 0;
}

// --- drivers and devices
// ----------------------------------------------------------------------------

#define MOST_DRIVERS 4u
static struct platform_driver* drivers[MOST_DRIVERS];
static unsigned driver_count;

int platform_driver_register(struct platform_driver* driver) {
    BUG_ON(driver_count == MOST_DRIVERS);
    drivers[driver_count++] = driver;
    return 0;
}

static const struct of_device_id* match(const struct of_device_id* table,
                                        const struct device_node* node) {
    if (table == NULL || node == NULL) {
        return NULL;
    }
    while (table->compatible != NULL && strcmp(table->compatible, node->compatible) != 0) {
        ++table;
    }
    return table->compatible == NULL ? NULL : table;
}

static struct platform_driver* driver_of(const struct platform_device* device) {
    for (unsigned k = 0; k < driver_count; ++k) {
        if (match(drivers[k]->driver.of_match_table, device->dev.of_node) != NULL ||
            (device->dev.of_node == NULL && strcmp(drivers[k]->driver.name, device->name) == 0)) {
            return drivers[k];
        }
    }
    return NULL;
}

int add_platform_device(struct platform_device* device) {
    struct platform_driver* const driver = driver_of(device);
    if (driver == NULL) {
        return -ENODEV;
    }
    device->dev.init_name = device->name;
    device->dev.driver = &driver->driver;
    const int error = driver->probe(device);
    if (error != 0) {
        device->dev.driver = NULL;
    }
    return error;
}

int remove_platform_device(struct platform_device* device) {
    struct platform_driver* const driver = driver_of(device);
    if (driver == NULL || driver->remove == NULL || device->dev.driver == NULL) {
        return -ENODEV;
    }
    device->dev.driver = NULL;
    return driver->remove(device);
}

int platform_irq_count(struct platform_device* device) {
    return (int)device->irq_count;
}

int platform_get_irq(struct platform_device* device, unsigned index) {
    return index < device->irq_count ? device->irqs[index] : -ENXIO;
}

void* devm_platform_ioremap_resource(struct platform_device* device, unsigned index) {
    return index == 0 && device->memory.start != 0 ? (void*)device->memory.start : ERR_PTR(-EINVAL);
}

// --- nodes
// ------------------------------------------------------------------------------------------

const void* of_device_get_match_data(const struct device* device) {
    const struct of_device_id* const entry = match(device->driver->of_match_table, device->of_node);
    return entry == NULL ? NULL : entry->data;
}

const struct property* of_find_property(const struct device_node* node, const char* name,
                                        int* length) {
    if (length != NULL) {
        *length = 0;
    }
    if (node == NULL || node->properties == NULL) {
        return NULL;
    }
    for (const struct property* p = node->properties; p->name != NULL; ++p) {
        if (strcmp(p->name, name) == 0) {
            return p;
        }
    }
    return NULL;
}

bool of_property_read_bool(const struct device_node* node, const char* name) {
    return of_find_property(node, name, NULL) != NULL;
}

struct device_node* of_parse_phandle(const struct device_node* node, const char* name, int index) {
    (void)node;
    (void)name;
    (void)index;
    return NULL;
}

int of_cpu_node_to_id(const struct device_node* node) {
    (void)node;
    return -ENODEV;
}

void of_node_put(const struct device_node* node) {
    (void)node;
}

int sysfs_emit(char* text, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, 4096, format, arguments);
    va_end(arguments);
    return length;
}

// --- interrupts
// -------------------------------------------------------------------------------------

#define LINES 8u
static struct {
    irq_handler_t handler;
    void* device;
    unsigned unserved_in_a_row;
    struct irq_statistics statistics;
} lines[LINES];
static struct pt_regs* irq_regs;

struct pt_regs* get_irq_regs(void) {
    return irq_regs;
}

static unsigned line_of(unsigned irq) {
    BUG_ON(irq < FIRST_IRQ || irq >= FIRST_IRQ + LINES);
    return irq - FIRST_IRQ;
}

static void serve(unsigned line, uint32_t pc) {
    struct pt_regs regs = {pc};
    irq_regs = &regs;
    const irqreturn_t result = lines[line].handler((int)(line + FIRST_IRQ), lines[line].device);
    irq_regs = NULL;
    if (result == IRQ_HANDLED) {
        ++lines[line].statistics.served;
        lines[line].unserved_in_a_row = 0;
        return;
    }
    ++lines[line].statistics.unserved;
    if (++lines[line].unserved_in_a_row == MOST_UNSERVED) {
        lines[line].statistics.nobody_cared = true;
        disable_irq_nosync(line + FIRST_IRQ);
        printk("irq %u: nobody cared\n", line + FIRST_IRQ);
    }
}

#define SERVE(line)                                                                                \
    static void serve_##line(uint32_t pc) {                                                        \
        serve(line, pc);                                                                           \
    }
SERVE(0)
SERVE(1)
SERVE(2)
SERVE(3)
SERVE(4)
SERVE(5)
SERVE(6)
SERVE(7)
static const vic_handler servers[LINES] = {serve_0, serve_1, serve_2, serve_3,
                                           serve_4, serve_5, serve_6, serve_7};

int request_irq(unsigned irq, irq_handler_t handler, unsigned long flags, const char* name,
                void* device) {
    const unsigned line = line_of(irq);
    if (lines[line].handler != NULL) {
        return -EBUSY;
    }
    lines[line].handler = handler;
    lines[line].device = device;
    lines[line].statistics.name = name;
    if ((flags & IRQF_NO_AUTOEN) == 0) {
        enable_irq(irq);
    }
    return 0;
}

const void* free_irq(unsigned irq, void* device) {
    const unsigned line = line_of(irq);
    WARN_ON(lines[line].handler == NULL || lines[line].device != device);
    const char* const name = lines[line].statistics.name;
    disable_irq_nosync(irq);
    lines[line].handler = NULL;
    lines[line].statistics.name = NULL;
    return name;
}

void enable_irq(unsigned irq) {
    const unsigned line = line_of(irq);
    WARN_ON(lines[line].handler == NULL || lines[line].statistics.enabled);
    lines[line].statistics.enabled = true;
    lines[line].statistics.nobody_cared = false;
    lines[line].unserved_in_a_row = 0;
    vic_enable(line, servers[line]);
}

void disable_irq_nosync(unsigned irq) {
    const unsigned line = line_of(irq);
    lines[line].statistics.enabled = false;
    vic_disable(line);
}

struct irq_statistics irq_statistics_of(int irq) {
    return lines[line_of((unsigned)irq)].statistics;
}

int irq_force_affinity(unsigned irq, const struct cpumask* cpus) {
    line_of(irq);
    return cpumask_test_cpu(0, cpus) ? 0 : -EINVAL;
}

bool irq_is_percpu_devid(unsigned irq) {
    line_of(irq);
    return false;
}

int request_nmi(unsigned irq, irq_handler_t handler, unsigned long flags, const char* name,
                void* device) {
    (void)irq;
    (void)handler;
    (void)flags;
    (void)name;
    (void)device;
    return -EINVAL;
}

// None was requested, so none of these is called.
const void* free_nmi(unsigned irq, void* device) {
    (void)irq;
    (void)device;
    BUG();
}

void enable_nmi(unsigned irq) {
    (void)irq;
    BUG();
}

void disable_nmi_nosync(unsigned irq) {
    (void)irq;
    BUG();
}

int irq_get_percpu_devid_partition(unsigned irq, struct cpumask* cpus) {
    (void)irq;
    (void)cpus;
    BUG();
}

int request_percpu_irq(unsigned irq, irq_handler_t handler, const char* name, void* device) {
    (void)irq;
    (void)handler;
    (void)name;
    (void)device;
    BUG();
}

int request_percpu_nmi(unsigned irq, irq_handler_t handler, const char* name, void* device) {
    (void)irq;
    (void)handler;
    (void)name;
    (void)device;
    BUG();
}

void enable_percpu_irq(unsigned irq, unsigned type) {
    (void)irq;
    (void)type;
    BUG();
}

void disable_percpu_irq(unsigned irq) {
    (void)irq;
    BUG();
}

void free_percpu_irq(unsigned irq, void* device) {
    (void)irq;
    (void)device;
    BUG();
}

int prepare_percpu_nmi(unsigned irq) {
    (void)irq;
    BUG();
}

void teardown_percpu_nmi(unsigned irq) {
    (void)irq;
    BUG();
}

void enable_percpu_nmi(unsigned irq, unsigned type) {
    (void)irq;
    (void)type;
    BUG();
}

void disable_percpu_nmi(unsigned irq) {
    (void)irq;
    BUG();
}

void free_percpu_nmi(unsigned irq, void* device) {
    (void)irq;
    (void)device;
    BUG();
}
