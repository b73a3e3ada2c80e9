# SPDX-License-Identifier: Apache-2.0
#[[
Finds SystemC and leaves one target, SystemC::systemc. Looks, in this order, at
  1. a target of that name, from a parent project that builds SystemC itself
  2. the CMake package SystemCLanguage, which CMake builds of SystemC install
  3. SYSTEMC_HOME, a CMake or environment variable, for autotools installations; who sets it means it
  4. pkg-config, for distributions (Debian: libsystemc-dev)
and last at the system's default folders. Then it links a small program, because SystemC has a
different binary interface for every C++ standard, and a mismatch shows only as an undefined symbol.
#]]
include(FindPackageMessage)

set(SystemC_how "a target of the enclosing project")
if(NOT TARGET SystemC::systemc)
    set(SystemC_home ${SYSTEMC_HOME} $ENV{SYSTEMC_HOME})
    find_package(SystemCLanguage CONFIG QUIET HINTS ${SystemC_home})
    set(SystemC_how "package SystemCLanguage in ${SystemCLanguage_DIR}")
endif()

if(NOT TARGET SystemC::systemc)
    if(NOT SystemC_LIBRARY)
        find_package(PkgConfig QUIET)
        if(PkgConfig_FOUND)
            pkg_check_modules(SystemC_PC QUIET systemc)
        endif()
    endif()
    find_path(SystemC_INCLUDE_DIR NAMES systemc
              HINTS ${SystemC_home} ${SystemC_PC_INCLUDEDIR} ${SystemC_PC_INCLUDE_DIRS}
              PATH_SUFFIXES include include/systemc)
    find_library(SystemC_LIBRARY NAMES systemc
                 HINTS ${SystemC_home} ${SystemC_PC_LIBDIR} ${SystemC_PC_LIBRARY_DIRS}
                 PATH_SUFFIXES lib lib64 lib-linux64 lib-linux lib-linuxaarch64 lib-macosx64 lib-macosxarm64)
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
    endif()
endif()

set(SystemC_links FALSE)
set(SystemC_complaint "SystemC not found. On Debian or Ubuntu: apt-get install libsystemc-dev. \
Elsewhere set SYSTEMC_HOME to the folder that holds its include and lib folders.")

if(TARGET SystemC::systemc)
    set(SystemC_standard 17) # what the models ask for, unless the build says a later one
    if(CMAKE_CXX_STANDARD MATCHES "^2")
        set(SystemC_standard ${CMAKE_CXX_STANDARD})
    endif()
    get_target_property(SystemC_imported SystemC::systemc IMPORTED)
    # Linked once for each library, compiler and standard.
    set(SystemC_key "${SystemC_how} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} C++${SystemC_standard}")
    if(NOT SystemC_imported OR SystemC_LINKED_WITH STREQUAL SystemC_key)
        set(SystemC_links TRUE)
    else()
        set(SystemC_probe "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/systemc_probe")
        file(WRITE "${SystemC_probe}.cpp" "#include <systemc>\nint sc_main(int, char**) { sc_core::sc_signal<bool> s; return s.read() ? 1 : 0; }\n")
        try_compile(SystemC_PROBE "${SystemC_probe}" "${SystemC_probe}.cpp"
                    LINK_LIBRARIES SystemC::systemc
                    CXX_STANDARD ${SystemC_standard} CXX_STANDARD_REQUIRED ON
                    OUTPUT_VARIABLE SystemC_output)
        set(SystemC_links ${SystemC_PROBE})
        unset(SystemC_PROBE CACHE)
        if(SystemC_links)
            set(SystemC_LINKED_WITH "${SystemC_key}" CACHE INTERNAL "Combination for which SystemC is known to link")
        elseif(SystemC_output MATCHES "sc_api_version_([0-9_]+)_cxx([0-9]+)")
            set(SystemC_complaint "SystemC (${SystemC_how}) was built for another C++ standard than this build uses \
(C++${SystemC_standard}); its binary interface differs between standards, so set CMAKE_CXX_STANDARD to the one it was \
built for (Debian's package: 17) or build SystemC with -DCMAKE_CXX_STANDARD=${SystemC_standard}.")
        else()
            set(SystemC_complaint "SystemC (${SystemC_how}) was found, but a program that uses it does not build:\n${SystemC_output}")
        endif()
    endif()
endif()

set(SystemC_FOUND ${SystemC_links})
if(SystemC_FOUND)
    find_package_message(SystemC "Found SystemC: ${SystemC_how}" "${SystemC_how}")
elseif(SystemC_FIND_REQUIRED)
    message(FATAL_ERROR "${SystemC_complaint}")
elseif(NOT SystemC_FIND_QUIETLY)
    message(STATUS "${SystemC_complaint}")
endif()
