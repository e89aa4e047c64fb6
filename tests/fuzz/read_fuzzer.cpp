// Any text is either a model or a mistake with a message, and what is read can be written and read
// back.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "mechanics/model_error.hpp"
#include "text/read.hpp"
#include "text/same_model.hpp"
#include "text/write.hpp"

using namespace alembert;

namespace {

constexpr std::size_t budget = 2'000;  // enough for every construct, and quick

[[noreturn]] void report(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<Model> model;
  std::string written;
  try {
    model = read_text(text, "fuzz.mech", {.operations = budget});
    written = write_text(*model);
  } catch (const ModelError&) {
    return 0;
  }
  // sums and families are written out, which takes more pieces than they had
  try {
    const Model again = read_text(written, "written.mech");
    if (!same_model(*model, again)) report("the model reads back as another one:", written);
  } catch (const ModelError& error) {
    report(error.what(), written);
  }
  return 0;
}
