#include "mechanics/model.hpp"

namespace alembert {

std::string_view name_of(Method method) {
  switch (method) {
    case Method::dop853:
      return "dop853";
    case Method::taylor:
      return "taylor";
    case Method::gauss:
      return "gauss";
    case Method::stiff:
      return "stiff";
  }
  return {};
}

std::string_view name_of(Drift drift) {
  switch (drift) {
    case Drift::project:
      return "project";
    case Drift::baumgarte:
      return "baumgarte";
    case Drift::none:
      return "none";
  }
  return {};
}

std::string_view name_of(Inconsistent choice) {
  switch (choice) {
    case Inconsistent::error:
      return "error";
    case Inconsistent::least_squares:
      return "least_squares";
  }
  return {};
}

std::string_view name_of(Shape::What what) {
  switch (what) {
    case Shape::What::point:
      return "point";
    case Shape::What::line:
      return "line";
    case Shape::What::path:
      return "path";
    case Shape::What::disk:
      return "disk";
    case Shape::What::box:
      return "box";
    case Shape::What::sphere:
      return "sphere";
    case Shape::What::frame:
      return "frame";
    case Shape::What::up:
      return "up";
  }
  return {};
}

}  // namespace alembert
