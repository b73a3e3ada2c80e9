// SPDX-License-Identifier: Apache-2.0
// Devices, their files in sysfs, and the nodes of a device tree.
#pragma once

#include <linux/kernel.h>
#include <linux/slab.h>

struct property {
    const char* name;
};

/// A node: what `compatible` says, and properties up to one without a name.
struct device_node {
    const char* name;
    const char* compatible;
    const struct property* properties;
};

struct of_device_id {
    const char* compatible;
    const void* data;
};

struct device_driver {
    const char* name;
    const struct of_device_id* of_match_table;
    bool suppress_bind_attrs;
};

struct device {
    const char* init_name;
    struct device_node* of_node; ///< or NULL
    const struct device_driver* driver;
    void* platform_data;
    void* driver_data;
};

static inline void* dev_get_drvdata(const struct device* device) {
    return device->driver_data;
}

#ifndef dev_fmt
#define dev_fmt(format) format
#endif
#define dev_printk(device, format, ...) printk("%s: " format, (device)->init_name, ##__VA_ARGS__)
#define dev_warn(device, format, ...) dev_printk(device, dev_fmt(format), ##__VA_ARGS__)
#define dev_err(device, format, ...) dev_printk(device, dev_fmt(format), ##__VA_ARGS__)
/// Prints and returns the error.
#define dev_err_probe(device, error, format, ...)                                                  \
    (dev_printk(device, dev_fmt(format), ##__VA_ARGS__), (error))

/// The data of the first entry of the driver's table that names the device's node, or NULL.
const void* of_device_get_match_data(const struct device* device);
const struct property* of_find_property(const struct device_node* node, const char* name,
                                        int* length);
bool of_property_read_bool(const struct device_node* node, const char* name);
/// No property of these nodes refers to another node. \return NULL
struct device_node* of_parse_phandle(const struct device_node* node, const char* name, int index);
int of_cpu_node_to_id(const struct device_node* node);
void of_node_put(const struct device_node* node);

struct attribute {
    const char* name;
    unsigned short mode;
};

struct attribute_group {
    const char* name;
    struct attribute** attrs;
};

struct device_attribute {
    struct attribute attr;
    ssize_t (*show)(struct device* device, struct device_attribute* attribute, char* text);
    ssize_t (*store)(struct device* device, struct device_attribute* attribute, const char* text,
                     size_t bytes);
};

struct dev_ext_attribute {
    struct device_attribute attr;
    void* var;
};

#define S_IRUGO 0444
#define __ATTR(name_, mode_, show_, store_)                                                        \
    { {#name_, mode_}, show_, store_ }
#define DEVICE_ATTR_RO(name_)                                                                      \
    struct device_attribute dev_attr_##name_ = __ATTR(name_, S_IRUGO, name_##_show, NULL)

/// Prints what a file of sysfs says, at most 4095 characters. \return their number
int sysfs_emit(char* text, const char* format, ...) __attribute__((format(printf, 2, 3)));
