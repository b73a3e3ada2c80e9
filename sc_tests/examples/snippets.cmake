# SPDX-License-Identifier: Apache-2.0
# In PAGE of TREE, a block of code below <!-- platforms/examples/FILE --> is what FILE has between the lines "README: begin"
# and "README: end", without its indentation. With RENEW=ON it is made so:
#
#   cmake -D TREE=. -D PAGE=README.md -D RENEW=ON -P sc_tests/examples/snippets.cmake
file(READ "${TREE}/${PAGE}" rest)
set(renewed "")
set(stale FALSE)
set(count 0)
while(rest MATCHES "<!-- (platforms/examples/[A-Za-z_/.]+) -->\n```[a-z]+\n")
    set(opening "${CMAKE_MATCH_0}")
    set(file "${CMAKE_MATCH_1}")
    math(EXPR count "${count} + 1")

    # The lines of the file.
    if(NOT EXISTS "${TREE}/${file}")
        message(FATAL_ERROR "${PAGE}: there is no ${file}")
    endif()
    file(READ "${TREE}/${file}" source)
    string(FIND "${source}" "README: begin\n" begin)
    string(FIND "${source}" "README: end\n" end)
    if(begin EQUAL -1 OR end LESS begin)
        message(FATAL_ERROR "${file}: expected the lines 'README: begin' and 'README: end', since ${PAGE} shows what is between")
    endif()
    string(LENGTH "README: begin\n" skip)
    math(EXPR begin "${begin} + ${skip}")
    math(EXPR length "${end} - ${begin}")
    string(SUBSTRING "${source}" ${begin} ${length} wanted)
    string(REGEX REPLACE "\n[^\n]*$" "\n" wanted "${wanted}") # the comment before "README: end"
    string(PREPEND wanted "\n") # in a regular expression of CMake, ^ also matches after each replacement
    while(wanted MATCHES "^\n    ")
        string(REPLACE "\n    " "\n" wanted "${wanted}")
    endwhile()
    string(SUBSTRING "${wanted}" 1 -1 wanted)

    # Those of the page.
    string(FIND "${rest}" "${opening}" at)
    string(LENGTH "${opening}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(FIND "${rest}" "```" closing)
    string(SUBSTRING "${rest}" 0 ${closing} shown)
    string(SUBSTRING "${rest}" ${closing} -1 rest)
    if(NOT shown STREQUAL wanted)
        set(stale TRUE)
        message(NOTICE "${file} has\n${wanted}and ${PAGE} shows\n${shown}")
    endif()
    string(APPEND renewed "${before}${wanted}")
endwhile()
string(APPEND renewed "${rest}")

if(count EQUAL 0)
    message(FATAL_ERROR "${PAGE} shows nothing of platforms/examples: expected <!-- platforms/examples/FILE --> before a block")
elseif(RENEW)
    file(WRITE "${TREE}/${PAGE}" "${renewed}")
elseif(stale)
    message(FATAL_ERROR "${PAGE} is stale; to renew it:\n  \
cmake -D TREE=. -D PAGE=${PAGE} -D RENEW=ON -P sc_tests/examples/snippets.cmake")
endif()
