# package.cmake - what users install: geoms-x.y.z.tar.gz for pkg of Octave, geoms-x.y.z-matlab.zip
#
#     cmake -DKIND=octave-package -DOUT=FOLDER -P toolbox/package/package.cmake
#     cmake -DKIND=matlab-toolbox -DOUT=FOLDER -DOCTAVE=octave-cli -P toolbox/package/package.cmake
#
# or the targets of these names of the CMake project. Nothing is written twice: the version is that of
# CMakeLists.txt; title, INDEX and the oldest Octave are those of toolbox/Contents.m; author, licence and
# description those of CITATION.cff; NEWS is CHANGELOG.md, COPYING is LICENSE.
#
# This folder lies in toolbox, because what it makes is the toolbox as its users get it, and a path to
# toolbox does not find what lies here.
#
# The tarball                             is installed as
#     DESCRIPTION, COPYING, INDEX, NEWS       packinfo
#     inst/*.m, @geomstraced, private         the folder of the package, which `pkg load` finds
#     inst/include/geoms_model.h              include: geomsexport ('include')
#     inst/examples                           examples: their folder ../../toolbox is the package there
#     src/core, src/gateway, src/flags.txt    compiled by pre_install.m (geomsbuild), then left behind
#     src/geoms_mex.mex, built there          a folder of this kind of machine, which `pkg load` finds;
#                                             post_install.m adds its help text
#
# The zip has the folders of the project without tests, geoms_setup.m, README.md with the recipe of an
# .mltbx and toolbox/resources/functionSignatures.json, for which Octave is run with the toolbox, built.

