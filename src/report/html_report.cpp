#include "report/html_report.hpp"

#include <stdexcept>

#include "files/xml_text.hpp"
#include "report/motion_report.hpp"
#include "report/pages.hpp"

namespace alembert {

namespace {

/// Inside a script element no text may look like its end tag.
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

/// What a reader without scripts sees: the words of `alembert run`.
std::string plain_report(const Motion& motion, const Model& model) {
  const std::string title = files::escaped_for_xml(motion.equations().system.title());
  return "<h1>" + title + "</h1>\n<pre>" +
         files::escaped_for_xml(motion_text(motion, check_expectations(model, motion))) +
         "</pre>\n";
}

void replace(std::string& page, std::string_view place, const std::string& text) {
  const std::size_t at = page.find(place);
  if (at == std::string::npos) throw std::logic_error("the page has no place for a motion");
  page.replace(at, place.size(), text);
}

}  // namespace

bool has_html_report() { return !report_page().empty(); }

std::string html_report(const Motion& motion, const Model& model, const ModelText& text) {
  std::string page(report_page());
  // the words last: nothing in the numbers that were inserted before looks like their placeholder
  replace(page, "/*MOTION*/", without_tags(viewer_json(motion, model, text)));
  replace(page, "<!--PLAIN-->", plain_report(motion, model));
  return page;
}

}  // namespace alembert
