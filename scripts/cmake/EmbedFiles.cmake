# SPDX-License-Identifier: Apache-2.0
# Makes a source file of the bytes of others.
#
#   cmake -D OUTPUT=FILE.cpp -D "FILES=NAME=PATH;..." -P EmbedFiles.cmake
set(text "// SPDX-License-Identifier: Apache-2.0\n// Made by EmbedFiles.cmake.\n#include <page/page_files.h>\n\n")
string(APPEND text "namespace platform::page {\n\nnamespace {\n")
set(rows "")
set(n 0)
foreach(file IN LISTS FILES)
    string(REGEX MATCH "^([^=]+)=(.+)$" matched "${file}")
    set(name "${CMAKE_MATCH_1}")
    file(READ "${CMAKE_MATCH_2}" bytes HEX)
    string(LENGTH "${bytes}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND text "const unsigned char bytes_${n}[] = {\n${bytes}\n};\n")
    string(APPEND rows "    {\"${name}\", bytes_${n}, ${size}},\n")
    math(EXPR n "${n} + 1")
endforeach()
string(APPEND text "const page_file table[] = {\n${rows}};\n")
string(APPEND text "} // namespace\n\nconst page_file* const page_files = table;\n")
string(APPEND text "const std::size_t page_file_count = ${n};\n\n} // namespace platform::page\n")
file(WRITE "${OUTPUT}" "${text}")
