# SPDX-License-Identifier: Apache-2.0
# What the page of --report is made of, as a source file: ${page_files}.
set(page_files "${CMAKE_CURRENT_BINARY_DIR}/page_files.cpp")
file(GLOB parts CONFIGURE_DEPENDS page/files/*)
set(embedded "")
foreach(part IN LISTS parts)
    get_filename_component(name "${part}" NAME)
    list(APPEND embedded "${name}=${part}")
endforeach()
add_custom_command(
    OUTPUT "${page_files}"
    COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${page_files}" -D "FILES=${embedded}"
            -P "${PROJECT_SOURCE_DIR}/scripts/cmake/EmbedFiles.cmake"
    DEPENDS ${parts} "${PROJECT_SOURCE_DIR}/scripts/cmake/EmbedFiles.cmake"
    VERBATIM)
