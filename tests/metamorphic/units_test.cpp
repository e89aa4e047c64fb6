// Nothing but the numbers depends on the units in which a model is written.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <set>

#include "complaints.hpp"
#include "mechanics/model_error.hpp"
#include "motion/expectations.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"
#include "theory/verification.hpp"

namespace alembert::metamorphic {

namespace {

// a reference must be much nearer to the truth than what is measured with it
constexpr double fine = 1e-13;
// below this part of the motion an error is that of the reference, or rounding
constexpr double rounding = 1e-11;

struct Variant {
  std::string name;
  Units units;
};

std::vector<Variant> all_signs() {
  std::vector<Variant> variants;
  for (const double length : {1e12, 1e-12})
    for (const double mass : {1e12, 1e-12})
      for (const double time : {1e9, 1e-9})
        variants.push_back(
            {fmt::format("lengths times {:g}, masses {:g}, times {:g}", length, mass, time),
             {length, mass, time}});
  return variants;
}

// a run with what the principles of the theory say of it
struct Judged {
  Course course;
  int held = 0, failed = 0;
  std::set<std::string> not_applicable = {};
  std::string failures = {};
};

Judged judge(const Model& original, const Change& change, const Model& model, const Look& look) {
  try {
    const Motion motion = simulate(model, options(change, look));
    Judged judged{.course = course_of(original, change, motion)};
    // with eighty coordinates the principles take minutes, and say what they say of the same with
    // four
    if (change.T.rows() > 40) return judged;
    const theory::Verification verification = theory::verify(motion, {.instants = 4});
    judged.held = verification.held();
    judged.failed = verification.failed();
    for (const theory::Verified& verified : verification.statements) {
      if (verified.instants == 0)
        judged.not_applicable.insert(verified.worst.id + ", " + verified.worst.statement);
      if (!verified.worst.holds())
        judged.failures += fmt::format(" {} ({:.1e})", verified.worst.id, verified.worst.residual);
    }
    return judged;
  } catch (const ModelError& refusal) {
    Judged judged;
    judged.course.ended = "refused";
    judged.course.detail = refusal.what();
    return judged;
  }
}

Course first_output(Course course) {
  for (numeric::Matrix* table : {&course.q, &course.v, &course.a})
    table->conservativeResize(1, Eigen::NoChange);
  for (numeric::Matrix& reaction : course.reactions)
    reaction.conservativeResize(1, Eigen::NoChange);
  return course;
}

void compare_errors(const Course& found, const Course& expected, const Course& reference,
                    const Dimensions& dimensions, Complaints& complaints) {
  const double here = std::max(error(found, reference, dimensions), rounding);
  const double there = std::max(error(expected, reference, dimensions), rounding);
  if (!(here <= 2 * there && there <= 2 * here))
    complaints.add(fmt::format("error {:.2e}, not {:.2e}", here, there));
}

// accelerations and forces at the first instant, which no integrator has touched
void compare_start(const Course& found, const Course& expected, const Dimensions& dimensions,
                   Complaints& complaints) {
  const Difference d = difference(first_output(expected), first_output(found), dimensions);
  if (!(d.largest() <= 1e-9))
    complaints.add(fmt::format("at the start: q {:.1e}, v {:.1e}, a {:.1e}, reactions {:.1e}", d.q,
                               d.v, d.a, std::max(d.reaction, d.total)));
}

void other_units(const Described& described) {
  const Model model = read(described);
  const Change none = no_change(model);
  const Geometry geometry = geometry_of(described, model.system);
  Look finest = described.units;
  finest.tolerance = fine;
  finest.method = Method::dop853;
  const Course reference = run(model, none, changed(model, none), finest);
  const Judged expected = judge(model, none, changed(model, none), described.units);
  INFO(expected.course.detail << expected.failures);
  REQUIRE(reference.ended == "reached the end");
  REQUIRE(expected.course.ended == "reached the end");
  CHECK(expected.failed == 0);
  Complaints complaints;
  for (const Variant& variant : all_signs()) {
    complaints.begin(variant.name);
    const Change change = in_units(geometry, model.system, variant.units);
    const Judged found = judge(model, change, changed(model, change), described.units);
    compare_decisions(found.course, expected.course, complaints);
    if (!found.course.ran()) continue;
    compare_uniqueness(found.course, expected.course, complaints);
    compare_start(found.course, expected.course, geometry.dimensions, complaints);
    // the same steps, and the same errors of the tolerance in the time of an event
    compare_instants(found.course, expected.course, 1e-9, complaints);
    compare_errors(found.course, expected.course, reference, geometry.dimensions, complaints);
    const double steps = static_cast<double>(expected.course.steps);
    // one more or less is what a number of steps that is whole cannot tell, and what finds an event
    // to rounding
    const double whole = 1.0 + static_cast<double>(expected.course.instants.size());
    if (std::fabs(static_cast<double>(found.course.steps) - steps) > 0.01 * steps + whole)
      complaints.add(fmt::format("{} steps, not {}", found.course.steps, steps));
    std::vector<std::string> others;
    std::ranges::set_symmetric_difference(found.not_applicable, expected.not_applicable,
                                          std::back_inserter(others));
    if (found.held != expected.held || found.failed != expected.failed || !others.empty())
      complaints.add(fmt::format(
          "of the theory {} hold, {} fail; not {}, {}; applies in one of them alone: {};{}",
          found.held, found.failed, expected.held, expected.failed, fmt::join(others, " "),
          found.failures));
  }
  complaints.tell();
}

// the whole run as its file says, with its check block
void checks_in_other_units(const Described& described) {
  const Model model = read(described);
  const Geometry geometry = geometry_of(described, model.system);
  Complaints complaints;
  for (const Variant& variant : {all_signs().front(), all_signs()[3], all_signs()[5]}) {
    complaints.begin(variant.name);
    const Model other = changed(model, in_units(geometry, model.system, variant.units));
    try {
      for (const CheckResult& check :
           check_expectations(other, simulate(other, {.progress = patient()})))
        if (!check.holds) complaints.add(check.text + ": " + check.figure);
    } catch (const ModelError& refusal) {
      complaints.add(refusal.what());
    }
  }
  complaints.tell();
}

bool is_short(const Described& described) {
  return described.file.find("long_run") == std::string::npos &&
         described.file.find("forty") == std::string::npos;
}

const TestsOf steps(gallery(), "takes the same steps in other units", "[units]", other_units);
const TestsOf in_space(models_in_space(), "takes the same steps in other units", "[units]",
                       other_units);
const TestsOf of_bodies(mechanisms(), "takes the same steps in other units", "[units]",
                        other_units);
const TestsOf with_events(models_with_events(), "takes the same steps in other units", "[units]",
                          other_units);
const TestsOf checks_with_events(models_with_events(), "holds what it checks in other units",
                                 "[checks]", checks_in_other_units);
const TestsOf checks(gallery(), "holds what it checks in other units", "[checks]",
                     checks_in_other_units, is_short);

}  // namespace

TEST_CASE("every model of the gallery is in the table of these tests", "[table][sample]") {
  std::size_t files = 0;
  const std::filesystem::path root = source_folder();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "models"))
    if (entry.path().extension() == ".mech") {
      const std::string file = std::filesystem::relative(entry.path(), root).string();
      const System system = read_model(entry.path().string()).system;
      const std::vector<Described>& table = system.has_events()       ? models_with_events()
                                            : system.joints().empty() ? gallery()
                                                                      : mechanisms();
      const auto lines = std::ranges::count(table, file, &Described::file);
      // a mechanism whose formulas stand beside it is compared with them
      const bool has_formulas =
          std::filesystem::exists(entry.path().parent_path() / "formulas.mech");
      if (&table == &mechanisms() && has_formulas) continue;
      ++files;
      INFO(file << " needs its line in a table of tests/metamorphic");
      CHECK(lines == 1);
    }
  CHECK(files == gallery().size() + models_with_events().size() + mechanisms().size());
}

}  // namespace alembert::metamorphic
