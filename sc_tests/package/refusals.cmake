# SPDX-License-Identifier: Apache-2.0
# What does not fit is said in one sentence: components, SystemC's version, C++ standards, SYSTEMC_HOME.
include("${SOURCE}/package_tests.cmake")

set(prefix "${WORK}/static/prefix")
set(build "${WORK}/static/refusals")

# find(<words>, or nothing where it must work> <argument>...)
function(find words)
    file(REMOVE_RECURSE "${build}")
    set(command ${configure} -S "${SOURCE}/find" -B "${build}" -D "CMAKE_PREFIX_PATH=${prefix}" ${ARGN})
    if(words)
        refuse("${words}" ${command})
    else()
        execute_process(COMMAND ${command} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
        set(said "${said}" PARENT_SCOPE)
    endif()
endfunction()

# What the package remembers.
file(GLOB config "${prefix}/lib*/cmake/tlm_pmu/tlm_pmu-config.cmake" "${prefix}/lib/*/cmake/tlm_pmu/tlm_pmu-config.cmake")
file(STRINGS "${config}" line REGEX "^set\\(tlm_pmu_SYSTEMC_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${line}")
file(STRINGS "${config}" line REGEX "^set\\(tlm_pmu_SYSTEMC_CPLUSPLUS ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" cplusplus "${line}")
if(NOT version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$" OR NOT cplusplus MATCHES "^20[0-9]+L$")
    message(FATAL_ERROR "The package remembers SystemC '${version}' and the C++ standard '${cplusplus}'")
endif()

# Components.
find("tlm_pmu has no component 'drivers'; there are: core, models." "-DHOW=COMPONENTS|core|drivers")
find("" "-DHOW=COMPONENTS|core|OPTIONAL_COMPONENTS|models|drivers")
foreach(expected IN ITEMS "core: TRUE" "models: TRUE" "drivers: FALSE")
    if(NOT said MATCHES "${expected}")
        message(FATAL_ERROR "Expected '${expected}' of optional components, got\n${said}")
    endif()
endforeach()

# SYSTEMC_HOME, where the package looks for SystemC and where the project does.
set(nowhere "${WORK}/no SystemC here")
set(words "SYSTEMC_HOME is '${nowhere}', and there is no SystemC")
find("${words}" "-DSYSTEMC_HOME=${nowhere}")
set(ENV{SYSTEMC_HOME} "${nowhere}")
find("${words}")
set(ENV{SYSTEMC_HOME})
file(REMOVE_RECURSE "${build}")
refuse("${words}" ${configure} -S "${TREE}" -B "${build}" -D TLM_PMU_BUILD_PLATFORMS=OFF
       -D TLM_PMU_BUILD_TESTS=OFF "-DSYSTEMC_HOME=${nowhere}")

# All that is missing is said at once, with what installs it.
file(REMOVE_RECURSE "${build}")
refuse("CLI11, for the platforms pkg-config, for the platforms pkg-config, for the instruction-set simulator"
       ${configure} -S "${TREE}" -B "${build}" -D TLM_PMU_BUILD_TESTS=OFF -D TLM_PMU_BUILD_ISS=ON
       -D CMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -D CMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON)
refuse("scripts/setup --with iss" ${configure} -S "${TREE}" -B "${build}")

# systemc_like(<folder> <version> <standard>): something that is found as SystemC, serves one standard and can do nothing.
function(systemc_like folder version standard)
    string(REPLACE "." ";" numbers "${version}")
    list(GET numbers 0 major)
    list(GET numbers 1 minor)
    list(GET numbers 2 patch)
    file(REMOVE_RECURSE "${folder}")
    file(WRITE "${folder}/include/systemc" "
#define SC_VERSION_MAJOR ${major}
#define SC_VERSION_MINOR ${minor}
#define SC_VERSION_PATCH ${patch}
#ifndef SC_CPLUSPLUS
#define SC_CPLUSPLUS __cplusplus
#elif SC_CPLUSPLUS > __cplusplus
#error SC_CPLUSPLUS cannot be higher than the standard of the compiler
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
namespace sc_core {
template <class T> struct sc_signal { T read() const { return T(); } };
struct JOIN(sc_api_version_0_0_0_cxx, SC_CPLUSPLUS) { JOIN(sc_api_version_0_0_0_cxx, SC_CPLUSPLUS)(); };
static JOIN(sc_api_version_0_0_0_cxx, SC_CPLUSPLUS) api_version_check;
}
int sc_main(int, char**);
")
    file(WRITE "${folder}/library.cpp" "
#include \"include/systemc\"
sc_core::JOIN(sc_api_version_0_0_0_cxx, SC_CPLUSPLUS)::JOIN(sc_api_version_0_0_0_cxx, SC_CPLUSPLUS)() {}
int main(int n, char** words) { return sc_main(n, words); }
")
    file(MAKE_DIRECTORY "${folder}/lib")
    run("${CXX}" -std=c++20 -shared -fPIC "-DSC_CPLUSPLUS=${standard}" "${folder}/library.cpp" -o "${folder}/lib/libsystemc.so")
endfunction()

systemc_like("${WORK}/systemc-99" 99.1.2 ${cplusplus})
find("tlm_pmu was built with SystemC ${version}, but the one found here is 99.1.2" "-DSYSTEMC_HOME=${WORK}/systemc-99")
# Who can do without the models gets the core.
find("" "-DSYSTEMC_HOME=${WORK}/systemc-99" "-DHOW=OPTIONAL_COMPONENTS|core|models")
if(NOT said MATCHES "core: TRUE" OR NOT said MATCHES "models: FALSE")
    message(FATAL_ERROR "Expected the core without the models, got\n${said}")
endif()

# A SystemC for another standard than the consumer's, and one for another than the package's.
if(cplusplus STREQUAL "201703L")
    systemc_like("${WORK}/systemc-17" ${version} 201703L)
    set(words "was built for C++17, and this build uses C++20: give cmake -DCMAKE_CXX_STANDARD=17, or -DSC_CPLUSPLUS=201703L,")
    find("${words}" "-DSYSTEMC_HOME=${WORK}/systemc-17" -DCMAKE_CXX_STANDARD=20)
    find("" "-DSYSTEMC_HOME=${WORK}/systemc-17" -DCMAKE_CXX_STANDARD=20 -DSC_CPLUSPLUS=201703L)
    systemc_like("${WORK}/systemc-20" ${version} 202002L)
    find("tlm_pmu was built with SC_CPLUSPLUS=201703L, but the SystemC found here (${WORK}/systemc-20/lib/libsystemc.so) \
links with SC_CPLUSPLUS=202002L" "-DSYSTEMC_HOME=${WORK}/systemc-20" -DCMAKE_CXX_STANDARD=20)

    # A later one than the consumer's.
    find("was built for C++20, and this build uses C++17: give cmake -DCMAKE_CXX_STANDARD=20." "-DSYSTEMC_HOME=${WORK}/systemc-20")

    # Older ones, which the models cannot be built in.
    foreach(older IN ITEMS 14:201402L 11:201103L)
        string(REGEX MATCH "^(.+):(.+)$" older "${older}")
        systemc_like("${WORK}/systemc-${CMAKE_MATCH_1}" ${version} ${CMAKE_MATCH_2})
        find("was built for C++${CMAKE_MATCH_1}, and this build uses C++17: give cmake -DSC_CPLUSPLUS=${CMAKE_MATCH_2}, which"
             "-DSYSTEMC_HOME=${WORK}/systemc-${CMAKE_MATCH_1}")
    endforeach()

    # Without CMake the headers say it.
    file(WRITE "${WORK}/static/include.cpp" "#include <pmu/xscale/xscale_pmu.h>\n")
    pkg_config_path(path "${prefix}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${path}" pkg-config --cflags tlm_pmu
                    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    set(compile "${CXX}" -fsyntax-only "${WORK}/static/include.cpp" ${flags})
    run(${compile} -std=c++17)
    refuse("were built for another C++ standard: define SC_CPLUSPLUS=201703L" ${compile} -std=c++20)
    run(${compile} -std=c++20 -DSC_CPLUSPLUS=201703L)
    # A socket of another width, and a width in bytes.
    file(WRITE "${WORK}/static/width.cpp" "
#include <pmu/xscale/xscale_pmu.h>
#include <tlm_utils/simple_initiator_socket.h>
struct cpu : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu, INITIATOR> socket{\"socket\"};
};
void map(tlm::tlm_target_socket<INITIATOR>& socket);
#ifdef TAKES_REFERENCE
void bind(cpu&, pmu::basic_xscale_pmu<TARGET>& unit) { map(unit.socket); }
#else
void bind(cpu& c, pmu::basic_xscale_pmu<TARGET>& unit) { c.socket.bind(unit.socket); }
#endif
")
    set(compile_width "${CXX}" -fsyntax-only "${WORK}/static/width.cpp" ${flags} -std=c++17)
    foreach(way IN ITEMS -DBINDS -DTAKES_REFERENCE)
        run(${compile_width} ${way} -DINITIATOR=64 -DTARGET=64)
        refuse("the PMU's socket is used as one of another bus width: use basic_<part>_pmu<BUSWIDTH>"
               ${compile_width} ${way} -DINITIATOR=64 -DTARGET=32)
    endforeach()
    refuse("the bus width of a PMU is in bits" ${compile_width} -DINITIATOR=4 -DTARGET=4)
    refuse("tlm-pmu was built with SystemC ${version}, and this is another one"
           ${compile} -std=c++17 "-I${WORK}/systemc-99/include")
endif()
# A SystemC that the parent project builds is the one, whatever else there is.
foreach(has_alias IN ITEMS OFF ON)
    file(REMOVE_RECURSE "${build}")
    execute_process(COMMAND ${configure} -S "${SOURCE}/parent" -B "${build}" -D HAS_ALIAS=${has_alias}
                            -D "FINDER=${TREE}/scripts/cmake" -D SC_CPLUSPLUS=201402L -D "SYSTEMC_HOME=${nowhere}"
                    OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    if(NOT said MATCHES "found: a target of the enclosing project")
        message(FATAL_ERROR "Expected the target `systemc` of the parent project, got\n${said}")
    endif()
    run("${CMAKE_COMMAND}" --build "${build}")
endforeach()

file(WRITE "${WORK}/static/core.cpp" "#include <pmu/core/access.h>\n")
refuse("tlm-pmu needs C++17 or later" "${CXX}" -fsyntax-only -std=c++14 "-I${prefix}/include" "${WORK}/static/core.cpp")
