// How much faster do many motions run in four lanes, and on all cores?
//
// Chains with rods from random angles at rest, 5 s at tolerance 1e-10, projected. Wall time, best
// of five to 25 rounds in which all ways take their turn, since shared machines are slower for
// seconds at a time; the largest energy error stands beside, and what the second core is worth to
// two threads that only count and to two ensembles that know nothing of each other. Then chains of
// 64 links in angles, all of which are coupled with each other, for 0.5 s at 1e-8. Lines are
// "name,value".

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>
#include <utility>

#include "chains.hpp"
#include "ensemble/ensemble.hpp"

using namespace alembert;

namespace {

struct Study {
  System chain;
  std::vector<Expr> varied;
  std::vector<double> table;
};

/// Every coordinate varies; the table is still empty.
Study all_starts_of(System chain) {
  Study study{std::move(chain), {}, {}};
  for (const Coordinate& x : study.chain.coordinates())
    study.varied.emplace_back(study.chain.graph(), x.q);
  return study;
}

/// Every rod hangs at a random angle of up to 0.5 rad, so that no motion is chaotic.
Study study_of(int N, std::size_t motions) {
  Study study = all_starts_of(planar_chain_with_rods(N));
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

/// The same in angles.
Study dense_study(int N, std::size_t motions) {
  Study study = all_starts_of(planar_chain_in_angles(N));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-0.5, 0.5);
  study.table.resize(motions * static_cast<std::size_t>(N));
  for (double& start : study.table) start = angle(random);
  return study;
}

struct Way {
  unsigned lanes, threads;
  double seconds = 1e300;  ///< for all motions, the least so far
};

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The largest energy error.
double run(const Study& study, Way& way, double until = 5, double tolerance = 1e-10) {
  EnsembleOptions options;
  options.run.until = until;
  options.run.tolerance = tolerance;
  options.lanes = way.lanes;
  options.threads = way.threads;
  Ensemble ensemble;
  way.seconds = std::min(way.seconds, seconds_of([&] {
                           ensemble =
                               simulate_ensemble(study.chain, study.varied, study.table, options);
                         }));
  if (ensemble.one_by_one > 0)
    fmt::print(stderr, "{} motions left their lanes\n", ensemble.one_by_one);
  return *std::max_element(ensemble.energy_deviation.begin(), ensemble.energy_deviation.end());
}

/// What each of many motions costs more than few: deriving and compiling are the same for both.
void dense() {
  constexpr std::size_t few = 8, many = 48;
  const Study small = dense_study(64, few), large = dense_study(64, many);
  double per_motion[2], energy = 0;
  for (const unsigned lanes : {1u, 4u}) {
    Way less{lanes, 1}, more{lanes, 1};
    for (int round = 0; round < 5; ++round) {
      run(small, less, 0.5, 1e-8);
      energy = run(large, more, 0.5, 1e-8);
    }
    per_motion[lanes / 4] = 1e3 * (more.seconds - less.seconds) / (many - few);
  }
  fmt::print("ms per motion one lane dense N=64,{:.2f}\n", per_motion[0]);
  fmt::print("ms per motion four lanes dense N=64,{:.2f}\n", per_motion[1]);
  fmt::print("largest energy error dense N=64,{:.2g}\n", energy);
  fmt::print("4 lanes over scalar, one core, dense N=64,{:.2f}\n", per_motion[0] / per_motion[1]);
}

/// Two at the same time.
template <class One, class Other>
double seconds_of_both(One one, Other other) {
  return seconds_of([&] {
    std::thread beside(other);
    one();
    beside.join();
  });
}

/// A tenth of a second without memory.
void count() {
  volatile double x = 1;
  for (int i = 0; i < 30'000'000; ++i) x = x * 0.999999 + 1e-6;
}

}  // namespace

int main() {
  double alone = 1e300, together = 1e300, apart = 1e300;
  for (const int N : {2, 8}) {
    const std::size_t motions = N == 2 ? 40000 : 2000;
    const Study study = study_of(N, motions);
    const Study halves[] = {study_of(N, motions / 2), study_of(N, motions / 2)};
    Way single{1, 1}, four{4, 1}, both{4, 2};
    double energy = 0;
    for (int round = 0; round < (N == 2 ? 25 : 5); ++round) {
      if (round < 5) run(study, single);
      for (Way* way : {&four, &both}) energy = run(study, *way);
      if (N != 2) continue;
      alone = std::min(alone, seconds_of(count));
      together = std::min(together, seconds_of_both(count, count));
      const auto half = [&](int which) {
        Way way{4, 1};
        run(halves[which], way);
      };
      apart = std::min(apart, seconds_of_both([&] { half(0); }, [&] { half(1); }));
    }
    const double per_motion = 1e6 / static_cast<double>(motions);
    fmt::print("us per motion one lane N={},{:.2f}\n", N, per_motion * single.seconds);
    fmt::print("us per motion four lanes N={},{:.2f}\n", N, per_motion * four.seconds);
    fmt::print("largest energy error N={},{:.2g}\n", N, energy);
    fmt::print("4 lanes over scalar, one core, p1 N={},{:.2f}\n", N, single.seconds / four.seconds);
    if (N != 2) continue;
    fmt::print("second core,{:.2f}\n", four.seconds / both.seconds);
    fmt::print("second core for threads that only count,{:.2f}\n", 2 * alone / together);
    fmt::print("second core for two ensembles apart,{:.2f}\n", four.seconds / apart);
  }
  dense();
}
