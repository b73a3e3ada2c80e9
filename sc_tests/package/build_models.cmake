# SPDX-License-Identifier: Apache-2.0
# Builds and installs the models with OPTIONS, warnings being errors, below WORK/NAME, then moves the installation to
# WORK/NAME/prefix: it must not know where it was made.
include("${SOURCE}/package_tests.cmake")

set(build "${WORK}/${NAME}/build")
run(${configure} -S "${TREE}" -B "${build}" -D CMAKE_BUILD_TYPE=Release
    -D TLM_PMU_BUILD_PLATFORMS=OFF -D TLM_PMU_BUILD_TESTS=OFF -D TLM_PMU_BUILD_BENCH=OFF -D TLM_PMU_INSTALL=ON
    -D TLM_PMU_WARNINGS_AS_ERRORS=ON
    -D CMAKE_INSTALL_PREFIX=/usr -D CMAKE_INSTALL_DOCDIR=share/doc/libtlm-pmu-dev ${OPTIONS})
run("${CMAKE_COMMAND}" --build "${build}" --parallel 2)
file(REMOVE_RECURSE "${WORK}/${NAME}/installed" "${WORK}/${NAME}/prefix")
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${WORK}/${NAME}/installed")
file(RENAME "${WORK}/${NAME}/installed" "${WORK}/${NAME}/prefix")
