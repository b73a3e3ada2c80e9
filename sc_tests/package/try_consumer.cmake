# SPDX-License-Identifier: Apache-2.0
# Configures, builds and runs one CONSUMER from scratch; the installed one against a fresh installation.

set(prefix "${WORK}/prefix")
set(build "${WORK}/${CONSUMER}")
file(REMOVE_RECURSE "${build}")

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(CONSUMER STREQUAL "installed")
    file(REMOVE_RECURSE "${prefix}")
    run("${CMAKE_COMMAND}" --install "${BUILT}" --prefix "${prefix}")
endif()
run("${CMAKE_COMMAND}" -S "${SOURCE}/${CONSUMER}" -B "${build}" -G "${GENERATOR}" -C "${WORK}/settings.cmake"
    -D "CMAKE_PREFIX_PATH=${prefix}" -D "TLM_PMU_SOURCE_DIR=${TREE}" --no-warn-unused-cli)
run("${CMAKE_COMMAND}" --build "${build}")
run("${build}/consumer")
