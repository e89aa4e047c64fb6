// Contacts, variables and what happens where conditions come true, as the text states them.

#include <catch2/catch.hpp>

#include "symbol/print.hpp"
#include "text/reading.hpp"

using namespace alembert;

namespace {

const std::string floor_and_wall =
    "contact floor: z >= 0\n"
    "contact wall: x <= a*y\n";

std::string text_of(const Model& model, NodeId formula) {
  return to_text(model.system.graph(), formula);
}

}  // namespace

TEST_CASE("a contact is a constraint whose larger side stands on the left") {
  const Model model = read(small_system + floor_and_wall + "contact ratchet: x' <= 2*y'\n");
  const System& system = model.system;
  REQUIRE(system.contacts().size() == 3);
  const Constraint& wall = system.constraints()[system.contacts()[1].constraint];
  CHECK(wall.name == "wall");
  REQUIRE(wall.rows.size() == 1);
  CHECK(wall.rows[0].level == Level::position);
  // a*y - x: positive on the side where the contact is open
  CHECK(number(model, wall.rows[0].residual, {{"x", 1}, {"y", 3}}) == 2 * 3 - 1);
  const Constraint& ratchet = system.constraints()[system.contacts()[2].constraint];
  CHECK(ratchet.rows[0].level == Level::velocity);
  CHECK(number(model, ratchet.rows[0].residual, {{"x'", 1}, {"y'", 3}}) == 5);
  CHECK(system.has_events());
  CHECK_FALSE(read(small_system).system.has_events());
}

TEST_CASE("constraints and contacts keep the order of the text") {
  const Model model =
      read(small_system + "contact floor: z >= 0\nconstraint pin: y = z\ncontact wall: x >= 0\n");
  std::vector<std::string> names;
  for (const Constraint& constraint : model.system.constraints()) names.push_back(constraint.name);
  CHECK(names == std::vector<std::string>{"rod", "floor", "pin", "wall"});
  CHECK(model.system.contact_index("wall") == 1);
  CHECK_FALSE(model.system.contact_index("pin"));
}

TEST_CASE("a family of contacts has a coefficient of restitution each") {
  const Model model = read(
      "parameters N = 4, d = 0.1\ncoordinates x[1..N]\n"
      "kinetic sum(i in 1..N: 1/2*x[i]'^2)\n"
      "contact gap[i in 1..N-1]: x[i+1] - x[i] >= d\n"
      "restitution gap[i in 1..N-1]: 1/i, gap[i in 3..2]: 1\n"
      "watch w = gap(gap[2])\n");
  REQUIRE(model.system.contacts().size() == 3);
  CHECK(number(model, model.system.contacts()[2].restitution) == 1.0 / 3);
  CHECK(model.system.constraints()[1].name == "gap[2]");
  // the family is called like the quantity
  CHECK(number(model, model.system.watches()[0].formula, {{"x[2]", 1}, {"x[3]", 3}}) ==
        Approx(2 - 0.1));
}

TEST_CASE("restitution may depend on the speed of approach") {
  const Model model =
      read(small_system + floor_and_wall + "restitution floor: exp(-approach(floor)/a)\n");
  const NodeId e = model.system.contacts()[0].restitution;
  CHECK(text_of(model, e) == "exp(z'/a)");
  CHECK(model.system.contacts()[1].restitution == no_node);
}

TEST_CASE("a variable is a name in formulas, with a value at the start") {
  const Model model = read(small_system +
                           "discrete\n    n = 2*a, on_ = 1 [-]\n    k[i in 1..2] = i\n"
                           "potential n*x\nforce y: k[2]\n");
  const std::vector<Parameter>& all = model.system.parameters();
  REQUIRE(all.size() == 6);
  CHECK(all[2].name == "n");
  CHECK(all[2].changes == Parameter::Changes::variable);
  CHECK(all[2].value == 4);
  CHECK(all[3].unit == "-");
  CHECK(all[5].value == 2);
  CHECK(text_of(model, model.system.potential_terms()[0]) == "n*x");
}

TEST_CASE("the start of a variable can be set from outside") {
  const std::string text = small_system + "discrete n = a\n";
  CHECK(read(text, {.set = {{"n", 7}}}).system.parameters()[2].value == 7);
  CHECK(read(text, {.set = {{"a", 5}}}).system.parameters()[2].value == 5);
}

