# SPDX-License-Identifier: Apache-2.0
# A test bears the label of each part that stands in its name, so that `ctest -L "^PART$"` runs the tests of a part and no
# others. Read when CMake configures and, for what gtest_discover_tests() finds, by ctest.

# tlm_pmu_parts_in(<variable> <name>): the parts of TLM_PMU_PARTS that are words of a test's name. An underscore may stand
# before and after them: r5 is no word of cortex_r5 where that is a part. What CMake adds of a parameter, "  # GetParam() =
# ...", is not of the name.
function(tlm_pmu_parts_in variable name)
    string(REGEX REPLACE "  # GetParam.*" "" name "${name}")
    set(found)
    foreach(part IN LISTS TLM_PMU_PARTS)
        if(NOT name MATCHES "${part}")
            continue()
        endif()
        set(rest "${name}")
        foreach(other IN LISTS TLM_PMU_PARTS)
            if(NOT other STREQUAL part AND other MATCHES "${part}")
                string(REPLACE "${other}" "" rest "${rest}")
            endif()
        endforeach()
        if(rest MATCHES "(^|[^a-z0-9])${part}([^a-z0-9]|$)")
            list(APPEND found ${part})
        endif()
    endforeach()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# tlm_pmu_label_parts(): adds them to the tests of a folder, at its end.
function(tlm_pmu_label_parts)
    cmake_language(DEFER CALL tlm_pmu_label_parts_now)
endfunction()
function(tlm_pmu_label_parts_now)
    get_property(tests DIRECTORY PROPERTY TESTS)
    foreach(test IN LISTS tests)
        tlm_pmu_parts_in(parts "${test}")
        if(parts)
            set_property(TEST "${test}" APPEND PROPERTY LABELS ${parts})
        endif()
    endforeach()
endfunction()
