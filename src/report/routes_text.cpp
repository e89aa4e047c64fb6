#include <fmt/format.h>

#include <iterator>

#include "report/explanation_report.hpp"

namespace alembert {

std::string routes_text(const theory::Explanation& story) {
  const std::vector<theory::Route> routes = theory::routes(story.scene.equations);
  std::size_t width = 0;
  for (const theory::Route& route : routes) width = std::max(width, route.name.size());
  std::string text = "\nThe same acceleration by other routes: difference and cost\n";
  const auto out = std::back_inserter(text);
  const double size = story.acceleration.norm();
  for (const theory::Route& route : routes) {
    if (route.acceleration) {
      const double apart = (*route.acceleration - story.acceleration).norm();
      fmt::format_to(out, "     {:{}}  {:>8.1e}  {:>8.1f} us  {}\n", route.name, width,
                     size > 0 ? apart / size : apart, 1e6 * route.seconds, route.method);
    } else {
      fmt::format_to(out, "     {:{}}  fails: {}\n", route.name, width, route.failure);
    }
  }
  return text;
}

}  // namespace alembert
