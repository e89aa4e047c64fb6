// What is known at the start.

#include <fmt/format.h>

#include <unordered_map>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

constexpr Kinds state_kinds = Kind::coordinate | Kind::velocity;

// values that are formulas of other start values must end at known ones
class StartOrder {
 public:
  StartOrder(Builder& b, const std::vector<FormulaId>& formulas,
             const std::unordered_map<NodeId, std::size_t>& given)
      : b_(b), formulas_(formulas), given_(given), progress_(formulas.size()) {}

  void check() {
    for (std::size_t i = 0; i < formulas_.size(); ++i)
      if (progress_[i] == 0) walk(i);
  }

 private:
  // depth first over the values that a value needs, without recursion
  void walk(std::size_t first) {
    struct Step {
      std::size_t value;
      std::vector<std::size_t> needs;
    };
    std::vector<Step> path;
    const auto enter = [&](std::size_t value) {
      progress_[value] = 1;
      path.push_back({value, needs(value)});
    };
    enter(first);
    while (!path.empty()) {
      Step& top = path.back();
      if (top.needs.empty()) {
        progress_[top.value] = 2;
        path.pop_back();
        continue;
      }
      const std::size_t next = top.needs.back();
      top.needs.pop_back();
      if (progress_[next] == 1)
        b_.document.fail(formulas_[next],
                         fmt::format("the start value of '{}' depends on itself", name(next)));
      if (progress_[next] == 0) enter(next);
    }
  }

  std::vector<std::size_t> needs(std::size_t value) const {
    const NodeId formula = b_.model.start[value].formula;
    std::vector<std::size_t> others;
    if (!b_.graph().kinds(formula).has(state_kinds)) return others;
    for (const NodeId node : reachable(b_.graph(), {formula})) {
      if (!b_.graph().is_symbol(node) || !b_.graph().kinds(node).has(state_kinds)) continue;
      const auto place = given_.find(node);
      if (place == given_.end())
        b_.document.fail(formulas_[value],
                         fmt::format("'{}' has no start value", b_.graph().name(node)),
                         "start values are formulas of parameters, t and other start values");
      others.push_back(place->second);
    }
    return others;
  }

  std::string name(std::size_t value) const {
    return b_.graph().name(b_.model.start[value].symbol);
  }

  Builder& b_;
  const std::vector<FormulaId>& formulas_;
  const std::unordered_map<NodeId, std::size_t>& given_;
  std::vector<char> progress_;
};

}  // namespace

void build_start(Builder& b, const std::unordered_map<std::string, double>& set) {
  std::unordered_map<NodeId, std::size_t> given;
  std::vector<FormulaId> formulas;
  const auto add = [&](NodeId symbol, const Expr& value, bool guess, FormulaId formula) {
    b.model.start.push_back({symbol, value.in(b.graph()), guess});
    formulas.push_back(formula);
  };
  for (const StartSyntax& item : b.syntax().start)
    b.attempt_members(item.name, [&](Member member) {
      const Coordinate& x = b.system().coordinates()[b.formulas.coordinate(item.name, member)];
      const NodeId symbol = item.velocity ? x.v : x.q;
      if (given.contains(symbol))
        b.document.fail(item.name.span,
                        fmt::format("the start of '{}' is given twice", b.graph().name(symbol)),
                        "take one of them away");
      const auto other = set.find(b.graph().name(symbol));
      const bool is_set = other != set.end();
      const Expr value =
          is_set ? Expr(other->second) : b.formulas.scalar(item.formula, purpose::start);
      given[symbol] = formulas.size();
      add(symbol, value, item.guess && !is_set, is_set ? no_formula : item.formula);
    });
  for (const ItemName& item : b.syntax().start_off)
    b.attempt_members(item, [&](Member member) {
      const std::string name = b.formulas.constraint(item, member);
      b.document.located(item.span, [&] { b.system().start_off(name); });
    });
  // values that are set although the text does not mention them, in the order of the coordinates
  for (const Coordinate& x : b.system().coordinates())
    for (const NodeId symbol : {x.q, x.v})
      if (const auto value = set.find(b.graph().name(symbol));
          value != set.end() && given.try_emplace(symbol, formulas.size()).second)
        add(symbol, Expr(value->second), false, no_formula);
  b.model.start = b.mechanism.start_with(std::move(b.model.start));
  // a value that is needed may stand in a piece with a mistake
  if (!b.document.mistakes.any()) b.attempt([&] { StartOrder(b, formulas, given).check(); });
}

}  // namespace alembert
