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
    allocation bench browser conformance core csmith differential drivers examples fuzz gdb iss linux models mutation package platforms
    pmu_run report resolution support sweep trust)
set(tlm_pmu_other_folders_sc_tests/conformance malformed) # and those of families, which may have one

# What a part has, with its name for PART, after the milestone of CONTRIBUTING.md, "Add a PMU", that says what is in it.
# What is in a file of its own for all parts, the compiler misses, or the test parts/have_their_tests.
set(tlm_pmu_files_of_part
    1:models/pmu/PART/PART_registers.h 1:models/pmu/PART/PART_parameters.h 1:models/pmu/PART/PART_core.h
    1:models/pmu/PART/PART_pmu.h 1:models/pmu/PART/README.md)
set(tlm_pmu_core_test_files_of_part
    2:sc_tests/core/PART_traits.h 2:sc_tests/core/PART_expectations.h 2:sc_tests/core/test_PART_core.cpp
    2:sc_tests/support/setups/PART_setup.h)
set(tlm_pmu_platform_files_of_part
    3:platforms/PART/part.cmake 3:platforms/PART/PART_platform.h 3:platforms/PART/PART_demo.cpp
    3:sc_tests/conformance/PART 3:platforms/fuzz/parts/PART_fuzz.cpp)
set(tlm_pmu_test_files_of_part
    4:sc_tests/differential/PART_differential_test.cpp 4:sc_tests/conformance/malformed/PART)
set(tlm_pmu_bench_files_of_part 4:sc_tests/bench/pins/PART_pins.h)
set(tlm_pmu_firmware_files_of_part 5:platforms/PART/PART_firmware.h 5:platforms/PART/PART_firmware.cpp)
set(tlm_pmu_firmware_test_files_of_part
    5:sc_tests/iss/meaning/PART.cmake 5:sc_tests/iss/meaning/PART.expected 5:sc_tests/iss/options/PART.inc)
set(tlm_pmu_firmware_files_of_cpu
    6:platforms/firmware/pmu_PART.c 6:platforms/firmware/pmu_PART.h)
set(tlm_pmu_firmware_test_files_of_cpu 6:sc_tests/iss/foreign/PART.inc 6:sc_tests/iss/cpus/PART_cpu.h)

# What is wrong, told at once at the end.
set(tlm_pmu_missing_of_parts)

# tlm_pmu_require_files(<parts> <milestone>:<file>...): each part of this list has them, and they are not empty.
function(tlm_pmu_require_files parts)
    foreach(part IN LISTS ${parts})
        foreach(item IN LISTS ARGN)
            string(REGEX MATCH "^([0-9]+):(.*)$" item "${item}")
            set(milestone ${CMAKE_MATCH_1})
            string(REPLACE PART ${part} file "${CMAKE_MATCH_2}")
            set(path "${PROJECT_SOURCE_DIR}/${file}")
            set(content)
            if(IS_DIRECTORY "${path}")
                file(GLOB content "${path}/*")
            elseif(EXISTS "${path}")
                file(SIZE "${path}" content)
            endif()
            if(NOT content)
                list(APPEND tlm_pmu_missing_of_parts "${file} is missing or empty (milestone ${milestone})")
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

# tlm_pmu_select_cpus(<variable> cpus|cores|<part> [<architecture>...]): each CPU, or one of each family, or this one; with
# architectures those that have one of them.
function(tlm_pmu_select_cpus variable which)
    set(selected)
    set(all ${which})
    if("${which}" STREQUAL "cpus") # it may be a variable, too
        set(all ${TLM_PMU_CPUS})
    elseif("${which}" STREQUAL "cores")
        set(all ${TLM_PMU_CORES})
    elseif(NOT "${which}" IN_LIST TLM_PMU_CPUS)
        message(FATAL_ERROR "expected cpus, cores or one of ${TLM_PMU_CPUS}, got '${which}'")
    endif()
    foreach(part IN LISTS all)
        if(NOT ARGN OR architecture_${part} IN_LIST ARGN)
            list(APPEND selected ${part})
        endif()
    endforeach()
    set(${variable} ${selected} PARENT_SCOPE)
endfunction()

tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_files_of_part})
tlm_pmu_refuse_unlisted(models/pmu)
# TLM_PMU_CPUS: the parts that firmware runs on. Of each, cpu_PART, architecture_PART and firmware_flags_PART; of the others
# cpu_PART. Of all, platform_uses_PART. TLM_PMU_FAMILIES: the rooms xscale_common ... that several parts share; parts_of_FAMILY
# are those, cpus_of_FAMILY the CPUs among them. TLM_PMU_CORES: one CPU of each family, and those of none.
set(TLM_PMU_CPUS)
set(TLM_PMU_CORES)
set(TLM_PMU_FAMILIES)
set(families_of_cores)
if(TLM_PMU_BUILD_PLATFORMS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_platform_files_of_part})
    tlm_pmu_refuse_unlisted(platforms)
    foreach(part IN LISTS TLM_PMU_PARTS)
        unset(cpu)
        unset(architecture)
        unset(firmware_flags)
        unset(platform_uses)
        set(file "platforms/${part}/part.cmake")
        include("${PROJECT_SOURCE_DIR}/${file}" OPTIONAL)
        set(cpu_${part} ${cpu})
        set(platform_uses_${part} ${platform_uses})
        set(family ${platform_uses})
        list(FILTER family INCLUDE REGEX "_common$")
        if(family)
            list(APPEND parts_of_${family} ${part})
            list(APPEND TLM_PMU_FAMILIES ${family})
        endif()
        set(architecture_${part} ${architecture})
        set(firmware_flags_${part} ${firmware_flags})
        if(cpu STREQUAL part)
            list(APPEND TLM_PMU_CPUS ${part})
            if(family)
                list(APPEND cpus_of_${family} ${part})
            endif()
            if(NOT family OR NOT family IN_LIST families_of_cores)
                list(APPEND TLM_PMU_CORES ${part})
                list(APPEND families_of_cores ${family})
            endif()
            if(architecture AND NOT architecture MATCHES "^(armv5te|armv6|armv7r)$")
                list(APPEND tlm_pmu_missing_of_parts "${file}: architecture is armv5te, armv6 or armv7r, got '${architecture}': \
every __ARM_ARCH in sc_tests/iss asks for one of these (milestone 6)")
            endif()
            foreach(fact IN ITEMS architecture firmware_flags)
                if(NOT ${fact})
                    list(APPEND tlm_pmu_missing_of_parts
                         "${file}: expected ${fact}, since the part is a CPU's (milestone 6)")
                endif()
            endforeach()
        elseif(TLM_PMU_BUILD_ISS AND NOT cpu IN_LIST TLM_PMU_PARTS)
            list(APPEND tlm_pmu_missing_of_parts
                 "${file}: `cpu` is a part of TLM_PMU_PARTS, got '${cpu}' (milestone 5)")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES TLM_PMU_FAMILIES)
    if(TLM_PMU_BUILD_ISS)
        tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_firmware_files_of_part})
        tlm_pmu_require_files(TLM_PMU_CPUS ${tlm_pmu_firmware_files_of_cpu})
        foreach(part IN LISTS TLM_PMU_PARTS)
            if(cpu_${part} IN_LIST TLM_PMU_PARTS AND NOT cpu_${part} IN_LIST TLM_PMU_CPUS)
                list(APPEND tlm_pmu_missing_of_parts
                     "platforms/${part}/part.cmake: the part '${cpu_${part}}' has no CPU of its own (milestone 5)")
            endif()
        endforeach()
    endif()
endif()
if(TLM_PMU_BUILD_TESTS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_core_test_files_of_part})
    tlm_pmu_refuse_unlisted(sc_tests)
endif()
if(TLM_PMU_BUILD_TESTS AND TLM_PMU_BUILD_PLATFORMS)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_test_files_of_part})
    foreach(folder sc_tests/conformance sc_tests/conformance/malformed)
        list(APPEND tlm_pmu_other_folders_${folder} ${TLM_PMU_FAMILIES})
        tlm_pmu_refuse_unlisted(${folder})
    endforeach()
    if(TLM_PMU_BUILD_ISS)
        tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_firmware_test_files_of_part})
        tlm_pmu_require_files(TLM_PMU_CPUS ${tlm_pmu_firmware_test_files_of_cpu})
    endif()
endif()
if(TLM_PMU_BUILD_BENCH)
    tlm_pmu_require_files(TLM_PMU_PARTS ${tlm_pmu_bench_files_of_part})
endif()
if(tlm_pmu_missing_of_parts)
    list(JOIN tlm_pmu_missing_of_parts "\n  " missing)
    message(FATAL_ERROR "Parts; the milestones are those of CONTRIBUTING.md, \"Add a PMU\":\n  ${missing}")
endif()
