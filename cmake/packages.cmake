# Debian packages by CPack: alembert, libalembert-dev and python3-alembert, made by tools/make_packages from the
# release build with ALEMBERT_PYTHON.
set(ALEMBERT_MAINTAINER "The Alembert authors <alembert@localhost.localdomain>" CACHE STRING
    "who answers for the packages")

# What Debian wants beside the files, in packages only: `make install` leaves it out.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license_of_alembert " ${license}")
set(packaging ${PROJECT_BINARY_DIR}/packaging)
configure_file(${PROJECT_SOURCE_DIR}/packaging/copyright.in ${packaging}/copyright @ONLY)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)  # or what SOURCE_DATE_EPOCH says

# alembert_debian_files(COMPONENT PACKAGE) adds copyright and changelog to a package.
function(alembert_debian_files component package)
  file(WRITE ${packaging}/${package}/changelog.Debian
       "alembert (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n"
       "  * Built from the sources of Alembert ${PROJECT_VERSION}.\n\n"
       " -- ${ALEMBERT_MAINTAINER}  ${now}\n")
  file(COPY_FILE ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${packaging}/${package}/changelog)
  execute_process(COMMAND gzip -9nf changelog.Debian changelog
                  WORKING_DIRECTORY ${packaging}/${package} COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${packaging}/copyright ${packaging}/${package}/changelog.Debian.gz
                ${packaging}/${package}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

if(NOT ALEMBERT_PROGRAM)
  return()
endif()
if(ALEMBERT_PYTHON)
  alembert_debian_files(python python3-alembert)
endif()
alembert_debian_files(program alembert)
alembert_debian_files(development libalembert-dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/alembert/examples
        FILES_MATCHING PATTERN "*.mech")
install(FILES ${PROJECT_SOURCE_DIR}/docs/language.md COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/alembert)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${ALEMBERT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development python)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(about "It derives and integrates the equations of motion of constrained
mechanical systems from a Lagrangian and constraints of any kind, and
names every force that keeps the constraints.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME alembert)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ffmpeg, python3-alembert")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "motion and constraint forces of mechanical systems\n${about}\n.\n"
    "This package holds the program with its manual pages, its completions\nfor shells and a gallery of models.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libalembert-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
# static libraries leave the linking of what they use to the user
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libfmt-dev, libeigen3-dev, libsundials-dev, libhdf5-dev, libasmjit-dev, libcairo2-dev, pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "motion and constraint forces of mechanical systems - C++ library\n${about}\n.\n"
    "This package holds static libraries and headers for CMake's find_package\nand for pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-alembert)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# tools/make_packages adds the release of Python that the module was built for
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-sympy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/python3-alembert/postinst
    ${PROJECT_SOURCE_DIR}/packaging/python3-alembert/prerm)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION
    "motion and constraint forces of mechanical systems - Python module\n${about}\n.\n"
    "This package holds the module for Python 3.")
foreach(component PROGRAM DEVELOPMENT PYTHON)
  list(JOIN CPACK_DEBIAN_${component}_DESCRIPTION "" CPACK_DEBIAN_${component}_DESCRIPTION)
endforeach()
include(CPack)
