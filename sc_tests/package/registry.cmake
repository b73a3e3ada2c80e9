# SPDX-License-Identifier: Apache-2.0
# What projects have registered in ~/.cmake/packages is not looked at: not by this project, whatever the arguments are, nor
# by what the tests of the package configure.
include("${SOURCE}/package_tests.cmake")

set(here "${WORK}/registry")
file(REMOVE_RECURSE "${here}")
set(ENV{HOME} "${here}/home")
foreach(package IN ITEMS SystemCLanguage GTest benchmark nlohmann_json CLI11 tlm_pmu)
    set(words "the registered ${package} was found")
    file(WRITE "${here}/${package}/${package}Config.cmake" "message(FATAL_ERROR \"${words}\")\n")
    file(WRITE "${here}/home/.cmake/packages/${package}/1" "${here}/${package}\n")
endforeach()

# Such a registry is looked at where nothing is said.
set(by_itself "${CMAKE_COMMAND}" -G "${GENERATOR}" -D "CMAKE_CXX_COMPILER=${CXX}")
refuse("${words}" ${by_itself} -S "${SOURCE}/find" -B "${here}/user")

run(${by_itself} -S "${TREE}" -B "${here}/models" -D TLM_PMU_BUILD_PLATFORMS=OFF -D TLM_PMU_BUILD_TESTS=OFF)
run(${configure} -S "${SOURCE}/find" -B "${here}/find" -D "CMAKE_PREFIX_PATH=${WORK}/static/prefix")
