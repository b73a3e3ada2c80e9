# SPDX-License-Identifier: Apache-2.0
# The types and names of all parts as headers in TLM_PMU_PART_TYPES_DIR: <generated/part_cores.h>,
# <generated/part_modules.h>, <generated/part_traits.h>, <generated/part_setups.h>, <generated/part_pins.h>,
# <generated/part_expectations.h>, <generated/part_names.h>, <generated/cpu_types.h>, <generated/expected_cpus.h>.
include_guard()

set(TLM_PMU_PART_TYPES_DIR "${PROJECT_BINARY_DIR}/part_types")

# tlm_pmu_part_types(<name> <header> <type>): generated/<name>.h, made of <name>.h.in, names a type of each part, which a header
# has. The part's name is PART in <header>, the first match in <type>.
function(tlm_pmu_part_types name header type)
    tlm_pmu_for_each_part(includes "#include <${header}>\n")
    list(TRANSFORM TLM_PMU_PARTS REPLACE "(.+)" "${type}" OUTPUT_VARIABLE types)
    list(JOIN types ", " types)
    configure_file("${PROJECT_SOURCE_DIR}/sc_tests/support/${name}.h.in"
                   "${TLM_PMU_PART_TYPES_DIR}/generated/${name}.h" @ONLY)
endfunction()

tlm_pmu_part_types(part_cores pmu/PART/PART_core.h "pmu::\\1_core")
tlm_pmu_part_types(part_modules pmu/PART/PART_pmu.h "pmu::\\1_pmu")
tlm_pmu_part_types(part_traits core/PART_traits.h "\\1_traits")
tlm_pmu_part_types(part_setups support/setups/PART_setup.h "")
tlm_pmu_part_types(part_expectations core/PART_expectations.h "")
tlm_pmu_part_types(part_pins bench/pins/PART_pins.h "")

list(JOIN TLM_PMU_PARTS "\", \"" names)
list(JOIN TLM_PMU_CPUS "\", \"" cpus)
list(JOIN TLM_PMU_CORES "\", \"" cores)
set(names "\"${names}\"")
set(cpus "\"${cpus}\"")
set(cores "\"${cores}\"")
set(cpu_of "")
foreach(part IN LISTS TLM_PMU_PARTS)
    string(APPEND cpu_of "{\"${part}\", \"${cpu_${part}}\"}, ")
endforeach()
set(architecture_of "")
set(cpu_includes "")
set(expected_cpus "")
foreach(cpu IN LISTS TLM_PMU_CPUS)
    string(APPEND architecture_of "{\"${cpu}\", \"${architecture_${cpu}}\"}, ")
    string(APPEND cpu_includes "#include <iss/cpus/${cpu}_cpu.h>\n")
    string(APPEND expected_cpus "{\"${cpu}\", ${cpu}_cpu}, ")
endforeach()
configure_file("${PROJECT_SOURCE_DIR}/sc_tests/support/expected_cpus.h.in"
               "${TLM_PMU_PART_TYPES_DIR}/generated/expected_cpus.h" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/sc_tests/support/part_names.h.in"
               "${TLM_PMU_PART_TYPES_DIR}/generated/part_names.h" @ONLY)
foreach(which IN ITEMS cpus cores armv5te armv6)
    if(which MATCHES "^arm")
        tlm_pmu_select_cpus(${which}_types cpus ${which})
    else()
        tlm_pmu_select_cpus(${which}_types ${which})
    endif()
    list(TRANSFORM ${which}_types PREPEND "platform::iss::cpu_type::")
    list(JOIN ${which}_types ", " ${which}_types)
endforeach()
configure_file("${PROJECT_SOURCE_DIR}/sc_tests/support/cpu_types.h.in"
               "${TLM_PMU_PART_TYPES_DIR}/generated/cpu_types.h" @ONLY)
