// Definitions: each is worked out when it is first needed, and not while it needs itself.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/build/formula.hpp"
#include "text/limits.hpp"

namespace alembert {

void Formulas::define(const ItemName& item, Member member, FormulaId formula) {
  declare(item, member, NameKind::definition, definitions_.size());
  definitions_.push_back({item.name, member, formula, item.index, item.span});
}

std::string Formulas::definition_name(std::size_t number) const {
  const Definition& definition = definitions_[number];
  return full_name(document_.syntax.spelling(definition.name), definition.member);
}

const Value& Formulas::definition(std::size_t number) {
  const Definition& wanted = definitions_[number];
  if (wanted.progress == Progress::done) return wanted.value;
  if (wanted.progress == Progress::in_doubt) throw InDoubt{};
  if (wanted.progress == Progress::begun) fail_circular(number);
  if (active_definitions_.empty())
    work_out_in_turn(number);
  else if (depth_ > max_definition_depth)
    throw NeededFirst{number};
  else
    work_out(number);
  return wanted.value;
}

// definitions in reverse order, each needing the next, wait in a list instead of on the stack
void Formulas::work_out_in_turn(std::size_t number) {
  const std::size_t depth = depth_;
  const Purpose* const purpose = purpose_;
  const bool numbers_only = numbers_only_;
  const std::vector<Index> indices = indices_;
  std::vector<std::size_t> waiting{number};
  while (!waiting.empty()) {
    try {
      work_out(waiting.back());
      waiting.pop_back();
    } catch (const NeededFirst& first) {
      // those on the way to it are begun again when it is done
      for (const std::size_t interrupted : active_definitions_)
        if (interrupted != waiting.back()) definitions_[interrupted].progress = Progress::waiting;
      active_definitions_.clear();
      depth_ = depth;
      purpose_ = purpose;
      numbers_only_ = numbers_only;
      indices_ = indices;
      waiting.push_back(first.definition);
    } catch (const NeededLater&) {
      throw;
    } catch (...) {
      for (const std::size_t begun : waiting) definitions_[begun].progress = Progress::in_doubt;
      throw;
    }
  }
}

bool Formulas::is_worked_out(std::size_t number) {
  const Purpose* const purpose = purpose_;
  const std::size_t depth = depth_;
  try {
    definition(number);
    return true;
  } catch (const NeededLater& later) {
    definitions_[number].tells_of_contact = later.of_contact;
    for (Definition& begun : definitions_)
      if (begun.progress == Progress::begun) begun.progress = Progress::waiting;
    active_definitions_.clear();
    indices_.clear();
    numbers_only_ = false;
    purpose_ = purpose;
    depth_ = depth;
    return false;
  }
}

void Formulas::work_out(std::size_t number) {
  Definition& definition = definitions_[number];
  definition.progress = Progress::begun;
  active_definitions_.push_back(number);
  // a definition sees its own index, not those of the formula that uses it
  std::vector<Index> own;
  if (definition.index != no_name) own.push_back({definition.index, *definition.member});
  std::swap(indices_, own);
  const Purpose* const outer_purpose = purpose_;
  const bool outer_numbers = std::exchange(numbers_only_, false);
  definition.value = value(definition.formula, purpose::definition);
  if (definition.value.is_condition())
    document_.fail(definition.formula, "a definition is a number or a vector, not a condition",
                   "use if(condition, 1, 0)");
  indices_ = std::move(own);
  purpose_ = outer_purpose;
  numbers_only_ = outer_numbers;
  active_definitions_.pop_back();
  definition.progress = Progress::done;
}

void Formulas::fail_circular(std::size_t number) const {
  const auto begin = active_definitions_.begin(), end = active_definitions_.end();
  // a long circle may have begun before the definitions that are being worked out now
  const auto first = std::find(begin, end, number);
  std::string circle = first == end ? definition_name(number) + " needs ... needs " : "";
  constexpr std::ptrdiff_t shown = 5;
  for (auto at = first == end ? end - std::min(shown, end - begin) : first; at != end; ++at) {
    if (first != end && at - first == shown) {
      circle += "... needs ";
      break;
    }
    circle += definition_name(*at) + " needs ";
  }
  document_.fail(definitions_[number].span,
                 fmt::format("the definition of '{}' is circular", definition_name(number)),
                 circle + definition_name(number));
}

}  // namespace alembert
