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

TEST_CASE("the shapes of a drawing have the names that models use") {
  using What = Shape::What;
  std::string names;
  for (const What what : {What::point, What::line, What::path, What::disk, What::box, What::sphere,
                          What::frame, What::up})
    names += std::string(name_of(what)) + " ";
  CHECK(names == "point line path disk box sphere frame up ");
}
