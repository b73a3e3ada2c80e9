# SPDX-License-Identifier: Apache-2.0
# Tests for ctest, each with a launcher before it where one is given. Part of the installed package: find_package(tlm_pmu)
# brings it.
include_guard(GLOBAL)

set(TLM_PMU_TEST_LAUNCHER "" CACHE STRING
    "Stands before every test, a command or a list: srun -n1, srun;-n1. scripts/farm launches many at once, which is cheaper")

# The launcher as a list, in <variable>.
function(tlm_pmu_test_launcher variable)
    set(launcher "${TLM_PMU_TEST_LAUNCHER}")
    if(NOT launcher MATCHES ";") # as in the environment of scripts/farm
        separate_arguments(launcher UNIX_COMMAND "${launcher}")
    endif()
    set(${variable} "${launcher}" PARENT_SCOPE)
endfunction()

# tlm_pmu_add_test(NAME <name> COMMAND <target or program> [<argument>...]): as add_test(), with the launcher.
function(tlm_pmu_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "COMMAND")
    tlm_pmu_test_launcher(command)
    if(command)
        list(GET arg_COMMAND 0 program)
        if(TARGET "${program}") # add_test() looks at the first word alone
            set(is_target TRUE)
        endif()
        foreach(word IN LISTS arg_COMMAND)
            if(is_target)
                set(word "$<TARGET_FILE:${word}>")
                set(is_target FALSE)
            endif()
            string(REPLACE ";" "\\;" word "${word}") # a list's own operations would take it apart
            list(APPEND command "${word}")
        endforeach()
        add_test(NAME "${arg_NAME}" COMMAND ${command})
    else()
        add_test(NAME "${arg_NAME}" COMMAND ${arg_COMMAND})
    endif()
endfunction()

# tlm_pmu_add_program_test(<name> PART <part> PROGRAM <file> [CLOCKS <clock>...] | FIRMWARE <file> [MODES <mode>...]
#                          [ARGUMENTS <argument>...] [EXPECT <expectation>...] [LABELS <label>...] [TIMEOUT <seconds>]):
# An access program as tests <name>@sc_clock and <name>@tickless: its `expect` lines decide. Or firmware, an ELF file or a
# target, as <name>@fast and <name>@exact: its exit code decides. EXPECT has what each run must count, "INSTR_EXEC=1000",
# "cycles<=5000" or "cycles>=10", by names of `pmu_run events PART`: else the test fails with a line for each. ARGUMENTS are
# options of pmu_run. Without LABELS the label is tlm_pmu. Relative names are those of the folder. Needs pmu_run, which the component `tools` installs, or
# TLM_PMU_RUN says where it is.
function(tlm_pmu_add_program_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PART;PROGRAM;FIRMWARE;TIMEOUT" "CLOCKS;MODES;ARGUMENTS;EXPECT;LABELS")
    set(call "tlm_pmu_add_program_test(${name} ...)")
    if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "${call}: cannot take '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}'")
    elseif(NOT arg_PART)
        message(FATAL_ERROR "${call}: PART is missing; parts are: ${TLM_PMU_PARTS}")
    elseif(NOT arg_PART IN_LIST TLM_PMU_PARTS)
        message(FATAL_ERROR "${call}: no part '${arg_PART}'; parts are: ${TLM_PMU_PARTS}")
    endif()
    if(DEFINED arg_PROGRAM AND NOT DEFINED arg_FIRMWARE AND NOT DEFINED arg_MODES)
        set(file "${arg_PROGRAM}")
        set(axis --clock)
        set(possible sc_clock tickless)
        set(variants ${arg_CLOCKS})
    elseif(DEFINED arg_FIRMWARE AND NOT DEFINED arg_PROGRAM AND NOT DEFINED arg_CLOCKS)
        set(file "${arg_FIRMWARE}")
        set(axis --mode)
        set(possible fast exact)
        set(variants ${arg_MODES})
    else()
        message(FATAL_ERROR "${call}: expected PROGRAM, perhaps with CLOCKS, or FIRMWARE, perhaps with MODES")
    endif()
    if(TARGET "${file}")
        set(file "$<TARGET_FILE:${file}>")
    else()
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    if(NOT variants)
        set(variants ${possible})
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 60)
    endif()
    if(NOT DEFINED arg_LABELS)
        set(arg_LABELS tlm_pmu)
    endif()

    if(TARGET pmu_run)
        set(program pmu_run)
    else()
        find_program(TLM_PMU_RUN pmu_run HINTS "${tlm_pmu_BINDIR}" DOC "The command line of tlm_pmu")
        if(NOT TLM_PMU_RUN)
            message(FATAL_ERROR "${call}: there is no pmu_run: install the component tools of tlm_pmu (Debian: \
tlm-pmu-tools), or set TLM_PMU_RUN")
        endif()
        set(program "${TLM_PMU_RUN}")
    endif()
    set(command run)
    if(arg_EXPECT)
        set(command stat)
        list(TRANSFORM arg_EXPECT PREPEND "--expect=")
    endif()
    foreach(variant IN LISTS variants)
        if(NOT variant IN_LIST possible)
            message(FATAL_ERROR "${call}: expected of ${possible}, got '${variant}'")
        endif()
        tlm_pmu_add_test(NAME "${name}@${variant}"
                         COMMAND ${program} ${command} ${arg_PART} ${axis} ${variant} ${arg_EXPECT} ${arg_ARGUMENTS} "${file}")
        set_tests_properties("${name}@${variant}" PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
    endforeach()
endfunction()
