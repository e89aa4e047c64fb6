#include "numeric/linear_program.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <limits>
#include <set>
#include <vector>

namespace alembert::numeric {

namespace {

// of vectors of length one: what is less is their rounding
constexpr double rounding_of_one = 1e-10;

// A point between bounds, and those of them that it lies on and keeps to.
class Climb {
 public:
  Climb(VectorView c, MatrixView G, VectorView h, VectorView start, double rounding)
      : c_(c), value_(c.dot(start)), rounding_(rounding), free_(c.size(), 0) {
    const Index d = c.size();
    for (Index i = 0; i < G.rows(); ++i) {
      const double length = G.row(i).norm();
      if (length <= rounding_of_one) continue;
      normals_.conservativeResize(d, normals_.cols() + 1);
      normals_.rightCols(1) = G.row(i).transpose() / length;
      room_.push_back(at_least_zero((G.row(i).dot(start) - h(i)) / length));
    }
  }

  double top() {
    if (c_.norm() <= rounding_of_one) return value_;
    return reach_vertex() && follow_edges() ? value_ : std::numeric_limits<double>::infinity();
  }

 private:
  double at_least_zero(double room) const { return room <= rounding_ ? 0 : room; }

  // the walls as columns, and the directions that nothing bounds
  Matrix kept() const {
    Matrix columns(c_.size(), static_cast<Index>(walls_.size()) + free_.cols());
    columns << normals_(Eigen::all, walls_), free_;
    return columns;
  }

  // the first bound in direction p, of several at one distance that of the lowest index; −1 where
  // there is none
  Index bound_ahead(const Vector& p) const {
    double distance = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < normals_.cols(); ++i)
      if (const double rate = approach(i, p); rate > 0)
        distance = std::min(distance, room_[static_cast<std::size_t>(i)] / rate);
    for (Index i = 0; i < normals_.cols(); ++i)
      if (const double rate = approach(i, p); rate > 0)
        if (at_least_zero(room_[static_cast<std::size_t>(i)] - rate * distance) == 0) return i;
    return -1;
  }

  double approach(Index i, const Vector& p) const {
    if (std::find(walls_.begin(), walls_.end(), i) != walls_.end()) return 0;
    const double rate = -normals_.col(i).dot(p);
    return rate > rounding_of_one ? rate : 0;
  }

  void advance(const Vector& p, Index wall) {
    const double distance = room_[static_cast<std::size_t>(wall)] / approach(wall, p);
    value_ += distance * c_.dot(p);
    for (Index i = 0; i < normals_.cols(); ++i) {
      double& room = room_[static_cast<std::size_t>(i)];
      room = at_least_zero(room + distance * normals_.col(i).dot(p));
    }
    room_[static_cast<std::size_t>(wall)] = 0;
    walls_.push_back(wall);
  }

  // false where the function rises for ever
  bool reach_vertex() {
    const Index d = c_.size();
    while (static_cast<Index>(walls_.size()) + free_.cols() < d) {
      const Matrix columns = kept();
      Matrix open = Matrix::Identity(d, d);
      if (columns.cols() > 0) {
        const Matrix Q = Eigen::HouseholderQR<Matrix>(columns).householderQ();
        open = Q.rightCols(d - columns.cols());
      }
      Vector p = open * (open.transpose() * c_);
      const bool rising = p.norm() > rounding_of_one * c_.norm();
      if (!rising) p = open.col(0);
      p.normalize();
      Index wall = bound_ahead(p);
      if (wall < 0 && rising) return false;
      if (wall < 0) {
        p = -p;
        wall = bound_ahead(p);
      }
      if (wall >= 0) {
        advance(p, wall);
      } else {
        free_.conservativeResize(d, free_.cols() + 1);
        free_.rightCols(1) = p;
      }
    }
    return true;
  }

  bool follow_edges() {
    // Bland's rule returns to no vertex; rounding that makes it return has nothing left to decide
    std::set<std::vector<Index>> visited;
    while (true) {
      std::sort(walls_.begin(), walls_.end());
      if (!visited.insert(walls_).second) return true;
      const Eigen::ColPivHouseholderQR<Matrix> columns(kept());
      const Vector pull = columns.solve(c_);
      std::size_t leave = 0;
      while (leave < walls_.size() &&
             !(pull(static_cast<Index>(leave)) > rounding_of_one * c_.norm()))
        ++leave;
      if (leave == walls_.size()) return true;

      const Index e = static_cast<Index>(leave);
      Vector p =
          Eigen::ColPivHouseholderQR<Matrix>(kept().transpose()).solve(Vector::Unit(c_.size(), e));
      p.normalize();
      const Index left = walls_[leave];
      const Index wall = bound_ahead(p);
      if (wall < 0) return false;
      walls_.erase(std::find(walls_.begin(), walls_.end(), left));
      advance(p, wall);
    }
  }

  Vector c_;
  double value_;
  double rounding_;
  Matrix normals_;            // of the bounds, towards the inside
  std::vector<double> room_;  // how far the point is from each
  std::vector<Index> walls_;
  Matrix free_;
};

}  // namespace

double greatest(VectorView c, MatrixView G, VectorView h, VectorView start, double rounding) {
  assert(G.cols() == c.size() && h.size() == G.rows() && start.size() == c.size());
  return Climb(c, G, h, start, rounding).top();
}

}  // namespace alembert::numeric
