# SPDX-License-Identifier: Apache-2.0
# Plays PROGRAM on PART and looks for REGISTERS, a list of NAME=VALUE, in the JSON report.
execute_process(COMMAND "${PMU_RUN}" run ${PART} "${PROGRAM}" --json -
                OUTPUT_VARIABLE report RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "exit code ${code}: ${report}")
endif()
foreach(expected IN LISTS REGISTERS)
    string(REPLACE "=" ";" expected "${expected}")
    list(GET expected 0 name)
    list(GET expected 1 value)
    string(JSON got GET "${report}" programs 0 registers ${name})
    if(NOT got EQUAL value)
        message(FATAL_ERROR "expected ${name} = ${value}, got ${got}")
    endif()
endforeach()
