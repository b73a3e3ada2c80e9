# SPDX-License-Identifier: Apache-2.0
# Each part has the tests that parts have one by one, as far as this build has them for any part, and each test in whose name
# a part stands bears its label:
#
#   cmake -D PARTS=... -D CTEST=... -D BUILD=... -P parts_have_tests.cmake
#
# After the milestone of CONTRIBUTING.md, "Add a PMU", the names, as regular expressions.
set(tests_of_part
    "2:PART(/core_properties)?\\.a_run_is_that_many_steps" # newer versions of GoogleTest name the suite, too
    "2:PART_event(s|_codes)\\.have_the_names_of_the_manual\n"
    "2:core_equality\\.PART_parameters"
    "2:core_equality\\.PART_hidden_state"
    "3:register_table\\.PART\n"
    "4:trace_names\\.of_the_PART/"
    "4:[ /]differential\\.PART\n"
    "4:snapshot_differential\\.PART\n")

# tests_of(<variable> <option>...): the lines of the tests that ctest selects.
function(tests_of variable)
    execute_process(COMMAND "${CTEST}" -N ${ARGN} WORKING_DIRECTORY "${BUILD}" OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "[][;]" "," lines "${lines}") # they mean something in lists
    string(REGEX MATCHALL " Test +#[^\n]*\n" lines "${lines}")
    set(${variable} "${lines}" PARENT_SCOPE)
endfunction()

set(TLM_PMU_PARTS ${PARTS})
include("${CMAKE_CURRENT_LIST_DIR}/part_labels.cmake")
tests_of(all -E "^example/") # these are an integrator's
foreach(test IN LISTS all)
    tlm_pmu_parts_in(parts "${test}")
    foreach(part IN LISTS parts)
        list(APPEND named_${part} "${test}")
    endforeach()
endforeach()
set(missing)
foreach(part IN LISTS PARTS)
    tests_of(labelled -L "^${part}$")
    foreach(item IN LISTS tests_of_part)
        string(REGEX MATCH "^([0-9]+):(.*)$" item "${item}")
        set(milestone ${CMAKE_MATCH_1})
        string(REPLACE PART ${part} test "${CMAKE_MATCH_2}")
        if(NOT labelled MATCHES "${test}")
            string(APPEND missing "\n  ${test} (milestone ${milestone})")
        endif()
    endforeach()
    if(NOT labelled STREQUAL "${named_${part}}")
        list(REMOVE_ITEM named_${part} ${labelled})
        list(JOIN named_${part} "" unlabelled)
        string(APPEND missing "\n  the label ${part}: tlm_pmu_label_parts() for the folder of:\n${unlabelled}")
    endif()
endforeach()
if(missing)
    message(FATAL_ERROR "Tests that every part has, and these do not; see CONTRIBUTING.md, \"Add a PMU\":${missing}")
endif()
