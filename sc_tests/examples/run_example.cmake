# SPDX-License-Identifier: Apache-2.0
# Runs the example PROGRAM and compares what it prints with what its SOURCE says, the lines below "// Prints:".
file(READ "${SOURCE}" text)
if(NOT text MATCHES "\n// Prints:\n((//   [^\n]*\n)+)")
    message(FATAL_ERROR "${SOURCE}: expected what it prints below a line '// Prints:'")
endif()
string(REGEX REPLACE "//   ([^\n]*\n)" "\\1" expected "${CMAKE_MATCH_1}")

set(ENV{SYSTEMC_DISABLE_COPYRIGHT_MESSAGE} 1)
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE printed ERROR_VARIABLE errors RESULT_VARIABLE result)
if(NOT result STREQUAL "0" OR NOT printed STREQUAL expected OR NOT errors STREQUAL "")
    message(NOTICE "expected\n${expected}got\n${printed}${errors}")
    message(FATAL_ERROR "${PROGRAM} ended with ${result} and does not print what ${SOURCE} says")
endif()
