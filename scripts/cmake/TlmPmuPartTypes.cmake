# SPDX-License-Identifier: Apache-2.0
# The types and names of all parts as headers in TLM_PMU_PART_TYPES_DIR: <generated/part_cores.h>,
# <generated/part_modules.h>, <generated/part_names.h>.
include_guard()

set(TLM_PMU_PART_TYPES_DIR "${PROJECT_BINARY_DIR}/part_types")

# tlm_pmu_part_types(<template> <suffix> <header>): <template>.h.in as a header that names PART_SUFFIX of each part.
function(tlm_pmu_part_types template suffix header)
    tlm_pmu_for_each_part(includes "#include <pmu/PART/PART_${suffix}.h>\n")
    list(TRANSFORM TLM_PMU_PARTS REPLACE "(.+)" "pmu::\\1_${suffix}" OUTPUT_VARIABLE types)
    list(JOIN types ", " types)
    configure_file("${template}" "${header}" @ONLY)
endfunction()

tlm_pmu_part_types("${PROJECT_SOURCE_DIR}/sc_tests/support/part_cores.h.in" core
                   "${TLM_PMU_PART_TYPES_DIR}/generated/part_cores.h")
tlm_pmu_part_types("${PROJECT_SOURCE_DIR}/sc_tests/support/part_modules.h.in" pmu
                   "${TLM_PMU_PART_TYPES_DIR}/generated/part_modules.h")

list(JOIN TLM_PMU_PARTS "\", \"" names)
list(JOIN TLM_PMU_CPUS "\", \"" cpus)
set(names "\"${names}\"")
set(cpus "\"${cpus}\"")
set(cpu_of "")
foreach(part IN LISTS TLM_PMU_PARTS)
    string(APPEND cpu_of "{\"${part}\", \"${cpu_${part}}\"}, ")
endforeach()
configure_file("${PROJECT_SOURCE_DIR}/sc_tests/support/part_names.h.in"
               "${TLM_PMU_PART_TYPES_DIR}/generated/part_names.h" @ONLY)
