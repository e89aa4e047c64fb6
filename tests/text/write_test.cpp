#include "text/write.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "source_folder.hpp"
#include "text/reading.hpp"
#include "text/same_model.hpp"

using namespace alembert;

namespace {

std::string written(const std::string& text) { return write_text(read(text)); }

void check_round_trip(const Model& model) {
  const std::string text = write_text(model);
  INFO(text);
  const Model again = read(text);
  CHECK(same_model(model, again));
  // and once more, with the definitions that the first writing added
  CHECK(same_model(model, read(write_text(again))));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a written model reads back to an equal one") {
  check_round_trip(read(small_system));
  check_round_trip(read(small_system + R"(
system "a \"quoted\" title \\ with a backslash	and a tab"
define r = (x, y), u = r/norm(r), v = x'
potential -a*x - b*(y - z) - (-x)^2
potential -x
kinetic -x'*y'
lagrangian if(x < a, x*y', -2*x*y')
force x: -0.1*v, y: min(x, y, z) + max(x, y) - abs(z)
virtual_power x'*sin(t)
dissipation 1/2*v^2
particle bob: mass a, at (x, y), force a*u
particle top: mass a*b, at (cos(x), sin(x), t)
constraint pin: r = (z, sin(t))
constraint roll: x' - b*y' = 0
constraint push: x''*y + y'' = t
nonideal rod: x: -0.3*abs(lambda(rod))*sign(x') + reaction(rod, y), y: total(rod)
weight pin: 1 + x^2
start x = 1/3, y ~ 2*x, x' = -1e-20
run a to 10*b
    tolerance 1e-9
    every 0.1
    method taylor
    drift baumgarte a -b
    rank_tolerance 1e-7
    inconsistent least_squares
    stop when x > 2*a
watch
    w = -2*lambda(rod)*x'' + energy [N]
    p = power(rod) + nonideal(pin, z) + ideal(pin, x) + lambda(pin.2)
    a2 = u''.1
check
    energy constant to 1e-9
    energy balanced to 1e-9
    constraints hold to a*1e-11
    virtual work vanishes to 1e-9
    at 2: x = b/7 to 1e-6
    always: x*y < 2
    outcome "stopped: x > 2*a"
    rank 4
    freedoms 1
draw
    line (0, 0) r u
    disk wheel (x, y, z) a (0, 0, 1)
    box (x, y) (1, 2) x
)"));
}

TEST_CASE("contacts, variables and what happens at instants read back") {
  Model model = read(small_system + R"(
define d = z - a*x, push = lambda(floor)
discrete n = 2*a [-], k[i in 1..2] = i
contact wall: x <= d + n
constraint pin: x + y = z
contact floor: z >= 0
contact ratchet: y' - x' >= n
contact c[i in 1..2]: x + i >= y
restitution floor: exp(-approach(floor)/a), c[1]: 1/3
force x: -n*x
when d <= 0, approach(wall) > count(floor): x := -x, y' := d*gap(wall)
    n := n + 1
    note "a \"quoted\" word", stop "done \ with it"
    off pin, on c[2], off wall
when[i in 1..2] gap(c[i]) > 1: k[i] := k[i] + lost(c[i]) + normal(floor)
run 10
    impacts in_turn
    stop when count(floor) > 10
watch
    w = count(floor)*gap(wall) + impulse(c[2]) + phase(wall) + last(floor)
    shares = least(c[2])*most(floor) + phase(pin)
check
    always: gap(wall) > -1
check
    impact 2*a of floor: t = a/3 to 1e-9, impact 1 of c[2]: lost = 1 to 1e-3
    change 2 of wall: t = a to 1e-9
    count c[1] = 4
    timeline floor: open, rest, open
    rest of floor: t = 2*a to 1e-9
    contacts hold to a*1e-9, impacts lose energy
)");
  check_round_trip(model);
  // of a model made in C++ the expectations have no words
  for (Expectation& check : model.checks) check.text.clear();
  check_round_trip(model);
  check_round_trip(read(small_system + R"(
constraint pin: x + y = 1
contact floor: z >= 0
contact c[i in 1..2]: x + i >= y
friction floor: 0.3, static 0.4, slip x' - a, pin: 0.1*a, slip y', normal 2*lambda(pin)
friction c[i in 1..2]: 0.1*i
    slip z'
friction brake: limit 3*normal(floor) + t^2, static 4*normal(floor) + t^2
    slip x' - y'
friction belt[i in 1..2]: limit i, slip x'
start off pin, off belt[2], x ~ 1
run 10
    painleve lift
watch
    w = tangent(floor)*slip(brake) + phase(belt[2]) + normal(floor) + phase(floor)
    pressed = normal(pin)
check
    cone holds to a*1e-9
)"));
  CHECK(contains(written(small_system + "friction brake: limit 3, static 4, slip x'\n"),
                 "friction brake: limit 3, static 4, slip x'\n"));
  CHECK(contains(written(small_system + "contact floor: z >= 0\nrestitution floor: 0.5\n"),
                 "contact floor: z >= 0\nrestitution floor: 0.5\n"));
}

TEST_CASE("families and chains read back") {
  check_round_trip(
      read("parameters N = 6, l = 0.5 [m], k[i in 1..N] = i/7\ncoordinates x[1..N] y z[3..4]\n"
           "define x[0] = 0, p[0] = (0, 0)\n"
           "define p[i in 1..N] = p[i-1] + l*(cos(x[i]), sin(x[i]))\n"
           "kinetic sum(i in 1..N: 1/2*dot(p[i]', p[i]')) + y'^2 + z[3]'^2\n"
           "constraint c[i in 1..N]: x[i]*k[i] = x[i-1]\n"
           "start x[i in 1..N] = i*l, x[i in 1..N]' = x[i]\n"
           "watch f[i in 1..N] = lambda(c[i])*p[i]''.1\n"
           "draw point bead[i in 1..N] p[i] l/10\n"));
}

TEST_CASE("every model of the gallery reads back") {
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_folder() + "/models"))
    if (entry.path().extension() == ".mech") {
      INFO(entry.path().string());
      check_round_trip(read_model(entry.path().string()));
    }
}

TEST_CASE("numbers keep all their digits") {
  const Model model = read(
      "coordinates x\nparameters a = 0.1, b = 1/3, c = 1e-300, d = 6.02214076e23\n"
      "kinetic x'^2\n");
  check_round_trip(model);
}

TEST_CASE("formulas that are used again and again are written once") {
  const Model model = read(small_system +
                           "define d[0] = x + y\ndefine d[i in 1..60] = d[i-1]*d[i-1] + d[i-1]\n"
                           "potential d[60]\nkinetic d[40]'^2\n");
  CHECK(write_text(model).size() < 50'000);
  check_round_trip(model);
}

TEST_CASE("deep formulas are cut into definitions") {
  Model model{System(), {}, {}, {}, {}};
  Expr deep = model.system.coordinate("x");
  for (int i = 0; i < 1000; ++i) deep = sin(deep) + 1;
  model.system.kinetic(square(rate(deep)));
  check_round_trip(model);
}

TEST_CASE("names that the language does not allow cannot be written") {
  Model model{System(), {}, {}, {}, {}};
  model.system.kinetic(square(rate(model.system.coordinate("x-1"))));
  CHECK_THROWS_WITH(write_text(model), Catch::Contains("the name 'x-1' cannot be written"));
}

TEST_CASE("a model that would be too long to read is not written") {
  const Model model{System(std::string(17'000'000, 'a')), {}, {}, {}, {}};
  CHECK_THROWS_WITH(write_text(model), Catch::Contains("too long to be written"));
}

TEST_CASE("formulas of accelerations that are too long or too deep to write are refused") {
  const std::string doubling =
      small_system + "define d[0] = x + y\ndefine d[i in 1..60] = d[i-1]*d[i-1] + d[i-1]\n";
  CHECK_THROWS_WITH(written(doubling + "watch w = d[60]''\n"), Catch::Contains("too "));
  Model model{System(), {}, {}, {}, {}};
  Expr deep = rate(rate(model.system.coordinate("x")));
  model.system.kinetic(square(rate(model.system.coordinate("y"))));
  for (int i = 0; i < 300; ++i) deep = sin(deep);
  model.system.watch("w", deep);
  CHECK_THROWS_WITH(write_text(model), Catch::Contains("nested too deep to be written"));
}

TEST_CASE("a written model keeps the user's abbreviations and joins families") {
  const std::string text = written(
      "coordinates x[1..3] y\ndefine r = (x[1], x[2]), s = sqrt(dot(r, r))\nkinetic s'^2 + y'^2\n"
      "potential s^2\ndraw point r\n");
  CHECK(contains(text, "coordinates x[1..3] y\n"));
  CHECK(contains(text, "    r = (x[1], x[2])\n"));
  CHECK(contains(text, "potential s^2\n"));
  CHECK(contains(text, "    point r\n"));
}

TEST_CASE("models that differ are not the same") {
  const Model model = read(small_system + "potential a*x\nrun 10\n");
  CHECK(same_model(model, read(small_system + "potential x*a\nrun 10\n")));
  CHECK(same_model(model, read(small_system + "define c = a\npotential c*x\nrun 10\n")));
  CHECK_FALSE(same_model(model, read(small_system + "potential b*x\nrun 10\n")));
  CHECK_FALSE(same_model(model, read(small_system + "potential a*x\nrun 11\n")));
  CHECK_FALSE(same_model(model, read(small_system + "potential a*x\n")));
  CHECK_FALSE(same_model(model, read(small_system + "potential a*x\nrun 10\n    method gauss\n")));
  CHECK_FALSE(same_model(model, read("system \"t\"\n" + small_system + "potential a*x\nrun 10\n")));
}

TEST_CASE("models whose formulas double again and again are compared quickly") {
  const std::string text = small_system +
                           "define d[0] = x + y\ndefine d[i in 1..500] = d[i-1]*d[i-1] + d[i-1]\n"
                           "potential d[500]\n";
  CHECK(same_model(read(text), read(text)));
}
