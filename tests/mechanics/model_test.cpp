#include "mechanics/model.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

TEST_CASE("the choices of a run have the names that models use") {
  CHECK(name_of(Method::dop853) == "dop853");
  CHECK(name_of(Method::taylor) == "taylor");
  CHECK(name_of(Method::gauss) == "gauss");
  CHECK(name_of(Method::stiff) == "stiff");
  CHECK(name_of(Drift::project) == "project");
  CHECK(name_of(Drift::baumgarte) == "baumgarte");
  CHECK(name_of(Drift::none) == "none");
  CHECK(name_of(Inconsistent::error) == "error");
  CHECK(name_of(Inconsistent::least_squares) == "least_squares");
}

TEST_CASE("the word of a choice leads back to it") {
  CHECK(choice_named<Method>("gauss") == Method::gauss);
  CHECK(choice_named<Drift>("none") == Drift::none);
  CHECK(choice_named<Inconsistent>("least_squares") == Inconsistent::least_squares);
  CHECK(choice_named<Method>("none") == std::nullopt);
  CHECK(choice_named<Method>("") == std::nullopt);
}

TEST_CASE("the shapes of a drawing have the names that models use") {
  CHECK(choice_words<Shape::What>() == std::vector<std::string_view>{"point", "line", "path",
                                                                     "disk", "box", "sphere",
                                                                     "ellipsoid", "frame", "up"});
  for (const auto& shape : choices<Shape::What>) CHECK(name_of(shape.value) == shape.word);
}
