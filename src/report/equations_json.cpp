#include <nlohmann/json.hpp>

#include "mechanics/freedoms.hpp"
#include "report/equations_report.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

class EquationsJson {
 public:
  explicit EquationsJson(const Equations& equations) : e_(equations), g_(equations.graph()) {}

  std::string write(const DerivationTime& time) {
    Json root;
    root["system"] = e_.system.title();
    root["coordinates"] = Json::array();
    for (const Coordinate& x : e_.system.coordinates()) root["coordinates"].push_back(x.name);
    root["parameters"] = Json::array();
    for (const Parameter& p : e_.system.parameters())
      root["parameters"].push_back({{"name", p.name}, {"value", p.value}, {"unit", p.unit}});
    collect();
    root["graph"] = graph();
    root["M"] = matrix(e_.M);
    root["Q"] = vector(e_.Q);
    root["A"] = matrix(e_.A);
    root["b"] = vector(e_.b);
    root["C"] = nonideal();
    root["rows"] = rows();
    root["energy"] = place_.at(e_.energy);
    root["power"] = {{"applied", place_.at(e_.applied_power)}, {"time", place_.at(e_.time_power)}};
    root["watch"] = Json::object();
    for (const Watch& watch : e_.watches) root["watch"][watch.name] = place_.at(watch.formula);
    const FreedomCount count = count_freedoms(e_);
    root["freedoms"] = {{"coordinates", count.coordinates},
                        {"rows", count.rows},
                        {"repeated_rows", count.repeated_rows},
                        {"structural_rank", count.structural_rank},
                        {"freedoms", count.freedoms}};
    root["notes"] = e_.notes;
    root["nodes"] = e_.live_nodes();
    root["seconds"] = {{"read", time.read}, {"derive", time.derive}};
    return root.dump(1) + "\n";
  }

 private:
  // every node that some formula needs gets its place in the list
  void collect() {
    std::vector<NodeId> roots = e_.motion_formulas();
    for (const EquationRow& row : e_.rows) {
      roots.push_back(row.residual);
      if (row.rate != no_node) roots.push_back(row.rate);
    }
    roots.insert(roots.end(), {e_.energy, e_.applied_power, e_.time_power});
    for (const Watch& watch : e_.watches) roots.push_back(watch.formula);
    nodes_ = reachable(g_, roots);
    for (std::size_t i = 0; i < nodes_.size(); ++i) place_[nodes_[i]] = i;
  }

  Json graph() const {
    Json list = Json::array();
    for (const NodeId node : nodes_) {
      Json entry = Json::array({std::string(name_of(g_.op(node)))});
      const int operands = operand_count(g_.op(node));
      if (g_.is_constant(node)) entry.push_back(g_.value(node));
      if (g_.is_symbol(node)) entry.push_back(g_.name(node));
      if (operands >= 1) entry.push_back(place_.at(g_.a(node)));
      if (operands >= 2) entry.push_back(place_.at(g_.b(node)));
      if (operands >= 3) entry.push_back(place_.at(g_.c(node)));
      list.push_back(std::move(entry));
    }
    return list;
  }

  Json matrix(const FormulaMatrix& matrix) const {
    Json entries = Json::array();
    for (const Entry& entry : matrix.entries)
      entries.push_back({entry.row, entry.column, place_.at(entry.value)});
    return {{"rows", matrix.rows}, {"columns", matrix.columns}, {"entries", std::move(entries)}};
  }

  Json vector(const std::vector<NodeId>& nodes) const {
    Json entries = Json::array();
    for (const NodeId node : nodes) entries.push_back(place_.at(node));
    return entries;
  }

  Json nonideal() const {
    Json entries = Json::array();
    for (const NonIdealForce& force : e_.C)
      for (const CoordinateFormula& term : force.C)
        entries.push_back({{"constraint", e_.system.constraints()[force.constraint].name},
                           {"coordinate", e_.system.coordinates()[term.coordinate].name},
                           {"formula", place_.at(term.formula)}});
    return entries;
  }

  Json rows() const {
    Json list = Json::array();
    for (const EquationRow& row : e_.rows) {
      const Classification& c = row.classification;
      Json entry{{"name", row.name},
                 {"constraint", e_.system.constraints()[row.constraint].name},
                 {"level", name_of(c.level)},
                 {"velocities", name_of(c.form)},
                 {"depends_on_time", c.depends_on_time},
                 {"rest_allowed", c.rest_allowed},
                 {"does_real_work", c.does_real_work},
                 {"residual", place_.at(row.residual)}};
      if (row.rate != no_node) entry["rate"] = place_.at(row.rate);
      list.push_back(std::move(entry));
    }
    return list;
  }

  const Equations& e_;
  const Graph& g_;
  std::vector<NodeId> nodes_;
  std::unordered_map<NodeId, std::size_t> place_;
};

}  // namespace

std::string equations_json(const Equations& equations, const DerivationTime& time) {
  return EquationsJson(equations).write(time);
}

}  // namespace alembert
