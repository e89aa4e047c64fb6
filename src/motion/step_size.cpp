#include "motion/step_size.hpp"

namespace alembert {

double first_step(Flow& flow, double t, const numeric::Vector& y, const numeric::Vector& f,
                  double tolerance, double longest, StepWorkspace& workspace) {
  const auto n = static_cast<numeric::Index>(flow.controlled());
  const auto count = static_cast<double>(std::max<numeric::Index>(n, 1));
  double y_square = 0, f_square = 0;
  for (numeric::Index i = 0; i < n; ++i) {
    const double allowed = allowed_error(tolerance, y[i], y[i]);
    y_square += (y[i] / allowed) * (y[i] / allowed);
    f_square += (f[i] / allowed) * (f[i] / allowed);
  }
  const bool small = y_square < 1e-10 * count || f_square < 1e-10 * count;
  const double euler = std::min(longest, small ? 1e-6 : 0.01 * std::sqrt(y_square / f_square));

  // where the Euler step leaves the domain of f, only its length can be a guess
  workspace.y = y + euler * f;
  if (!flow.evaluate(t + euler, workspace.y, workspace.dy)) return euler / 100;
  double change_square = 0;
  for (numeric::Index i = 0; i < n; ++i) {
    const double change = (workspace.dy[i] - f[i]) / (allowed_error(tolerance, y[i], y[i]) * euler);
    change_square += change * change;
  }
  const double size = std::sqrt(std::max(f_square, change_square) / count);
  const double step = size <= 1e-15 ? std::max(1e-6, 1e-3 * euler) : eighth_root(0.01 / size);
  return std::min({100 * euler, step, longest});
}

}  // namespace alembert
