# SPDX-License-Identifier: Apache-2.0
# CMake package tlm_pmu: targets tlm_pmu::models and tlm_pmu::core (without SystemC).
include(CMakeFindDependencyMacro)

list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
find_dependency(SystemC)
list(POP_FRONT CMAKE_MODULE_PATH)

include("${CMAKE_CURRENT_LIST_DIR}/tlm_pmu-targets.cmake")