TEST_CASE("what happens where conditions come true sets coordinates, velocities and variables") {
  const Model model = read(small_system +
                           "discrete steps = 0\n"
                           "when x - 2*y <= 0, x < -0.05:\n"
                           "    x := -x,   y := -2*x\n"
                           "    x' := cos(x)*x', y' := (1 - cos(x))*x'   # after the step\n"
                           "    steps := steps + 1\n"
                           "    note \"a \\\"step\\\"\", stop \"done\"\n");
  REQUIRE(model.system.rules().size() == 1);
  const When& rule = model.system.rules()[0];
  CHECK(rule.text == "x - 2*y <= 0, x < -0.05");
  REQUIRE(rule.conditions.size() == 2);
  CHECK(rule.conditions[1].text == "x < -0.05");
  CHECK(number(model, rule.conditions[0].formula, {{"x", 1}, {"y", 0.5}}) == 1);
  using What = Action::What;
  REQUIRE(rule.actions.size() == 7);
  CHECK(rule.actions[1].what == What::set_position);
  CHECK(rule.actions[1].index == 1);
  CHECK(text_of(model, rule.actions[1].formula) == "-2*x");
  CHECK(rule.actions[3].what == What::set_velocity);
  CHECK(rule.actions[3].index == 1);
  CHECK(rule.actions[4].what == What::set_variable);
  CHECK(model.system.parameters()[rule.actions[4].index].name == "steps");
  CHECK(rule.actions[5].what == What::note);
  CHECK(rule.actions[5].words == "a \"step\"");
  CHECK(rule.actions[6].what == What::stop);
  CHECK(rule.actions[6].formula == no_node);
}

TEST_CASE("a family of rules has one for each member, with its own words") {
  const Model model = read(
      "coordinates x[1..3] stop note\nkinetic x[1]'^2 + x[2]'^2 + x[3]'^2 + stop'^2 + note'^2\n"
      "when[i in 1..2] x[i] < 0:\n"
      "    x[j in i..i+1] := j\n"
      "    stop := 1, note' := 2\n");
  REQUIRE(model.system.rules().size() == 2);
  const When& second = model.system.rules()[1];
  CHECK(second.text == "x[2] < 0");
  REQUIRE(second.actions.size() == 4);
  CHECK(second.actions[1].index == 2);
  CHECK(number(model, second.actions[1].formula) == 3);
  // words of actions may be names of coordinates
  CHECK(second.actions[2].what == Action::What::set_position);
  CHECK(second.actions[3].what == Action::What::set_velocity);
}

TEST_CASE("quantities of contacts are formulas, multipliers and what a run keeps") {
  const Model model = read(small_system + floor_and_wall +
                           "watch\n    g = gap(wall), v = approach(wall), N = normal(floor)\n"
                           "    n = count(floor) + count(floor), m = n + phase(wall)\n"
                           "    i = impulse(floor) + lost(floor) + last(floor)\n");
  const System& system = model.system;
  const auto& watches = system.watches();
  CHECK(number(model, watches[0].formula, {{"x", 1}, {"y", 3}}) == 5);
  CHECK(number(model, watches[1].formula, {{"x'", 1}, {"y'", 3}}) == -5);
  CHECK(text_of(model, watches[2].formula) == "total(floor)");
  CHECK(text_of(model, watches[3].formula) == "2*count(floor)");
  // each is one parameter, however often it is used
  CHECK(system.parameters().size() == 2 + 5);
  REQUIRE(system.tally_index(Tally::phase, "wall"));
  CHECK(system.parameters()[*system.tally_index(Tally::phase, "wall")].name == "phase(wall)");
  CHECK_FALSE(system.tally_index(Tally::count, "wall"));
}

