#pragma once
/// Five problems with contacts and friction, and the instants at which something happens in them,
/// as ours and the peers are compared at: the motions are those of models/bouncing_ball,
/// stick_slip, rocking_block, woodpecker and clutches, in SI units.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace bench {

inline constexpr double weight_of_one = 9.81;  ///< m/s²

namespace ball {
inline constexpr double height = 1, restitution = 0.8, end = 6;
inline constexpr int impacts = 10;
}  // namespace ball

/// Friction that no contact presses: its largest force, where it slips and where it sticks.
namespace belt {
inline constexpr double stiffness = 100, speed = 0.2, slipping = 0.25 * weight_of_one,
                        sticking = 0.40 * weight_of_one, end = 64.5;
inline constexpr int slips = 100;
}  // namespace belt

namespace block {
inline constexpr double half_width = 0.2, half_height = 0.8, friction = 0.5, tilt = 0.1, end = 7;
inline constexpr double inertia = (half_width * half_width + half_height * half_height) / 3;
}  // namespace block

namespace woodpecker {
inline constexpr double m_sleeve = 3e-4, m_bird = 4.5e-3, J_sleeve = 5e-9, J_bird = 7e-7,
                        spring = 5.6e-3, to_spring = 0.01, to_bird = 0.015, to_beak = 0.0201,
                        beak_height = 0.02, half_sleeve = 0.0058, r_sleeve = 0.0031,
                        r_pole = 0.0025, friction = 0.3, restitution = 0.5, end = 0.45,
                        period = 0.145976065143751824;
}  // namespace woodpecker

namespace clutches {
inline constexpr double moment = 10, sticking_part = 1.1, end = 1.5;
/// Instants at which the pressing of a clutch is not smooth.
inline constexpr double switches[] = {0.4, 0.9, 1.25};
/// How far each of the three is pressed.
inline double pressed(int clutch, double t) {
  if (clutch == 0) return t < switches[2] ? std::cos(0.4 * std::acos(-1.0) * t) : 0;
  return t < switches[clutch - 1] ? 0 : 1;
}
inline double drive(double t) { return 10 * std::sin(10 * std::acos(-1.0) * t); }
}  // namespace clutches

inline double end_of(const std::string& problem) {
  if (problem == "ball") return ball::end;
  if (problem == "belt") return belt::end;
  if (problem == "block") return block::end;
  if (problem == "woodpecker") return woodpecker::end;
  return clutches::end;
}

/// The instants, in the order of time: the first ten impacts of the ball, a hundred times at which
/// the block on the belt lets go, the first four impacts of the rocking block, three of the beak,
/// and the changes of the clutches that nothing from outside has brought about.
inline std::vector<double> instants(const std::string& problem) {
  std::vector<double> t;
  if (problem == "ball") {
    const double first = std::sqrt(2 * ball::height / weight_of_one), e = ball::restitution;
    for (int k = 0; k < ball::impacts; ++k)
      t.push_back(first * (1 + 2 * (e - std::pow(e, k + 1)) / (1 - e)));
  } else if (problem == "belt") {
    const double w = std::sqrt(belt::stiffness);
    const double excess = (belt::sticking - belt::slipping) / belt::stiffness;
    const double period =
        2 * excess / belt::speed + 2 / w * (std::acos(-1.0) - std::atan(w * excess / belt::speed));
    for (int k = 0; k < belt::slips; ++k)
      t.push_back(belt::sticking / belt::stiffness / belt::speed + k * period);
  } else if (problem == "block") {
    t = {0.374361302673896858, 1.00536584898559066, 1.55044097869657397, 2.02824532161682556};
  } else if (problem == "woodpecker") {
    for (int k = 0; k < 3; ++k) t.push_back(0.0198111789396364 + k * woodpecker::period);
  } else if (problem == "clutches") {
    t = {0.709621474693746663, 0.791662359154816006, 0.831108506137653244,
         0.906850192797879715, 1.00029585989463867,  1.14396749247316596};
  }
  return t;
}

/// The largest error of these instants, in s; NaN where some are missing.
inline double error_of_instants(const std::string& problem, const std::vector<double>& seen) {
  const std::vector<double> exact = instants(problem);
  if (seen.size() < exact.size()) return NAN;
  double largest = 0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    largest = std::max(largest, std::fabs(seen[k] - exact[k]));
  return largest;
}

/// Dry friction with a limit that is higher where it sticks, for programs whose friction has one
/// limit: which of them holds in the step to come is decided from the force of the step before.
class DryFriction {
 public:
  explicit DryFriction(bool sticks) : sticks_(sticks) {}
  bool sticks() const { return sticks_; }
  double limit(double slipping, double sticking) const { return sticks_ ? sticking : slipping; }
  /// After a step in which friction had this force of at most `limit`; whether it has changed.
  bool changes(double force, double limit) {
    const bool held = std::fabs(force) < limit * (1 - 1e-9);
    const bool changed = held != sticks_;
    sticks_ = held;
    return changed;
  }

 private:
  bool sticks_;
};

/// Where a straight line between two steps passes zero.
inline double crossing(double t0, double f0, double t1, double f1) {
  return t0 + (t1 - t0) * f0 / (f0 - f1);
}

/// What a peer prints: seconds,steps,instant,instant,...
inline void print_instants(double seconds, long steps, const std::vector<double>& t) {
  std::printf("%.9g,%ld", seconds, steps);
  for (const double x : t) std::printf(",%.17g", x);
  std::printf("\n");
}

/// What a peer prints of a problem that it cannot state.
inline int cannot(const char* why) {
  std::printf("cannot: %s\n", why);
  return 0;
}

}  // namespace bench
