// A constraint may be written twice, in any order, and times any number: its force is the same.

#include <algorithm>
#include <numeric>
#include <random>

#include "complaints.hpp"

namespace alembert::metamorphic {

namespace {

constexpr double bound = 1e-9;

struct Variant {
  std::string name;
  RowChange rows;
};

std::vector<std::vector<double>> factors(const System& system, double even, double odd) {
  std::vector<std::vector<double>> all;
  int row = 0;
  for (const Constraint& constraint : system.constraints()) {
    all.emplace_back();
    for (std::size_t r = 0; r < constraint.rows.size(); ++r)
      all.back().push_back(row++ % 2 == 0 ? even : odd);
  }
  return all;
}

std::vector<std::size_t> backwards(const System& system) {
  std::vector<std::size_t> order(system.constraints().size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  return order;
}

std::vector<std::size_t> shuffled(const System& system, unsigned seed) {
  std::vector<std::size_t> order = backwards(system);
  std::ranges::shuffle(order, std::mt19937_64(seed));
  return order;
}

std::vector<Variant> variants(const System& system) {
  return {
      {"doubled", {.doubled = true}},
      {"times 1e8", {.factors = factors(system, 1e8, 1e8)}},
      {"times 1e-8", {.factors = factors(system, 1e-8, 1e-8)}},
      // multipliers of least norm for the rows as written are lost in rounding where these differ
      // by 1e16
      {"times 1e3 and 1e-3 in turn", {.factors = factors(system, 1e3, 1e-3)}},
      {"times -1e-3 and 1e3 in turn", {.factors = factors(system, -1e-3, 1e3)}},
      {"backwards", {.order = backwards(system)}},
      {"shuffled", {.order = shuffled(system, 5)}},
      {"doubled, shuffled, times 1e3 and 1e-3 in turn",
       {.order = shuffled(system, 6), .factors = factors(system, 1e3, 1e-3), .doubled = true}},
  };
}

void other_rows(const Described& described) {
  const Model model = read(described);
  if (model.system.constraints().empty()) return;
  const Change none = no_change(model);
  const Dimensions dimensions = geometry_of(described, model.system).dimensions;
  const Course expected = run(model, none, changed(model, none), described.turned);
  INFO(expected.detail);
  REQUIRE(expected.ended == "reached the end");
  Complaints complaints;
  for (const Variant& variant : variants(model.system)) {
    complaints.begin(variant.name);
    Change change = none;
    change.rows = variant.rows;
    const Course found = run(model, change, changed(model, change), described.turned);
    compare_decisions(found, expected, complaints);
    if (!variant.rows.doubled) compare_uniqueness(found, expected, complaints);
    compare_instants(found, expected, bound, complaints);
    compare_motion(found, expected, dimensions, bound, complaints);
  }
  complaints.tell();
}

const TestsOf of_gallery(gallery(), "moves the same with other rows", "[rows]", other_rows);
const TestsOf in_space(models_in_space(), "moves the same with other rows", "[rows]", other_rows);
const TestsOf of_bodies(mechanisms(), "moves the same with other rows", "[rows]", other_rows);
const TestsOf with_events(models_with_events(), "moves the same with other rows", "[rows]",
                          other_rows);

}  // namespace

}  // namespace alembert::metamorphic
