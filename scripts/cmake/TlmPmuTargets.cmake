# SPDX-License-Identifier: Apache-2.0
# Functions that all folders of the tree use to define their targets.
include_guard(GLOBAL)

# tlm_pmu_glob(<variable> [EXCLUDE <regex>] <pattern>...): the files of this folder that match, looked for
# anew on every build. Patterns, regular expression and result are relative to this folder.
function(tlm_pmu_glob variable)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCLUDE" "")
    file(GLOB sources RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS ${arg_UNPARSED_ARGUMENTS})
    if(arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX "${arg_EXCLUDE}")
    endif()
    set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# tlm_pmu_target(<target>): the language level, and our warnings where the tree is built for its own sake.
function(tlm_pmu_target target)
    target_compile_features(${target} PUBLIC cxx_std_17)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
        if(TLM_PMU_WARNINGS_AS_ERRORS)
            target_compile_options(${target} PRIVATE -Werror)
        endif()
    endif()
endfunction()

# tlm_pmu_short_names(): what is compiled in this folder and below names files in reports as #include does, such as
# pmu/tlm/report_once.cpp, whatever folder this was built in.
function(tlm_pmu_short_names)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
        return()
    endif()
    foreach(folder IN ITEMS "${PROJECT_SOURCE_DIR}/models" "${PROJECT_SOURCE_DIR}/platforms")
        set(names "${folder}")
        foreach(from IN ITEMS "${CMAKE_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}") # a compiler cache has relative names
            file(RELATIVE_PATH name "${from}" "${folder}")
            list(APPEND names "${name}")
        endforeach()
        list(TRANSFORM names REPLACE "(.+)" "-fmacro-prefix-map=\\1/=")
        add_compile_options(${names})
    endforeach()
endfunction()

# tlm_pmu_library(<target>): what a library for others needs: code that may stand anywhere in memory, and, where it is
# shared, no symbols but those of its headers.
function(tlm_pmu_library target)
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON
        VERSION ${PROJECT_VERSION}
        SOVERSION ${tlm_pmu_VERSION_MAJOR}
        INSTALL_RPATH "$ORIGIN") # one of them needs the other, wherever both are
    if(BUILD_SHARED_LIBS) # in a static one SystemC's own symbols must stay what they are
        set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)
    endif()
    if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
        # Calls within the library stay direct, and may be inlined.
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
endfunction()

# tlm_pmu_room(<folder of platforms> [SYSTEMC] [USES <room or library>...] [SOURCES <file>...] [EXCLUDE <regex>]): what is
# compiled there, and what is generated for it, as the target tlm_pmu_room_<folder>. It finds the headers of the rooms that it
# uses, and of those that they use, but no others: an include that goes up a floor does not compile. SYSTEMC: it includes
# SystemC.
function(tlm_pmu_room folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC" "EXCLUDE" "USES;SOURCES")
    string(REPLACE / _ name ${folder})
    set(headers "${CMAKE_BINARY_DIR}/rooms/${name}/platforms")
    cmake_path(GET folder PARENT_PATH above)
    file(MAKE_DIRECTORY "${headers}/${above}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/platforms/${folder}" "${headers}/${folder}" SYMBOLIC)
    if(arg_EXCLUDE)
        list(PREPEND arg_EXCLUDE EXCLUDE)
    endif()
    tlm_pmu_glob(sources ${arg_EXCLUDE} "${PROJECT_SOURCE_DIR}/platforms/${folder}/*.cpp")
    add_library(tlm_pmu_room_${name} OBJECT ${sources} ${arg_SOURCES})
    target_include_directories(tlm_pmu_room_${name} PUBLIC "${headers}")
    foreach(used IN LISTS arg_USES)
        string(REPLACE / _ room ${used})
        if(TARGET tlm_pmu_room_${room})
            set(used tlm_pmu_room_${room})
        elseif(NOT TARGET ${used} AND NOT used MATCHES "::") # of a package that is missing
            message(FATAL_ERROR "platforms/${folder}: no room and no library '${used}' stands below it")
        endif()
        target_link_libraries(tlm_pmu_room_${name} PUBLIC ${used})
    endforeach()
    tlm_pmu_target(tlm_pmu_room_${name})
    if(arg_SYSTEMC)
        tlm_pmu_precompile(tlm_pmu_room_${name})
    endif()
endfunction()

# tlm_pmu_join(<library> ROOMS <room>... [LINKS <library>...] [SOURCES <file>...]): rooms as one library, and what knows them
# all. Its users may include all of platforms/.
function(tlm_pmu_join library)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ROOMS;LINKS;SOURCES")
    string(REPLACE / _ rooms "${arg_ROOMS}")
    list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_OBJECTS:tlm_pmu_room_\\1>" OUTPUT_VARIABLE objects)
    add_library(${library} STATIC ${objects} ${arg_SOURCES})
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX)
    target_include_directories(${library} PUBLIC "${PROJECT_SOURCE_DIR}/platforms")
    target_link_libraries(${library} PUBLIC ${arg_LINKS})
    tlm_pmu_target(${library})
endfunction()

# tlm_pmu_precompile(<target>): SystemC's headers as a precompiled header. The models have one of their own, since they
# are compiled otherwise; all other targets share one. An enclosing project gets none: its compiler cache would miss.
function(tlm_pmu_precompile target)
    if(NOT PROJECT_IS_TOP_LEVEL)
        return()
    endif()
    if(target MATCHES "^tlm_pmu_(models|room_components)$")
        target_precompile_headers(${target} PRIVATE <systemc> <tlm> <tlm_utils/simple_target_socket.h>)
    else()
        target_precompile_headers(${target} REUSE_FROM tlm_pmu_room_components)
    endif()
endfunction()

# tlm_pmu_require(<package> <group of scripts/setup, or nothing> <what for>): find_package with a message that helps.
macro(tlm_pmu_require package group purpose)
    find_package(${package} CONFIG QUIET)
    if(NOT ${package}_FOUND)
        tlm_pmu_missing("${package}, for ${purpose}" ${group})
    endif()
endmacro()

# tlm_pmu_unfit(<text>): what tlm_pmu_tell_missing() tells, so that all is told at once: what is there and cannot be used, or says
# itself how to get it.
function(tlm_pmu_unfit text)
    set_property(GLOBAL APPEND_STRING PROPERTY TLM_PMU_MISSING "\n  ${text}")
endfunction()

# tlm_pmu_missing(<text> [<group>]): the same for a package. scripts/setup has the list of packages, by group; base is the group
# that it always installs.
function(tlm_pmu_missing text)
    if(NOT ARGN)
        set(ARGN base)
    endif()
    tlm_pmu_unfit("${text}")
    set_property(GLOBAL APPEND PROPERTY TLM_PMU_MISSING_GROUPS ${ARGN})
endfunction()

function(tlm_pmu_tell_missing)
    get_property(missing GLOBAL PROPERTY TLM_PMU_MISSING)
    if(missing)
        get_property(groups GLOBAL PROPERTY TLM_PMU_MISSING_GROUPS)
        if(groups)
            list(REMOVE_DUPLICATES groups)
            list(REMOVE_ITEM groups base)
            list(TRANSFORM groups PREPEND " --with ")
            list(JOIN groups "" groups)
            string(APPEND missing "\nPackages on Debian or Ubuntu: scripts/setup${groups}")
        endif()
        message(FATAL_ERROR "This build needs:${missing}")
    endif()
endfunction()

# Man pages and changelogs are compressed where packages want that.
find_program(TLM_PMU_GZIP gzip)
mark_as_advanced(TLM_PMU_GZIP)
