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

# pack(<folder> <build> <components>): their packages.
function(pack folder built components)
    set(work "${folder}")
    file(MAKE_DIRECTORY "${work}")
    execute_process(COMMAND "${CPACK}" --config "${built}/CPackConfig.cmake" -D "CPACK_COMPONENTS_ALL=${components}"
                            -B "${work}" WORKING_DIRECTORY "${work}"
                    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "cpack ended with ${result}:\n${said}")
    endif()
endfunction()
pack("${work}" "${WORK}/static/build" "dev;dev_debian")
pack("${work}" "${BUILT}" "tools;tools_debian")
pack("${work}/shared" "${WORK}/shared/build" "dev;dev_debian;libraries;libraries_debian")

# deb(<variable> <folder> <package>): its file, of which there is one.
function(deb variable folder package)
    file(GLOB files "${folder}/${package}_*.deb")
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
deb(dev "${work}" libtlm-pmu-dev)
says("${dev}" Version "^${version}$")
says("${dev}" Section "^libdevel$")
says("${dev}" Depends "libsystemc-dev \\(>= [0-9.]+\\), libsystemc-dev \\(<< [0-9.]+~\\)")
says("${dev}" Description "^SystemC/TLM-2.0 models of performance monitoring units\n [^\n]")
says("${dev}" Maintainer "^[^<>]+ <[^@<>]+@[^@<>]+>$")
holds("${dev}" usr/include/pmu/xscale/xscale_pmu\\.h usr/include/pmu/tlm/built_with\\.h
      usr/lib/[^\n]*libtlm_pmu_models\\.a usr/lib/[^\n]*pkgconfig/tlm_pmu\\.pc usr/lib/[^\n]*pkgconfig/tlm_pmu_core\\.pc
      usr/lib/[^\n]*cmake/tlm_pmu/tlm_pmu-config\\.cmake usr/share/doc/libtlm-pmu-dev/copyright
      usr/share/doc/libtlm-pmu-dev/changelog\\.gz usr/share/doc/libtlm-pmu-dev/README\\.md
      "usr/share/doc/libtlm-pmu-dev/platforms/examples -> ../examples"
      usr/share/doc/libtlm-pmu-dev/examples/xscale_overflow\\.cpp)

deb(tools "${work}" tlm-pmu-tools)
says("${tools}" Version "^${version}$")
says("${tools}" Depends "libsystemc.*libstdc\\+\\+6|libstdc\\+\\+6.*libsystemc")
if(HAS_ISS)
    says("${tools}" Depends "libunicorn")
    holds("${tools}" usr/share/doc/tlm-pmu-tools/COPYING\\.md)
endif()
says("${tools}" Description "^Plays access programs")
holds("${tools}" usr/bin/pmu_run usr/share/doc/tlm-pmu-tools/copyright usr/share/man/man1/pmu_run\\.1\\.gz
      usr/share/bash-completion/completions/pmu_run)

deb(libraries "${work}/shared" libtlm-pmu${SOVERSION})
deb(shared_dev "${work}/shared" libtlm-pmu-dev)
says("${libraries}" Section "^libs$")
says("${libraries}" Depends "libsystemc")
says("${shared_dev}" Depends "libtlm-pmu${SOVERSION} \\(= ${version}\\)$")
holds("${libraries}" usr/lib/[^\n]*libtlm_pmu_models\\.so\\.${version} usr/lib/[^\n]*libtlm_pmu_core\\.so\\.${version})

# Into a root of its own, by dpkg where that may be. What has scripts to run is only taken out: they are for a system.
set(root "${work}/root")
file(MAKE_DIRECTORY "${root}/var/lib/dpkg/updates" "${root}/var/lib/dpkg/info")
file(TOUCH "${root}/var/lib/dpkg/status")
execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(package IN ITEMS "${dev}" "${tools}")
    if(user EQUAL 0)
        run(dpkg "--root=${root}" --force-depends "--path-include=/usr/share/doc/*" --install "${package}")
    else()
        run(dpkg-deb -x "${package}" "${root}")
    endif()
endforeach()
if(user EQUAL 0)
    run(dpkg "--root=${root}" --verify libtlm-pmu-dev tlm-pmu-tools)
endif()
foreach(package IN ITEMS "${libraries}" "${shared_dev}")
    run(dpkg-deb -x "${package}" "${work}/shared_root")
endforeach()

# From the packages alone.
set(usr "${root}/usr")
build_example("${work}/cmake" "${usr}")
make_example("${work}/make" "${usr}")
build_example("${work}/shared/cmake" "${work}/shared_root/usr")
make_example("${work}/shared/make" "${work}/shared_root/usr")
says_nothing_of("${usr}" "${TREE}/")
foreach(folder IN ITEMS bin include lib) # documents have links there, which installed_files.cmake follows
    says_nothing_of("${usr}/${folder}" "../platforms/")
endforeach()
run("${usr}/bin/pmu_run" registers xscale)
run("${usr}/bin/pmu_run" --version)
