# SPDX-License-Identifier: Apache-2.0
# What the tests of the package share. Each gets SOURCE, this folder; WORK, where it may write; TREE, the project; BUILT,
# its build; GENERATOR and CXX.

foreach(list IN ITEMS OPTIONS DEFINES FLAGS)
    string(REPLACE "|" ";" ${list} "${${list}}")
endforeach()

# How any project is configured here: with nothing that others have registered in ~/.cmake/packages.
set(configure "${CMAKE_COMMAND}" -G "${GENERATOR}" -D "CMAKE_CXX_COMPILER=${CXX}" -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
    --no-warn-unused-cli)

# run(<command>...): it must succeed.
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# refuse(<words> <command>...): it must fail and say these words, however they are broken into lines.
function(refuse words)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    string(FIND "${said}" "${words}" at)
    if(result EQUAL 0 OR at EQUAL -1)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "Expected a refusal with\n  ${words}\nof\n  ${command}\nwhich ended with ${result} and said\n  ${said}")
    endif()
    message(STATUS "refused: ${words}")
endfunction()

# What is installed as examples of PREFIX.
function(examples_of variable prefix)
    set(${variable} "${prefix}/share/doc/libtlm-pmu-dev/examples" PARENT_SCOPE)
endfunction()

# build(<folder> <build> <target> <prefix> <argument>...): a consumer, from scratch, with an installation.
function(build folder build target prefix)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${SOURCE}")
    file(REMOVE_RECURSE "${build}")
    run(${configure} -S "${folder}" -B "${build}" -D CMAKE_BUILD_TYPE=Release -D "CMAKE_PREFIX_PATH=${prefix}" ${ARGN})
    run("${CMAKE_COMMAND}" --build "${build}" --target ${target} --parallel 2)
endfunction()

# build_and_run(<folder> <build> <program> <prefix> <argument>...)
function(build_and_run folder build program prefix)
    build("${folder}" "${build}" ${program} "${prefix}" ${ARGN})
    run("${build}/${program}")
endfunction()

# run_example(<program> <source>): it prints what its source says.
function(run_example program source)
    run("${CMAKE_COMMAND}" -D "PROGRAM=${program}" -D "SOURCE=${source}" -P "${SOURCE}/../examples/run_example.cmake")
endfunction()

# build_example(<build> <prefix> <argument>...): the first of the installed examples.
function(build_example build prefix)
    examples_of(examples "${prefix}")
    build("${examples}" "${build}" xscale_overflow "${prefix}" -D CMAKE_DISABLE_FIND_PACKAGE_verilator=ON ${ARGN})
    run_example("${build}/xscale_overflow" "${examples}/xscale_overflow.cpp")
endfunction()

# pkg_config_path(<variable> <prefix>): the folder of its pkg-config files.
function(pkg_config_path variable prefix)
    file(GLOB folders "${prefix}/lib*/pkgconfig" "${prefix}/lib/*/pkgconfig")
    list(LENGTH folders count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "${prefix} has ${count} folders for pkg-config: ${folders}")
    endif()
    set(${variable} "${folders}" PARENT_SCOPE)
endfunction()

# make_example(<build> <prefix> <argument>...): the same with the Makefile, from a copy of the folder.
function(make_example build prefix)
    file(REMOVE_RECURSE "${build}")
    examples_of(examples "${prefix}")
    file(REAL_PATH "${examples}" examples)
    file(COPY "${examples}/" DESTINATION "${build}")
    pkg_config_path(path "${prefix}")
    get_filename_component(libraries "${path}" DIRECTORY)
    run("${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${path}" make -C "${build}" "CXX=${CXX}" xscale_overflow ${ARGN})
    set(ENV{LD_LIBRARY_PATH} "${libraries}")
    run_example("${build}/xscale_overflow" "${build}/xscale_overflow.cpp")
endfunction()

# says_nothing_of(<folder> <text>): no file of it contains the text.
function(says_nothing_of folder text)
    execute_process(COMMAND grep -rFl -e "${text}" "${folder}" OUTPUT_VARIABLE found RESULT_VARIABLE result)
    if(NOT result EQUAL 1) # 1: nothing is found; 2: grep could not read
        message(FATAL_ERROR "'${text}' stands in\n${found}")
    endif()
endfunction()
