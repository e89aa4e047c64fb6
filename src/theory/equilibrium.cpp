#include "theory/equilibrium.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>
#include <random>

#include "mechanics/model_error.hpp"
#include "motion/start.hpp"
#include "theory/derivatives.hpp"
#include "theory/stability.hpp"
#include "theory/virtual_displacements.hpp"

namespace alembert::theory {

namespace {

constexpr double converged = 1e-11;
constexpr double rest_is_kept = 1e-9;

class Search {
 public:
  Search(Dynamics& dynamics, double t)
      : dynamics_(dynamics),
        equations_(dynamics.equations()),
        t_(t),
        n_(static_cast<Index>(dynamics.coordinates())),
        m_(static_cast<Index>(dynamics.rows())),
        rates_(equations_.system),
        Q_(equations_.system, equations_.Q),
        A_(equations_.system, entries(equations_.A)) {}

  // Newton's method; where it stalls, the system slides down its forces for a while; and where that leads
  // nowhere, as from a place of symmetry that is no equilibrium, the search begins beside it
  bool run(Vector& q) {
    const Vector guess = q;
    std::mt19937_64 random(1743);
    std::uniform_real_distribution<double> beside(-0.3, 0.3);
    for (int trial = 0; trial < 6; ++trial) {
      Vector start = guess;
      if (trial > 0)
        for (double& x : start) x += beside(random) * (1 + std::fabs(x));
      for (int round = 0; round < 3; ++round) {
        Vector from_there = start;
        if (newton(from_there)) {
          q = from_there;
          return true;
        }
        slide(start);
      }
    }
    return false;
  }

  // what is left of the conditions at q, each relative to the terms that it consists of
  struct State {
    Matrix A, Z;
    Vector Q, lambda;
    Vector work;    ///< ZᵀQ relative to the size of Q
    Vector misses;  ///< φ, ψ(q, 0), χ(q, 0, 0) by row, relative
    double merit() const { return std::sqrt(work.squaredNorm() + misses.squaredNorm()); }
  };

  bool look(const Vector& q, State& state) {
    if (!q.allFinite() || !dynamics_.evaluate(t_, q, Vector::Zero(n_))) return false;
    state.A = dynamics_.A();
    state.Q = dynamics_.Q();
    state.Z = virtual_basis(state.A);
    state.lambda = -least_norm(state.A.transpose(), state.Q);
    state.work = state.Z.transpose() * state.Q / force_size(state.Q);
    state.misses = rates_.residual(at(q));
    for (Index i = 0; i < m_; ++i)
      if (state.misses[i] != 0) state.misses[i] /= row_size(state.A, i, q);
    return state.work.allFinite() && state.misses.allFinite();
  }

  // ∂/∂q of Q + Aᵀλ with λ held
  Matrix stiffness(const Vector& q, const Vector& lambda) {
    Matrix H = Q_.by_positions(at(q));
    const Matrix dA = A_.by_positions(at(q));
    for (std::size_t e = 0; e < equations_.A.entries.size(); ++e) {
      const Entry& entry = equations_.A.entries[e];
      H.row(entry.column) += lambda[entry.row] * dA.row(static_cast<Index>(e));
    }
    return H;
  }

  Point at(const Vector& q) const {
    return {.t = t_, .q = q, .v = Vector::Zero(n_), .a = Vector::Zero(n_)};
  }

  [[noreturn]] void report_failure(const Vector& q) {
    State state;
    if (look(q, state))
      for (Index i = 0; i < m_; ++i)
        if (std::fabs(state.misses[i]) > rest_is_kept) refuse_rest(i, state.misses[i]);
    throw ModelError("no equilibrium was found from this start",
                     "start nearer to one; forces that push on without end have none");
  }

  // φ_t: a constraint that moves carries the system along
  void require_rest(const Vector& q) {
    const Vector moving = rates_.velocity_residual(at(q));
    const ByRow forced = rates_.acceleration_residual(at(q));
    for (Index i = 0; i < m_; ++i) {
      const double size = row_size(dynamics_.A(), i, q);
      if (std::fabs(moving[i]) > rest_is_kept * size) refuse_rest(i, moving[i]);
      if (std::fabs(forced.value[i]) > rest_is_kept * size) refuse_rest(i, forced.value[i]);
    }
  }

 private:
  static std::vector<NodeId> entries(const FormulaMatrix& matrix) {
    std::vector<NodeId> formulas;
    for (const Entry& entry : matrix.entries) formulas.push_back(entry.value);
    return formulas;
  }

  static Vector least_norm(const Matrix& X, const Vector& right) {
    if (X.cols() == 0) return Vector(0);
    Eigen::CompleteOrthogonalDecomposition<Matrix> factors;
    factors.setThreshold(1e-11);
    return factors.compute(X).solve(right);
  }

  double force_size(const Vector& Q) {
    largest_force_ = std::max(largest_force_, Q.lpNorm<Eigen::Infinity>());
    return largest_force_ > 0 ? largest_force_ : 1;
  }

  static double row_size(const Matrix& A, Index i, const Vector& q) {
    const double size = A.row(i).cwiseAbs().dot(q.cwiseAbs()) + A.row(i).cwiseAbs().sum();
    return size > 0 ? size : 1;
  }

  [[noreturn]] void refuse_rest(Index row, double by) const {
    const EquationRow& r = equations_.rows[static_cast<std::size_t>(row)];
    if (r.level == Level::position && r.classification.depends_on_time)
      throw ModelError(fmt::format("constraint '{}' moves: there is no rest on it", r.name),
                       "hold what it follows, or describe it in coordinates that move along");
    if (r.level == Level::position)
      throw ModelError(fmt::format("constraint '{}' cannot hold near this start", r.name),
                       "start from values that satisfy it");
    throw ModelError(
        fmt::format("constraint '{}' does not allow rest: it asks for {} ({:.3g})", r.name,
                    r.level == Level::velocity ? "a velocity" : "an acceleration", by),
        "an equilibrium needs constraints that hold at q' = 0");
  }

