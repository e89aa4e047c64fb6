#include "integrate/kept_length.hpp"

#include <algorithm>
#include <cmath>

namespace alembert::integrate {

void KeptLength::start(double given) {
  kept_ = length_ = std::max(given, 0.0);
  near_kink_ = 0;
  given_ = kept_ > 0;
  found_ = false;
  rough_ = 0;
}

void KeptLength::begin_step(double smallest) {
  if (!found_) length_ = kept_ = std::max(std::min(kept_, longest_), smallest);
  lengthened_ = 0;
  met_kink_ = false;
}

KeptLength::Judgement KeptLength::judge(double h, bool to_end, double roughness,
                                        const std::function<Measure()>& measure) {
  if (found_ && roughness <= 2 * rough_) return {.keep = true};

  // the way is rougher than where the step was chosen: measure its error
  const auto [error, smooth] = measure();
  const double wanted = std::pow(0.5 / std::max(error, 1e-30), 1.0 / 9);
  if (!(error <= (found_ ? 10 : 1))) return {false, std::clamp(wanted, 0.1, 0.9), smooth};
  const bool may_grow = h < longest_;
  if (may_grow && error < 0.1 && lengthened_ < 20 && !found_ && !given_ && !to_end && !met_kink_) {
    ++lengthened_;
    return {false, std::clamp(wanted, 1.1, 6.0), smooth};
  }
  if (smooth) rough_ = roughness;
  met_kink_ |= !smooth;
  // a step cut short by the end, or by a kink, does not settle the length of those to come
  found_ = found_ || given_ || !(to_end || met_kink_);
  return {.keep = true};
}

bool KeptLength::change(double t, double h, const Judgement& judgement, double smallest,
                        double smallest_kept) {
  length_ = std::min(h * judgement.factor, longest_);
  if (!judgement.smooth) met_kink_ = true;
  if (met_kink_ && near_kink_ == 0) {
    kink_from_ = counted_from_ = t;
    longest_near_kink_ = 0;
    near_kink_ = 1;
  }
  if (!found_ || judgement.smooth) {
    kept_ = length_;
    rough_ = 0;
  }
  return length_ >= smallest && (met_kink_ || kept_ >= smallest_kept);
}

void KeptLength::recover(double t, double h) {
  if (near_kink_ == 0) return;
  ++near_kink_;
  longest_near_kink_ = std::max(longest_near_kink_, h);
  if (!met_kink_ && (!found_ || length_ == kept_)) {
    near_kink_ = 0;
  } else if (found_ && t - kink_from_ > 2 * kept_) {
    kept_ = length_ = longest_near_kink_;
    rough_ = 0;
    near_kink_ = 0;
  } else if (found_) {
    length_ = std::min(kept_, 4 * h);
  }
}

bool KeptLength::chatters(double t, double smallest_kept) {
  constexpr int some = 500;
  if (near_kink_ <= some) return false;
  const bool is_stuck = t - counted_from_ < some * smallest_kept;
  near_kink_ = 1;
  counted_from_ = t;
  return is_stuck;
}

}  // namespace alembert::integrate
