#include "text/grammar.hpp"

#include <fmt/format.h>

#include "text/keywords.hpp"

namespace alembert {

namespace {

// word|word|..., for a regular expression
std::string alternatives(std::initializer_list<WordKind> kinds) {
  std::vector<std::string_view> words;
  for (const WordKind kind : kinds)
    for (const std::string_view word : words_of(kind)) words.push_back(word);
  return fmt::format("{}", fmt::join(words, "|"));
}

struct Rule {
  std::string name;   ///< the scope that colour themes know
  std::string match;  ///< a regular expression, escaped for JSON
};

}  // namespace

std::string textmate_grammar() {
  const std::string options =
      alternatives({WordKind::run_option, WordKind::run_choice, WordKind::joint_kind,
                    WordKind::solid, WordKind::contextual});
  const Rule rules[] = {
      {"comment.line.number-sign.alembert", "#.*$"},
      {"string.quoted.double.alembert", R"(\"(\\\\.|[^\"\\\\])*\")"},
      {"keyword.control.statement.alembert",
       fmt::format(R"(^({})\\b)", alternatives({WordKind::statement}))},
      {"support.function.alembert",
       fmt::format(R"(\\b({})(?=\\s*\\())",
                   alternatives({WordKind::function, WordKind::body_quantity,
                                 WordKind::force_quantity, WordKind::contact_quantity}))},
      {"keyword.other.expectation.alembert",
       fmt::format(R"(^\\s+({})\\b)", alternatives({WordKind::expectation, WordKind::shape}))},
      {"keyword.other.alembert", fmt::format(R"(\\b({})\\b)", options)},
      {"constant.language.alembert",
       fmt::format(R"(\\b({})\\b)", alternatives({WordKind::constant}))},
      {"constant.numeric.alembert",
       R"((?<![\\w.])(\\d+(\\.(?!\\.)\\d*)?|\\.\\d+)([eE][+-]?\\d+)?)"},
      {"storage.type.unit.alembert", R"((?<=\\s)\\[[^\\]]*\\])"},
      {"keyword.operator.alembert", R"([-+*/^=~<>:]|\\.\\.|')"},
  };
  std::string patterns;
  for (const Rule& rule : rules) {
    if (!patterns.empty()) patterns += ",\n";
    patterns += fmt::format(R"(    {{ "name": "{}", "match": "{}" }})", rule.name, rule.match);
  }
  return fmt::format(R"({{
  "name": "Alembert model",
  "scopeName": "source.alembert",
  "fileTypes": ["mech"],
  "patterns": [
{}
  ]
}}
)",
                     patterns);
}

}  // namespace alembert
