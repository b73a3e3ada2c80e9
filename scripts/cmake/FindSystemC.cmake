# SPDX-License-Identifier: Apache-2.0
#[[
Finds SystemC and leaves one target, SystemC::systemc. Looks, in this order, at
  1. a target of that name, or `systemc`, from a parent project that builds SystemC itself
  2. SYSTEMC_HOME, a CMake or environment variable: who sets it means it, and nothing else is looked at
  3. the CMake package SystemCLanguage, which CMake builds of SystemC install
  4. pkg-config, for distributions (Debian: libsystemc-dev), and the system's default folders
Then it links a small program, because SystemC has a different binary interface for every C++ standard, and a mismatch
shows only as an undefined symbol. SystemC_VERSION and SystemC_CPLUSPLUS, the value of SC_CPLUSPLUS for which it links,
are what that program saw; both are empty where a parent project builds SystemC.

SC_CPLUSPLUS, a CMake variable, is handed to whatever uses the target: with SC_CPLUSPLUS=201703L a build in C++20 uses a
SystemC that was built in C++17, with SC_CPLUSPLUS=201402L a build in C++17 one of C++14.
#]]
include(FindPackageMessage)

set(SystemC_how "a target of the enclosing project")
set(SystemC_complaint "SystemC not found. On Debian or Ubuntu: apt-get install libsystemc-dev. \
Elsewhere set SYSTEMC_HOME to the folder that holds its include and lib folders.")
set(SystemC_by_pkg_config FALSE)

# A SystemC that is built within the parent project has its own name; an alias can only be one of a target that is none.
if(TARGET systemc AND NOT TARGET SystemC::systemc)
    get_target_property(SystemC_target systemc ALIASED_TARGET)
    if(NOT SystemC_target)
        set(SystemC_target systemc)
    endif()
    add_library(SystemC::systemc ALIAS ${SystemC_target})
endif()

if(NOT TARGET SystemC::systemc)
    set(SystemC_home "${SYSTEMC_HOME}")
    if(SystemC_home STREQUAL "")
        set(SystemC_home "$ENV{SYSTEMC_HOME}")
    endif()
    if(DEFINED SystemC_SEARCHED_HOME AND NOT SystemC_SEARCHED_HOME STREQUAL SystemC_home)
        unset(SystemCLanguage_DIR CACHE) # found elsewhere
        unset(SystemC_INCLUDE_DIR CACHE)
        unset(SystemC_LIBRARY CACHE)
    endif()
    set(SystemC_SEARCHED_HOME "${SystemC_home}" CACHE INTERNAL "SYSTEMC_HOME of the last search")
    set(SystemC_only)
    if(SystemC_home)
        set(SystemC_only PATHS "${SystemC_home}" NO_DEFAULT_PATH)
        set(SystemC_complaint "SYSTEMC_HOME is '${SystemC_home}', and there is no SystemC: \
it must be the folder that holds its include and lib folders.")
    endif()
    find_package(SystemCLanguage CONFIG QUIET NO_CMAKE_PACKAGE_REGISTRY ${SystemC_only})
    set(SystemC_how "package SystemCLanguage in ${SystemCLanguage_DIR}")
endif()

if(NOT TARGET SystemC::systemc)
    if(NOT SystemC_home)
        find_package(PkgConfig QUIET)
        if(PkgConfig_FOUND)
            pkg_check_modules(SystemC_PC QUIET systemc)
        endif()
    endif()
    find_path(SystemC_INCLUDE_DIR NAMES systemc
              HINTS ${SystemC_PC_INCLUDEDIR} ${SystemC_PC_INCLUDE_DIRS} ${SystemC_only}
              PATH_SUFFIXES include include/systemc)
    find_library(SystemC_LIBRARY NAMES systemc
                 HINTS ${SystemC_PC_LIBDIR} ${SystemC_PC_LIBRARY_DIRS} ${SystemC_only}
                 PATH_SUFFIXES lib lib64 lib-linux64 lib-linux lib-linuxaarch64 lib-macosx64 lib-macosxarm64
                               lib/${CMAKE_LIBRARY_ARCHITECTURE})
    mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)
    if(SystemC_INCLUDE_DIR AND SystemC_LIBRARY)
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads QUIET)
        add_library(SystemC::systemc UNKNOWN IMPORTED)
        set_target_properties(SystemC::systemc PROPERTIES
            IMPORTED_LOCATION "${SystemC_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}")
        if(TARGET Threads::Threads) # a static SystemC may need it
            set_property(TARGET SystemC::systemc PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads)
        endif()
        set(SystemC_how "${SystemC_LIBRARY}")
        set(SystemC_by_pkg_config "${SystemC_PC_FOUND}")
    endif()
endif()

# SystemC_probe(<result> <standard> [<definition>...]): whether a program in that standard that uses SystemC links here;
# SystemC_VERSION and SystemC_CPLUSPLUS are what it saw, SystemC_output is what the compiler said.
function(SystemC_probe result standard)
    set(probe "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/systemc_probe")
    file(WRITE "${probe}.cpp" [[
#include <systemc>
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
extern const char seen[];
const char seen[] = "SystemC [" TEXT(SC_VERSION_MAJOR) "." TEXT(SC_VERSION_MINOR) "." TEXT(SC_VERSION_PATCH) "] [" TEXT(SC_CPLUSPLUS) "]";
int sc_main(int, char** argv) {
    sc_core::sc_signal<bool> s;
    return s.read() ? 1 : seen[argv[0][0] & 1];
}
]])
    try_compile(linked "${probe}" "${probe}.cpp"
                LINK_LIBRARIES SystemC::systemc
                COMPILE_DEFINITIONS ${ARGN}
                CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON
                OUTPUT_VARIABLE output
                COPY_FILE "${probe}.bin" COPY_FILE_ERROR ignored)
    set(linked "${linked}")
    unset(linked CACHE)
    set(${result} "${linked}" PARENT_SCOPE)
    set(SystemC_output "${output}" PARENT_SCOPE)
    if(linked)
        file(STRINGS "${probe}.bin" seen REGEX "SystemC \\[" LIMIT_COUNT 1)
        if(seen MATCHES "SystemC \\[([^]]*)\\] \\[([^]]*)\\]")
            set(SystemC_VERSION "${CMAKE_MATCH_1}" PARENT_SCOPE)
            set(SystemC_CPLUSPLUS "${CMAKE_MATCH_2}" PARENT_SCOPE)
        endif()
    endif()
