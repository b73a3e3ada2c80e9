# SPDX-License-Identifier: Apache-2.0
# Debian packages, by cpack or scripts/package: libtlm-pmu-dev, where pmu_run is built tlm-pmu-tools, and with
# BUILD_SHARED_LIBS what programs load, libtlm-pmu with the major version at its end.
set(TLM_PMU_MAINTAINER "The tlm-pmu developers <tlm-pmu@packages.invalid>" CACHE STRING "Maintainer of the packages, with an address")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tlm-pmu)
set(CPACK_PACKAGE_CONTACT "${TLM_PMU_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What Debian wants in every package: the copyright, and a changelog of its own form.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(TIMESTAMP year "%Y" UTC)

# tlm_pmu_debian(<group> <package> <section> <synopsis> <description> [<comment on its licence>]): a package and its own
# files. It contains what the component <group> installs.
function(tlm_pmu_debian group package section synopsis description)
    set(comment)
    if(ARGN)
        set(comment "\nComment:\n ${ARGN}")
    endif()
    set(folder "${generated}/debian/${package}")
    configure_file("${templates}/copyright.in" "${folder}/copyright" @ONLY)
    configure_file("${templates}/changelog.in" "${folder}/changelog" @ONLY)
    set(files "${folder}/copyright")
    if(TLM_PMU_GZIP)
        execute_process(COMMAND "${TLM_PMU_GZIP}" -9nc "${folder}/changelog"
                        OUTPUT_FILE "${folder}/changelog.gz" COMMAND_ERROR_IS_FATAL ANY)
        list(APPEND files "${folder}/changelog.gz")
    endif()
    install(FILES ${files} DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}"
            COMPONENT ${group}_debian EXCLUDE_FROM_ALL)
    if(EXISTS "${templates}/${group}.lintian-overrides.in")
        configure_file("${templates}/${group}.lintian-overrides.in" "${folder}/lintian-overrides" @ONLY)
        install(FILES "${folder}/lintian-overrides" DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides"
                RENAME ${package} COMPONENT ${group}_debian EXCLUDE_FROM_ALL)
    endif()
    string(TOUPPER ${group} GROUP)
    set(CPACK_DEBIAN_${GROUP}_PACKAGE_NAME ${package} PARENT_SCOPE)
    set(CPACK_DEBIAN_${GROUP}_PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(CPACK_DEBIAN_${GROUP}_DESCRIPTION "${synopsis}\n${description}" PARENT_SCOPE)
    set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${group} ${group}_debian PARENT_SCOPE)
endfunction()

# The parts, as the titles of their READMEs spell them.
set(titles)
foreach(part IN LISTS TLM_PMU_PARTS)
    file(STRINGS "${PROJECT_SOURCE_DIR}/models/pmu/${part}/README.md" title LIMIT_COUNT 1)
    if(NOT title MATCHES "^# (.+) PMU$")
        message(FATAL_ERROR "models/pmu/${part}/README.md: expected a title '# <part> PMU', got '${title}'")
    endif()
    list(APPEND titles "${CMAKE_MATCH_1}")
endforeach()
list(JOIN titles ", " titles)

set(CPACK_COMPONENTS_ALL)
tlm_pmu_debian(dev libtlm-pmu-dev libdevel
    "SystemC/TLM-2.0 models of performance monitoring units"
    "Counters that advance, interrupts that come and go, for virtual prototypes:\nthe performance monitoring units of\n\
${titles}.\nFor CMake (find_package) and pkg-config; the target tlm_pmu::core needs no\nSystemC.")
set(systemc_dev)
if(SystemC_VERSION MATCHES "^([0-9]+\\.[0-9]+)\\.([0-9]+)$")
    math(EXPR next "${CMAKE_MATCH_2} + 1")
    set(systemc_dev "libsystemc-dev (>= ${SystemC_VERSION})" "libsystemc-dev (<< ${CMAKE_MATCH_1}.${next}~)")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ${systemc_dev})
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake, pkgconf, tlm-pmu-tools")

if(BUILD_SHARED_LIBS)
    set(runtime "libtlm-pmu${tlm_pmu_VERSION_MAJOR}")
    tlm_pmu_debian(libraries ${runtime} libs
        "SystemC/TLM-2.0 models of performance monitoring units, libraries"
        "What programs load that were built with libtlm-pmu-dev.")
    set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
    file(WRITE "${generated}/debian/triggers" "activate-noawait ldconfig\n")
    set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA "${generated}/debian/triggers")
    list(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${runtime} (= ${PROJECT_VERSION})")
    # What pmu_run loads is here, and in no package that is installed.
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/models")
    set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${runtime} (= ${PROJECT_VERSION})")
endif()
list(JOIN CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)

if(TARGET pmu_run)
    set(comment)
    if(TARGET tlm_pmu_iss)
        set(comment "The program links Unicorn, which is under the GPL-2\n (/usr/share/common-licenses/GPL-2), and so is \
under it as a whole;\n COPYING.md, beside this file, has the particulars.")
    endif()
    tlm_pmu_debian(tools tlm-pmu-tools electronics
        "Plays access programs and firmware on performance monitoring units"
        "pmu_run plays what a driver does on the models of libtlm-pmu-dev, checks what\nit sees, runs ELF files on an \
instruction-set simulator, and shows registers,\nevents and waves."
        ${comment})
    set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
endif()

include(CPack)
foreach(group IN ITEMS dev libraries tools)
    if(group IN_LIST CPACK_COMPONENTS_ALL)
        cpack_add_component_group(${group})
        cpack_add_component(${group} GROUP ${group})
        cpack_add_component(${group}_debian GROUP ${group})
    endif()
endforeach()
