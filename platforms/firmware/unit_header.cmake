# SPDX-License-Identifier: Apache-2.0
# The registers and events of a part for C: cmake -D PMU_RUN=pmu_run -D PART=arm1136 -D HEADER=FILE.h -P ...
# What does not change keeps its time.
execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env ASAN_OPTIONS=detect_leaks=0
            "${PMU_RUN}" ${PART} --registers --events --format c-header
    OUTPUT_FILE "${HEADER}.new"
    COMMAND_ERROR_IS_FATAL ANY)
file(COPY_FILE "${HEADER}.new" "${HEADER}" ONLY_IF_DIFFERENT)
file(REMOVE "${HEADER}.new")