TEST_CASE("definitions may tell of contacts, and their words may name other things") {
  const Model model = read(
      "coordinates gap last z\nparameters count = 3\n"
      "kinetic gap'^2 + last'^2 + z'^2\npotential count*gap*(2)\n"
      "define above = gap(floor) + count, often = count(floor)*above\n"
      "contact floor: z >= last\n"
      "watch w = above + often\nrun 1, stop when often > 3\n"
      "when above > 1: z' := -above\n"
      "check always: above >= -1\n");
  CHECK(number(model, model.system.watches()[0].formula,
               {{"z", 5}, {"last", 1}, {"count(floor)", 2}}) == (5 - 1 + 3) * (1 + 2));
  CHECK(text_of(model, model.system.rules()[0].actions[0].formula) == "-(z - last + count)");
}

TEST_CASE("what several contacts do at once is an option of the run") {
  CHECK_FALSE(read(small_system + "run 1\n").run->impacts);
  CHECK(read(small_system + "run 1, impacts together\n").run->impacts == Impacts::together);
  CHECK(read(small_system + "run 1\n    impacts in_turn\n").run->impacts == Impacts::in_turn);
}

TEST_CASE("a check block says what impacts and phases should be") {
  const Model model = read(small_system + floor_and_wall +
                           "parameters k = 2\n"
                           "contact gap[i in 1..2]: y >= i\n"
                           "check\n"
                           "    impact k+1 of floor: impulse = 3 to 1e-9, count gap[k] = 4\n"
                           "    timeline floor: open, rest, open, rest of floor: t = 1 to 1e-8\n"
                           "    timeline wall: stick\n"
                           "    change 1 of wall: t = k to 1e-10\n"
                           "    contacts hold to 1e-9, impacts lose energy\n");
  using What = Expectation::What;
  const std::vector<Expectation>& checks = model.checks;
  REQUIRE(checks.size() == 8);
  CHECK(checks[0].what == What::impact);
  CHECK(checks[0].contact == "floor");
  CHECK(checks[0].of_impact == Expectation::OfImpact::impulse);
  CHECK(number(model, checks[0].count) == 3);
  CHECK(checks[1].what == What::impacts);
  CHECK(checks[1].contact == "gap[2]");
  CHECK(checks[2].phases == std::vector<Phase>{Phase::open, Phase::rest, Phase::open});
  CHECK(checks[3].what == What::rest_after);
  CHECK(checks[4].phases == std::vector<Phase>{Phase::stick});
  CHECK(checks[5].what == What::change);
  CHECK(checks[6].what == What::contacts_hold);
  CHECK(checks[7].what == What::impacts_lose_energy);
  // words of expectations may be names too
  CHECK(read("coordinates impact rest of\nkinetic impact'^2 + rest'^2 + of'^2\n"
             "contact timeline: rest >= of\ncheck timeline timeline: open\n")
            .checks.size() == 1);
}

TEST_CASE("constraints, contacts and frictions are switched, and may be off at the start") {
  const Model model = read(small_system +
                           "contact c[i in 1..2]: y >= i\n"
                           "friction belt: limit 1, slip x'\n"
                           "when x > 1: off rod, on c[2]\n    off belt\n"
                           "start off c[2], off belt, x ~ 1\nrun 1\n");
  const System& system = model.system;
  REQUIRE(system.rules().size() == 1);
  const std::vector<Action>& actions = system.rules()[0].actions;
  REQUIRE(actions.size() == 3);
  using What = Action::What;
  CHECK(actions[0].what == What::switch_off);
  CHECK(actions[1].what == What::switch_on);
  CHECK(system.constraints()[actions[0].index].name == "rod");
  CHECK(system.constraints()[actions[1].index].name == "c[2]");
  for (const auto& [name, off] : {std::pair("rod", false), std::pair("c[1]", false),
                                  std::pair("c[2]", true), std::pair("belt", true)}) {
    const std::size_t index = *system.constraint_index(name);
    INFO(name);
    CHECK((index < system.off_at_start().size() && system.off_at_start()[index]) == off);
    CHECK(system.is_switched(index) == (std::string_view(name) != "c[1]"));
  }
  CHECK(model.start.size() == 1);
}

TEST_CASE("on and off are names like others where they are set or start") {
  const Model model = read(
      "coordinates on off\nkinetic on'^2 + off'^2\nwhen on > 1: off := 2, on' := 0\n"
      "start off = 1, on' = 3\nrun 1\n");
  CHECK(model.start.size() == 2);
  CHECK(model.system.rules()[0].actions.size() == 2);
  CHECK(model.system.off_at_start().empty());
}
