# SPDX-License-Identifier: Apache-2.0
# tlm_pmu::core and tlm_pmu_core where there is no SystemC.
include("${SOURCE}/package_tests.cmake")

set(prefix "${WORK}/static/prefix")
set(build "${WORK}/static/core")
# A SYSTEMC_HOME that is wrong is an error, for whoever looks for SystemC.
set(ENV{SYSTEMC_HOME} "${WORK}/nowhere")
build_and_run(core "${build}" core_alone "${prefix}")

# pkg-config sees nothing but our files.
pkg_config_path(path "${prefix}")
set(ENV{PKG_CONFIG_LIBDIR} "${path}")
set(ENV{PKG_CONFIG_PATH})
execute_process(COMMAND pkg-config --cflags --libs tlm_pmu_core OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run("${CXX}" -std=c++17 "${SOURCE}/core/core_alone.cpp" -o "${build}/by_pkg_config" ${flags})
run("${build}/by_pkg_config")
refuse("systemc" pkg-config --print-errors --cflags tlm_pmu)
