#include "report/equations_report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "mechanics/equations.hpp"
#include "source_folder.hpp"
#include "symbol/evaluate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// an independent reader of the JSON: evaluates the list of operations with plain recursion-free
// code
std::vector<double> evaluate_json_graph(const nlohmann::json& equations,
                                        const std::unordered_map<std::string, double>& symbols) {
  std::vector<double> values;
  for (const auto& node : equations["graph"]) {
    const std::string op = node[0];
    if (op == "constant") {
      values.push_back(node[1]);
    } else if (op == "symbol") {
      values.push_back(symbols.at(node[1]));
    } else {
      const auto operand = [&](std::size_t i) {
        return i < node.size() ? values.at(node[i].get<std::size_t>()) : 0.0;
      };
      bool known = false;
      for (int code = 0; code <= static_cast<int>(Op::choose); ++code)
        if (name_of(static_cast<Op>(code)) == op) {
          values.push_back(apply(static_cast<Op>(code), operand(1), operand(2), operand(3)));
          known = true;
        }
      REQUIRE(known);
    }
  }
  return values;
}

std::string path_of(const std::string& model) { return source_folder() + "/models/" + model; }

}  // namespace

TEST_CASE("the equations can be rebuilt from their JSON alone") {
  for (const std::string model : {"double_pendulum/double_pendulum.mech", "appell/resisted.mech",
                                  "rolling_disk/rolling_disk.mech", "kapitza/kapitza.mech"}) {
    INFO(model);
    const Equations equations = derive(read_model(path_of(model)).system);
    const nlohmann::json json = nlohmann::json::parse(equations_json(equations, {}));

    // any state will do: both sides see the same numbers
    std::unordered_map<std::string, double> symbols{{"t", 0.7}};
    Assignment values{{equations.system.time().node(), 0.7}};
    double next = 0.3;
    for (const Coordinate& x : equations.system.coordinates())
      for (const NodeId node : {x.q, x.v, x.a}) {
        symbols[equations.graph().name(node)] = values[node] = next;
        next += 0.17;
      }
    for (const auto& p : json["parameters"]) symbols[p["name"]] = p["value"];
    for (const Parameter& p : equations.system.parameters()) values[p.symbol] = p.value;
    for (const EquationRow& row : equations.rows)
      for (const NodeId node : {row.lambda, row.total}) {
        symbols[equations.graph().name(node)] = values[node] = next;
        next += 0.17;
      }
    const std::vector<double> nodes = evaluate_json_graph(json, symbols);

    REQUIRE(json["M"]["entries"].size() == equations.M.entries.size());
    for (std::size_t i = 0; i < equations.M.entries.size(); ++i)
      CHECK(nodes[json["M"]["entries"][i][2].get<std::size_t>()] ==
            evaluate(equations.graph(), {equations.M.entries[i].value}, values).front());
    for (std::size_t j = 0; j < equations.Q.size(); ++j)
      CHECK(nodes[json["Q"][j].get<std::size_t>()] ==
            evaluate(equations.graph(), {equations.Q[j]}, values).front());
    for (std::size_t i = 0; i < equations.A.entries.size(); ++i)
      CHECK(nodes[json["A"]["entries"][i][2].get<std::size_t>()] ==
            evaluate(equations.graph(), {equations.A.entries[i].value}, values).front());
    for (std::size_t r = 0; r < equations.b.size(); ++r)
      CHECK(nodes[json["b"][r].get<std::size_t>()] ==
            evaluate(equations.graph(), {equations.b[r]}, values).front());
  }
}

TEST_CASE("the LaTeX of the equations has balanced braces and environments") {
  for (const std::string model :
       {"double_pendulum/double_pendulum.mech", "bicycle/formulas.mech"}) {
    const std::string latex = equations_latex(derive(read_model(path_of(model)).system));
    int depth = 0, displays = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      if (latex[i] == '{') ++depth;
      if (latex[i] == '}') --depth;
      CHECK(depth >= 0);
      if (latex.compare(i, 2, "\\[") == 0) ++displays;
      if (latex.compare(i, 2, "\\]") == 0) --displays;
    }
    CHECK(depth == 0);
    CHECK(displays == 0);
  }
}
