# Embeds the pages of web/dist in a layer. `tools/build_web` makes them; a page that is not there is empty, and
# the program then does without it.
#
# alembert_embed_pages(TARGET)
function(alembert_embed_pages target)
  set(source ${PROJECT_BINARY_DIR}/pages.cpp)
  set(code "#include \"report/pages.hpp\"\n\n")
  set(getters "")
  # pages that appear later are noticed
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/dist/*.html)
  foreach(page report studio)
    set(file ${PROJECT_SOURCE_DIR}/web/dist/${page}.html)
    set(bytes "\"\"")
    if(file IN_LIST pages)
      set(bytes "_binary_${page}_page, static_cast<std::size_t>(_binary_${page}_page_end - _binary_${page}_page)")
      string(APPEND code
        "asm(R\"(.section .rodata\n"
        ".global _binary_${page}_page\n.global _binary_${page}_page_end\n"
        "_binary_${page}_page:\n.incbin \"${file}\"\n_binary_${page}_page_end:\n.byte 0\n.previous)\");\n"
        "extern \"C\" const char _binary_${page}_page[], _binary_${page}_page_end[];\n\n")
      set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${file})
    endif()
    string(APPEND getters "std::string_view ${page}_page() { return {${bytes}}; }\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT "${code}namespace alembert {\n${getters}}  // namespace alembert\n" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
