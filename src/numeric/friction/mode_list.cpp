#include "numeric/friction/mode_list.hpp"

#include <algorithm>

namespace alembert::numeric {

namespace {

FrictionState sliding(Slip slip) {
  return slip == Slip::forward ? FrictionState::forward : FrictionState::backward;
}

// one thing after the other that a contact, a row that holds, or a friction that nothing presses,
// can do
struct Option {
  bool closed = false;
  int sign = 0;
  std::vector<FrictionState> states;  // of its frictions
};

struct Element {
  Index contact = no_row, held = no_row;  // within the group
  Rows frictions;
  std::vector<Option> options;
};

class Modes {
 public:
  Modes(const FrictionProblem& p, const std::vector<PlanarFriction>& frictions,
        const FrictionGroup& group)
      : p_(p), frictions_(frictions), group_(group) {
    for (std::size_t i = 0; i < group.contacts.size(); ++i)
      elements_.push_back({static_cast<Index>(i), no_row, {}, {}});
    for (std::size_t e = 0; e < group.held.size(); ++e)
      elements_.push_back({no_row, static_cast<Index>(e), {}, {}});
    for (std::size_t j = 0; j < group.frictions.size(); ++j) place(static_cast<Index>(j));
    for (Element& element : elements_) list_options(element);
  }

  double count() const {
    double product = 1;
    for (const Element& element : elements_) product *= static_cast<double>(element.options.size());
    return product;
  }

  std::vector<FrictionMode> list() const {
    std::vector<FrictionMode> modes;
    std::vector<std::size_t> digits(elements_.size(), 0);
    for (;;) {
      modes.push_back(mode(digits));
      std::size_t i = 0;
      while (i < digits.size() && ++digits[i] == elements_[i].options.size()) digits[i++] = 0;
      if (i == digits.size()) return modes;
    }
  }

 private:
  void place(Index j) {
    const Index friction = group_.frictions[at(j)];
    const Press press = p_.press[at(friction)];
    if (press == Press::nothing) {
      elements_.push_back({no_row, no_row, {j}, {}});
      return;
    }
    for (Element& element : elements_) {
      const bool pushing = press == Press::pushing;
      const Index position = pushing ? element.contact : element.held;
      if (position == no_row) continue;
      const Index row = pushing ? group_.contacts[at(position)] : group_.held[at(position)];
      if (row == p_.pressing[at(friction)]) element.frictions.push_back(j);
    }
  }

  std::vector<FrictionState> states(Index j, bool pressed) const {
    const Index number = group_.frictions[at(j)];
    const PlanarFriction& friction = frictions_[at(number)];
    const bool limited = friction.limit > 0 || friction.limit_static > 0;
    if (!pressed && !limited) return {FrictionState::none};
    if (friction.slip != Slip::rest) return {sliding(friction.slip)};
    std::vector<FrictionState> all;
    if (friction.may_stick) all.push_back(FrictionState::sticks);
    all.push_back(FrictionState::forward);
    all.push_back(FrictionState::backward);
    return all;
  }

  void list_options(Element& element) const {
    std::vector<Option> options;
    if (element.contact != no_row)
      options = {{true, 0, {}}, {false, 0, {}}};
    else
      options = {{false, 0, {}}};
    for (const Index j : element.frictions) {
      std::vector<Option> longer;
      for (const Option& option : options)
        for (const FrictionState state : states(j, element.contact == no_row || option.closed)) {
          longer.push_back(option);
          longer.back().states.push_back(state);
        }
      options = std::move(longer);
    }
    for (const Option& option : options) {
      element.options.push_back(option);
      if (element.held == no_row || std::none_of(option.states.begin(), option.states.end(), slips))
        continue;
      element.options.back().sign = 1;
      element.options.push_back(option);
      element.options.back().sign = -1;
    }
  }

  FrictionMode mode(const std::vector<std::size_t>& digits) const {
    FrictionMode m{std::vector<bool>(group_.contacts.size()),
                   std::vector<FrictionState>(group_.frictions.size(), FrictionState::none),
                   std::vector<int>(group_.held.size(), 0)};
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const Element& element = elements_[i];
      const Option& option = element.options[digits[i]];
      if (element.contact != no_row) m.closed[at(element.contact)] = option.closed;
      if (element.held != no_row) m.signs[at(element.held)] = option.sign;
      for (std::size_t j = 0; j < option.states.size(); ++j)
        m.frictions[at(element.frictions[j])] = option.states[j];
    }
    return m;
  }

  const FrictionProblem& p_;
  const std::vector<PlanarFriction>& frictions_;
  const FrictionGroup& group_;
  std::vector<Element> elements_;
};

}  // namespace

std::optional<std::vector<FrictionMode>> list_modes(const FrictionProblem& problem,
                                                    const std::vector<PlanarFriction>& frictions,
                                                    const FrictionGroup& group, int most) {
  const Modes modes(problem, frictions, group);
  if (modes.count() > most) return {};
  return modes.list();
}

}  // namespace alembert::numeric
