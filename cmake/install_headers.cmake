# Installs the public headers. Within the project they include each other as "symbol/graph.hpp"; there as
# <alembert/symbol/graph.hpp>, so that one folder on the path is enough and no header of the user comes in between.
# To be set: source_folder, generated_folder, layers, include_folder.
cmake_policy(VERSION 3.25)
foreach(layer IN LISTS layers)
  file(GLOB found RELATIVE ${source_folder} ${source_folder}/${layer}/*.hpp)
  list(APPEND headers ${found})
endforeach()
if(NOT IS_ABSOLUTE ${include_folder})
  set(include_folder ${CMAKE_INSTALL_PREFIX}/${include_folder})
endif()
foreach(header IN LISTS headers ITEMS alembert.hpp theory.hpp version.hpp)
  set(origin ${source_folder}/${header})
  if(NOT EXISTS ${origin})
    set(origin ${generated_folder}/${header})
  endif()
  set(target $ENV{DESTDIR}${include_folder}/alembert/${header})
  message(STATUS "Installing: ${target}")
  file(READ ${origin} text)
  string(REGEX REPLACE "#include \"([^\"]*)\"" "#include <alembert/\\1>" text "${text}")
  # whoever builds after an installation that changed nothing has nothing to do
  file(CONFIGURE OUTPUT ${target} CONTENT "@text@" @ONLY)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES ${include_folder}/alembert/${header})
endforeach()
