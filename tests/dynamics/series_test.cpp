// The compiled series against that of jets and rank-revealing factors, on every model of the
// gallery.

#include "dynamics/series.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "dynamics/manifold.hpp"
#include "dynamics/taylor.hpp"
#include "motion/start/start.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;
using numeric::Index;
using numeric::Matrix;

namespace {

constexpr int order = 12;

/// Largest difference of two lists of coefficients, each order relative to its size and to that of
/// the orders before it, in the unit of time in which the series decays least.
double difference(const Matrix& a, const Matrix& b) {
  double unit = 1;
  for (Index k = 1; k < b.cols(); ++k)
    unit = std::max(unit, std::pow(b.col(k).cwiseAbs().maxCoeff(), 1.0 / static_cast<double>(k)));
  double largest = 0;
  for (Index k = 1; k < b.cols(); ++k) {
    const double scale = std::pow(unit, static_cast<double>(k));
    largest = std::max(largest, (a.col(k) - b.col(k)).cwiseAbs().maxCoeff() / scale);
  }
  return largest;
}

}  // namespace

TEST_CASE("compiled series have the coefficients of the interpreted ones") {
  int compared = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_folder() + "/models")) {
    if (entry.path().extension() != ".mech") continue;
    const Model model = read_model(entry.path().string());
    if (model.run && model.run->inconsistent == Inconsistent::least_squares) continue;
    if (model.system.has_events()) continue;  // whose equations are those of a part each
    const Equations equations = derive(model.system);
    if (!taylor_applies(equations) || equations.system.coordinates().size() > 60) continue;
    INFO(entry.path());
    Dynamics dynamics(equations);
    DynamicsOptions slow_options;
    slow_options.least_squares = true;  // for which nothing is written out
    Dynamics slow_dynamics(equations, slow_options);
    REQUIRE(slow_dynamics.independent_rows() == nullptr);
    Manifold manifold(dynamics, 1e-10);
    const ConsistentStart start =
        find_start(dynamics, manifold, evaluate_start(model.system, model.start, 0), 0);
    rank_at_start(dynamics, manifold, start, 0);

    Series series(dynamics, order, 1e-10), slow(slow_dynamics, order, 1e-10);
    const Index n = start.q.size();
    Matrix coefficients = Matrix::Zero(2 * n + 4, order + 1);
    coefficients.col(0) << start.q, start.v, numeric::Vector::Zero(4);
    Matrix expected = coefficients;
    if (!slow.begin(0, start.q, start.v)) continue;
    REQUIRE_FALSE(slow.is_regular());
    REQUIRE(series.begin(0, start.q, start.v));
    if (!series.is_regular()) continue;
    CHECK((series.acceleration() - slow.acceleration()).cwiseAbs().maxCoeff() <=
          1e-11 * (1 + slow.acceleration().cwiseAbs().maxCoeff()));
    const int known = slow.expand(expected);
    CHECK(series.expand(coefficients) == known);
    if (known < order) continue;
    CHECK(difference(coefficients, expected) < 1e-11);
    ++compared;
  }
  CHECK(compared > 20);
}
