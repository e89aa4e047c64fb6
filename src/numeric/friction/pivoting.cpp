#include "numeric/friction/pivoting.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "numeric/friction/complementarity.hpp"

namespace alembert::numeric {

namespace {

// With τ = −B + τ_R at rest, w = (a of contacts, a⁺, B − τ) and p = (λ, τ_R, a⁻) are complementary,
// a = a⁺ − a⁻ being the acceleration of the slip.
class Pivoting {
 public:
  Pivoting(const FrictionProblem& p, const std::vector<PlanarFriction>& frictions,
           const FrictionGroup& g, const FrictionTolerances& t)
      : p_(p), frictions_(frictions), g_(g), t_(t) {
    c_ = static_cast<Index>(g.contacts.size());
    f_ = static_cast<Index>(g.frictions.size());
    list_ = g.contacts;
    for (const Index j : g.frictions) list_.push_back(p.contacts() + j);
    const Matrix G = p.G(list_, Eigen::all);
    W_ = G * G.transpose();
    R_ = p.R(g.held, list_);
    mode_.closed.assign(at(c_), false);
    mode_.frictions.assign(at(f_), FrictionState::none);
    for (Index j = 0; j < f_; ++j) {
      const Slip slip = frictions[at(g.frictions[at(j)])].slip;
      if (slip == Slip::forward) mode_.frictions[at(j)] = FrictionState::forward;
      if (slip == Slip::rest) resting_.push_back(j);
      if (slip == Slip::backward) mode_.frictions[at(j)] = FrictionState::backward;
    }
    for (const Index e : g.held) mode_.signs.push_back(p.r0(e) < 0 ? -1 : 1);
  }

  // rows that hold press from the side from which they do without friction, or else from another
  std::optional<FrictionMode> run() {
    const std::vector<int> without_friction = mode_.signs;
    const std::size_t held = std::min<std::size_t>(mode_.signs.size(), 6);
    for (std::size_t sides = 0; sides < std::size_t{1} << held; ++sides) {
      mode_.signs = without_friction;
      for (std::size_t e = 0; e < held; ++e)
        if ((sides >> e & 1) != 0) mode_.signs[e] = -mode_.signs[e];
      if (auto found = run_pressed()) return found;
    }
    return {};
  }

 private:
  // Friction that lets go falls from its static to its kinetic bound: once more, then, until
  // nothing changes.
  std::optional<FrictionMode> run_pressed() {
    for (const Index j : resting_) mode_.frictions[at(j)] = FrictionState::none;
    for (Index turn = 0; turn <= f_; ++turn) {
      const std::optional<bool> settled = solve_once();
      if (!settled) return {};
      if (*settled) return finished();
    }
    return {};
  }

  Index pressing(Index j) const {
    const Index friction = g_.frictions[at(j)];
    const Rows& rows = p_.press[at(friction)] == Press::pushing ? g_.contacts : g_.held;
    return std::find(rows.begin(), rows.end(), p_.pressing[at(friction)]) - rows.begin();
  }

  // B = limit + row·z
  struct Bound {
    double limit;
    Vector row;
  };
  Bound bound(Index j) const {
    const Index friction = g_.frictions[at(j)];
    const bool slides = slips(mode_.frictions[at(j)]) || !frictions_[at(friction)].may_stick;
    const double mu = slides ? p_.mu(friction) : p_.mu_static(friction);
    Bound b{slides ? p_.limit(friction) : p_.limit_static(friction), Vector::Zero(c_ + f_)};
    if (p_.press[at(friction)] == Press::pushing) b.row(pressing(j)) = mu;
    if (p_.press[at(friction)] == Press::holding) {
      const Index e = pressing(j);
      const double signed_mu = mode_.signs[at(e)] * mu;
      b.row = signed_mu * R_.row(e).transpose();
      b.limit += signed_mu * p_.r0(g_.held[at(e)]);
    }
    return b;
  }

