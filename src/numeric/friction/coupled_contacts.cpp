#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "numeric/friction/spatial_contact.hpp"
#include "numeric/kept_rows.hpp"

namespace alembert::numeric {

namespace {

using Plane = Eigen::Vector2d;

// F(z) = 0 for z = (λ, τ): λ − max(0, λ − ρ a) for contacts, τ − (the point of the disc nearest to
// τ − ρ a) for slips
class Coupled {
 public:
  Coupled(const CoupledContacts& k, double rounding)
      : k_(k), rounding_(rounding), z_(Vector::Zero(k.h.size())), slides_(k.slips.size(), false) {
    for (Index i = 0; i < k.contacts; ++i) steps_.push_back(step(k.W(i, i)));
    for (std::size_t j = 0; j < k.slips.size(); ++j) {
      const Index at_j = first(j);
      const Eigen::Matrix2d own = k.W.block<2, 2>(at_j, at_j);
      steps_.push_back(step(Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(own).eigenvalues()(1)));
      slides_[j] = known(j) || !k.slips[j].may_stick;
    }
  }

  std::optional<CoupledState> run() {
    // what lets go falls from its static to its kinetic bound: once more, then
    for (std::size_t turn = 0; turn <= k_.slips.size(); ++turn) {
      if (!solve()) return {};
      bool settled = true;
      for (std::size_t j = 0; j < k_.slips.size(); ++j) {
        if (slides_[j] || sticks(j)) continue;
        const CoupledContacts::Slip& s = k_.slips[j];
        if (s.mu == s.mu_static && s.limit == s.limit_static) continue;
        slides_[j] = true;
        settled = false;
      }
      if (settled && !driven()) return state();
      if (settled) return {};
    }
    return {};
  }

 private:
  static double step(double own) { return own > 0 ? 1 / own : 1; }
  Index first(std::size_t j) const { return k_.contacts + 2 * static_cast<Index>(j); }
  bool known(std::size_t j) const { return k_.slips[j].direction.norm() > 0; }
  Plane part(const Vector& v, std::size_t j) const { return v.segment<2>(first(j)); }

  // B and how it depends on z
  double bound(const Vector& z, std::size_t j, Vector& rates) const {
    const CoupledContacts::Slip& s = k_.slips[j];
    const double mu = slides_[j] ? s.mu : s.mu_static,
                 limit = slides_[j] ? s.limit : s.limit_static;
    const double p = s.pressure.dot(z) + s.offset;
    rates = Vector::Zero(z.size());
    if (!s.both_sides && p <= 0) return limit;
    rates = (p < 0 ? -mu : mu) * s.pressure;
    return limit + mu * std::abs(p);
  }

  struct Residual {
    Vector F;
    Matrix rates;
  };

  Residual residual(const Vector& z) const {
    const Index n = z.size();
    const Vector a = k_.W * z - k_.h;
    Residual r{z, Matrix::Identity(n, n)};
    for (Index i = 0; i < k_.contacts; ++i) {
      const double rho = steps_[at(i)];
      if (z(i) - rho * a(i) <= 0) continue;
      r.F(i) = rho * a(i);
      r.rates.row(i) = rho * k_.W.row(i);
    }
    for (std::size_t j = 0; j < k_.slips.size(); ++j) {
      const Index row = first(j);
      const double rho = steps_[at(k_.contacts + static_cast<Index>(j))];
      Vector of_bound;
      const double B = bound(z, j, of_bound);
      if (known(j)) {
        const Plane d = k_.slips[j].direction;
        r.F.segment<2>(row) = part(z, j) + B * d;
        r.rates.middleRows<2>(row) += d * of_bound.transpose();
        continue;
      }
      const Plane y = part(z, j) - rho * part(a, j);
      const double length = y.norm();
      if (length == 0 || (!slides_[j] && length <= B)) {
        r.F.segment<2>(row) = rho * part(a, j);
        r.rates.middleRows<2>(row) = rho * k_.W.middleRows<2>(row);
        continue;
      }
      const Plane d = y / length;
      Matrix of_y = -rho * k_.W.middleRows<2>(row);
      of_y(0, row) += 1;
      of_y(1, row + 1) += 1;
      const Eigen::Matrix2d turning =
          B / length * (Eigen::Matrix2d::Identity() - d * d.transpose());
      r.F.segment<2>(row) -= B * d;
      r.rates.middleRows<2>(row) -= d * of_bound.transpose() + turning * of_y;
    }
    return r;
  }

  double size() const { return std::max(k_.size, z_.size() > 0 ? z_.cwiseAbs().maxCoeff() : 0.0); }

  // one contact after the other to its own projection: slow, and safe to begin with
  void relax(int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (Index i = 0; i < k_.contacts; ++i)
        z_(i) = std::max(0.0, z_(i) - steps_[at(i)] * (k_.W.row(i).dot(z_) - k_.h(i)));
      for (std::size_t j = 0; j < k_.slips.size(); ++j) {
        const Residual r = residual(z_);
        z_.segment<2>(first(j)) -= part(r.F, j);
      }
    }
  }

  bool solve() {
    for (const int sweeps : {5, 50, 500, 5000}) {
      relax(sweeps);
      if (newton()) return true;
    }
    return false;
  }

  bool newton() {
    const Vector start = z_;
    Residual r = residual(z_);
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double fails = r.F.norm();
      if (fails <= 1e-15 * size()) return true;
      Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
      solver.setThreshold(1e-11);
      solver.compute(r.rates);
      const Vector move = solver.solve(r.F);
      double part_of_move = 1;
      Residual next = residual(z_ - move);
      while (!(next.F.norm() < (1 - 1e-4 * part_of_move) * fails) && part_of_move > 1e-6) {
        part_of_move /= 2;
        next = residual(z_ - part_of_move * move);
      }
      if (!(next.F.norm() < fails)) break;
      z_ -= part_of_move * move;
      r = std::move(next);
    }
    // rounding may stop it before the last digit
    if (r.F.norm() <= 0.1 * rounding_ * size()) return true;
    z_ = start;
    return false;
  }

  bool sticks(std::size_t j) const {
    const Vector a = k_.W * z_ - k_.h;
    return part(a, j).norm() <= 10 * rounding_ * size();
  }

  // whether some force on its circle points along the slip that it begins
  bool driven() const {
    const Vector a = k_.W * z_ - k_.h;
    for (std::size_t j = 0; j < k_.slips.size(); ++j)
      if (!known(j) && part(a, j).dot(part(z_, j)) > rounding_ * size() * size()) return true;
    return false;
  }

  CoupledState state() const {
    CoupledState s{z_, {}, {}};
    for (Index i = 0; i < k_.contacts; ++i) {
      s.closed.push_back(z_(i) > rounding_ * size());
      s.forces(i) = std::max(0.0, z_(i));
    }
    for (std::size_t j = 0; j < k_.slips.size(); ++j) {
      const Index contact = k_.slips[j].contact;
      const bool open = contact != no_row && !s.closed[at(contact)];
      s.slips.push_back(open                       ? SpatialState::none
                        : slides_[j] || !sticks(j) ? SpatialState::slips
                                                   : SpatialState::sticks);
    }
    return s;
  }

  const CoupledContacts& k_;
  double rounding_;
  Vector z_;
  std::vector<double> steps_;
  std::vector<bool> slides_;  // and not: may stick
};

}  // namespace

std::optional<CoupledState> coupled_state(const CoupledContacts& contacts, double rounding) {
  return Coupled(contacts, rounding).run();
}

}  // namespace alembert::numeric
