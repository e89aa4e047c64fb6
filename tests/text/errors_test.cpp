// Wrong models beside the message they must get: tests/errors/*.mech and *.txt.

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"
#include "text/goldens.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

std::string message_for(const std::filesystem::path& model) {
  try {
    read_text(contents(model), model.filename().string());
  } catch (const ModelError& error) {
    return error.what() + std::string("\n");
  }
  FAIL(model.filename().string() << " is read without an error");
  return {};
}

}  // namespace

TEST_CASE("every wrong model gets the message beside it") {
  CHECK(check_goldens("errors", message_for) >= 60);
}
