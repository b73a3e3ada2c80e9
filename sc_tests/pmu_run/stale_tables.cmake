# SPDX-License-Identifier: Apache-2.0
# scripts/tables sees a table that is stale, and renews it: cmake -D PMU_RUN=... -D SOURCE=... -D WORK=... -P ...
function(expect result text) # of scripts/tables ARGN
    execute_process(COMMAND "${WORK}/scripts/tables" ${ARGN} "${PMU_RUN}"
                    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    string(FIND "${out}" "${text}" at)
    if(NOT code EQUAL result OR at EQUAL -1)
        message(FATAL_ERROR "tables ${ARGN}: expected ${result} and '${text}', got ${code} and\n${out}")
    endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(COPY "${SOURCE}/scripts/tables" "${SOURCE}/scripts/common.sh" DESTINATION "${WORK}/scripts")
file(COPY "${SOURCE}/README.md" DESTINATION "${WORK}")
file(COPY "${SOURCE}/models/pmu" DESTINATION "${WORK}/models" FILES_MATCHING PATTERN README.md)
set(readme "${WORK}/models/pmu/xscale/README.md")
file(READ "${readme}" right)
expect(0 "" --check)
foreach(change IN ITEMS "| INSTR_EXEC |;| INSTRUCTIONS |" "| `erratum_a_stepping` | false |;| `erratum_a_stepping` | true |"
        "| PMNC | [3] | D |;| PMNC | [4] | D |")
    list(GET change 0 from)
    list(GET change 1 to)
    string(REPLACE "${from}" "${to}" stale "${right}")
    file(WRITE "${readme}" "${stale}")
    expect(1 "tables: stale: models/pmu/xscale/README.md; renew with scripts/tables" --check)
    expect(0 "tables: models/pmu/xscale/README.md renewed")
    file(READ "${readme}" renewed)
    if(NOT renewed STREQUAL right)
        message(FATAL_ERROR "${readme} is not as it was, after ${from}")
    endif()
endforeach()
function(expect_without from to result text) # of scripts/tables --check, once the README has `to` for `from`
    string(REPLACE "${from}" "${to}" other "${right}")
    file(WRITE "${readme}" "${other}")
    expect("${result}" "${text}" --check)
endfunction()
# The README of the project has the row of a part as that one's own has it.
expect_without("| Linux perf, XScale 1 |" "| none |" 1 "tables: stale: README.md; renew with scripts/tables")
expect_without("`pmu::xscale_pmu` |" "" 2 "models/pmu/xscale/README.md: expected a row for the table of parts")
expect_without("<!-- events: made by scripts/tables -->" "" 2 "expected one line <!-- events: made by scripts/tables -->")
expect_without("<!-- end -->" "" 2 "expected <!-- end --> after the")
