#include "motion/gradient_loss.hpp"

#include <algorithm>
#include <limits>

#include "motion/golden_section.hpp"

namespace alembert {

using numeric::Index;

namespace {

// a gradient that stays above this part of its largest value in the step is not looked at closer …
constexpr double may_vanish = 0.5;
// … and one that falls below this part counts as lost
constexpr double lost = 1e-6;

}  // namespace

GradientWatch::GradientWatch(Dynamics& dynamics) : dynamics_(dynamics) {
  const std::vector<EquationRow>& rows = dynamics.equations().rows;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].level == Level::velocity && rows[r].classification.form == VelocityForm::nonlinear)
      nonlinear_rows_.push_back(r);
}

std::optional<LostGradient> GradientWatch::within_last_step(Integrator& integrator) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  numeric::Vector y = integrator.y();
  constexpr int pieces = 8;
  const double t0 = integrator.t_before(), t1 = integrator.t(), h = (t1 - t0) / pieces;
  for (const std::size_t row : nonlinear_rows_) {
    const auto gradient = [&](double t) {
      integrator.interpolate(t, y);
      dynamics_.evaluate(t, y.head(n), y.segment(n, n));
      return dynamics_.A().row(static_cast<Index>(row)).norm();
    };
    double largest = 0, smallest = std::numeric_limits<double>::infinity();
    int best = 0;
    for (int i = 0; i <= pieces; ++i) {
      const double size = gradient(i == pieces ? t1 : t0 + i * h);
      largest = std::max(largest, size);
      if (size < smallest) {
        smallest = size;
        best = i;
      }
    }
    if (smallest > may_vanish * largest) continue;
    const double left = t0 + std::max(0, best - 1) * h;
    const double right = best + 1 >= pieces ? t1 : t0 + (best + 1) * h;
    const Minimum minimum = golden_section(gradient, left, right, 0);
    if (minimum.value > lost * largest) continue;
    return LostGradient{std::max(t0, minimum.at - 1e-6 * h), dynamics_.equations().rows[row].name};
  }
  return std::nullopt;
}

}  // namespace alembert