cmake_minimum_required (VERSION 3.21)
get_filename_component (root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

# ---- what the files of the project say ----

# found NAME FILE REGEX: the one bracket of the regular expression
function (found name file regex)
    file (READ ${root}/${file} text)
    if (NOT text MATCHES "${regex}")
        message (FATAL_ERROR "${file} does not say the ${name}")
    endif ()
    set (${name} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction ()

found (version CMakeLists.txt "project \\(geoms VERSION ([0-9.]+)")
found (title toolbox/Contents.m "^% ([^\n]+)")
found (octave toolbox/Contents.m "Octave ([0-9]+),")
found (author CITATION.cff "\nauthors:\n  - name: ([^\n]+)")
found (license CITATION.cff "\nlicense: ([^\n]+)")
found (description CITATION.cff "\nabstract: >-\n(( +[^\n]+\n)+)")
string (REGEX REPLACE "\n? +" " " description "${description}")
string (STRIP "${description}" description)
string (REPLACE "." "\\." quoted ${version})
found (date CHANGELOG.md "\n## ${quoted} \\(([^)]+)\\)")
if (NOT date MATCHES "^[0-9-]+$")
    string (TIMESTAMP date "%Y-%m-%d" UTC) # not released
endif ()

# ---- files ----

set (name geoms-${version})
set (stage ${OUT}/${KIND})
set (top ${stage}/${name})
file (REMOVE_RECURSE ${stage})

# copy TO FOLDER GLOB...: files below FOLDER of the project, with the folders they lie in
function (copy to folder)
    list (TRANSFORM ARGN PREPEND ${root}/${folder}/)
    file (GLOB_RECURSE files RELATIVE ${root}/${folder} ${ARGN})
    list (FILTER files EXCLUDE REGEX "^package/")
    foreach (file IN LISTS files)
        get_filename_component (inner ${file} DIRECTORY)
        file (COPY ${root}/${folder}/${file} DESTINATION ${to}/${inner})
    endforeach ()
endfunction ()

# examples without their demo, which builds, and without pictures that are not of the project
function (copy_examples to)
    file (GLOB_RECURSE files RELATIVE ${root} ${root}/examples/*)
    list (FILTER files EXCLUDE REGEX "/demo$|\\.(png|gif|pdf|svg|so|dll|o|mex|asv|m~)$|octave-workspace")
    file (STRINGS ${root}/.gitignore pictures REGEX "^!/examples/")
    list (TRANSFORM pictures REPLACE "^!/" "${root}/")
    file (GLOB pictures RELATIVE ${root} ${pictures})
    foreach (file IN LISTS files pictures)
        get_filename_component (inner ${file} DIRECTORY)
        file (COPY ${root}/${file} DESTINATION ${to}/${inner})
    endforeach ()
endfunction ()

# ---- the package of Octave ----

# INDEX: the headings of Contents.m and the functions below them
function (write_index)
    file (STRINGS ${root}/toolbox/Contents.m lines REGEX "^%( [A-Z]|   geoms)")
    list (POP_FRONT lines)
    list (POP_FRONT lines) # title and version
    set (text "geoms >> ${title}\n")
    foreach (line IN LISTS lines)
        if (line MATCHES "^%   ([a-z_]+) +- ")
            string (APPEND text " ${CMAKE_MATCH_1}\n")
        elseif (line MATCHES "^% ([A-Z][^(]*)")
            string (STRIP "${CMAKE_MATCH_1}" heading)
            string (APPEND text "${heading}\n")
        endif ()
    endforeach ()
    file (WRITE ${top}/INDEX "${text}")
endfunction ()

# '..', '..', 'toolbox' of the examples is the folder of the package itself
function (point_to_package)
    file (GLOB_RECURSE files ${top}/inst/examples/*.m)
    foreach (file IN LISTS files)
        file (READ ${file} text)
        string (REPLACE "'..', '..', 'toolbox'" "'..', '..'" changed "${text}")
        if (NOT changed STREQUAL text)
            file (WRITE ${file} "${changed}")
        endif ()
    endforeach ()
endfunction ()

if (KIND STREQUAL octave-package)
    configure_file (${CMAKE_CURRENT_LIST_DIR}/DESCRIPTION.in ${top}/DESCRIPTION @ONLY)
    configure_file (${root}/LICENSE ${top}/COPYING COPYONLY)
    configure_file (${root}/CHANGELOG.md ${top}/NEWS COPYONLY)
    configure_file (${root}/CITATION.cff ${top}/CITATION COPYONLY)
    copy (${top} toolbox/package pre_install.m post_install.m geoms_mex.m)
    write_index ()
    copy (${top}/inst toolbox *.m)
    copy (${top}/inst/include mex/core/include geoms_model.h)
    copy_examples (${top}/inst)
    point_to_package ()
    copy (${top}/src mex *.c *.h flags.txt)
    set (archive ${OUT}/${name}.tar.gz)
    set (format czf ${archive} --format=gnutar)
elseif (KIND STREQUAL matlab-toolbox)
    configure_file (${CMAKE_CURRENT_LIST_DIR}/README.md.in ${top}/README.md @ONLY)
    foreach (file LICENSE CHANGELOG.md CITATION.cff toolbox/package/geoms_setup.m)
        file (COPY ${root}/${file} DESTINATION ${top})
    endforeach ()
    copy (${top}/toolbox toolbox *.m)
    copy (${top}/mex mex *.c *.h flags.txt)
    copy_examples (${top})
    file (MAKE_DIRECTORY ${top}/toolbox/resources)
    execute_process (COMMAND ${OCTAVE} --norc --no-history -q --eval
        "addpath ('${CMAKE_CURRENT_LIST_DIR}'); write_signatures ('${top}/toolbox/resources/functionSignatures.json')"
        COMMAND_ERROR_IS_FATAL ANY)
    set (archive ${OUT}/${name}-matlab.zip)
    set (format cf ${archive} --format=zip)
else ()
    message (FATAL_ERROR "KIND is octave-package or matlab-toolbox")
endif ()

file (REMOVE ${archive})
execute_process (COMMAND ${CMAKE_COMMAND} -E tar ${format} ${name} WORKING_DIRECTORY ${stage}
                 COMMAND_ERROR_IS_FATAL ANY)
file (REMOVE_RECURSE ${stage})
message (STATUS "${archive}")
