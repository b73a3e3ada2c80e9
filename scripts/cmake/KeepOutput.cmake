# SPDX-License-Identifier: Apache-2.0
# Writes what a program prints to a file, which keeps its time where nothing has changed:
#   cmake -D FILE=... -P KeepOutput.cmake -- PROGRAM ARGUMENT...
set(command)
set(is_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(n RANGE ${last})
    if(is_command)
        list(APPEND command "${CMAKE_ARGV${n}}")
    elseif(CMAKE_ARGV${n} STREQUAL "--")
        set(is_command TRUE)
    endif()
endforeach()
execute_process(
    COMMAND ${command}
    OUTPUT_FILE "${FILE}.new"
    COMMAND_ERROR_IS_FATAL ANY)
file(COPY_FILE "${FILE}.new" "${FILE}" ONLY_IF_DIFFERENT)
file(REMOVE "${FILE}.new")
