#pragma once
/// The names that formulas may use: coordinates, parameters, variables, definitions, bodies and
/// joints, single or members of families.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/parse/syntax.hpp"

namespace alembert {

enum class NameKind : std::uint8_t { coordinate, parameter, variable, definition, body, joint };
std::string_view name_of(NameKind kind);

/// Which member of a family, or none for a single name.
using Member = std::optional<std::int64_t>;

/// What a name stands for: the kind, and the place in the list of that kind.
struct Declared {
  NameKind kind;
  std::uint32_t number;
  TokenSpan span;
};

/// The members of a family from the least to the greatest index; some between may be missing.
struct Extent {
  std::int64_t least;
  std::int64_t greatest;
};

class Names {
 public:
  /// Adds a name; returns what has that name already, if anything has.
  const Declared* declare(NameId name, Member member, const Declared& as);
  const Declared* find(NameId name, Member member) const;
  /// The family of that name, if it has members.
  const Extent* family(NameId name) const;
  /// Number of names, each member counted.
  std::size_t size() const { return singles_.size() + members_.size(); }
  /// The spellings of all names, without indices, for hints.
  std::vector<std::string_view> spellings(const Syntax& syntax) const;

 private:
  std::unordered_map<NameId, Declared> singles_;
  std::unordered_map<std::uint64_t, Declared> members_;
  std::unordered_map<NameId, Extent> families_;
};

/// `x` or `x[3]`, as results and messages write it.
std::string full_name(const std::string& name, Member member);

}  // namespace alembert
