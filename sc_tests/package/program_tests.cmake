# SPDX-License-Identifier: Apache-2.0
# tlm_pmu_add_program_test() of the installed package: both clocks, both modes, launchers, and what it refuses.
include("${SOURCE}/package_tests.cmake")

set(prefix "${WORK}/programs/prefix")
set(build "${WORK}/programs/build")
file(REMOVE_RECURSE "${WORK}/programs")
foreach(component IN ITEMS libraries dev tools)
    run("${CMAKE_COMMAND}" --install "${BUILT}" --prefix "${prefix}" --component ${component})
endforeach()

# As a user does.
list(APPEND configure -S "${SOURCE}/programs" -B "${build}" -D "CMAKE_PREFIX_PATH=${prefix}")

# expect_tests(<exit code is 0> <words> <ctest argument>...)
function(expect_tests passes words)
    execute_process(COMMAND "${CMAKE_CTEST_COMMAND}" --test-dir "${build}" ${ARGN}
                    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(FIND "${said}" "${words}" at)
    if((passes AND NOT result EQUAL 0) OR (NOT passes AND result EQUAL 0) OR at EQUAL -1)
        message(FATAL_ERROR "Expected '${words}' of ctest ${ARGN}, which ended with ${result} and said\n${said}")
    endif()
endfunction()

if(FIRMWARE)
    run(${configure} -D "FIRMWARE=${FIRMWARE}")
    expect_tests(TRUE "boot@fast" -L slow)
    expect_tests(TRUE "100% tests passed, 0 tests failed out of 2" -L firmware)
else()
    run(${configure})
endif()
expect_tests(TRUE "driver/three_events@sc_clock" -L tlm_pmu)
expect_tests(TRUE "100% tests passed, 0 tests failed out of 4" -L tlm_pmu)
expect_tests(FALSE "driver/wrong@tickless" -L wrong)
expect_tests(FALSE "wrong.pmu:4" -L wrong --verbose)
expect_tests(TRUE "driver/expected@tickless" -L "^expected$")
expect_tests(FALSE "three_events.pmu: expected DCACHE_ACCESS = 4, counted 3" -L "^unexpected$" --verbose)

# Each test by the launcher, with its arguments: a list, or a command with blanks. The program's name has both.
file(WRITE "${WORK}/programs/launch" "#!/bin/sh\necho \"$1\" >>\"${WORK}/programs/launched\"\nshift\nexec \"$@\"\n")
file(CHMOD "${WORK}/programs/launch" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
foreach(between IN ITEMS "\\;" " ")
    file(REMOVE "${WORK}/programs/launched")
    run(${configure} -D "TLM_PMU_TEST_LAUNCHER=${WORK}/programs/launch${between}-n1")
    expect_tests(TRUE "100% tests passed, 0 tests failed out of 4" -L tlm_pmu)
    file(STRINGS "${WORK}/programs/launched" launched)
    if(NOT launched STREQUAL "-n1;-n1;-n1;-n1")
        message(FATAL_ERROR "Expected four launches with -n1, saw '${launched}'")
    endif()
endforeach()

refuse("no part 'xscal'; parts are: arm1136;" ${configure} -D "CALL=x PART xscal PROGRAM three_events.pmu")
refuse("PART is missing" ${configure} -D "CALL=x PROGRAM three_events.pmu")
refuse("expected PROGRAM, perhaps with CLOCKS, or FIRMWARE" ${configure} -D "CALL=x PART xscale")
refuse("expected PROGRAM, perhaps with CLOCKS, or FIRMWARE" ${configure} -D "CALL=x PART xscale PROGRAM a.pmu MODES fast")
refuse("expected of sc_clock;tickless, got 'fast'" ${configure} -D "CALL=x PART xscale PROGRAM a.pmu CLOCKS fast")
refuse("cannot take 'CLOCK'" ${configure} -D "CALL=x PART xscale CLOCK")
file(REMOVE "${prefix}/bin/pmu_run") # the component tools is missing
refuse("there is no pmu_run" ${configure} -D CALL= -U TLM_PMU_RUN -D CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF
       -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF)
