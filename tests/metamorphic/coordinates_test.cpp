// Coordinates that are mixed with each other, lengths with angles too, describe the same motion.

#include <cmath>
#include <random>

#include "complaints.hpp"
#include "dynamics/state_solver.hpp"

namespace alembert::metamorphic {

namespace {

constexpr double bound = 1e-9;

// q = T q̂ with a T of moderate condition in units in which inertias are one: what rounding and
// steps leave in one is of the same size in the other
Change mixed(const Model& model, const State& start, unsigned seed) {
  StateSolver solver(derive(model.system));
  const numeric::Vector inertia = solver.evaluate(0, start.q, start.v).M().diagonal();
  Change change = no_change(model);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> part(-0.3, 0.3);
  const numeric::Index n = change.T.rows();
  for (numeric::Index j = 0; j < n; ++j)
    for (numeric::Index i = 0; i < n; ++i) {
      const double share = part(random) / std::sqrt(static_cast<double>(n));
      // what has no inertia stays alone
      if (inertia[i] > 0 && inertia[j] > 0)
        change.T(i, j) += share * std::sqrt(inertia[j] / inertia[i]);
    }
  return change;
}

void other_coordinates(const Described& described) {
  compare_variants(described, bound, [](const Model& model, const State& start) {
    std::vector<Rewritten> variants;
    for (const unsigned seed : {1u, 2u, 3u})
      variants.push_back({"mixed by matrix " + std::to_string(seed), mixed(model, start, seed)});
    return variants;
  });
}

// not where eighty coordinates that are mixed make a dense problem of a sparse one, nor where the
// accelerations of a stiff system follow errors of its tolerance
bool is_suited(const Described& described) {
  return described.file.find("forty") == std::string::npos &&
         described.file.find("implicit") == std::string::npos;
}

const TestsOf of_gallery(gallery(), "moves the same in mixed coordinates", "[mixed]",
                         other_coordinates, is_suited);
const TestsOf with_events(models_with_events(), "moves the same in mixed coordinates", "[mixed]",
                          other_coordinates);
const TestsOf of_bodies(mechanisms(), "moves the same in mixed coordinates", "[mixed]",
                        other_coordinates);

}  // namespace

}  // namespace alembert::metamorphic
