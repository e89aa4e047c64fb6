#include "numeric/friction/mode.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "numeric/least_distance.hpp"
#include "numeric/linear_program.hpp"

namespace alembert::numeric {

namespace {

double sign(FrictionState state) { return state == FrictionState::forward ? 1 : -1; }

// C x ≥ d for the unknowns x of a mode
struct Bounds {
  Matrix C;
  Vector d, sizes;
  std::vector<bool> of_force;
  Index count = 0;

  Bounds(Index most, Index unknowns) : C(most, unknowns), d(most), sizes(most) {}
  void add(const Vector& row, double least, double size, bool force) {
    C.row(count) = row.transpose();
    d(count) = least;
    sizes(count) = size;
    of_force.push_back(force);
    ++count;
  }
};

class ModeSystem {
 public:
  ModeSystem(const FrictionProblem& p, const std::vector<PlanarFriction>& frictions,
             const FrictionGroup& g, const FrictionMode& mode, const FrictionTolerances& t)
      : p_(p), frictions_(frictions), g_(g), mode_(mode), t_(t) {
    c_ = static_cast<Index>(g.contacts.size());
    f_ = static_cast<Index>(g.frictions.size());
    list_ = g.contacts;
    for (const Index j : g.frictions) list_.push_back(p.contacts() + j);
    G_ = p.G(list_, Eigen::all);
    R_ = p.R(g.held, list_);
  }

  std::optional<FrictionAnswer> solve() {
    name_unknowns();
    if (!hold_active_rows() || !solve_square()) return {};
    if (!satisfy_bounds()) return {};
    return answer();
  }

  double margin_alone() {
    name_unknowns();
    if (!hold_active_rows() || !solve_square()) return -infinite;
    take(list_bounds());
    rounding_ = t_.rounding * force_size();
    for (const Index row : held_)
      if (mode_.signs[at(row)] * x_(held_unknown_[at(row)]) < -rounding_) return -infinite;
    return margin();
  }

 private:
  // position of the row that presses among the group's contacts or rows that hold
  Index pressing(Index j) const {
    const Index friction = g_.frictions[at(j)];
    const Rows& rows = p_.press[at(friction)] == Press::pushing ? g_.contacts : g_.held;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i] == p_.pressing[at(friction)]) return static_cast<Index>(i);
    return no_row;
  }
  Press press(Index j) const { return p_.press[at(g_.frictions[at(j)])]; }
  bool at_rest(Index j) const { return frictions_[at(g_.frictions[at(j)])].slip == Slip::rest; }
  FrictionState state(Index j) const { return mode_.frictions[at(j)]; }

  // z = S x + z₀: x are λ of closed contacts, τ of what sticks, λ of rows that hold and press what
  // slips
  void name_unknowns() {
    unknown_.assign(at(c_ + f_), no_row);
    held_unknown_.assign(g_.held.size(), no_row);
    for (Index i = 0; i < c_; ++i)
      if (mode_.closed[at(i)]) unknown_[at(i)] = unknowns_++;
    for (Index j = 0; j < f_; ++j)
      if (state(j) == FrictionState::sticks) unknown_[at(c_ + j)] = unknowns_++;
    for (Index k = 0; k < c_ + f_; ++k)
      if (unknown_[at(k)] != no_row) active_.push_back(k);
    for (Index j = 0; j < f_; ++j) {
      if (press(j) != Press::holding || !slips(state(j))) continue;
      Index& unknown = held_unknown_[at(pressing(j))];
      if (unknown == no_row) {
        unknown = unknowns_++;
        held_.push_back(pressing(j));
      }
    }
    S_ = Matrix::Zero(c_ + f_, unknowns_);
    fixed_ = Vector::Zero(c_ + f_);
    for (const Index k : active_) S_(k, unknown_[at(k)]) = 1;
    for (Index j = 0; j < f_; ++j) {
      if (!slips(state(j))) continue;
      const Index friction = g_.frictions[at(j)];
      const double s = sign(state(j)), mu = p_.mu(friction);
      fixed_(c_ + j) = -s * p_.limit(friction);
      if (press(j) == Press::pushing && unknown_[at(pressing(j))] != no_row)
        S_(c_ + j, unknown_[at(pressing(j))]) = -s * mu;
      if (press(j) == Press::holding)
        S_(c_ + j, held_unknown_[at(pressing(j))]) = -s * mu * mode_.signs[at(pressing(j))];
    }
  }

