#include "theory/stability.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <random>

#include "dynamics/dynamics.hpp"
#include "theory/principles/derivatives.hpp"

namespace alembert::theory {

namespace {

// for curvatures and exponents, relative to the largest: below this their sign is not known
constexpr double doubtful = 1e-9;

// is the applied force a gradient of q alone, here and around?
bool has_potential(const Equations& equations, const Point& rest, const Vector& unit) {
  Derivatives applied(equations.system, equations.applied);
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> beside(-0.1, 0.1);
  for (int trial = 0; trial < 4; ++trial) {
    Point point = rest;
    if (trial > 0)
      for (Index j = 0; j < point.q.size(); ++j)
        point.q[j] += beside(random) * (unit[j] + std::fabs(point.q[j]));
    const Matrix by_q = unit.asDiagonal() * applied.by_positions(point) * unit.asDiagonal();
    const double size = by_q.cwiseAbs().sum();
    if ((by_q - by_q.transpose()).cwiseAbs().sum() > doubtful * size) return false;
  }
  return true;
}

std::vector<std::complex<double>> exponents_of(const Matrix& M, const Matrix& D, const Matrix& S) {
  const Index f = M.rows();
  const Eigen::FullPivLU<Matrix> mass(M);
  if (!mass.isInvertible()) return {};
  Matrix companion = Matrix::Zero(2 * f, 2 * f);
  companion.topRightCorner(f, f) = Matrix::Identity(f, f);
  companion.bottomLeftCorner(f, f) = -mass.solve(S);
  companion.bottomRightCorner(f, f) = -mass.solve(D);
  const Eigen::VectorXcd values = companion.eigenvalues();
  return {values.begin(), values.end()};
}

double smallest_eigenvalue(const Matrix& X) {
  return Eigen::SelfAdjointEigenSolver<Matrix>((X + X.transpose()) / 2).eigenvalues()[0];
}

// no potential, or gyroscopic forces: only the linearised motion tells
void judge_by_exponents(StabilityFindings& findings, const std::string& why) {
  double fastest = 0, growth = -std::numeric_limits<double>::infinity();
  for (const std::complex<double>& s : findings.exponents) {
    fastest = std::max(fastest, std::abs(s));
    growth = std::max(growth, s.real());
  }
  // double exponents are known to the root of rounding only
  const double margin = 1e-6 * fastest;
  if (findings.exponents.empty()) {
    findings.reason = why + ", and the linearised motion is not determined";
  } else if (growth > margin) {
    findings.stability = Stability::unstable;
    findings.reason = fmt::format("{}: a small push grows as e^({:.6g} t)", why, growth);
  } else if (growth < -margin) {
    findings.stability = Stability::stable;
    findings.reason = fmt::format("{}: a small push dies out as e^({:.6g} t)", why, growth);
  } else {
    findings.reason = why + ": small pushes neither grow nor die out to first order";
  }
}

}  // namespace

std::string_view name_of(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return "stable";
    case Stability::unstable:
      return "unstable";
    case Stability::indifferent:
      return "indifferent";
    case Stability::not_decided:
      break;
  }
  return "not decided";
}

StabilityFindings judge_stability(StateEquations& state, const Point& rest, const Matrix& Z,
                                  const Matrix& H, const Vector& unit) {
  const Equations& equations = state.equations();
  StabilityFindings findings;
  const Graph& graph = equations.graph();
  for (const NodeId Q : equations.Q) findings.depends_on_time |= graph.kinds(Q).has(Kind::time);
  for (const EquationRow& row : equations.rows) {
    if (row.level == Level::position) continue;
    findings.reason = fmt::format(
        "constraint '{}' restricts no position: its equilibria are not isolated", row.name);
    return findings;
  }
  if (findings.depends_on_time) {
    findings.reason = "the forces depend on time";
    return findings;
  }
  if (Z.cols() == 0) {
    findings.stability = Stability::stable;
    findings.reason = "the constraints leave no freedom";
    return findings;
  }
  const StateValues& here = state.evaluate(rest.t, rest.q, rest.v);
  Derivatives force(equations.system, equations.Q);
  const Matrix M = Z.transpose() * here.M() * Z, S = -Z.transpose() * H * Z;
  const Matrix D = -Z.transpose() * force.by_velocities(rest) * Z;
  const bool potential = has_potential(equations, rest, unit);
  if (!potential) {
    findings.exponents = exponents_of(M, D, S);
    judge_by_exponents(findings, "the forces have no potential");
    return findings;
  }
  // the terms of H decide what is rounding in it
  const double scale = (Z.cwiseAbs().transpose() * H.cwiseAbs() * Z.cwiseAbs()).maxCoeff();
  const double size = std::max(S.cwiseAbs().maxCoeff(), 1e-3 * scale);
  const double least = smallest_eigenvalue(S);
  // by the law of inertia their signs are the same in all units
  const Matrix orthonormal =
      Eigen::HouseholderQR<Matrix>(Z).householderQ() * Matrix::Identity(Z.rows(), Z.cols());
  const Matrix V = -orthonormal.transpose() * H * orthonormal;
  findings.curvatures =
      Eigen::SelfAdjointEigenSolver<Matrix>((V + V.transpose()) / 2).eigenvalues();
  const double gyroscopic = (D - D.transpose()).cwiseAbs().sum(), friction = D.cwiseAbs().sum();
  const bool resists = friction == 0 || smallest_eigenvalue(D) >= -doubtful * friction;
  if (!resists) {
    findings.exponents = exponents_of(M, D, S);
    judge_by_exponents(findings, "the velocities drive the system");
  } else if (least > doubtful * size) {
    findings.stability = Stability::stable;
    findings.reason = fmt::format("the energy is least here: every curvature is at least {:.6g}",
                                  findings.curvatures[0]);
  } else if (least < -doubtful * size && gyroscopic <= doubtful * friction) {
    findings.stability = Stability::unstable;
    findings.reason =
        fmt::format("the energy falls away: a curvature is {:.6g}", findings.curvatures[0]);
  } else if (least < -doubtful * size) {
    findings.exponents = exponents_of(M, D, S);
    judge_by_exponents(findings, "the energy is not least, but gyroscopic forces act");
  } else {
    findings.stability = Stability::indifferent;
    findings.reason = "the energy is level to second order in some direction";
  }
  return findings;
}

}  // namespace alembert::theory