  // vᵀ(Q + H dq) = 0 for the virtual v of here, and the constraints to first order
  Vector newton_step(const Vector& q, const State& now) {
    const Matrix H = stiffness(q, now.lambda);
    Matrix J(now.Z.cols() + m_, n_);
    J.topRows(now.Z.cols()) = now.Z.transpose() * H / force_size(now.Q);
    for (Index i = 0; i < m_; ++i)
      J.row(now.Z.cols() + i) = residual_gradient(q, i) / row_size(now.A, i, q);
    Vector right(J.rows());
    right << -now.work, -now.misses;
    return least_norm(J, right);
  }

  bool newton(Vector& q) {
    State now;
    if (!look(q, now)) return false;
    for (int iteration = 0; iteration < 80; ++iteration) {
      if (now.merit() <= converged) return polish(q, now);
      Vector step = newton_step(q, now);
      const double reach = 1 + q.lpNorm<Eigen::Infinity>(), length = step.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(length) || length == 0) return false;
      if (length > reach / 2) step *= reach / 2 / length;
      bool moved = false;
      for (double part = 1; part > 1e-5; part /= 2) {
        State next;
        if (!look(q + part * step, next) || next.merit() >= (1 - part / 10) * now.merit()) continue;
        q += part * step;
        now = next;
        moved = true;
        break;
      }
      if (!moved) return now.merit() <= std::sqrt(converged) * 1e-3 && polish(q, now);
    }
    return false;
  }

  // rounding is reached where nothing gets smaller
  bool polish(Vector& q, const State& now) {
    const Vector better = q + newton_step(q, now);
    State next;
    if (look(better, next) && next.merit() < now.merit()) q = better;
    return true;
  }

  Vector residual_gradient(const Vector& q, Index row) {
    if (cached_at_.size() != n_ || cached_at_ != q) {
      cached_at_ = q;
      gradients_.resize(m_, n_);
      for (Index j = 0; j < n_; ++j)
        gradients_.col(j) = rates_.along_positions_only(at(q), Vector::Unit(n_, j));
    }
    return gradients_.row(row);
  }

  // from rest along the acceleration, and rest again: downhill where there is a potential
  void slide(Vector& q) {
    Manifold manifold(dynamics_, 1e-10);
    double h = 0.05;
    for (int step = 0; step < 400 && h > 1e-8; ++step) {
      const alembert::Instant now = dynamics_.instant(t_, q, Vector::Zero(n_));
      if (now.trouble) return;
      Vector next = q + h * h / 2 * now.acceleration, v = Vector::Zero(n_);
      State there;
      const bool on = manifold.project(t_, next, v) && look(next, there);
      // beyond the lowest point of the way the force points back
      if (on && there.Q.dot(next - q) > 0) {
        q = next;
        h *= 1.3;
      } else {
        h /= 2;
      }
    }
  }

  Dynamics& dynamics_;
  const Equations& equations_;
  const double t_;
  const Index n_, m_;
  ConstraintRates rates_;
  Derivatives Q_, A_;
  double largest_force_ = 0;
  Vector cached_at_;
  Matrix gradients_;
};

}  // namespace

Equilibrium find_equilibrium(Dynamics& dynamics, const Vector& guess, double t) {
  const Equations& equations = dynamics.equations();
  Search search(dynamics, t);
  Equilibrium found;
  found.t = t;
  found.q = guess;
  if (!search.run(found.q)) search.report_failure(found.q);
  Search::State state;
  if (!search.look(found.q, state)) search.report_failure(found.q);
  search.require_rest(found.q);
  found.virtual_work = state.work.lpNorm<Eigen::Infinity>();
  found.residual = state.misses.lpNorm<Eigen::Infinity>();
  for (const Constraint& constraint : equations.system.constraints())
    found.reactions.push_back({constraint.name, Vector::Zero(guess.size()), Vector(0)});
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    StaticReaction& reaction = found.reactions[equations.rows[r].constraint];
    const auto row = static_cast<Index>(r);
    reaction.force += state.lambda[row] * state.A.row(row).transpose();
    reaction.lambda.conservativeResize(reaction.lambda.size() + 1);
    reaction.lambda[reaction.lambda.size() - 1] = state.lambda[row];
  }
  for (const Constraint& constraint : equations.system.constraints())
    if (!constraint.nonideal.empty())
      found.notes.push_back(fmt::format(
          "the force C of constraint '{}' is left out: rest without friction", constraint.name));
  const Verdict verdict = judge_stability(dynamics, search.at(found.q), state.Z,
                                          search.stiffness(found.q, state.lambda));
  found.stability = verdict.stability;
  found.reason = verdict.reason;
  found.curvatures = verdict.curvatures;
  found.exponents = verdict.exponents;
  if (verdict.depends_on_time)
    found.notes.push_back(fmt::format("the forces depend on time: at rest at t = {:g} only", t));
  return found;
}

Equilibrium find_equilibrium(const Model& model, double t) {
  Dynamics dynamics(derive(model.system));
  const StartData start = evaluate_start(model.system, model.start, t);
  Vector guess = Vector::Zero(static_cast<Index>(dynamics.coordinates()));
  for (const std::vector<Known>* values : {&start.q_guess, &start.q})
    for (const Known& known : *values) guess[static_cast<Index>(known.coordinate)] = known.value;
  return find_equilibrium(dynamics, guess, t);
}

}  // namespace alembert::theory
