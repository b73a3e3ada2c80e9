# SPDX-License-Identifier: Apache-2.0
# Runs EXAMPLES with several selections and looks at exit code, output and XML report.

set(report "${WORK}/isolation.xml")

function(expect status text)
    execute_process(COMMAND "${EXAMPLES}" ${ARGN} RESULT_VARIABLE got OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT got STREQUAL status OR NOT output MATCHES "${text}")
        message(SEND_ERROR "${ARGN}: expected exit code ${status} and '${text}', got ${got}:\n${output}")
    endif()
endfunction()

function(expect_in_report text)
    file(READ "${report}" xml)
    if(NOT xml MATCHES "${text}")
        message(SEND_ERROR "expected '${text}' in the report:\n${xml}")
    endif()
endfunction()

expect(0 "3 tests, each in its own process.*PASSED" --gtest_filter=good.*)
expect(0 "3 tests, .*3 tests, " --gtest_filter=good.* --gtest_repeat=2)
expect(0 "1 test from 1 test suite ran.*1 test" --gtest_filter=good.expected_warning)
expect(1 "no test matches" --gtest_filter=nothing.*)
expect(1 "xml:FILE only" --gtest_output=json:x.json)

# Alone, in this process, and among others, in a child.
foreach(test IN ITEMS unexpected_warning unexpected_error missing_report too_few_reports missing_error early_exit)
    expect(1 "(FAILED  . bad.${test}|ended before the test did)" --gtest_filter=bad.${test})
    expect(1 "FAILED  . bad.${test} [(]exit code 1[)].* 1 FAILED" --gtest_filter=bad.${test}:good.*)
endforeach()
expect(1 "bad.crash [(]crashed: Aborted[)].* 1 FAILED" --gtest_filter=bad.crash:good.* "--gtest_output=xml:${report}")
expect_in_report("tests=\"4\" failures=\"1\".*name=\"expected_warning\".*name=\"crash\".*crashed: Aborted")

expect(1 "7 tests, .* 7 FAILED" --gtest_filter=*-good.*)
expect(1 " 1 FAILED" --gtest_filter=bad.* --gtest_fail_fast)
expect(1 "8 tests, .* 8 FAILED" --gtest_filter=bad.*-bad.DISABLED_endless --gtest_also_run_disabled_tests)
# A test does not outlive the runner, in whatever way that ends.
foreach(signal IN ITEMS TERM INT KILL)
    execute_process(
        COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/outlive.sh" ${signal} "${EXAMPLES}" --gtest_also_run_disabled_tests
                --gtest_filter=bad.DISABLED_endless:good.expected_warning
        RESULT_VARIABLE got OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT got STREQUAL 0)
        message(SEND_ERROR "SIG${signal}: ${output}")
    endif()
endforeach()

expect(0 "unexpected_warning\n.*DISABLED_not_run" --gtest_list_tests)
