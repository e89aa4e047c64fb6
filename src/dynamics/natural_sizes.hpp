#pragma once
/// How large the components of a motion are by nature: what "small" means for each of them, in any
/// units and with any origin.
///
/// A coordinate is as large as the way that it has gone from its start, and a velocity as it has
/// been so far in the run. One that is zero but for rounding, as the third coordinate of a motion
/// in a plane, is as large as rounding makes it: a small part of what the others of its block
/// amount to, each in units in which its inertia is one, and of what the terms of its own force
/// would do. A grain beside a planet is not small because the planet is large.

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "dynamics/mass_blocks.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

/// What rounding leaves of components of a constrained motion that should be zero, where rows have
/// a moderate condition.
inline constexpr double lost_in_rounding = 200 * std::numeric_limits<double>::epsilon();

/// Where a motion begins.
struct MotionBeginning {
  numeric::Vector inertia;  ///< M_jj; a coordinate without inertia tells nothing of the others
  numeric::Vector q, v, a;
  double time = 0;  ///< for which it goes on like this
  /// Of the force on each coordinate, added up by their sizes, over M_jj; zero where all are in one
  /// block that moves.
  numeric::Vector terms = {};
  bool rests = false;  ///< a block: it does not move, and nothing but rounding pulls at it
  /// How far rounding of the position rows leads each coordinate; empty for nowhere.
  numeric::Vector ways = {};
};

class NaturalSizes {
 public:
  /// Of coordinates in these blocks (coupled_blocks).
  explicit NaturalSizes(std::vector<CoordinateBlock> blocks);

  /// Errors of `tolerance` times a size are to be told from rounding.
  void set_tolerance(double tolerance);
  void begin(const MotionBeginning& beginning);
  /// While a start is sought: everything is as large as it is at (q, q̇), or as a small part of what
  /// the others are.
  void assume(const numeric::Vector& inertia, const numeric::Vector& q, const numeric::Vector& v);

  /// The motion is at y = (q, q̇, …).
  void take(const double* y) {
    bool grows = false;
    for (std::size_t j = 0; j < n_; ++j) grows |= std::fabs(y[j] - origin_[j]) > size_[j];
    for (std::size_t i = n_; i < 2 * n_; ++i) grows |= std::fabs(y[i]) > size_[i];
    if (grows) grow(y);
  }

  /// At least as large as these: the same motion has followed other equations before.
  void widen(const NaturalSizes& before);

  /// By component of (q, q̇); four more numbers may be read behind them.
  const double* data() const { return size_.data(); }
  double of_q(std::size_t j) const { return size_[j]; }
  double of_v(std::size_t j) const { return size_[n_ + j]; }
  /// Of a work: twice the largest kinetic energy of a coordinate.
  double of_work() const { return speed_ * speed_; }
  /// Whether all of them are numbers still.
  bool are_finite() const { return are_finite_; }
  /// Changes with the sizes.
  std::size_t version() const { return version_; }

  // what the sizes are made from, for those who make them side by side
  const std::vector<CoordinateBlock>& blocks() const { return blocks_; }
  const std::vector<double>& origin() const { return origin_; }
  const std::vector<double>& roots() const { return root_; }  ///< √M_jj
  /// What x_j has by rounding of the largest √M_kk |x_k| of its block, as a size.
  const std::vector<double>& shares() const { return share_; }

 private:
  void grow(const double* y);

  std::vector<CoordinateBlock> blocks_;
  std::size_t n_;
  std::vector<double> size_;  ///< of q, then of q̇
  std::vector<double> origin_, root_, share_;
  double rounding_ = 0;  ///< the size of what is lost in rounding of 1
  double speed_ = 0;     ///< largest √M_jj |q̇_j|
  bool are_finite_ = true;
  std::size_t version_ = 0;
};

}  // namespace alembert
