#include "numeric/impact.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

namespace {

// laws agree when their velocities differ by less than this part of their size
constexpr double same_velocity = 1e-9;

double inertial_norm(const Matrix& M, const Vector& v) {
  return std::sqrt(std::max(0.0, v.dot(M * v)));
}

Vector approach(const Collision& c, const Vector& velocity) { return c.A * velocity + c.moving; }

// sizes of the terms of approach velocities
Vector approach_terms(const Collision& c, const Vector& velocity) {
  return c.A.cwiseAbs() * velocity.cwiseAbs() + c.moving.cwiseAbs();
}

// an impact without impulses, to be filled
Impact begin(const Collision& c) {
  Impact impact;
  impact.velocity = c.velocity;
  impact.impulse = impact.least = impact.most = Vector::Zero(c.A.rows());
  impact.unique.assign(static_cast<std::size_t>(c.A.rows()), true);
  return impact;
}

// the velocity changes as the accelerations of `s` say, and the impulses are its λ
void add(const OneSidedSolution& s, Impact& impact) {
  impact.status = s.status;
  impact.contradictory = s.contradictory;
  if (s.status != Status::solved) return;
  impact.velocity += s.acceleration;
  impact.impulse += s.lambda;
  impact.least += s.least;
  impact.most += s.most;
  for (std::size_t i = 0; i < s.unique.size(); ++i)
    impact.unique[i] = impact.unique[i] && s.unique[i];
}

// the change of velocity that Gauss's principle gives with A Δq̇ = or ≥ b
OneSidedSolution change(const Collision& c, const Vector& impulse, const Vector& b,
                        const Vector& terms, OneSidedOptions options) {
  options.terms = terms;
  options.forces = Vector();
  return solve({c.M, impulse, c.A, b, c.pushes}, options);
}

Impact strike_together(const Collision& c, const ImpactOptions& options) {
  const Vector u = approach(c, c.velocity);
  Vector w = Vector::Zero(u.size());
  for (Index i = 0; i < u.size(); ++i)
    if (c.pushes[static_cast<std::size_t>(i)]) w(i) = c.restitution(i) * std::max(0.0, -u(i));
  Impact impact = begin(c);
  add(change(c, Vector::Zero(c.velocity.size()), w - u, approach_terms(c, c.velocity) + w,
             options.rows),
      impact);
  return impact;
}

Impact strike_poisson(const Collision& c, const ImpactOptions& options) {
  const Vector none = Vector::Zero(c.velocity.size());
  Impact impact = begin(c);
  const Vector terms = approach_terms(c, c.velocity);
  const OneSidedSolution compression =
      change(c, none, -approach(c, c.velocity), terms, options.rows);
  add(compression, impact);
  if (impact.status != Status::solved) return impact;

  // e P is given back in any case; what rows push beyond that is what keeps them from approaching
  // again
  Vector back = Vector::Zero(c.A.rows());
  double low = 1, high = 0;  // of e where the compression may be shared otherwise
  for (Index i = 0; i < back.size(); ++i) {
    if (!c.pushes[static_cast<std::size_t>(i)]) continue;
    back(i) = c.restitution(i) * compression.lambda(i);
    if (compression.unique[static_cast<std::size_t>(i)]) continue;
    low = std::min(low, c.restitution(i));
    high = std::max(high, c.restitution(i));
  }
  impact.determined = high <= low;
  // a row held by compression begins at rest, not at the rounding of it
  Vector b = -approach(c, impact.velocity);
  for (Index i = 0; i < b.size(); ++i)
    if (compression.rows[static_cast<std::size_t>(i)] != RowState::open) b(i) = 0;
  add(change(c, c.A.transpose() * back, b, terms, options.rows), impact);
  impact.impulse += back;
  impact.least += back;
  impact.most += back;
  return impact;
}

// a row that is struck alone, for which all laws are Newton's; none where there are others, or
// where it cannot be moved
std::optional<Impact> strike_alone(const Collision& c) {
  if (c.A.rows() != 1 || !c.pushes.front()) return std::nullopt;
  const Eigen::LLT<Matrix> inertia(c.M);
  if (inertia.info() != Eigen::Success) return std::nullopt;
  const Vector jump = inertia.solve(c.A.row(0).transpose());
  const double yields = c.A.row(0).dot(jump), u = c.A.row(0).dot(c.velocity) + c.moving(0);
  if (!(yields > 0) || !jump.allFinite()) return std::nullopt;
  Impact impact = begin(c);
  const double P = std::max(0.0, -(1 + c.restitution(0)) * u / yields);
  impact.velocity += P * jump;
  impact.impulse(0) = impact.least(0) = impact.most(0) = P;
  return impact;
}

enum class Order { first, last };

// one strike after the other; of rows that approach equally fast, the first or the last
struct Turns {
  Impact impact;
  bool tied = false;
};

class InTurn {
 public:
  InTurn(const Collision& c, const ImpactOptions& options)
      : c_(c), options_(options), start_(begin(c)) {
    const Index m = c.A.rows();
    for (Index i = 0; i < m; ++i)
      if (!c.pushes[static_cast<std::size_t>(i)]) staying_.push_back(i);
    hold_equalities();
    if (start_.status != Status::solved) return;

    KktOptions all{options.rows.rank, false};
    lengths_ = KktFactors(c.M, c.A, all).row_sizes();
    const Matrix A = c.A(staying_, Eigen::all);
    if (options.rows.rank.lengths.size() > 0)
      all.rank.lengths = options.rows.rank.lengths(staying_);
    const KktFactors factors(c.M, A, all);
    whole_ = inertial_norm(c.M, c.velocity);
    jumps_ = Matrix::Zero(c.velocity.size(), m);
    reactions_ = Matrix::Zero(A.rows(), m);
    yields_ = Vector::Zero(m);
    for (Index i = 0; i < m; ++i) {
      if (!c.pushes[static_cast<std::size_t>(i)]) continue;
      const KktSolution answer = factors.solve(c.A.row(i).transpose(), Vector::Zero(A.rows()));
      const double length = inertial_norm(c.M, answer.x);
      if (!(length > options.rows.rank.tolerance * lengths_(i))) continue;
      jumps_.col(i) = answer.x;
      reactions_.col(i) = answer.lambda;
      yields_(i) = length * length;
    }
  }