  double h(Index k) const { return p_.h(list_[at(k)]); }
  double term(Index k) const { return p_.terms(list_[at(k)]); }

  // the y of least norm with all rows that hold in this mode; false where they contradict each
  // other
  bool hold_active_rows() {
    const Matrix rows = G_(active_, Eigen::all);
    const Index m = rows.rows();
    Vector right(m);
    for (Index i = 0; i < m; ++i) right(i) = h(active_[at(i)]);
    rank_ = 0;
    if (m > 0 && rows.cols() > 0) {
      const Eigen::ColPivHouseholderQR<Matrix> qr(Matrix(rows.transpose()));
      const Index most = std::min(m, rows.cols());
      while (rank_ < most && std::abs(qr.matrixQR()(rank_, rank_)) > t_.dependent) ++rank_;
      Q_ = Matrix(qr.householderQ()).leftCols(rank_);
      const Matrix order = qr.colsPermutation();
      // Q_ᵀy = half_ (G y) on the independent rows
      half_ = qr.matrixQR()
                  .topLeftCorner(rank_, rank_)
                  .triangularView<Eigen::Upper>()
                  .transpose()
                  .solve(Matrix(order.transpose().topRows(rank_)));
    } else {
      Q_ = Matrix::Zero(G_.cols(), 0);
      half_ = Matrix::Zero(0, m);
    }
    along_ = half_ * right;
    if (rank_ == m) return true;
    const Vector y = Q_ * along_;
    const Vector fails = rows * y - right;
    for (Index i = 0; i < m; ++i) {
      const double size = term(active_[at(i)]) + rows.row(i).cwiseAbs() * y.cwiseAbs();
      if (std::abs(fails(i)) > t_.contradiction * size) return false;
    }
    return true;
  }

