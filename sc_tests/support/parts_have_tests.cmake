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

# A line of labels and one of the name, of each test but the examples, which are an integrator's.
execute_process(COMMAND "${CTEST}" -N -V -E "^example/" WORKING_DIRECTORY "${BUILD}" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][;]" "," said "${said}") # they mean something in lists
string(REGEX MATCHALL "\n(Labels:[^\n]*\n)? +Test +#[^\n]*\n" tests "${said}")

set(TLM_PMU_PARTS ${PARTS})
include("${CMAKE_CURRENT_LIST_DIR}/part_labels.cmake")
foreach(test IN LISTS tests)
    string(REGEX MATCH "^\n(Labels:([^\n]*)\n)?(.*)$" test "${test}")
    set(name "${CMAKE_MATCH_3}")
    separate_arguments(labels UNIX_COMMAND "${CMAKE_MATCH_2}")
    foreach(label IN LISTS labels)
        list(APPEND labelled_${label} "${name}")
    endforeach()
    tlm_pmu_parts_in(parts "${name}")
    foreach(part IN LISTS parts)
        list(APPEND named_${part} "${name}")
    endforeach()
endforeach()
set(missing)
foreach(part IN LISTS PARTS)
    foreach(item IN LISTS tests_of_part)
        string(REGEX MATCH "^([0-9]+):(.*)$" item "${item}")
        set(milestone ${CMAKE_MATCH_1})
        string(REPLACE PART ${part} test "${CMAKE_MATCH_2}")
        if(NOT labelled_${part} MATCHES "${test}")
            string(APPEND missing "\n  ${test} (milestone ${milestone})")
        endif()
    endforeach()
    if(NOT labelled_${part} STREQUAL "${named_${part}}")
        list(REMOVE_ITEM named_${part} ${labelled_${part}})
        list(JOIN named_${part} "" unlabelled)
        string(APPEND missing "\n  the label ${part}: tlm_pmu_label_parts() for the folder of:\n${unlabelled}")
    endif()
endforeach()
if(missing)
    message(FATAL_ERROR "Tests that every part has, and these do not; see CONTRIBUTING.md, \"Add a PMU\":${missing}")
endif()
