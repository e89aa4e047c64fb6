#include "theory/equilibrium.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>
#include <random>

#include "dynamics/dynamics.hpp"
#include "mechanics/model_error.hpp"
#include "motion/start/start.hpp"
#include "theory/principles/derivatives.hpp"
#include "theory/principles/row_space.hpp"
#include "theory/principles/virtual_displacements.hpp"
#include "theory/sizes.hpp"
#include "theory/stability.hpp"

namespace alembert::theory {

namespace {

constexpr double converged = 1e-11;
constexpr double rest_is_kept = 1e-9;

class Search {
 public:
  Search(Dynamics& dynamics, const Vector& guess, double t)
      : dynamics_(dynamics),
        equations_(dynamics.equations()),
        t_(t),
        n_(static_cast<Index>(dynamics.coordinates())),
        m_(static_cast<Index>(dynamics.rows())),
        rates_(equations_.system),
        Q_(equations_.system, equations_.Q),
        A_(equations_.system, entries(equations_.A)) {
    find_units(guess);
  }

  // Newton's method; where it stalls, the system slides down its forces for a while; and where that
  // leads nowhere, as from a place of symmetry that is no equilibrium, the search begins beside it
  bool run(Vector& q) {
    const Vector guess = q;
    std::mt19937_64 random(1743);
    std::uniform_real_distribution<double> beside(-0.3, 0.3);
    for (int trial = 0; trial < 6; ++trial) {
      Vector start = guess;
      if (trial > 0)
        for (Index j = 0; j < n_; ++j)
          start[j] += beside(random) * (unit_[j] + std::fabs(start[j]));
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
    Matrix A;
    Matrix Z;  ///< of N(A), orthonormal in units in which the coordinates compare
    Vector Q, lambda;
    Vector work;    ///< ZᵀQ relative to the size of Q, in these units
    Vector misses;  ///< φ, ψ(q, 0), χ(q, 0, 0) by row, relative
    double merit() const { return std::sqrt(work.squaredNorm() + misses.squaredNorm()); }
  };

  bool look(const Vector& q, State& state) {
    if (!q.allFinite()) return false;
    const StateValues& here = dynamics_.state().evaluate(t_, q, Vector::Zero(n_));
    if (!here.is_finite()) return false;
    state.A = here.A();
    state.Q = here.Q();
    const RowSpace rows = row_space(state.A * s_.asDiagonal());
    const Vector force = s_.cwiseProduct(state.Q);
    state.Z = s_.asDiagonal() * rows.null;
    state.lambda = -rows.inverse.transpose() * force;
    state.work = rows.null.transpose() * force / force_size(force);
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

  [[noreturn]] void report_failure(const Vector& guess) {
    // a guess need not satisfy the constraints: only where no state beside it does are they to
    // blame
    Vector q = guess, v = Vector::Zero(n_);
    Manifold manifold(dynamics_, 1e-10);
    if (!manifold.project(t_, q, v)) q = guess;
    State state;
    if (look(q, state))
      for (Index i = 0; i < m_; ++i)
        if (std::fabs(state.misses[i]) > rest_is_kept) refuse_rest(i, state.misses[i]);
    throw ModelError("no equilibrium was found near this start",
                     "start nearer to one; forces that push on without end have none");
  }

  // φ_t: a constraint that moves carries the system along
  void require_rest(const Vector& q) {
    const Vector moving = rates_.velocity_residual(at(q));
    const ByRow forced = rates_.acceleration_residual(at(q));
    const Matrix A = dynamics_.state().evaluate(t_, q, Vector::Zero(n_)).A().cwiseAbs();
    // relative to the velocities and accelerations that the forces would give the system
    const Vector lengths = A * s_;
    for (Index i = 0; i < m_; ++i) {
      if (std::fabs(moving[i]) > rest_is_kept * lengths[i] * velocity()) refuse_rest(i, moving[i]);
      if (std::fabs(forced.value[i]) > rest_is_kept * lengths[i] * acceleration_)
        refuse_rest(i, forced.value[i]);
    }
  }

  /// By coordinate, the distance to a clearly different place.
  const Vector& unit() const { return unit_; }

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

  // s from the masses; lengths from the guess, else from the constraints, else from how far the
  // forces reach
  void find_units(const Vector& guess) {
    const Sizes sizes = sizes_at(equations_, at(guess));
    s_ = sizes.units.coordinate;
    const auto or_zero = [](double x) { return std::isfinite(x) && x > 0 ? x : 0; };
    acceleration_ = or_zero(sizes.acceleration);
    position_ = or_zero(sizes.units.position);
    for (Index i = 0; i < m_; ++i)
      if (level(i) == Level::position)
        position_ = std::max(position_, or_zero(sizes.terms.residual[i] / sizes.units.row[i]));
    if (position_ == 0) {
      const Matrix H = s_.asDiagonal() * Q_.by_positions(at(guess)) * s_.asDiagonal();
      position_ = or_zero(acceleration_ / H.norm());
    }
    // no length in the model: the coordinates are angles
    unit_ = position_ > 0 ? Vector(position_ * s_) : Vector(Vector::Ones(n_));
    largest_force_ = acceleration_;
  }

  double force_size(const Vector& force) {
    largest_force_ = std::max(largest_force_, force.lpNorm<Eigen::Infinity>());
    return largest_force_ > 0 ? largest_force_ : 1;
  }

  double row_size(const Matrix& A, Index i, const Vector& q) const {
    const auto row = A.row(i).cwiseAbs();
    const double size = level(i) == Level::position   ? row.dot(q.cwiseAbs() + unit_)
                        : level(i) == Level::velocity ? row.dot(s_) * velocity()
                                                      : row.dot(s_) * acceleration_;
    return size > 0 ? size : 1;
  }

  Level level(Index row) const { return equations_.rows[static_cast<std::size_t>(row)].level; }

  // the acceleration that the forces would give the system over its own length, in units of s
  double velocity() const { return std::sqrt(acceleration_ * position_); }

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

  // vᵀ(Q + H dq) = 0 for the virtual v at this place, and the constraints to first order
  Vector newton_step(const Vector& q, const State& now) {
    const Matrix H = stiffness(q, now.lambda);
    Matrix J(now.Z.cols() + m_, n_);
    J.topRows(now.Z.cols()) = now.Z.transpose() * H / force_size(s_.cwiseProduct(now.Q));
    for (Index i = 0; i < m_; ++i)
      J.row(now.Z.cols() + i) = residual_gradient(q, i) / row_size(now.A, i, q);
    Vector right(J.rows());
    right << -now.work, -now.misses;
    // the shortest in units in which the coordinates compare
    return unit_.cwiseProduct(least_norm(J * unit_.asDiagonal(), right));
  }

  bool newton(Vector& q) {
    State now;
    if (!look(q, now)) return false;
    for (int iteration = 0; iteration < 80; ++iteration) {
      if (now.merit() <= converged) return polish(q, now);
      Vector step = newton_step(q, now);
      const double reach = 1 + q.cwiseQuotient(unit_).lpNorm<Eigen::Infinity>(),
                   length = step.cwiseQuotient(unit_).lpNorm<Eigen::Infinity>();
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

  // where nothing gets smaller, rounding is reached
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

  // from rest along the acceleration, then at rest again: downhill if there is a potential
  void slide(Vector& q) {
    Manifold manifold(dynamics_, 1e-10);
    // a part of the time in which the forces move it by its own length
    const double time =
        acceleration_ > 0 && position_ > 0 ? std::sqrt(position_ / acceleration_) : 1;
    double h = 0.15 * time;
    for (int step = 0; step < 400 && h > 1e-8 * time; ++step) {
      const alembert::Instant now = dynamics_.instant(t_, q, Vector::Zero(n_));
      if (now.failure) return;
      Vector next = q + h * h / 2 * now.acceleration, v = Vector::Zero(n_);
      State there;
      const bool on = manifold.project(t_, next, v) && look(next, there);
      // beyond the lowest point of the path the force points back
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
  Vector s_, unit_;
  double position_ = 0, acceleration_ = 0;  ///< their sizes in units of s
  double largest_force_ = 0;
  Vector cached_at_;
  Matrix gradients_;
};

}  // namespace

Equilibrium find_equilibrium(Dynamics& dynamics, const Vector& guess, double t) {
  const Equations& equations = dynamics.equations();
  Search search(dynamics, guess, t);
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
  const StabilityFindings findings =
      judge_stability(dynamics.state(), search.at(found.q), state.Z,
                      search.stiffness(found.q, state.lambda), search.unit());
  found.stability = findings.stability;
  found.reason = findings.reason;
  found.curvatures = findings.curvatures;
  found.exponents = findings.exponents;
  if (findings.depends_on_time)
    found.notes.push_back(fmt::format("the forces depend on time: at rest at t = {:g} only", t));
  return found;
}

Equilibrium find_equilibrium(const Model& model, double t) {
  if (model.system.has_events())
    throw ModelError(
        "no equilibrium is looked for where contacts or rules may change the equations",
        "'alembert explain MODEL --at T' explains one instant of it");
  Dynamics dynamics(derive(model.system));
  const StartData start = evaluate_start(model.system, model.start, t);
  Vector guess = Vector::Zero(static_cast<Index>(dynamics.coordinates()));
  for (const std::vector<Known>* values : {&start.q_guess, &start.q})
    for (const Known& known : *values) guess[static_cast<Index>(known.coordinate)] = known.value;
  return find_equilibrium(dynamics, guess, t);
}

}  // namespace alembert::theory
