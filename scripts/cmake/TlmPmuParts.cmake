# SPDX-License-Identifier: Apache-2.0
# The one list of parts. What enumerates parts, in CMake, in C++ and in scripts, comes from here: the order is that of
# `pmu_run list` and of the README. CONTRIBUTING.md says how to add one.
include_guard(GLOBAL)

set(TLM_PMU_PARTS arm1136 cci400 xscale ixp42x cortex_r5)

# Folders beside those of the parts.
set(tlm_pmu_other_folders_models/pmu core tlm xscale_common)
set(tlm_pmu_other_folders_platforms
    activity components demo examples exports firmware fuzz iss linux part pmu_run process program report sweep system
    xscale_common)
set(tlm_pmu_other_folders_sc_tests
    allocation bench browser conformance core csmith differential drivers examples fuzz gdb iss linux models package platforms
    pmu_run report support sweep)
set(tlm_pmu_other_folders_sc_tests/conformance malformed)

# What a part has, with its name for PART. Tests of a C++ kind miss a part when they compile: their tables are templates.
set(tlm_pmu_files_of_part
    models/pmu/PART/README.md models/pmu/PART/PART_registers.h models/pmu/PART/PART_parameters.h models/pmu/PART/PART_core.h
    models/pmu/PART/PART_pmu.h)
set(tlm_pmu_platform_files_of_part
    platforms/PART/part.cmake platforms/PART/PART_platform.h platforms/PART/PART_demo.cpp
    platforms/PART/PART_firmware.h platforms/PART/PART_firmware.cpp)
set(tlm_pmu_platform_files_of_cpu platforms/firmware/pmu_PART.c)
set(tlm_pmu_test_files_of_part
    sc_tests/core/test_PART_core.cpp sc_tests/differential/PART_differential_test.cpp sc_tests/conformance/PART
    sc_tests/conformance/malformed/PART sc_tests/iss/meaning/PART.expected)

# tlm_pmu_require_files(<parts> <file>...): each part of this list has them, and they are not empty.
function(tlm_pmu_require_files parts)
    set(missing)
    foreach(part IN LISTS ${parts})
        foreach(file IN LISTS ARGN)
            string(REPLACE PART ${part} file "${file}")
            set(path "${PROJECT_SOURCE_DIR}/${file}")
            set(is_there FALSE)
            if(IS_DIRECTORY "${path}")
                file(GLOB content "${path}/*")
                if(content)
                    set(is_there TRUE)
                endif()
            elseif(EXISTS "${path}")
                file(SIZE "${path}" bytes)
                if(bytes GREATER 0)
                    set(is_there TRUE)
                endif()
            endif()
            if(NOT is_there)
                string(APPEND missing "\n  ${file}")
            endif()
        endforeach()
    endforeach()
    if(missing)
        message(FATAL_ERROR "What every part of ${parts} has is missing or empty; see CONTRIBUTING.md:${missing}")
    endif()
endfunction()

# tlm_pmu_require_text(<regex> <file>): this file of each part has such a line: it tests what it is named after.
function(tlm_pmu_require_text regex file)
    foreach(part IN LISTS TLM_PMU_PARTS)
        string(REPLACE PART ${part} one "${file}")
        string(REPLACE PART ${part} wanted "${regex}")
        file(STRINGS "${PROJECT_SOURCE_DIR}/${one}" found REGEX "${wanted}" LIMIT_COUNT 1)
        if(NOT found)
            message(FATAL_ERROR "${one}: expected a line with '${wanted}', found none; see CONTRIBUTING.md")
        endif()
    endforeach()
endfunction()

# tlm_pmu_refuse_unlisted(<folder>): it has no folder that is neither a part's nor another known one.
function(tlm_pmu_refuse_unlisted folder)
    file(GLOB found RELATIVE "${PROJECT_SOURCE_DIR}/${folder}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*")
    foreach(name IN LISTS found)
        file(GLOB_RECURSE content "${PROJECT_SOURCE_DIR}/${folder}/${name}/*")
        if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/${name}" AND content
           AND NOT name IN_LIST TLM_PMU_PARTS AND NOT name IN_LIST tlm_pmu_other_folders_${folder})
            message(FATAL_ERROR "${folder}/${name} is no part of TLM_PMU_PARTS and no other folder that \
scripts/cmake/TlmPmuParts.cmake knows")
        endif()
    endforeach()
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
    # platform_uses_PART.
    set(TLM_PMU_CPUS)
    foreach(part IN LISTS TLM_PMU_PARTS)
        unset(cpu)
        unset(firmware_flags)
        unset(platform_uses)
        include("${PROJECT_SOURCE_DIR}/platforms/${part}/part.cmake")
        set(cpu_${part} ${cpu})
        set(platform_uses_${part} ${platform_uses})
        if(cpu STREQUAL part)
            list(APPEND TLM_PMU_CPUS ${part})
            if(NOT firmware_flags)
                message(FATAL_ERROR "platforms/${part}/part.cmake: expected firmware_flags, since the part is a CPU's")
            endif()
            set(firmware_flags_${part} ${firmware_flags})
        elseif(NOT cpu IN_LIST TLM_PMU_PARTS)
            message(FATAL_ERROR "platforms/${part}/part.cmake: `cpu` is a part of TLM_PMU_PARTS, got '${cpu}'")
        endif()
    endforeach()
    tlm_pmu_require_files(TLM_PMU_CPUS ${tlm_pmu_platform_files_of_cpu})
endif()
if(TLM_PMU_BUILD_TESTS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_test_files_of_part})
    tlm_pmu_require_text("core_properties, .*PART" sc_tests/core/test_PART_core.cpp)
    tlm_pmu_require_text(run_differential sc_tests/differential/PART_differential_test.cpp)
    # Where one file has a test of each part.
    tlm_pmu_require_text("core_equality, PART_parameters" sc_tests/core/test_core_equality.cpp)
    tlm_pmu_require_text("core_equality, PART_hidden_state" sc_tests/core/test_core_equality.cpp)
    tlm_pmu_require_text("trace_names, of_the_PART" sc_tests/models/trace_names_test.cpp)
    tlm_pmu_require_text("register_table, PART\\)" sc_tests/platforms/register_table_test.cpp)
    tlm_pmu_require_text("{\"PART\", {\".*=" sc_tests/iss/firmware/command_line_test.cpp)
    tlm_pmu_require_text("{\"PART\", instruction_set::" platforms/fuzz/random_firmware.cpp)
    tlm_pmu_refuse_unlisted(sc_tests)
    tlm_pmu_refuse_unlisted(sc_tests/conformance)
    tlm_pmu_refuse_unlisted(sc_tests/conformance/malformed)
endif()
