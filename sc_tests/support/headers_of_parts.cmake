# SPDX-License-Identifier: Apache-2.0
# What an integrator's #include of a part pulls in of the project is few, and what is read first is short:
#
#   cmake -D PARTS=... -D MODELS=<folder of the headers> -P headers_of_parts.cmake
cmake_policy(SET CMP0057 NEW)
set(most_headers 20) # beside that of the part itself
set(longest 200)     # lines of pmu/tlm/pmu_module.h

set(wrong)
foreach(part IN LISTS PARTS)
    set(pulled_in pmu/${part}/${part}_pmu.h)
    set(to_read ${pulled_in})
    while(to_read)
        list(POP_FRONT to_read header)
        file(STRINGS "${MODELS}/${header}" includes REGEX "^ *# *include [<\"]pmu/")
        foreach(line IN LISTS includes)
            string(REGEX REPLACE "^ *# *include [<\"]([^>\"]+).*$" "\\1" included "${line}")
            if(NOT included IN_LIST pulled_in)
                list(APPEND pulled_in ${included})
                list(APPEND to_read ${included})
            endif()
        endforeach()
    endwhile()
    list(POP_FRONT pulled_in itself)
    list(LENGTH pulled_in count)
    message(STATUS "${itself}: ${count} headers")
    if(count GREATER most_headers)
        list(JOIN pulled_in " " names)
        string(APPEND wrong "\n  ${itself} pulls in ${count} headers, expected at most ${most_headers}: ${names}")
    elseif(count EQUAL 0)
        string(APPEND wrong "\n  ${itself} pulls in no header: what this script looks for is not found")
    endif()
endforeach()

file(READ "${MODELS}/pmu/tlm/pmu_module.h" text)
string(REGEX MATCHALL "\n" lines "${text}")
list(LENGTH lines count)
if(count GREATER longest)
    string(APPEND wrong "\n  pmu/tlm/pmu_module.h has ${count} lines, expected at most ${longest}")
endif()
if(wrong)
    message(FATAL_ERROR "Headers that integrators include:${wrong}")
endif()
