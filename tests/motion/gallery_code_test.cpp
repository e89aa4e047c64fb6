#include <catch2/catch.hpp>
#include <filesystem>
#include <numeric>

#include "../compile/formulas.hpp"
#include "compile/x86/executable.hpp"
#include "compile/x86/machine_code.hpp"
#include "integrate/whole_step.hpp"
#include "solution/explicit_formulas.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

/// Machine code for one lane and for four against the definition of the tape, to the bit, at random
/// inputs.
void check_bits(const Graph& graph, const std::vector<NodeId>& outputs,
                const std::vector<NodeId>& inputs, const std::vector<NodeId>& waypoints = {}) {
  const Tape tape = record(graph, outputs, inputs, waypoints);
  const x86::MachineCode code(tape), rolled(tape, 0);
  std::mt19937 random(51);
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  std::vector<double> lanes(4 * inputs.size());
  for (double& x : lanes) x = number(random);
  std::vector<double> results(4 * outputs.size()), workspace(code.workspace_size(4));
  code.evaluate_lanes(4, lanes.data(), results.data(), workspace.data());
  CHECK(same(results, lane_by_lane(code, 4, lanes)));
  std::vector<double> first;
  for (std::size_t i = 0; i < inputs.size(); ++i) first.push_back(lanes[4 * i]);
  CHECK(same(evaluate(code, first), by_machine(tape, first)));
  // and with loops wherever there can be some
  CHECK(same(evaluate(rolled, first), by_machine(tape, first)));
  CHECK(same(lane_by_lane(rolled, 4, lanes), lane_by_lane(code, 4, lanes)));
}

}  // namespace

TEST_CASE("every function of every gallery model is its definition in machine code") {
  if (!x86::runs_machine_code()) return;
  std::size_t models = 0;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/models")) {
    if (entry.path().extension() != ".mech") continue;
    ++models;
    CAPTURE(entry.path().string());
    const Model model = read_model(entry.path().string());
    const Equations equations = derive(model.system);
    std::vector<NodeId> inputs{model.system.time().node()};
    for (const Coordinate& x : model.system.coordinates())
      for (const NodeId symbol : {x.q, x.v, x.a}) inputs.push_back(symbol);
    for (const Parameter& p : model.system.parameters()) inputs.push_back(p.symbol);
    for (const EquationRow& row : equations.rows)
      for (const NodeId symbol : {row.lambda, row.total}) inputs.push_back(symbol);
    for (const OpenFormulas::IdleRow& row : model.system.open_formulas().idle)
      inputs.push_back(row.multiplier);
    std::vector<NodeId> outputs = equations.motion_formulas();
    for (const Watch& watch : equations.watches) outputs.push_back(watch.formula);
    for (const EquationRow& row : equations.rows) outputs.push_back(row.residual);
    outputs.push_back(equations.energy);
    check_bits(equations.graph(), outputs, inputs);

    std::vector<std::size_t> rows(equations.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto formulas = solution::ExplicitFormulas::make(equations, rows, {});
    if (!formulas || equations.system.coordinates().size() > 20) continue;
    for (const auto& written_out :
         {formulas->acceleration(), formulas->audit(), formulas->instant()})
      check_bits(formulas->graph(), written_out, formulas->inputs());
    std::vector<NodeId> with_sizes = formulas->inputs();
    with_sizes.insert(with_sizes.end(), formulas->sizes().begin(), formulas->sizes().end());
    check_bits(formulas->graph(), formulas->projection(), with_sizes);
    const integrate::WholeStep step = integrate::whole_step(
        {formulas->graph(), formulas->inputs(), formulas->sizes(), formulas->acceleration()},
        1e-10);
    std::vector<NodeId> step_inputs = with_sizes;
    step_inputs.push_back(step.h);
    check_bits(formulas->graph(), step.outputs, step_inputs, step.waypoints);
  }
  CHECK(models > 50);
}
