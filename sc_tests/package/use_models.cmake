# SPDX-License-Identifier: Apache-2.0
# Uses the installation of NAME in the WAY that is asked for; DEFINES are CMake arguments, FLAGS those of a Makefile.
include("${SOURCE}/package_tests.cmake")

set(prefix "${WORK}/${NAME}/prefix")
set(build "${WORK}/${NAME}/${WAY}-${KIND}")
if(WAY STREQUAL "cmake")
    build_and_run(xscale "${build}" xscale_overflow "${prefix}" ${DEFINES})
elseif(WAY STREQUAL "make")
    make_and_run("${build}" "${prefix}" ${FLAGS})
elseif(WAY STREQUAL "inside")
    build_and_run(inside "${build}" inside "${prefix}" ${DEFINES})
else()
    message(FATAL_ERROR "No way to use the models: ${WAY}")
endif()
