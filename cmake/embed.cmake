# Files within the program: the pages of web/dist, which `tools/build_web` makes, and the models of the gallery.

# alembert_embedded(SYMBOL FILE RESULT) sets RESULT to C++ that puts a file between SYMBOL and SYMBOL_end.
function(alembert_embedded symbol file result)
  set(${result}
"asm(R\"(.section .rodata
.global ${symbol}
.global ${symbol}_end
${symbol}:
.incbin \"${file}\"
${symbol}_end:
.byte 0
.previous)\");
extern \"C\" const char ${symbol}[], ${symbol}_end[];
" PARENT_SCOPE)
endfunction()

# alembert_embed_pages(TARGET): report/pages.hpp. A page that is not there is empty, and the program does without.
function(alembert_embed_pages target)
  set(source ${PROJECT_BINARY_DIR}/pages.cpp)
  # pages that appear later are noticed
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/dist/*.html)
  set(code "#include \"report/pages.hpp\"\n\n")
  set(getters "")
  foreach(page report studio)
    set(file ${PROJECT_SOURCE_DIR}/web/dist/${page}.html)
    set(symbol alembert_page_${page})
    set(text "\"\"")
    if(file IN_LIST pages)
      alembert_embedded(${symbol} ${file} bytes)
      string(APPEND code "${bytes}\n")
      set(text "${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})")
      set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${file})
    endif()
    string(APPEND getters "std::string_view ${page}_page() { return {${text}}; }\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} @ONLY
       CONTENT "${code}namespace alembert {\n${getters}}  // namespace alembert\n")
  # compiled with other files it would not be compiled again when a page changes
  set_property(SOURCE ${source} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${source})
endfunction()

# alembert_embed_gallery(TARGET): studio/gallery.hpp, all of models/*/*.mech.
function(alembert_embed_gallery target)
  set(source ${PROJECT_BINARY_DIR}/gallery.cpp)
  file(GLOB models CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/models
       ${PROJECT_SOURCE_DIR}/models/*/*.mech)
  list(SORT models)
  set(code "#include \"studio/gallery.hpp\"\n\n")
  set(entries "")
  foreach(model IN LISTS models)
    string(REGEX REPLACE "\\.mech$" "" name ${model})
    string(MAKE_C_IDENTIFIER "alembert_model_${name}" symbol)
    alembert_embedded(${symbol} ${PROJECT_SOURCE_DIR}/models/${model} bytes)
    string(APPEND code "${bytes}")
    string(APPEND entries
           "    {\"${name}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/models/${model})
  endforeach()
  file(CONFIGURE OUTPUT ${source} @ONLY
       CONTENT "${code}\nnamespace alembert::studio {\nstd::span<const GalleryModel> gallery() {\n  static const GalleryModel models[] = {\n${entries}  };\n  return models;\n}\n}  // namespace alembert::studio\n")
  set_property(SOURCE ${source} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
