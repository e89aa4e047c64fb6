#include "numeric/least_distance.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

namespace alembert::numeric {

namespace {

// what rounding of all other terms may leave in a row that has none itself, as part of |y|
constexpr double share_of_others = 1e-2;

class DualSearch {
 public:
  DualSearch(MatrixView G, VectorView h, VectorView terms, const LeastDistanceOptions& options)
      : G_(G), h_(h), terms_(terms), options_(options) {
    result_.y = Vector::Zero(G.cols());
    result_.multipliers = Vector::Zero(G.rows());
    excused_.assign(static_cast<std::size_t>(G.rows()), false);
  }

  LeastDistance run() {
    // |y| grows with each set of rows, so that none returns; where one does, only rounding is left to decide
    std::set<std::vector<Index>> visited;
    for (Index p = worst(); p >= 0 && result_.feasible; p = worst()) {
      enter(p);
      std::sort(active().begin(), active().end());
      settle();
      if (!excused_[static_cast<std::size_t>(p)] && !visited.insert(active()).second) break;
    }
    if (result_.feasible) let_go_of_idle();
    return std::move(result_);
  }

 private:
  std::vector<Index>& active() { return result_.active; }
  double& multiplier(Index i) { return result_.multipliers(i); }
  double size(Index i) const {
    return terms_(i) + G_.row(i).cwiseAbs() * result_.y.cwiseAbs() +
           share_of_others * result_.y.norm();
  }
  double failure(Index i) const { return h_(i) - G_.row(i).dot(result_.y); }

  Index worst() {
    Index found = -1;
    double most = 0;
    for (Index i = 0; i < h_.size(); ++i) {
      if (excused_[static_cast<std::size_t>(i)] ||
          std::find(active().begin(), active().end(), i) != active().end())
        continue;
      const double fails = failure(i);
      if (fails > options_.rounding * size(i) && fails > most) {
        found = i;
        most = fails;
      }
    }
    return found;
  }

  // makes row p hold, or finds that it cannot
  void enter(Index p) {
    double pushed = 0;
    const double fails_by = failure(p);
    while (true) {
      // g_p = Gᵀr + z
      const Vector g = G_.row(p).transpose();
      Vector r(static_cast<Index>(active().size())), z = g;
      if (r.size() > 0) {
        const Matrix others = G_(active(), Eigen::all).transpose();
        r = Eigen::HouseholderQR<Matrix>(others).solve(g);
        z -= others * r;
      }
      const bool dependent = z.norm() <= options_.dependent;
      if (dependent && pushed == 0 && fails_by <= 10 * z.norm() * result_.y.norm())
        return excuse(p);

      // how far until p holds, and until another row no longer carries
      const double until_held =
          dependent ? std::numeric_limits<double>::infinity() : failure(p) / z.squaredNorm();
      double until_idle = std::numeric_limits<double>::infinity();
      Index idle = -1;
      for (Index j = 0; j < r.size(); ++j) {
        if (r(j) <= options_.dependent) continue;
        const double until =
            std::max(0.0, multiplier(active()[static_cast<std::size_t>(j)])) / r(j);
        if (until < until_idle) {
          until_idle = until;
          idle = j;
        }
      }
      if (dependent && idle < 0) {
        if (fails_by <= options_.contradiction * size(p)) return excuse(p);
        result_.feasible = false;
        result_.contradiction = Vector::Zero(h_.size());
        result_.contradiction(p) = 1;
        for (Index j = 0; j < r.size(); ++j)
          result_.contradiction(active()[static_cast<std::size_t>(j)]) = std::max(0.0, -r(j));
        return;
      }
      const double step = std::min(until_held, until_idle);
      for (Index j = 0; j < r.size(); ++j)
        multiplier(active()[static_cast<std::size_t>(j)]) -= step * r(j);
      pushed += step;
      if (!dependent) result_.y += step * z;
      if (until_held <= until_idle) {
        multiplier(p) = pushed;
        active().push_back(p);
        return;
      }
      multiplier(active()[static_cast<std::size_t>(idle)]) = 0;
      active().erase(active().begin() + idle);
    }
  }

  void excuse(Index p) {
    excused_[static_cast<std::size_t>(p)] = true;
    multiplier(p) = 0;
  }

  // y and μ anew from the active rows alone; one that would pull by rounding is let go
  Vector settle() {
    while (true) {
      result_.multipliers.setZero();
      const Index k = static_cast<Index>(active().size());
      if (k == 0) {
        result_.y.setZero();
        return {};
      }
      const Eigen::HouseholderQR<Matrix> qr(Matrix(G_(active(), Eigen::all).transpose()));
      const auto R = qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
      const Vector along = R.transpose().solve(Vector(h_(active())));
      const Vector mu = R.solve(along);
      Index least = 0;
      if (mu.minCoeff(&least) < 0) {
        active().erase(active().begin() + least);
        continue;
      }
      result_.y =
          qr.householderQ() * (Vector(G_.cols()) << along, Vector::Zero(G_.cols() - k)).finished();
      result_.multipliers(active()) = mu;
      // by how much each row would fail without it: μ_j/[(GGᵀ)⁻¹]_jj
      const Matrix inverse = R.solve(Matrix::Identity(k, k));
      return mu.cwiseQuotient(inverse.rowwise().squaredNorm());
    }
  }

  void let_go_of_idle() {
    for (Vector need = settle(); need.size() > 0; need = settle()) {
      Index idle = -1;
      double least = options_.rounding;
      for (Index j = 0; j < need.size(); ++j) {
        const double part = need(j) / size(active()[static_cast<std::size_t>(j)]);
        if (part <= least) {
          least = part;
          idle = j;
        }
      }
      if (idle < 0) return;
      active().erase(active().begin() + idle);
    }
  }

  MatrixView G_;
  VectorView h_, terms_;
  LeastDistanceOptions options_;
  LeastDistance result_;
  std::vector<bool> excused_;
};

}  // namespace

LeastDistance least_distance(MatrixView G, VectorView h, VectorView terms,
                             const LeastDistanceOptions& options) {
  assert(h.size() == G.rows() && terms.size() == G.rows());
  return DualSearch(G, h, terms, options).run();
}

}  // namespace alembert::numeric