  // whether states and signs stay as they were; none where there is no solution
  std::optional<bool> solve_once() {
    Rows resting;
    for (Index j = 0; j < f_; ++j)
      if (!slips(mode_.frictions[at(j)])) resting.push_back(j);
    const Index r = static_cast<Index>(resting.size()), size = c_ + 2 * r;

    Matrix implicit = Matrix::Identity(c_ + f_, c_ + f_), of_unknown = Matrix::Zero(c_ + f_, size);
    Vector fixed = Vector::Zero(c_ + f_);
    of_unknown.topLeftCorner(c_, c_).setIdentity();
    std::vector<Bound> bounds;
    for (Index j = 0; j < f_; ++j) {
      bounds.push_back(bound(j));
      const double s = mode_.frictions[at(j)] == FrictionState::backward ? -1 : 1;
      implicit.row(c_ + j) += s * bounds[at(j)].row.transpose();
      fixed(c_ + j) = -s * bounds[at(j)].limit;
    }
    for (Index k = 0; k < r; ++k) of_unknown(c_ + resting[at(k)], c_ + k) = 1;
    const Eigen::FullPivLU<Matrix> lu(implicit);
    const Matrix Z = lu.solve(of_unknown);
    const Vector z0 = lu.solve(fixed);

    Matrix N = Matrix::Zero(size, size);
    Vector q = Vector::Zero(size);
    for (Index i = 0; i < c_; ++i) {
      N.row(i) = W_.row(i) * Z;
      q(i) = W_.row(i).dot(z0) - p_.h(g_.contacts[at(i)]);
    }
    for (Index k = 0; k < r; ++k) {
      const Index j = resting[at(k)];
      const Bound& b = bounds[at(j)];
      N.row(c_ + k) = W_.row(c_ + j) * Z;
      N(c_ + k, c_ + r + k) += 1;
      q(c_ + k) = W_.row(c_ + j).dot(z0) - p_.h(list_[at(c_ + j)]);
      N.row(c_ + r + k) = 2 * b.row.transpose() * Z;
      N(c_ + r + k, c_ + k) -= 1;
      q(c_ + r + k) = 2 * (b.limit + b.row.dot(z0));
    }
    const std::optional<Vector> found = complementary(N, q, t_.rounding);
    if (!found) return {};
    return read_states(*found, Z * *found + z0, resting);
  }

  std::optional<bool> read_states(const Vector& unknown, const Vector& z, const Rows& resting) {
    const Vector a = W_ * z;
    double size = unknown.cwiseAbs().maxCoeff();
    for (const Index k : list_) size = std::max(size, p_.terms(k));
    const double rounding = t_.rounding * size;
    if (presses_otherwise(z, rounding)) return {};
    bool settled = true;
    for (Index i = 0; i < c_; ++i) mode_.closed[at(i)] = unknown(i) > rounding;
    for (std::size_t k = 0; k < resting.size(); ++k) {
      const Index j = resting[k];
      const double slip = a(c_ + j) - p_.h(list_[at(c_ + j)]);
      FrictionState& state = mode_.frictions[at(j)];
      state = FrictionState::sticks;
      if (std::abs(slip) <= 1e3 * rounding && frictions_[at(g_.frictions[at(j)])].may_stick)
        continue;
      const Index contact =
          p_.press[at(g_.frictions[at(j)])] == Press::pushing ? pressing(j) : no_row;
      if (contact != no_row && !mode_.closed[at(contact)] &&
          !(p_.limit_static(g_.frictions[at(j)]) > 0))
        continue;
      const bool forward = slip != 0 ? slip > 0 : z(c_ + j) < 0;
      state = forward ? FrictionState::forward : FrictionState::backward;
      settled = false;
    }
    return settled;
  }

  // whether some row that holds presses from the other side than supposed
  bool presses_otherwise(const Vector& z, double rounding) const {
    for (std::size_t e = 0; e < g_.held.size(); ++e) {
      const double pressure = p_.r0(g_.held[e]) + R_.row(static_cast<Index>(e)).dot(z);
      if (mode_.signs[e] * pressure < -rounding) return true;
    }
    return false;
  }

  FrictionMode finished() const {
    FrictionMode mode = mode_;
    for (Index j = 0; j < f_; ++j) {
      const Index friction = g_.frictions[at(j)];
      const bool limited = p_.limit(friction) > 0 || p_.limit_static(friction) > 0;
      if (p_.press[at(friction)] == Press::pushing && !mode.closed[at(pressing(j))] && !limited)
        mode.frictions[at(j)] = FrictionState::none;
    }
    return mode;
  }

  const FrictionProblem& p_;
  const std::vector<PlanarFriction>& frictions_;
  const FrictionGroup& g_;
  const FrictionTolerances& t_;
  Index c_ = 0, f_ = 0;
  Rows list_, resting_;
  Matrix W_, R_;
  FrictionMode mode_;
};

}  // namespace

std::optional<FrictionMode> pivot_to_mode(const FrictionProblem& problem,
                                          const std::vector<PlanarFriction>& frictions,
                                          const FrictionGroup& group,
                                          const FrictionTolerances& tolerances) {
  return Pivoting(problem, frictions, group, tolerances).run();
}

}  // namespace alembert::numeric
