#include "dynamics/natural_sizes.hpp"

#include <algorithm>
#include <utility>

#include "integrate/step_size.hpp"

namespace alembert {

namespace {

// padding behind the sizes, for vector instructions that read four at once
constexpr std::size_t room = 4;

// of a size that can be divided by
constexpr double smallest = 1e-290;

// of what the others are, while nothing moves
constexpr double part_of_others = 1e-2;

std::size_t count_of(const std::vector<CoordinateBlock>& blocks) {
  std::size_t count = 0;
  for (const CoordinateBlock& block : blocks) count += block.size();
  return count;
}

}  // namespace

NaturalSizes::NaturalSizes(std::vector<CoordinateBlock> blocks)
    : blocks_(std::move(blocks)),
      n_(count_of(blocks_)),
      size_(2 * n_ + room, smallest),
      origin_(n_, 0),
      root_(n_, 0),
      share_(n_, 0) {
  set_tolerance(integrate::smallest_tolerance);
}

void NaturalSizes::set_tolerance(double tolerance) {
  rounding_ =
      lost_in_rounding /
      integrate::allowed_error(
          integrate::step_margin * std::max(tolerance, integrate::smallest_tolerance), 1, 0);
}

void NaturalSizes::begin(const MotionBeginning& beginning) {
  const auto& [inertia, q, v, a, h, terms, rests, ways] = beginning;
  const numeric::Vector roots = inertia.cwiseAbs().cwiseSqrt();
  for (std::size_t j = 0; j < n_; ++j) {
    const auto i = static_cast<numeric::Index>(j);
    origin_[j] = q[i];
    root_[j] = roots[i];
    share_[j] = roots[i] > 0 ? rounding_ / roots[i] : 0;
  }
  std::fill(size_.begin(), size_.end(), smallest);
  speed_ = 0;

  for (const CoordinateBlock& block : blocks_) {
    const double largest = roots.cwiseProduct(q)(block).cwiseAbs().maxCoeff();
    for (const std::size_t j : block) {
      // coordinates feel each other's rounding through the constraints, and that of their own
      // forces
      const double pushed = rounding_ * terms[static_cast<numeric::Index>(j)];
      size_[j] = std::max(
          {smallest, rounding_ * std::fabs(origin_[j]), share_[j] * largest, h * h / 2 * pushed});
      size_[n_ + j] = std::max(smallest, h * pushed);
      if (ways.size() > 0)
        size_[j] =
            std::max(size_[j], rounding_ / lost_in_rounding * ways[static_cast<numeric::Index>(j)]);
    }
  }
  // one that begins at rest has no size yet, and gets the one that it will have soon
  numeric::Vector soon(2 * q.size());
  soon << q + h * v + h * h / 2 * a, v + h * a;
  grow(soon.data());
  soon.tail(v.size()) = v;
  take(soon.data());
}

void NaturalSizes::assume(const numeric::Vector& inertia, const numeric::Vector& q,
                          const numeric::Vector& v) {
  ++version_;
  const numeric::Vector roots = inertia.cwiseAbs().cwiseSqrt();
  const auto set = [&](const numeric::Vector& x, std::size_t first) {
    const double largest = n_ == 0 ? 0 : roots.cwiseProduct(x).cwiseAbs().maxCoeff();
    for (std::size_t j = 0; j < n_; ++j) {
      const auto i = static_cast<numeric::Index>(j);
      const double part = roots[i] > 0 ? part_of_others * largest / roots[i] : 0;
      size_[first + j] = std::max({std::fabs(x[i]), part, smallest});
    }
  };
  set(q, 0);
  set(v, n_);
}

// component by component: what one is by rounding of another would grow each time it went round
void NaturalSizes::widen(const NaturalSizes& before) {
  ++version_;
  for (std::size_t i = 0; i < 2 * n_; ++i) size_[i] = std::max(size_[i], before.size_[i]);
  speed_ = std::max(speed_, before.speed_);
}

void NaturalSizes::grow(const double* y) {
  ++version_;
  for (const CoordinateBlock& block : blocks_) {
    double far = 0, fast = 0;
    for (const std::size_t j : block) {
      far = std::max(far, root_[j] * std::fabs(y[j] - origin_[j]));
      fast = std::max(fast, root_[j] * std::fabs(y[n_ + j]));
    }
    for (const std::size_t j : block) {
      const double way = std::fabs(y[j] - origin_[j]), speed = std::fabs(y[n_ + j]);
      size_[j] = std::max({size_[j], way, share_[j] * far});
      size_[n_ + j] = std::max({size_[n_ + j], speed, share_[j] * fast});
    }
    speed_ = std::max(speed_, fast);
  }
  for (std::size_t i = 0; i < 2 * n_; ++i) are_finite_ &= std::isfinite(size_[i]);
}

}  // namespace alembert
