// The table "Which names may stand where" of the language page is what the reader does.

#include <catch2/catch.hpp>
#include <map>
#include <sstream>

#include "source_folder.hpp"
#include "text/goldens.hpp"
#include "text/reading.hpp"

using namespace alembert;

namespace {

const std::string box = "body c: mass 1, inertia (1, 1, 1)\n";

// the statements of a row, with % where the name stands
const std::map<std::string, std::vector<std::string>> statements = {
    {"`parameters`", {"parameters c = %"}},
    {"bounds and indices, options of `run`, bounds and values of `check`",
     {"potential sum(i in 1..%: x)", "run %", "run 1, tolerance %", "check energy constant to %",
      "check at 1: x = % to 1", "check at %: x = 1 to 1"}},
    {"`define`", {"define c = %"}},
    {"`kinetic`, `lagrangian`, `force`, `dissipation`, `force` of a `particle`, `weight`",
     {"kinetic %", "lagrangian %", "force x: %", "dissipation %",
      "particle p: mass 1, at (x, y), force (%, 0)", "weight rod: %"}},
    {"`virtual_power`", {"virtual_power %"}},
    {"`potential`, `mass` and `at` of a `particle`",
     {"potential %", "particle p: mass %, at (x, y)", "particle p: mass 1, at (%, 0)"}},
    {"`constraint`", {"constraint c: y + % = 1"}},
    {"`nonideal`", {"nonideal rod: x: %"}},
    {"`start`", {"start x = 1, x' = 1, y = %"}},
    {"`contact`", {"contact c: y + % >= 1"}},
    {"`restitution`", {"restitution floor: %/10"}},
    {"`friction`",
     {"friction c: limit 1 + %, slip x'", "friction c: limit 1, static 2 + %, slip x'",
      "friction rod: 1 + 0*%, slip x'"}},
    {"`slip` of a `friction`", {"friction floor: 0.3, slip x' + %"}},
    {"`discrete`", {"discrete c = %"}},
    {"`watch`", {"watch c = %"}},
    {"`check`, `stop when`, `when`",
     {"check always: % > 0", "check at 1: % = 1 to 1", "run 1, stop when % > 0",
      "when % > 0: x := 1", "when x > 0, % > 0: y' := %", "when x > 0: n := %"}},
    {"`draw`", {"draw point (%, 0)", "draw point (x, y) %"}},
    {"`gravity`, `body`, `joint`, points of a `spring` or a `load`",
     {"gravity (%, 0, 0)", "body c: mass %, inertia (1, 1, 1)",
      "body c: mass 1, inertia (1, 1, 1), at (%, 0, 0)",
      box + "joint j: revolute ground c at (%, 0, 0) along z",
      box + "joint j: prismatic ground c at (0, 0, 0) along (%, 0, 1)",
      box + "joint j: revolute ground c at (0, 0, 0) along z, damping %",
      box + "spring s: ground(%, 0, 0) c(0, 0, 1), stiffness 1",
      box + "load l: on c at (%, 0, 0) force (0, 0, 1)"}},
    {"`stiffness` and `length` of a `spring`",
     {box + "spring s: ground(0, 0, 0) c(0, 0, 1), stiffness %",
      box + "spring s: ground(0, 0, 0) c(0, 0, 1), stiffness 1, length %"}},
    {"`damping` of a `spring`, `force` and `moment` of a `load`, `force` of an `actuator`",
     {box + "spring s: ground(0, 0, 0) c(0, 0, 1), stiffness 1, damping %",
      box + "load l: on c force (%, 0, 0)", box + "load l: on c moment (%, 0, 0)",
      "actuator m: x', force %"}},
};

const std::vector<std::string> names = {"x", "x'",          "x''",        "t", "d",
                                        "n", "lambda(rod)", "gap(floor)", "w"};

bool is_read(std::string statement, const std::string& name) {
  for (std::size_t at; (at = statement.find('%')) != std::string::npos;)
    statement.replace(at, 1, name);
  return mistake(small_system + "define d = 2*a\nwatch w = 2*a\ndiscrete n = 1\n" +
                 "contact floor: z >= 0\n" + statement + "\n") == "none";
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream text(row.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

}  // namespace

TEST_CASE("the language page says truly which names may stand where") {
  const std::string page = contents(source_folder() + "/docs/language.md");
  std::istringstream section(page.substr(page.find("## Which names may stand where")));
  std::size_t rows = 0;
  for (std::string line; std::getline(section, line) && !line.starts_with("## Families");) {
    if (!line.starts_with("| `") && !line.starts_with("| bounds")) continue;
    const std::vector<std::string> cells = cells_of(line);
    INFO(line);
    REQUIRE(cells.size() == names.size() + 1);
    REQUIRE(statements.contains(cells[0]));
    for (const std::string& statement : statements.at(cells[0]))
      for (std::size_t i = 0; i < names.size(); ++i) {
        INFO(statement << " with " << names[i]);
        CHECK(is_read(statement, names[i]) == !cells[i + 1].empty());
      }
    ++rows;
  }
  CHECK(rows == statements.size());
}
