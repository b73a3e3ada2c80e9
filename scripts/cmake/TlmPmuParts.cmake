# SPDX-License-Identifier: Apache-2.0
# The one list of parts. What enumerates parts, in CMake, in C++ and in scripts, comes from here: the order is that of
# `pmu_run list` and of the README. CONTRIBUTING.md says how to add one.
include_guard(GLOBAL)

set(TLM_PMU_PARTS arm1136 arm1176 cci400 xscale ixp42x cortex_r5)

# Folders beside those of the parts.
set(tlm_pmu_other_folders_models/pmu adapters arm11_common core tlm xscale_common)
set(tlm_pmu_other_folders_platforms
    activity arm11_common components demo examples exports firmware fuzz iss linux part pmu_run process program report sweep system
    xscale_common)
set(tlm_pmu_other_folders_sc_tests
    allocation bench browser conformance core csmith differential drivers examples fuzz gdb iss linux models package platforms
    pmu_run report support sweep)
set(tlm_pmu_other_folders_sc_tests/conformance malformed) # and those of families, which may have one

# What a part has, with its name for PART, after the step of CONTRIBUTING.md, "Add a PMU", that says what is in it. What
# is in a file of its own for all parts, the compiler misses, or the test parts/have_their_tests.
set(tlm_pmu_files_of_part
    1:models/pmu/PART/PART_registers.h 3:models/pmu/PART/PART_parameters.h 4:models/pmu/PART/PART_core.h
    5:models/pmu/PART/PART_pmu.h 6:models/pmu/PART/README.md)
set(tlm_pmu_platform_files_of_part
    13:platforms/PART/part.cmake 15:platforms/PART/PART_platform.h 16:platforms/PART/PART_demo.cpp
    17:platforms/PART/PART_firmware.h 17:platforms/PART/PART_firmware.cpp)
set(tlm_pmu_platform_files_of_cpu 17:platforms/firmware/pmu_PART.c)
set(tlm_pmu_test_files_of_part
    7:sc_tests/core/PART_traits.h 7:sc_tests/core/test_PART_core.cpp 11:sc_tests/differential/PART_differential_test.cpp
    12:sc_tests/conformance/PART 18:sc_tests/conformance/malformed/PART
    18:sc_tests/iss/meaning/PART.expected)

# What is wrong, told at once at the end.
set(tlm_pmu_missing_of_parts)

# tlm_pmu_require_files(<parts> <step>:<file>...): each part of this list has them, and they are not empty.
function(tlm_pmu_require_files parts)
    foreach(part IN LISTS ${parts})
        foreach(item IN LISTS ARGN)
            string(REGEX MATCH "^([0-9]+):(.*)$" item "${item}")
            set(step ${CMAKE_MATCH_1})
            string(REPLACE PART ${part} file "${CMAKE_MATCH_2}")
            set(path "${PROJECT_SOURCE_DIR}/${file}")
            set(content)
            if(IS_DIRECTORY "${path}")
                file(GLOB content "${path}/*")
            elseif(EXISTS "${path}")
                file(SIZE "${path}" content)
            endif()
            if(NOT content)
                list(APPEND tlm_pmu_missing_of_parts "${file} is missing or empty (step ${step})")
            endif()
        endforeach()
    endforeach()
    set(tlm_pmu_missing_of_parts ${tlm_pmu_missing_of_parts} PARENT_SCOPE)
endfunction()

# tlm_pmu_refuse_unlisted(<folder>): it has no folder that is neither a part's nor another known one.
function(tlm_pmu_refuse_unlisted folder)
    file(GLOB found RELATIVE "${PROJECT_SOURCE_DIR}/${folder}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*")
    foreach(name IN LISTS found)
        file(GLOB_RECURSE content "${PROJECT_SOURCE_DIR}/${folder}/${name}/*")
        if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/${name}" AND content
           AND NOT name IN_LIST TLM_PMU_PARTS AND NOT name IN_LIST tlm_pmu_other_folders_${folder})
            list(APPEND tlm_pmu_missing_of_parts "${folder}/${name} is no part of TLM_PMU_PARTS and no other folder \
that scripts/cmake/TlmPmuParts.cmake knows")
        endif()
    endforeach()
    set(tlm_pmu_missing_of_parts ${tlm_pmu_missing_of_parts} PARENT_SCOPE)
endfunction()

# tlm_pmu_for_each_part(<variable> <text>): the text once a part, with its name for PART.
function(tlm_pmu_for_each_part variable text)
    set(all "")
    foreach(part IN LISTS TLM_PMU_PARTS)
        string(REPLACE PART ${part} one "${text}")
        string(APPEND all "${one}")
    endforeach()
    set(${variable} "${all}" PARENT_SCOPE)
endfunction()

tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_files_of_part})
tlm_pmu_refuse_unlisted(models/pmu)
if(TLM_PMU_BUILD_PLATFORMS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_platform_files_of_part})
    tlm_pmu_refuse_unlisted(platforms)
    # TLM_PMU_CPUS: the parts that firmware runs on. Of each, cpu_PART and firmware_flags_PART; of the others cpu_PART. Of all,
    # platform_uses_PART. TLM_PMU_FAMILIES: the rooms xscale_common ... that several
    # parts share; parts_of_FAMILY are those.
    set(TLM_PMU_CPUS)
    set(TLM_PMU_FAMILIES)
    foreach(part IN LISTS TLM_PMU_PARTS)
        unset(cpu)
        unset(firmware_flags)
        unset(platform_uses)
        set(file "platforms/${part}/part.cmake")
        include("${PROJECT_SOURCE_DIR}/${file}" OPTIONAL)
        set(cpu_${part} ${cpu})
        set(platform_uses_${part} ${platform_uses})
        foreach(family IN LISTS platform_uses)
            if(family MATCHES "_common$")
                list(APPEND parts_of_${family} ${part})
                if(NOT family IN_LIST TLM_PMU_FAMILIES)
                    list(APPEND TLM_PMU_FAMILIES ${family})
                endif()
            endif()
        endforeach()
        set(firmware_flags_${part} ${firmware_flags})
        if(cpu STREQUAL part)
            list(APPEND TLM_PMU_CPUS ${part})
            if(NOT firmware_flags)
                list(APPEND tlm_pmu_missing_of_parts
                     "${file}: expected firmware_flags, since the part is a CPU's (step 13)")
            endif()
        elseif(NOT cpu IN_LIST TLM_PMU_PARTS)
            list(APPEND tlm_pmu_missing_of_parts
                 "${file}: `cpu` is a part of TLM_PMU_PARTS, got '${cpu}' (step 13)")
        endif()
    endforeach()
    tlm_pmu_require_files(TLM_PMU_CPUS ${tlm_pmu_platform_files_of_cpu})
endif()
if(TLM_PMU_BUILD_TESTS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_test_files_of_part})
    foreach(folder sc_tests/conformance sc_tests/conformance/malformed)
        list(APPEND tlm_pmu_other_folders_${folder} ${TLM_PMU_FAMILIES})
    endforeach()
    foreach(folder sc_tests sc_tests/conformance sc_tests/conformance/malformed)
        tlm_pmu_refuse_unlisted(${folder})
    endforeach()
endif()
if(tlm_pmu_missing_of_parts)
    list(JOIN tlm_pmu_missing_of_parts "\n  " missing)
    message(FATAL_ERROR "Parts; the steps are those of CONTRIBUTING.md, \"Add a PMU\":\n  ${missing}")
endif()
