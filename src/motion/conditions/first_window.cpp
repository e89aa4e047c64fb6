#include "motion/conditions/first_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert {

namespace {

// a margin that changes as often as this within one step is taken as it is seen
constexpr int most_looks = 20000;
// what a parabola misses at two points, times this, bounds what it misses elsewhere: nearly 1 for a
// cubic, more at kinks
constexpr double caution = 4;
// a parabola that misses no more than this part of the margin shows how often it crosses zero
constexpr double believable = 0.05;
constexpr double rounding = 4e-15;

/// Five looks: a parabola through the first, the third and the last, and two to judge it by.
using Panel = std::array<Look, 5>;

struct Parabola {
  double top;     ///< its largest value in the panel
  double misses;  ///< largest deviation from the two other looks
};

Parabola parabola_of(const Panel& p) {
  // Newton's form, for looks that need not be evenly spaced
  const double t0 = p[0].t, t2 = p[2].t, t4 = p[4].t;
  const double slope = (p[2].margin - p[0].margin) / (t2 - t0);
  const double slope_after = (p[4].margin - p[2].margin) / (t4 - t2);
  const double bend = (slope_after - slope) / (t4 - t0);
  const auto value = [&](double t) { return p[0].margin + (t - t0) * (slope + (t - t2) * bend); };
  Parabola result{std::max({p[0].margin, p[2].margin, p[4].margin}), 0};
  const double vertex = 0.5 * (t0 + t2) - 0.5 * slope / bend;
  if (bend < 0 && vertex > t0 && vertex < t4) result.top = std::max(result.top, value(vertex));
  for (const int i : {1, 3})
    result.misses = std::max(result.misses, std::fabs(p[i].margin - value(p[i].t)));
  return result;
}

class Search {
 public:
  Search(const std::function<Look(double)>& look, double range)
      : look_(look), floor_(rounding * range) {}

  std::optional<Window> within(const Panel& p) {
    const auto first = std::find_if(p.begin(), p.end(), [](const Look& l) { return l.holds; });
    const bool is_seen = first != p.end();
    const Parabola parabola = parabola_of(p);
    if (!is_seen && !(parabola.top + caution * parabola.misses > floor_)) return std::nullopt;
    double size = 0;
    for (const Look& l : p) size = std::max(size, std::fabs(l.margin));
    const bool is_clear = parabola.misses <= believable * size;
    if (is_seen && (is_clear || !can_be_halved(p))) {
      if (first == p.begin()) return Window{p[0].t, p[0].t};
      return Window{std::prev(first)->t, first->t};
    }
    if (!can_be_halved(p)) return std::nullopt;
    if (const auto left = within(halved(p, 0))) return left;
    return within(halved(p, 2));
  }

 private:
  bool can_be_halved(const Panel& p) const {
    if (looks_ >= most_looks) return false;
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
      const double middle = 0.5 * (p[i].t + p[i + 1].t);
      if (!(p[i].t < middle && middle < p[i + 1].t)) return false;
    }
    return true;
  }

  Panel halved(const Panel& p, std::size_t from) {
    looks_ += 2;
    return {p[from], look_(0.5 * (p[from].t + p[from + 1].t)), p[from + 1],
            look_(0.5 * (p[from + 1].t + p[from + 2].t)), p[from + 2]};
  }

  const std::function<Look(double)>& look_;
  const double floor_;
  int looks_ = 0;
};

// the instants with some more, so that they make whole panels
std::vector<double> for_panels(std::vector<double> instants) {
  const std::size_t missing = (4 - (instants.size() - 1) % 4) % 4;
  if (missing == 0) return instants;
  const double last = instants.back(), before = instants[instants.size() - 2];
  instants.pop_back();
  for (std::size_t i = 1; i <= missing; ++i)
    instants.push_back(before +
                       (last - before) * static_cast<double>(i) / static_cast<double>(missing + 1));
  instants.push_back(last);
  return instants;
}

}  // namespace

std::optional<Window> first_window(const std::function<Look(double)>& look,
                                   const std::vector<double>& instants) {
  std::vector<Look> looks;
  double range = 0;
  for (const double t : for_panels(instants)) {
    looks.push_back(look(t));
    range = std::max(range, std::fabs(looks.back().margin));
  }
  Search search(look, range);
  for (std::size_t i = 0; i + 4 < looks.size(); i += 4)
    if (const auto window =
            search.within({looks[i], looks[i + 1], looks[i + 2], looks[i + 3], looks[i + 4]}))
      return window;
  return std::nullopt;
}

}  // namespace alembert
