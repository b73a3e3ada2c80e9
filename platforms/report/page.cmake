# SPDX-License-Identifier: Apache-2.0
# What the page of --report is made of, as a source file: ${page_files}. Without Chart.js it is empty, and the option
# says so.
find_file(TLM_PMU_CHART_JS chart.min.js PATHS /usr/share/javascript PATH_SUFFIXES chart.js
          DOC "Chart.js 3 for the page of --report")
set(page_files "${CMAKE_CURRENT_BINARY_DIR}/page_files.cpp")
file(GLOB parts CONFIGURE_DEPENDS report/page/*)
set(embedded "")
if(TLM_PMU_CHART_JS)
    foreach(part IN LISTS parts TLM_PMU_CHART_JS)
        get_filename_component(name "${part}" NAME)
        list(APPEND embedded "${name}=${part}")
    endforeach()
elseif(PROJECT_IS_TOP_LEVEL)
    message(STATUS "No pages of --report: libjs-chart.js not found")
endif()
add_custom_command(
    OUTPUT "${page_files}"
    COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${page_files}" -D "FILES=${embedded}"
            -P "${PROJECT_SOURCE_DIR}/scripts/cmake/EmbedFiles.cmake"
    DEPENDS ${parts} "${PROJECT_SOURCE_DIR}/scripts/cmake/EmbedFiles.cmake"
    VERBATIM)