endfunction()

set(SystemC_FOUND FALSE)
set(SystemC_VERSION "")
set(SystemC_CPLUSPLUS "")
if(TARGET SystemC::systemc)
    get_target_property(SystemC_target SystemC::systemc ALIASED_TARGET)
    if(NOT SystemC_target)
        set(SystemC_target SystemC::systemc)
    endif()
    if(SC_CPLUSPLUS)
        set_property(TARGET ${SystemC_target} APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS SC_CPLUSPLUS=${SC_CPLUSPLUS})
    endif()
    set(SystemC_standard 17) # what the models ask for, unless the build says a later one
    if(CMAKE_CXX_STANDARD MATCHES "^2")
        set(SystemC_standard ${CMAKE_CXX_STANDARD})
    endif()
    # Who has said it to all sources of a folder.
    get_directory_property(SystemC_definitions COMPILE_DEFINITIONS)
    list(FILTER SystemC_definitions INCLUDE REGEX "^SC_CPLUSPLUS=")
    list(TRANSFORM SystemC_definitions PREPEND -D)

    get_target_property(SystemC_imported SystemC::systemc IMPORTED)
    # Linked once for each library, compiler and standard.
    set(SystemC_key "${SystemC_how} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} \
C++${SystemC_standard} ${SC_CPLUSPLUS} ${SystemC_definitions}")
    if(NOT SystemC_imported)
        set(SystemC_FOUND TRUE)
    elseif(SystemC_LINKED_WITH STREQUAL SystemC_key)
        set(SystemC_FOUND TRUE)
        list(GET SystemC_SEEN 0 SystemC_VERSION)
        list(GET SystemC_SEEN 1 SystemC_CPLUSPLUS)
    else()
        SystemC_probe(SystemC_FOUND ${SystemC_standard} ${SystemC_definitions})
        if(SystemC_FOUND)
            set(SystemC_LINKED_WITH "${SystemC_key}" CACHE INTERNAL "Combination for which SystemC is known to link")
            set(SystemC_SEEN "${SystemC_VERSION};${SystemC_CPLUSPLUS}" CACHE INTERNAL "What was seen when it linked")
        elseif(SystemC_output MATCHES "sc_api_version_([0-9_]+)_cxx([0-9]+)")
            set(SystemC_served)
            foreach(SystemC_other IN ITEMS 17:201703L 14:201402L 11:201103L 20:202002L 23:202302L)
                string(REGEX MATCH "^(.+):(.+)$" SystemC_served "${SystemC_other}")
                set(SystemC_served_standard "${CMAKE_MATCH_1}")
                set(SystemC_served "${CMAKE_MATCH_2}")
                # A later standard than the compiler's own is none that SystemC's headers can be told of.
                set(SystemC_other_links FALSE)
                if(NOT SystemC_served_standard GREATER SystemC_standard)
                    SystemC_probe(SystemC_other_links ${SystemC_standard} "-DSC_CPLUSPLUS=${SystemC_served}")
                elseif("cxx_std_${SystemC_served_standard}" IN_LIST CMAKE_CXX_COMPILE_FEATURES)
                    SystemC_probe(SystemC_other_links ${SystemC_served_standard})
                endif()
                if(SystemC_other_links)
                    break()
                endif()
                set(SystemC_served)
            endforeach()
            set(SystemC_complaint "SystemC (${SystemC_how}) was built for another C++ standard than this build uses \
(C++${SystemC_standard}), and for none of C++11, 14, 17, 20 and 23: build it for C++${SystemC_standard}.")
            if(SystemC_served)
                set(SystemC_way "-DSC_CPLUSPLUS=${SystemC_served}, which lets SystemC's headers keep the binary interface that \
it was built with")
                if(SystemC_served_standard GREATER SystemC_standard)
                    set(SystemC_way "-DCMAKE_CXX_STANDARD=${SystemC_served_standard}")
                elseif(SystemC_served_standard GREATER_EQUAL 17)
                    string(PREPEND SystemC_way "-DCMAKE_CXX_STANDARD=${SystemC_served_standard}, or ")
                endif()
                set(SystemC_complaint "SystemC (${SystemC_how}) was built for C++${SystemC_served_standard}, and this build uses \
C++${SystemC_standard}: give cmake ${SystemC_way}.")
            endif()
        else()
            set(SystemC_complaint "SystemC (${SystemC_how}) was found, but a program that uses it does not build:\n${SystemC_output}")
        endif()
    endif()
endif()

if(SystemC_FOUND)
    find_package_message(SystemC "Found SystemC: ${SystemC_how} ${SystemC_VERSION}" "${SystemC_how}")
elseif(SystemC_FIND_REQUIRED)
    message(FATAL_ERROR "${SystemC_complaint}")
elseif(NOT SystemC_FIND_QUIETLY)
    message(STATUS "${SystemC_complaint}")
endif()
