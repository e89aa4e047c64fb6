#include "report/html_report.hpp"

#include <stdexcept>

#include "report/pages.hpp"

namespace alembert {

namespace {

/// Within a script element no text may look like its end.
std::string without_tags(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

bool has_html_report() { return !report_page().empty(); }

std::string html_report(const Motion& motion, const Model& model, const ModelText& text) {
  constexpr std::string_view place = "/*MOTION*/";
  const std::string_view page = report_page();
  const std::size_t at = page.find(place);
  if (at == std::string_view::npos) throw std::logic_error("the page has no place for a motion");
  std::string result(page.substr(0, at));
  result += without_tags(viewer_json(motion, model, text));
  result += page.substr(at + place.size());
  return result;
}

}  // namespace alembert
