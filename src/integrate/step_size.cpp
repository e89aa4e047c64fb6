#include "integrate/step_size.hpp"

namespace alembert::integrate {

namespace {

// of the shortest of these times: an Euler step, and a first step, which is to be a little too
// short
constexpr double euler_part = 0.01, first_part = 0.5;
// of the longest step, where nothing moves yet
constexpr double part_at_rest = 1e-3;

}  // namespace

double first_step(Flow& flow, double t, const numeric::Vector& y, const numeric::Vector& f,
                  double tolerance, double longest, StepWorkspace& workspace) {
  const auto n = static_cast<numeric::Index>(flow.controlled());
  const double* const sizes = flow.sizes();
  double time = std::numeric_limits<double>::infinity();
  const auto reach = [&](double size, double rate) {
    if (size > 0 && rate != 0) time = std::min(time, size / std::fabs(rate));
  };
  for (numeric::Index i = 0; i < n; ++i) reach(sizes[i], f[i]);
  const double euler = std::min(part_at_rest * longest, euler_part * time);

  // up to an instant that numbers hardly tell from this one
  if (euler == 0) return longest;

  // where the Euler step leaves the domain of f, only its length can be a guess
  workspace.y = y + euler * f;
  if (!flow.evaluate(t + euler, workspace.y, workspace.dy)) return euler / 100;
  // the change of y′ over a time s is s (change of y′)/euler, that of y half of s² times as much
  double square = std::numeric_limits<double>::infinity();
  for (numeric::Index i = 0; i < n; ++i) {
    const double size = std::max(sizes[i], std::fabs(workspace.y[i]));
    const double change = std::fabs(workspace.dy[i] - f[i]) / euler;
    if (size > 0 && change > 0) square = std::min(square, size / change);
  }
  time = std::min(time, std::sqrt(square));
  return std::min({100 * euler, first_part * eighth_root(tolerance) * time, longest});
}

}  // namespace alembert::integrate
