#pragma once
/// A file that has been scanned and parsed, and the way to complain about a piece of it.

#include <string>
#include <vector>

#include "text/parse/cursor.hpp"
#include "text/parse/mistakes.hpp"
#include "text/parse/source.hpp"
#include "text/parse/syntax.hpp"

namespace alembert {

/// All that is known of the text. The references must outlive it.
struct Document {
  const Source& source;
  const std::vector<Token>& tokens;
  const Syntax& syntax;
  Mistakes& mistakes;

  Place place(TokenSpan span) const { return place_of(source, tokens, span); }
  Place place(FormulaId formula) const { return place(syntax.formulas[formula].span); }
  /// The source of a span with single blanks and no comments.
  std::string text(TokenSpan span) const { return text_of(source, tokens, span); }
  std::size_t line(TokenSpan span) const { return source.line(tokens[span.first].offset); }

  template <typename Where>
  [[noreturn]] void fail(Where where, const std::string& what, const std::string& hint = {}) const {
    throw ModelError(place(where), what, hint);
  }

  /// Runs something that may complain without a place, and gives the complaint this one.
  template <typename Where, typename Work>
  auto located(Where where, Work work) const {
    try {
      return work();
    } catch (const ModelError& error) {
      if (error.place().line > 0) throw;
      throw ModelError(place(where), error.message(), error.hint());
    }
  }
};

}  // namespace alembert