  // x₀ + N w are all unknowns with which the active rows hold
  bool solve_square() {
    const Index held = static_cast<Index>(held_.size());
    Matrix H(rank_ + held, unknowns_);
    Vector right(rank_ + held);
    const Matrix through = Q_.transpose() * G_.transpose();
    H.topRows(rank_) = through * S_;
    right.head(rank_) = along_ - through * fixed_;
    for (Index e = 0; e < held; ++e) {
      const Index row = held_[at(e)];
      H.row(rank_ + e) = -R_.row(row) * S_;
      H(rank_ + e, held_unknown_[at(row)]) += 1;
      right(rank_ + e) = p_.r0(g_.held[at(row)]) + R_.row(row).dot(fixed_);
    }
    N_ = Matrix::Zero(unknowns_, 0);
    if (unknowns_ == 0) {
      x_ = Vector::Zero(0);
      inverse_ = Matrix::Zero(0, H.rows());
      return true;
    }
    if (H.rows() == unknowns_) {
      const Eigen::ColPivHouseholderQR<Matrix> qr(H);
      if (std::abs(qr.matrixQR()(unknowns_ - 1, unknowns_ - 1)) > t_.dependent) {
        inverse_ = qr.inverse();
        x_ = qr.solve(right);
        x_ += qr.solve(Vector(right - H * x_));
        return true;
      }
    }
    const Eigen::JacobiSVD<Matrix> svd(H, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector values = svd.singularValues();
    Index rank = 0;
    while (rank < values.size() && values(rank) > t_.dependent) ++rank;
    inverse_ = svd.matrixV().leftCols(rank) * values.head(rank).cwiseInverse().asDiagonal() *
               svd.matrixU().leftCols(rank).transpose();
    N_ = svd.matrixV().rightCols(unknowns_ - rank);
    x_ = inverse_ * right;
    x_ += inverse_ * (right - H * x_);
    const Vector fails = right - H * x_;
    const double size = right.cwiseAbs().sum() + (H.cwiseAbs() * x_.cwiseAbs()).sum();
    return fails.norm() <= t_.contradiction * size;
  }

  double force_size() const {
    double size = fixed_.size() > 0 ? fixed_.cwiseAbs().maxCoeff() : 0.0;
    if (x_.size() > 0) size = std::max(size, x_.cwiseAbs().maxCoeff());
    for (Index k = 0; k < c_ + f_; ++k) size = std::max(size, term(k));
    return size;
  }

  // what the row k of accelerations says: s(G_k y − h_k) ≥ 0
  void bound_acceleration(Bounds& bounds, Index k, double s) const {
    const Vector y = G_.transpose() * (S_ * x_ + fixed_);
    const double size = term(k) + G_.row(k).cwiseAbs() * y.cwiseAbs() + share_of_whole * y.norm();
    const Vector through = G_ * G_.row(k).transpose();
    bounds.add(s * S_.transpose() * through, s * (h(k) - through.dot(fixed_)), size, false);
  }

  // |τ| ≤ B while it sticks
  void bound_friction(Bounds& bounds, Index j, double size) const {
    const Index friction = g_.frictions[at(j)];
    const double mu = p_.mu_static(friction);
    Vector row = Vector::Zero(unknowns_);
    double bound = p_.limit_static(friction);
    if (press(j) == Press::pushing && unknown_[at(pressing(j))] != no_row)
      row(unknown_[at(pressing(j))]) = mu;
    if (press(j) == Press::holding) {
      const Index held = pressing(j);
      const double pressure = p_.r0(g_.held[at(held)]) + R_.row(held).dot(S_ * x_ + fixed_);
      const double s = pressure < 0 ? -1 : 1;
      row = s * mu * S_.transpose() * R_.row(held).transpose();
      bound += s * mu * (p_.r0(g_.held[at(held)]) + R_.row(held).dot(fixed_));
    }
    for (const double s : {-1.0, 1.0}) {
      Vector side = row;
      side(unknown_[at(c_ + j)]) += s;
      bounds.add(side, -bound, size, true);
    }
  }

  Bounds list_bounds() const {
    Bounds bounds(c_ + 2 * f_ + static_cast<Index>(held_.size()), unknowns_);
    const double size = force_size();
    for (Index i = 0; i < c_; ++i) {
      if (mode_.closed[at(i)])
        bounds.add(Vector::Unit(unknowns_, unknown_[at(i)]), 0, size, true);
      else
        bound_acceleration(bounds, i, 1);
    }
    for (Index j = 0; j < f_; ++j) {
      if (state(j) == FrictionState::sticks) bound_friction(bounds, j, size);
      if (slips(state(j)) && at_rest(j)) bound_acceleration(bounds, c_ + j, sign(state(j)));
    }
    for (const Index row : held_)
      bounds.add(mode_.signs[at(row)] * Vector::Unit(unknowns_, held_unknown_[at(row)]), 0, size,
                 false);
    return bounds;
  }

  void take(const Bounds& bounds) {
    C_ = bounds.C.topRows(bounds.count);
    d_ = bounds.d.head(bounds.count);
    of_force_ = bounds.of_force;
  }

  bool satisfy_bounds() {
    const Bounds bounds = list_bounds();
    take(bounds);
    const Vector sizes = bounds.sizes.head(bounds.count);
    if (N_.cols() > 0) {
      const Matrix CN = C_ * N_;
      const Vector h = d_ - C_ * x_;
      const LeastDistance found =
          least_distance(CN, h, sizes, {t_.dependent, 1e-2 * t_.rounding, t_.rounding});
      if (!found.feasible) return false;
      x_ += N_ * found.y;
    }
    const Vector slack = C_ * x_ - d_;
    for (Index i = 0; i < slack.size(); ++i)
      if (!(slack(i) >= -t_.rounding * sizes(i))) return false;
    for (const Index k : active_)
      if (k < c_ && x_(unknown_[at(k)]) < 0) x_(unknown_[at(k)]) = 0;
    rounding_ = t_.rounding * force_size();
    return true;
  }

  // the largest s with C x − d ≥ s in all bounds on forces
  double margin() const {
    Rows forces;
    for (Index i = 0; i < d_.size(); ++i)
      if (of_force_[at(i)]) forces.push_back(i);
    if (forces.empty()) return infinite;
    const Vector slack = (C_ * x_ - d_)(forces);
    if (N_.cols() == 0) return slack.minCoeff();
    const Index d = N_.cols();
    Matrix rows(slack.size(), d + 1);
    rows << (C_ * N_)(forces, Eigen::all), Vector::Constant(slack.size(), -1);
    Vector start = Vector::Zero(d + 1);
    start(d) = slack.minCoeff();
    return greatest(Vector::Unit(d + 1, d), rows, -slack, start, rounding_);
  }

  // whether y moves along some of N within the bounds
  bool varies(const Vector& y) const {
    if (N_.cols() == 0 || G_.cols() == 0) return false;
    const Matrix moves = G_.transpose() * S_ * N_;
    const Eigen::JacobiSVD<Matrix> svd(moves, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Matrix CN = C_ * N_;
    const Vector bounds = (d_ - C_ * x_).cwiseMin(0);
    for (Index i = 0; i < svd.singularValues().size(); ++i) {
      const double value = svd.singularValues()(i);
      if (!(value > t_.same)) break;
      const Vector w = svd.matrixV().col(i), none = Vector::Zero(w.size());
      const double extent =
          greatest(w, CN, bounds, none, rounding_) + greatest(-w, CN, bounds, none, rounding_);
      if (extent * value > t_.same * std::max(y.norm(), force_size())) return true;
    }
    return false;
  }

  // the ends of each force within the bounds
  void write_ends(const Matrix& SN, FrictionAnswer& a) const {
    a.least = a.most = a.forces;
    if (SN.cols() == 0) return;
    const Matrix CN = C_ * N_;
    const Vector bounds = (d_ - C_ * x_).cwiseMin(0), start = Vector::Zero(N_.cols());
    for (Index k = 0; k < c_ + f_; ++k) {
      if (a.unique[at(k)]) continue;
      const Vector along = SN.row(k).transpose();
      a.most(k) += std::max(0.0, greatest(along, CN, bounds, start, rounding_));
      a.least(k) -= std::max(0.0, greatest(-along, CN, bounds, start, rounding_));
      if (k < c_ && a.least(k) <= rounding_) a.least(k) = 0;
    }
  }

  FrictionAnswer answer() const {
    FrictionAnswer a;
    a.forces = S_ * x_ + fixed_;
    a.y = G_.transpose() * a.forces;
    a.pressing = p_.r0(g_.held) + R_ * a.forces;
    a.unique.assign(at(c_ + f_), true);
    const Matrix SN = S_ * N_;
    for (Index k = 0; k < c_ + f_; ++k)
      a.unique[at(k)] = SN.cols() == 0 || SN.row(k).norm() <= t_.dependent;
    write_ends(SN, a);
    a.margin = margin();
    a.varies = varies(a.y);
    for (const Index k : active_) a.active.push_back(list_[at(k)]);
    a.correction = -S_ * (inverse_.leftCols(rank_) * half_);
    return a;
  }

  const FrictionProblem& p_;
  const std::vector<PlanarFriction>& frictions_;
  const FrictionGroup& g_;
  const FrictionMode& mode_;
  const FrictionTolerances& t_;

  Index c_ = 0, f_ = 0, unknowns_ = 0, rank_ = 0;
  Rows list_, unknown_, held_unknown_, active_, held_;  // numbers within the group
  Matrix G_, R_, S_, Q_, half_, N_, inverse_, C_;
  Vector fixed_, along_, x_, d_;
  std::vector<bool> of_force_;
  double rounding_ = 0;
};

}  // namespace

std::optional<FrictionAnswer> try_mode(const FrictionProblem& problem,
                                       const std::vector<PlanarFriction>& frictions,
                                       const FrictionGroup& group, const FrictionMode& mode,
                                       const FrictionTolerances& tolerances) {
  return ModeSystem(problem, frictions, group, mode, tolerances).solve();
}

double mode_margin(const FrictionProblem& problem, const std::vector<PlanarFriction>& frictions,
                   const FrictionGroup& group, const FrictionMode& mode,
                   const FrictionTolerances& tolerances) {
  return ModeSystem(problem, frictions, group, mode, tolerances).margin_alone();
}

}  // namespace alembert::numeric
