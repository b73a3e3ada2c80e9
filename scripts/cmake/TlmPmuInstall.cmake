# SPDX-License-Identifier: Apache-2.0
# Installs the models, their headers and the CMake package tlm_pmu.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tlm_pmu")

install(TARGETS tlm_pmu_core tlm_pmu_models EXPORT tlm_pmu-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models/pmu" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(EXPORT tlm_pmu-targets NAMESPACE tlm_pmu:: DESTINATION "${package_dir}")

write_basic_package_version_file("${PROJECT_BINARY_DIR}/tlm_pmu-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tlm_pmu-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tlm_pmu-config.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/FindSystemC.cmake"
        DESTINATION "${package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tlm_pmu")

# pmu_run links Unicorn, which is under the GPL-2, where the simulator is built: a component of its own, which nobody
# gets who does not ask for it.
if(TARGET pmu_run)
    install(TARGETS pmu_run RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools EXCLUDE_FROM_ALL)
    if(TARGET tlm_pmu_iss)
        install(FILES "${PROJECT_SOURCE_DIR}/platforms/iss/COPYING.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tlm_pmu-tools"
                COMPONENT tools EXCLUDE_FROM_ALL)
    endif()
endif()
