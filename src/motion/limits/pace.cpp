#include "motion/limits/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

using numeric::Index;

namespace {

// A run that would take so many more steps at its present pace is slow: minutes for the smallest
// system. It ends where something chatters …
constexpr double slow = 1e8;
// … which means that it changes its side once in so many steps …
constexpr int restless_within = 64;
// … and stays so close to the change, compared with what it was before; or so close that steps
// never get to the other side
constexpr double close = 1e-3, at_the_change = 1e-6;
// What is restless in wide swings may be a rattle that dies down: so many steps show that it does
// not, if far more are left.
constexpr double too_slow = 3e8;
constexpr long patience_with_rattles = 100'000;
// Beyond this a run is hopeless, whatever the reason; but the pace may recover, and gets so many
// steps to do so.
constexpr double hopeless = 1e10;
constexpr long patience = 300'000;

std::vector<NodeId> formulas_of(const std::vector<Switch>& switches) {
  std::vector<NodeId> formulas;
  for (const Switch& one : switches)
    formulas.insert(formulas.end(), one.formulas.begin(), one.formulas.end());
  return formulas;
}

}  // namespace

Pace::Pace(Dynamics& dynamics, const RunSettings& settings)
    : dynamics_(dynamics),
      settings_(settings),
      switches_(switches_of(dynamics.equations())),
      sides_(dynamics.state().compiled(formulas_of(switches_))),
      records_(switches_.size()),
      window_begin_(settings.from) {}

std::optional<Failure> Pace::look(double t, const numeric::Vector& y) {
  if (!switches_.empty()) see_switches(t, y);
  if (steps_ < steps_of_window) return std::nullopt;
  std::optional<Failure> failure = judge(t);
  begin_window(t);
  return failure;
}

void Pace::see_switches(double t, const numeric::Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const double* side =
      sides_.evaluate(dynamics_.state().input_values(t, y.head(n), y.segment(n, n))).data();
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    Record& record = records_[i];
    const std::vector<double> sides(side, side + switches_[i].formulas.size());
    side += sides.size();
    double product = 0, largest = 0;
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (!record.sides.empty()) product += sides[k] * record.sides[k];
      largest = std::max(largest, std::fabs(sides[k]));
    }
    if (product < 0) ++record.changes;
    record.largest = std::max(record.largest, largest);
    record.largest_ever = std::max(record.largest_ever, largest);
    if (largest > 0) record.sides = sides;  // at zero it has not decided yet
  }
}

bool Pace::is_restless(const Record& record) {
  return record.changes * restless_within >= steps_of_window;
}

bool Pace::is_at_its_change(const Record& record) {
  return record.largest_ever > 0 &&
         record.largest <= (is_restless(record) ? close : at_the_change) * record.largest_ever;
}

std::optional<Failure> Pace::judge(double t) {
  const double needed = (settings_.until - t) / (t - window_begin_) * steps_of_window;
  const bool was_watching = is_watching_;
  is_watching_ = needed > slow;
  hopeless_steps_ = needed > hopeless ? hopeless_steps_ + steps_of_window : 0;
  const bool rattles = was_watching && std::ranges::any_of(records_, is_restless);
  rattling_steps_ = needed > too_slow && rattles ? rattling_steps_ + steps_of_window : 0;
  if (!is_watching_ || !was_watching) return std::nullopt;

  const auto at_its_change = std::ranges::find_if(records_, [&](const Record& record) {
    return is_at_its_change(record) && (is_restless(record) || needed > too_slow);
  });
  if (at_its_change != records_.end()) return chattering(at_its_change - records_.begin(), t);
  if (rattling_steps_ >= patience_with_rattles)
    return chattering(std::ranges::find_if(records_, is_restless) - records_.begin(), t);
  if (hopeless_steps_ < patience) return std::nullopt;
  return Failure{
      Fate::no_progress,
      fmt::format("at {:.1g} a step, the end is {:.1g} steps away; {}",
                  (t - window_begin_) / steps_of_window, needed, hint_for(Fate::no_progress))};
}

Failure Pace::chattering(std::ptrdiff_t which, double t) const {
  const Record& record = records_[static_cast<std::size_t>(which)];
  const std::string& text = switches_[static_cast<std::size_t>(which)].text;
  const std::string what =
      is_restless(record)
          ? fmt::format("{} switches about {} times within {:.1g}", text,
                        std::lround(static_cast<double>(record.changes) / 50) * 50,
                        t - window_begin_)
          : fmt::format("{} stays within {:.1g} of where it switches", text, record.largest);
  return {Fate::chatters, fmt::format("{}; {}", what, hint_for(Fate::chatters))};
}

void Pace::begin_window(double t) {
  steps_ = 0;
  window_begin_ = t;
  for (Record& record : records_) {
    record.changes = 0;
    record.largest = 0;
  }
}

}  // namespace alembert
