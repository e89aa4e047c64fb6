#pragma once
/// Every principle and identity of the theory at many instants of a motion, by independent routes.

#include <functional>

#include "motion/motion.hpp"
#include "theory/identity.hpp"

namespace alembert::theory {

struct Answer;

/// A statement with the instant at which its residual was largest relative to its bound.
struct Verified {
  Identity worst;
  double t = 0;
  int instants = 0;  ///< at how many it was checked; 0 where it never applies
};

struct Verification {
  double from = 0, until = 0;
  int instants = 0;
  std::vector<Verified> statements;  ///< sorted by id, the statements about the whole run last

  int held() const;
  int failed() const;
  int not_applicable() const;
};

struct VerifyOptions {
  int instants = 20;  ///< spread evenly over the motion, its start and end among them
  /// Called after each instant with the number of those done and of all.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

Verification verify(const Motion& motion, const VerifyOptions& options = {});

/// The same for given answers at several instants of one motion, without the statements about the
/// intervals between them.
Verification verify(const Equations& equations, const std::vector<Answer>& answers,
                    const DynamicsOptions& options = {});

}  // namespace alembert::theory
