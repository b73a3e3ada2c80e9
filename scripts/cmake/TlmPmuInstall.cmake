# SPDX-License-Identifier: Apache-2.0
# Installs the models: libraries, headers, the CMake package tlm_pmu, pkg-config files and documents. Components, for
# cmake --install --component and for packages:
#   libraries  what programs load: shared libraries, where they are built
#   dev        what builds programs
#   license    the licence, which a distribution has already
#   tools      pmu_run; only who asks for it gets it
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tlm_pmu")
set(templates "${CMAKE_CURRENT_LIST_DIR}/package")
set(generated "${PROJECT_BINARY_DIR}/package_files")

foreach(library IN ITEMS core models)
    install(TARGETS tlm_pmu_${library} EXPORT tlm_pmu-${library}-targets
            ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
            LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libraries NAMELINK_COMPONENT dev
            INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
    install(EXPORT tlm_pmu-${library}-targets NAMESPACE tlm_pmu:: DESTINATION "${package_dir}" COMPONENT dev)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models/pmu" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
        FILES_MATCHING PATTERN "*.h" PATTERN built_with.h EXCLUDE)

# What fits the SystemC of this build.
set(built_with "${PROJECT_SOURCE_DIR}/models/pmu/tlm/built_with.h")
if(SystemC_VERSION MATCHES "^([0-9]+)\\.([0-9]+)\\.([0-9]+)$")
    set(SystemC_VERSION_MAJOR ${CMAKE_MATCH_1})
    set(SystemC_VERSION_MINOR ${CMAKE_MATCH_2})
    set(SystemC_VERSION_PATCH ${CMAKE_MATCH_3})
    set(built_with "${generated}/built_with.h")
    configure_file("${templates}/built_with.h.in" "${built_with}" @ONLY)
endif()
install(FILES "${built_with}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/pmu/tlm" COMPONENT dev)

string(REPLACE ";" " " parts_of_package "${TLM_PMU_PARTS}")
file(RELATIVE_PATH bin_from_package "/${package_dir}" "/${CMAKE_INSTALL_BINDIR}")
configure_file("${templates}/tlm_pmu-config.cmake.in" "${generated}/tlm_pmu-config.cmake" @ONLY)
write_basic_package_version_file("${generated}/tlm_pmu-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${generated}/tlm_pmu-config.cmake" "${generated}/tlm_pmu-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/FindSystemC.cmake" "${CMAKE_CURRENT_LIST_DIR}/TlmPmuTests.cmake"
        DESTINATION "${package_dir}" COMPONENT dev)

# For pkg-config: where SystemC has a file for it too, that is required, else its folders are named.
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")
if(SystemC_by_pkg_config)
    set(systemc_requires ", systemc = ${SystemC_PC_VERSION}")
    set(systemc_cflags)
    set(systemc_libs)
else()
    set(systemc_requires)
    set(systemc_cflags " -I$<JOIN:$<TARGET_PROPERTY:SystemC::systemc,INTERFACE_INCLUDE_DIRECTORIES>, -I>")
    set(systemc_libs " -L$<TARGET_FILE_DIR:SystemC::systemc> -lsystemc")
endif()
foreach(name IN ITEMS tlm_pmu tlm_pmu_core)
    configure_file("${templates}/${name}.pc.in" "${generated}/${name}.pc.in" @ONLY)
    file(GENERATE OUTPUT "${generated}/${name}.pc" INPUT "${generated}/${name}.pc.in" TARGET tlm_pmu_models)
    install(FILES "${generated}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)
endforeach()

# Documents, in the folders that their texts name.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT license)
foreach(page IN ITEMS README CHANGELOG CONTRIBUTING)
    install(FILES "${PROJECT_SOURCE_DIR}/${page}.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT dev)
endforeach()
file(GLOB_RECURSE pages RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/models/README.md")
foreach(page IN LISTS pages ITEMS models/guide.md)
    get_filename_component(folder "${page}" DIRECTORY)
    install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}" COMPONENT dev)
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/platforms/COPYING.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}/platforms" COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/platforms/report/page.png" DESTINATION "${CMAKE_INSTALL_DOCDIR}/platforms/report"
        COMPONENT dev)
# The examples are a folder where one looks for them, so that `cp -r` copies them. The texts name them as the sources do.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/platforms/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT dev)
file(MAKE_DIRECTORY "${generated}/platforms")
file(CREATE_LINK ../examples "${generated}/platforms/examples" SYMBOLIC)
install(FILES "${generated}/platforms/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}/platforms" COMPONENT dev)

# pmu_run links Unicorn, which is under the GPL-2, where the simulator is built: a component of its own, which nobody
# gets who does not ask for it.
if(TARGET pmu_run)
    install(TARGETS pmu_run RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools EXCLUDE_FROM_ALL)
    install(FILES "${pmu_run_manual}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools EXCLUDE_FROM_ALL)
    install(FILES "${pmu_run_pages}/pmu_run.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
            RENAME pmu_run COMPONENT tools EXCLUDE_FROM_ALL)
    if(TARGET tlm_pmu_iss)
        install(FILES "${PROJECT_SOURCE_DIR}/platforms/COPYING.md"
                DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tlm-pmu-tools" COMPONENT tools EXCLUDE_FROM_ALL)
    endif()
endif()

if(PROJECT_IS_TOP_LEVEL)
    include(TlmPmuPackage)
endif()
