#include "motion/certificate.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model oscillator() {
  return read_text(
      R"(
coordinates x
kinetic 1/2*x'^2
potential 1/2*x^2
start x = 1, x' = 0
run 20
)",
      "model.mech");
}

}  // namespace

TEST_CASE("all digits that the tolerance promises of an oscillator are certified, and no more") {
  const Model model = oscillator();
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const SimulateOptions options{.tolerance = tolerance};
    const Motion motion = simulate(model, options);
    const Certificate certificate = certify(motion, model, options);
    CHECK(certificate.finer_tolerance == Approx(tolerance / 100));
    REQUIRE(certificate.values.size() == 2);
    const double exact[] = {std::cos(20), -std::sin(20)};
    for (std::size_t i = 0; i < 2; ++i) {
      const double error = std::fabs(certificate.values[i].value - exact[i]);
      // the digits that agree are right, and they are those of the tolerance but for one or two
      CHECK(error < 2 * std::pow(10, -certificate.values[i].digits));
      CHECK(certificate.values[i].digits >= -std::log10(tolerance) - 2);
      CHECK(certificate.values[i].digits <= -std::log10(tolerance) + 3);
    }
    CHECK_FALSE(certificate.growth);
    CHECK(certificate.trusted_until == 20);
    CHECK(certificate.other_outcome.empty());
  }
}

TEST_CASE("a double pendulum is said to be chaotic, with the time until which it can be trusted") {
  const Model model = read_model(source_folder() + "/models/double_pendulum/level_start.mech");
  const SimulateOptions options{.until = 60, .tolerance = 1e-10};
  const Motion motion = simulate(model, options);
  const Certificate certificate = certify(motion, model, options);
  REQUIRE(certificate.growth);
  CHECK(certificate.largest_difference > 0.1);
  // what is trusted agrees with a third run to the three digits that were promised
  CHECK(certificate.trusted_until > 5);
  CHECK(certificate.trusted_until < 60);
  const Motion third = simulate(model, {.until = certificate.trusted_until, .tolerance = 1e-13});
  CHECK(motion.at(certificate.trusted_until)["x2"] == Approx(third.back()["x2"]).margin(5e-3));
  // a tolerance that is coarser by 10^p lasts shorter by p tenfold growths
  const SimulateOptions coarser{.until = 60, .tolerance = 1e-7};
  const Certificate other = certify(simulate(model, coarser), model, coarser);
  CHECK(certificate.trusted_until - other.trusted_until ==
        Approx(3 * std::log(10) / *certificate.growth).epsilon(0.6));
}

TEST_CASE("errors that grow as a power of time are not called chaos") {
  // a pendulum's phase runs away evenly, and faster with its amplitude
  const Model model = read_text(
      R"(
coordinates a
kinetic 1/2*a'^2
potential -9.81*cos(a)
start a = 2, a' = 0
run 200
  tolerance 1e-7
)",
      "model.mech");
  const Certificate certificate = certify(simulate(model), model);
  CHECK_FALSE(certificate.growth);
  CHECK(certificate.trusted_until == 200);
}

TEST_CASE("a run that ends otherwise with a finer tolerance is told") {
  const Model model = read_text(R"(
coordinates x
kinetic 1/2*x'^2
start x = 0, x' = 1
run 2
  stop when x > 1
)",
                                "model.mech");
  const Motion stopped = simulate(model);
  CHECK(compare(stopped, stopped).other_outcome.empty());
  CHECK(compare(stopped, stopped).values[0].digits == 16);
  const Model whole = read_text(R"(
coordinates x
kinetic 1/2*x'^2
start x = 0, x' = 1
run 2
)",
                                "model.mech");
  const Certificate certificate = compare(stopped, simulate(whole));
  CHECK(certificate.other_outcome == "reached the end");
  CHECK(certificate.t == Approx(1));
}
