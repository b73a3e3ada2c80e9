# SPDX-License-Identifier: Apache-2.0
# Each part has the tests that parts have one by one, as far as this build has them for any part:
#
#   cmake -D PARTS=... -D CTEST=... -D BUILD=... -P parts_have_tests.cmake
#
# After the milestone of CONTRIBUTING.md, "Add a PMU", the names, as regular expressions.
set(tests_of_part
    "2:PART(/core_properties)?\\.a_run_is_that_many_steps" # newer versions of GoogleTest name the suite, too
    "2:core_equality\\.PART_parameters"
    "2:core_equality\\.PART_hidden_state"
    "3:register_table\\.PART\n"
    "4:trace_names\\.of_the_PART/"
    "4:[ /]differential\\.PART\n"
    "4:snapshot_differential\\.PART\n")

execute_process(COMMAND "${CTEST}" -N WORKING_DIRECTORY "${BUILD}" OUTPUT_VARIABLE all COMMAND_ERROR_IS_FATAL ANY)
set(missing)
foreach(part IN LISTS PARTS)
    foreach(item IN LISTS tests_of_part)
        string(REGEX MATCH "^([0-9]+):(.*)$" item "${item}")
        set(milestone ${CMAKE_MATCH_1})
        string(REPLACE PART ${part} test "${CMAKE_MATCH_2}")
        if(NOT all MATCHES "${test}")
            string(APPEND missing "\n  ${test} (milestone ${milestone})")
        endif()
    endforeach()
endforeach()
if(missing)
    message(FATAL_ERROR "Tests that every part has, and these do not; see CONTRIBUTING.md, \"Add a PMU\":${missing}")
endif()