  Turns run(Order order) const {
    Turns turns{start_, false};
    Impact& impact = turns.impact;
    if (impact.status != Status::solved) return turns;
    for (impact.strikes = 0;; ++impact.strikes) {
      const Vector u = approach(c_, impact.velocity);
      const Vector terms = sizes(impact.velocity);
      const Index i = fastest(u, terms, order, turns.tied);
      if (i < 0) break;
      if (yields_(i) == 0) {
        impact.status = Status::inconsistent;
        impact.contradictory = staying_;
        impact.contradictory.push_back(i);
        std::sort(impact.contradictory.begin(), impact.contradictory.end());
        return turns;
      }
      if (impact.strikes == options_.strikes) {
        impact.finished = false;
        break;
      }
      const double P = -(1 + c_.restitution(i)) * u(i) / yields_(i);
      impact.velocity += P * jumps_.col(i);
      Vector added = Vector::Zero(c_.A.rows());
      added(staying_) = P * reactions_.col(i);
      added(i) = P;
      impact.impulse += added;
      impact.least += added;
      impact.most += added;
    }
    return turns;
  }

 private:
  // the equalities alone, should they not hold before
  void hold_equalities() {
    const std::vector<bool> none(staying_.size(), false);
    const Vector u = approach(c_, c_.velocity);
    OneSidedOptions rows = options_.rows;
    rows.terms = approach_terms(c_, c_.velocity)(staying_);
    rows.forces = Vector();
    if (rows.rank.lengths.size() > 0)
      rows.rank.lengths = Vector(options_.rows.rank.lengths(staying_));
    OneSidedSolution alone = solve(
        {c_.M, Vector::Zero(c_.velocity.size()), c_.A(staying_, Eigen::all), -u(staying_), none},
        rows);
    start_.status = alone.status;
    for (const Index i : alone.contradictory)
      start_.contradictory.push_back(staying_[static_cast<std::size_t>(i)]);
    if (alone.status != Status::solved) return;
    start_.velocity += alone.acceleration;
    start_.impulse(staying_) = alone.lambda;
    start_.least(staying_) = alone.least;
    start_.most(staying_) = alone.most;
    for (std::size_t i = 0; i < staying_.size(); ++i)
      start_.unique[static_cast<std::size_t>(staying_[i])] = alone.unique[i];
  }

  Vector sizes(const Vector& velocity) const {
    return approach_terms(c_, c_.velocity) + c_.A.cwiseAbs() * velocity.cwiseAbs() +
           share_of_whole * whole_ * lengths_;
  }

  double speed(const Vector& u, Index i) const { return -u(i) / lengths_(i); }

