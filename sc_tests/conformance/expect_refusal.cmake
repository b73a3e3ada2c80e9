# SPDX-License-Identifier: Apache-2.0
# Plays PROGRAM on PART with PMU_RUN and expects exit code 2 and one line, FILE:LINE:COLUMN: what.

execute_process(COMMAND "${PMU_RUN}" run ${PART} "${PROGRAM}"
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)

string(REPLACE "${PROGRAM}:" "" message "${errors}")
if(NOT status STREQUAL "2" OR NOT message MATCHES "^[0-9]+:[0-9]+: [^\n]+\n$" OR message STREQUAL errors)
    message(FATAL_ERROR "expected exit code 2 and one line FILE:LINE:COLUMN: what, got exit code ${status}\n"
                        "--- stdout\n${output}\n--- stderr\n${errors}")
endif()
