// SPDX-License-Identifier: Apache-2.0
// In place of firmware_run.cpp and linux_run.cpp where the libraries of the simulator are missing.
#include <pmu_run/firmware/firmware_run.h>
#include <pmu_run/linux/linux_run.h>
#include <pmu_run/samples/sample_request.h>

namespace platform::pmu_run {

namespace {

[[noreturn]] void refuse_firmware() {
    throw usage_error(
        "this pmu_run was built without the instruction-set simulator, which "
        "needs libunicorn-dev, libcapstone-dev, libelf-dev, libdw-dev and libfdt-dev");
}

} // namespace

int run_firmware(const file_request& /*request*/, runner& /*by*/) {
    refuse_firmware();
}

void check_firmware(const file_request& /*request*/) {
}

std::vector<std::string> metric_names(const std::string& /*part*/) {
    return {};
}

void print_metrics(const std::string& /*part*/) {
    refuse_firmware();
}

int show_samples(const sample_request& /*request*/, output_set& /*outputs*/) {
    refuse_firmware();
}

std::vector<report::diff_table> diff_samples(const sample_request& /*before*/,
                                             const sample_request& /*after*/,
                                             const std::vector<std::string>& /*events*/) {
    refuse_firmware();
}

void print_firmware_map(const file_request& /*request*/) {
    refuse_firmware();
}

std::vector<std::string> linux_cpus() {
    return {};
}

int run_linux(const linux_request& /*request*/, const run_options& /*options*/, runner& /*by*/) {
    refuse_firmware();
}

} // namespace platform::pmu_run
