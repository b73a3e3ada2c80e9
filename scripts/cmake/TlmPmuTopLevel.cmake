# SPDX-License-Identifier: Apache-2.0
# What only a build of this project itself may decide: where packages are found, output folders and the compiler cache.
# The first thing of all, before any package is looked for.

# ~/.cmake/packages has whatever projects were once built there.
set(CMAKE_FIND_USE_PACKAGE_REGISTRY OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TLM_PMU_CCACHE ccache)
mark_as_advanced(TLM_PMU_CCACHE)
if(TLM_PMU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without this sloppiness ccache passes every compilation with a precompiled header by.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        env CCACHE_SLOPPINESS=pch_defines,time_macros "${TLM_PMU_CCACHE}")
endif()
