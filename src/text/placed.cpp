#include "text/placed.hpp"

#include <algorithm>
#include <optional>

#include "text/document.hpp"
#include "text/parse/parse.hpp"
#include "text/parse/scan.hpp"

namespace alembert {

namespace {

// x of x[3], and rod of rod.2, a row of a vector equation
std::string_view family_of(std::string_view name) {
  return name.substr(0, name.find_first_of("[."));
}

class Finder {
 public:
  explicit Finder(const Document& document) : document_(document) {}

  std::optional<Place> place_of(const StartMatter& matter) const {
    const std::vector<StartSyntax>& start = document_.syntax.start;
    const bool is_whole = matter.given.empty() && matter.held.empty();
    std::optional<TokenSpan> span;
    for (const StartSyntax& item : start) {
      if (!is_whole && !std::ranges::any_of(matter.given, [&](const std::string& name) {
            return is_value(item, name);
          }))
        continue;
      // one stretch for all of them, as far as they stand in one line
      const TokenSpan here{item.name.span.first, document_.syntax.formulas[item.formula].span.last};
      if (!span) span = here;
      if (document_.line(here) == document_.line(*span)) span->last = here.last;
    }
    if (!span) span = statement_of(matter.held);
    if (!span) return {};
    return document_.place(*span);
  }

 private:
  bool names(const ItemName& item, std::string_view name) const {
    const std::string written = document_.text(item.span);
    return written == name || (item.is_family() && family_of(written) == family_of(name));
  }

  bool is_value(const StartSyntax& item, std::string_view column) const {
    const bool is_velocity = column.ends_with('\'');
    if (is_velocity) column.remove_suffix(1);
    return item.velocity == is_velocity && names(item.name, column);
  }

  std::optional<TokenSpan> statement_of(const std::vector<std::string>& held) const {
    for (const std::string& name : held) {
      const auto is_it = [&](const auto& item) {
        return names(item.name, name) || document_.text(item.name.span) == family_of(name);
      };
      const Syntax& syntax = document_.syntax;
      const auto constraint = std::ranges::find_if(syntax.constraints, is_it);
      if (constraint != syntax.constraints.end()) return constraint->name.span;
      const auto joint = std::ranges::find_if(syntax.joints, is_it);
      if (joint != syntax.joints.end()) return joint->name.span;
    }
    return {};
  }

  const Document& document_;
};

}  // namespace

ModelError placed(const StartError& error, std::string_view text, const std::string& file_name) {
  const Source source(text, file_name);
  Mistakes none;
  const std::vector<Token> tokens = scan(source, none);
  const Syntax syntax = parse(source, tokens, none);
  const Document document{source, tokens, syntax, none};
  if (const std::optional<Place> place = Finder(document).place_of(error.matter()))
    return ModelError(*place, error.message(), error.hint());
  return error;
}

}  // namespace alembert
