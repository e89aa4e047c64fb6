// How much faster do many motions run in four lanes, and on all cores?
//
// Chains with rods from random angles at rest, 5 s at tolerance 1e-10, projected. Wall time, best of several;
// the largest energy error stands beside. Lines are "name,value".

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "chains.hpp"
#include "motion/ensemble.hpp"

using namespace alembert;

namespace {

struct Study {
  System chain;
  std::vector<Expr> varied;
  std::vector<double> table;
};

/// Every rod hangs at a random angle of up to 0.5 rad, so that no motion is chaotic.
Study study_of(int N, std::size_t motions) {
  Study study{planar_chain_with_rods(N), {}, {}};
  for (const Coordinate& x : study.chain.coordinates())
    study.varied.emplace_back(study.chain.graph(), x.q);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-0.5, 0.5);
  for (std::size_t i = 0; i < motions; ++i) {
    double x = 0, y = 0;
    for (int link = 0; link < N; ++link) {
      const double a = angle(random);
      x += std::sin(a);
      y -= std::cos(a);
      study.table.insert(study.table.end(), {x, y});
    }
  }
  return study;
}

/// Seconds for all motions, best of five; `energy` becomes the largest error.
double seconds(const Study& study, unsigned lanes, unsigned threads, double& energy) {
  EnsembleOptions options;
  options.run.until = 5;
  options.run.tolerance = 1e-10;
  options.lanes = lanes;
  options.threads = threads;
  double best = 1e300;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const Ensemble ensemble = simulate_ensemble(study.chain, study.varied, study.table, options);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    best = std::min(best, passed.count());
    energy = *std::max_element(ensemble.energy_deviation.begin(), ensemble.energy_deviation.end());
    if (ensemble.one_by_one > 0)
      fmt::print(stderr, "{} motions left their lanes\n", ensemble.one_by_one);
  }
  return best;
}

}  // namespace

int main() {
  for (const int N : {2, 8}) {
    const std::size_t motions = N == 2 ? 20000 : 2000;
    const Study study = study_of(N, motions);
    double energy = 0;
    const double single = seconds(study, 1, 1, energy);
    const double four = seconds(study, 4, 1, energy);
    const double both = seconds(study, 4, 2, energy);
    const double per_motion = 1e6 / static_cast<double>(motions);
    fmt::print("us per motion one lane N={},{:.2f}\n", N, per_motion * single);
    fmt::print("us per motion four lanes N={},{:.2f}\n", N, per_motion * four);
    fmt::print("largest energy error N={},{:.2g}\n", N, energy);
    fmt::print("4 lanes over scalar, one core, p1 N={},{:.2f}\n", N, single / four);
    if (N == 2) fmt::print("second core,{:.2f}\n", four / both);
  }
}
