# SPDX-License-Identifier: Apache-2.0
# The Debian packages: what is in them, what they say of themselves, and that they are all that a user needs.
include("${SOURCE}/package_tests.cmake")

foreach(tool IN ITEMS dpkg dpkg-deb dpkg-shlibdeps)
    find_program(found_${tool} ${tool})
    if(NOT found_${tool})
        message("package/debian: skipped: no ${tool} (Debian: dpkg-dev)")
        return()
    endif()
endforeach()

set(work "${WORK}/debian")
file(REMOVE_RECURSE "${work}")

# pack(<build> <components>): their packages, below `work`.
function(pack built components)
    file(MAKE_DIRECTORY "${work}")
    execute_process(COMMAND "${CPACK}" --config "${built}/CPackConfig.cmake" -D "CPACK_COMPONENTS_ALL=${components}"
                            -B "${work}" WORKING_DIRECTORY "${work}"
                    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "cpack ended with ${result}:\n${said}")
    endif()
endfunction()
pack("${WORK}/static/build" "dev;dev_debian")
pack("${BUILT}" "tools;tools_debian")

# deb(<variable> <package>): its file, of which there is one.
function(deb variable package)
    file(GLOB files "${work}/${package}_*.deb")
    list(LENGTH files count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "${count} packages ${package}: ${files}")
    endif()
    set(${variable} "${files}" PARENT_SCOPE)
endfunction()

# says(<deb> <field> <regular expression>)
function(says deb field expression)
    execute_process(COMMAND dpkg-deb -f "${deb}" "${field}" OUTPUT_VARIABLE value OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    if(NOT value MATCHES "${expression}")
        message(FATAL_ERROR "${deb}: ${field} is '${value}', expected ${expression}")
    endif()
endfunction()

# holds(<deb> <file>...): it has these, and they belong to root.
function(holds deb)
    execute_process(COMMAND dpkg-deb -c "${deb}" OUTPUT_VARIABLE content COMMAND_ERROR_IS_FATAL ANY)
    foreach(file IN LISTS ARGN)
        if(NOT content MATCHES "root/root [^\n]* \\./${file}\n")
            message(FATAL_ERROR "${deb} lacks ${file}, or it is not root's:\n${content}")
        endif()
    endforeach()
    string(REGEX MATCH "[^\n]*(/usr/local|\\./(home|root|tmp|work|build))[^\n]*" stray "${content}")
    if(stray)
        message(FATAL_ERROR "${deb} has what belongs to no package: ${stray}")
    endif()
endfunction()

string(REPLACE "." "\\." version "${VERSION}")
deb(dev libtlm-pmu-dev)
says("${dev}" Version "^${version}$")
says("${dev}" Section "^libdevel$")
says("${dev}" Depends "libsystemc-dev \\(>= [0-9.]+\\), libsystemc-dev \\(<< [0-9.]+~\\)")
says("${dev}" Description "^SystemC/TLM-2.0 models of performance monitoring units\n [^\n]")
says("${dev}" Maintainer "^[^<>]+ <[^@<>]+@[^@<>]+>$")
holds("${dev}" usr/include/pmu/xscale/xscale_pmu\\.h usr/include/pmu/tlm/built_with\\.h
      usr/lib/[^\n]*libtlm_pmu_models\\.a usr/lib/[^\n]*pkgconfig/tlm_pmu\\.pc usr/lib/[^\n]*pkgconfig/tlm_pmu_core\\.pc
      usr/lib/[^\n]*cmake/tlm_pmu/tlm_pmu-config\\.cmake usr/share/doc/libtlm-pmu-dev/copyright
      usr/share/doc/libtlm-pmu-dev/changelog\\.gz usr/share/doc/libtlm-pmu-dev/README\\.md)

deb(tools tlm-pmu-tools)
says("${tools}" Version "^${version}$")
says("${tools}" Depends "libsystemc.*libstdc\\+\\+6|libstdc\\+\\+6.*libsystemc")
if(HAS_ISS)
    says("${tools}" Depends "libunicorn")
    holds("${tools}" usr/share/doc/tlm-pmu-tools/COPYING\\.md)
endif()
says("${tools}" Description "^Plays access programs")
holds("${tools}" usr/bin/pmu_run usr/share/doc/tlm-pmu-tools/copyright usr/share/man/man1/pmu_run\\.1\\.gz)

# Into a root of its own. Where that is not ours to do, the files are taken out instead.
set(root "${work}/root")
file(MAKE_DIRECTORY "${root}/var/lib/dpkg/updates" "${root}/var/lib/dpkg/info")
file(TOUCH "${root}/var/lib/dpkg/status")
execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(package IN ITEMS "${dev}" "${tools}")
    if(user EQUAL 0)
        run(dpkg "--root=${root}" --force-depends --install "${package}")
    else()
        run(dpkg-deb -x "${package}" "${root}")
    endif()
endforeach()
if(user EQUAL 0)
    run(dpkg "--root=${root}" --verify libtlm-pmu-dev)
endif()

# From the packages alone.
set(usr "${root}/usr")
build_and_run(xscale "${work}/cmake" xscale_overflow "${usr}")
make_and_run("${work}/make" "${usr}")
build_and_run(inside "${work}/inside" inside "${usr}")
if(CXX20)
    build_and_run(xscale "${work}/cxx20" xscale_overflow "${usr}" ${CXX20})
endif()
if(CLANG)
    build_and_run(xscale "${work}/clang" xscale_overflow "${usr}" -D "CMAKE_CXX_COMPILER=${CLANG}")
endif()
run("${usr}/bin/pmu_run" xscale --registers)
run("${usr}/bin/pmu_run" --version)
