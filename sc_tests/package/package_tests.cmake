# SPDX-License-Identifier: Apache-2.0
# What the tests of the package share. Each gets SOURCE, this folder; WORK, where it may write; TREE, the project; BUILT,
# its build; GENERATOR, CXX and CLANG, a second compiler or nothing.

foreach(list IN ITEMS OPTIONS DEFINES FLAGS CXX20)
    string(REPLACE "|" ";" ${list} "${${list}}")
endforeach()

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

# configure(<folder> <build> <argument>...): a consumer, from scratch.
function(configure folder build)
    file(REMOVE_RECURSE "${build}")
    run("${CMAKE_COMMAND}" -S "${SOURCE}/${folder}" -B "${build}" -G "${GENERATOR}" -D "CMAKE_BUILD_TYPE=Release"
        -D "CMAKE_CXX_COMPILER=${CXX}" --no-warn-unused-cli ${ARGN})
endfunction()

# build_and_run(<folder> <build> <program> <prefix> <argument>...): a consumer, from scratch, with an installation.
function(build_and_run folder build program prefix)
    configure("${folder}" "${build}" -D "CMAKE_PREFIX_PATH=${prefix}" ${ARGN})
    run("${CMAKE_COMMAND}" --build "${build}")
    run("${build}/${program}")
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

# make_and_run(<build> <prefix> <argument>...): the XScale with a plain Makefile.
function(make_and_run build prefix)
    file(REMOVE_RECURSE "${build}")
    file(COPY "${SOURCE}/xscale/" DESTINATION "${build}")
    pkg_config_path(path "${prefix}")
    get_filename_component(libraries "${path}" DIRECTORY)
    run("${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${path}" make -C "${build}" "CXX=${CXX}" ${ARGN})
    run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${libraries}" "${build}/xscale_overflow")
endfunction()

# says_nothing_of(<folder> <text>): no file of it contains the text.
function(says_nothing_of folder text)
    execute_process(COMMAND grep -rFl -e "${text}" "${folder}" OUTPUT_VARIABLE found RESULT_VARIABLE result)
    if(NOT result EQUAL 1) # 1: nothing is found; 2: grep could not read
        message(FATAL_ERROR "'${text}' stands in\n${found}")
    endif()
endfunction()