  Index fastest(const Vector& u, const Vector& terms, Order order, bool& tied) const {
    std::vector<Index> closing;
    Index found = -1;
    for (Index i = 0; i < u.size(); ++i) {
      if (!c_.pushes[static_cast<std::size_t>(i)]) continue;
      const double part = yields_(i) > 0 ? options_.rounding : options_.rows.consistency_tolerance;
      if (!(-u(i) > part * terms(i))) continue;
      closing.push_back(i);
      if (found < 0 || speed(u, i) > speed(u, found)) found = i;
    }
    if (found < 0) return found;
    const double best = speed(u, found);
    const auto as_fast = [&](Index i) {
      return speed(u, i) >= best - options_.rows.rounding * std::max(best, terms(i) / lengths_(i));
    };
    std::erase_if(closing, [&](Index i) { return !as_fast(i); });
    const Index chosen = order == Order::first ? closing.front() : closing.back();
    for (const Index i : closing) {
      const double coupling = std::abs(c_.A.row(i).dot(jumps_.col(chosen)));
      if (i != chosen && coupling > options_.rows.rounding * lengths_(i) * lengths_(chosen))
        tied = true;
    }
    return chosen;
  }

  // what rounding of all others leaves in rows that have no terms of their own, as part of √(2T)
  static constexpr double share_of_whole = 1e-2;

  const Collision& c_;
  const ImpactOptions& options_;
  Impact start_;
  std::vector<Index> staying_;
  Vector lengths_;
  double whole_ = 0;
  Matrix jumps_, reactions_;  // of velocities and of impulses of the equalities, by unit impulse
  Vector
      yields_;  // by how much a row's own velocity changes by it; zero where equalities forbid it
};

Impact strike_in_turn(const Collision& c, const ImpactOptions& options) {
  const InTurn in_turn(c, options);
  Turns turns = in_turn.run(Order::first);
  if (turns.tied && turns.impact.status == Status::solved) {
    const Vector other = in_turn.run(Order::last).impact.velocity;
    const Vector& v = turns.impact.velocity;
    const double size = std::max(
        {inertial_norm(c.M, c.velocity), inertial_norm(c.M, v), inertial_norm(c.M, other)});
    turns.impact.determined = inertial_norm(c.M, v - other) <= same_velocity * size;
  }
  return std::move(turns.impact);
}

}  // namespace

const char* to_string(ImpactLaw law) {
  switch (law) {
    case ImpactLaw::together:
      return "together";
    case ImpactLaw::in_turn:
      return "in_turn";
    case ImpactLaw::poisson:
      return "poisson";
    case ImpactLaw::energetic:
      return "energetic";
  }
  return "";
}

Impact collide(const Collision& collision, const ImpactOptions& options) {
  const auto& [M, velocity, A, moving, pushes, restitution] = collision;
  assert(M.rows() == velocity.size() && A.cols() == velocity.size() && moving.size() == A.rows());
  assert(restitution.size() == A.rows() && pushes.size() == static_cast<std::size_t>(A.rows()));

  if (!velocity.allFinite() || !A.allFinite() || !moving.allFinite() || !restitution.allFinite()) {
    Impact impact = begin(collision);
    impact.status = Status::not_finite;
    return impact;
  }
  std::optional<Impact> alone = strike_alone(collision);
  Impact impact = alone                               ? std::move(*alone)
                  : options.law == ImpactLaw::in_turn ? strike_in_turn(collision, options)
                  : options.law == ImpactLaw::poisson ? strike_poisson(collision, options)
                                                      : strike_together(collision, options);
  if (impact.status != Status::solved) return impact;
  impact.energy_change = (impact.velocity - velocity).dot(M * (impact.velocity + velocity)) / 2;
  impact.moving_work = -impact.impulse.dot(moving);
  return impact;
}

LawComparison compare_laws(const Collision& collision, const OneSidedOptions& options) {
  LawComparison comparison;
  comparison.together = collide(collision, {.law = ImpactLaw::together, .rows = options});
  comparison.in_turn = collide(collision, {.law = ImpactLaw::in_turn, .rows = options});
  const Impact &a = comparison.together, &b = comparison.in_turn;
  comparison.agree = a.status == Status::solved && b.status == Status::solved && b.finished;
  if (!comparison.agree) return comparison;

  for (Index i = 0; i < a.impulse.size(); ++i)
    if (collision.pushes[static_cast<std::size_t>(i)] && (a.impulse(i) > 0 || b.impulse(i) > 0))
      comparison.rows.push_back(i);
  const Matrix& M = collision.M;
  const double size = std::max({inertial_norm(M, collision.velocity), inertial_norm(M, a.velocity),
                                inertial_norm(M, b.velocity)});
  if (size > 0) comparison.difference = inertial_norm(M, a.velocity - b.velocity) / size;
  comparison.agree = comparison.difference <= same_velocity && b.determined;
  return comparison;
}

}  // namespace alembert::numeric
