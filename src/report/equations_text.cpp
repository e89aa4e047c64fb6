#include <fmt/format.h>

#include <iterator>

#include "mechanics/freedoms.hpp"
#include "report/equations_report.hpp"
#include "symbol/print.hpp"
#include "symbol/sharing.hpp"

namespace alembert {

namespace {

class EquationsText {
 public:
  explicit EquationsText(const Equations& equations) : e_(equations), g_(equations.graph()) {
    shared_ = name_shared(g_, printed_formulas(), "s", names_);
  }

  std::string write(const DerivationTime& time) {
    if (!e_.system.title().empty()) line("{}\n", e_.system.title());
    write_declarations();
    write_joints();
    write_constraints();
    line("\nM q'' = Q{}{}", e_.rows.empty() ? "" : " + A^T lambda", e_.C.empty() ? "" : " + C_eff");
    if (!e_.rows.empty()) line("A q'' = b");
    write_matrix("M", e_.M, coordinate_names());
    write_vector("Q", e_.Q, coordinate_names());
    if (!e_.rows.empty()) {
      write_matrix("A", e_.A, row_names());
      write_vector("b", e_.b, row_names());
    }
    write_nonideal();
    if (!shared_.empty()) {
      line("\nwhere");
      for (const SharedFormula& s : shared_)
        line("  {} = {}", s.name, to_text(g_, s.formula, names_));
    }
    line("\nenergy  {}", formula(e_.energy));
    for (const std::string& note : e_.notes) line("\nnote: {}", note);
    line("\n{} nodes in {} formulas; read in {:.2f} ms, derived in {:.2f} ms", e_.live_nodes(),
         e_.motion_formulas().size(), 1e3 * time.read, 1e3 * time.derive);
    return std::move(text_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> pattern, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), pattern, std::forward<Values>(values)...);
    text_ += '\n';
  }

  std::vector<NodeId> printed_formulas() const {
    std::vector<NodeId> formulas;
    for (const Entry& entry : e_.M.entries)
      if (entry.column <= entry.row) formulas.push_back(entry.value);
    formulas.insert(formulas.end(), e_.Q.begin(), e_.Q.end());
    for (const Entry& entry : e_.A.entries) formulas.push_back(entry.value);
    formulas.insert(formulas.end(), e_.b.begin(), e_.b.end());
    for (const NonIdealForce& force : e_.C)
      for (const CoordinateFormula& term : force.C) formulas.push_back(term.formula);
    for (const EquationRow& row : e_.rows) formulas.push_back(row.residual);
    formulas.push_back(e_.energy);
    return formulas;
  }

  // a shared formula is written out where it is defined and named everywhere else
  std::string formula(NodeId node) const {
    const auto name = names_.find(node);
    return name == names_.end() ? to_text(g_, node, names_) : name->second;
  }

  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names;
    for (const Coordinate& x : e_.system.coordinates()) names.push_back(x.name);
    return names;
  }

  std::vector<std::string> row_names() const {
    std::vector<std::string> names;
    for (const EquationRow& row : e_.rows) names.push_back(row.name);
    return names;
  }

  void write_declarations() {
    line("coordinates  {}", fmt::join(coordinate_names(), " "));
    std::vector<std::string> parameters;
    for (const Parameter& p : e_.system.parameters())
      parameters.push_back(fmt::format("{} = {}{}", p.name, number_text(p.value),
                                       p.unit.empty() ? "" : fmt::format(" [{}]", p.unit)));
    if (!parameters.empty()) line("parameters   {}", fmt::join(parameters, ", "));
    const FreedomCount count = count_freedoms(e_);
    line("freedoms     {} = {} coordinates - {} independent rows, by structure{}", count.freedoms,
         count.coordinates, count.structural_rank,
         count.repeated_rows > 0 ? fmt::format(" ({} repeated)", count.repeated_rows) : "");
  }

  void write_joints() {
    if (e_.system.joints().empty()) return;
    line("\njoints");
    for (const JointRecord& joint : e_.system.joints()) {
      std::vector<std::string> made;
      for (const std::size_t j : joint.coordinates) made.push_back(e_.system.coordinates()[j].name);
      const bool carries = !joint.constraint && joint.idle_rows.empty();
      const std::string closes =
          joint.kind == "gear" || joint.kind == "rack" ? "couples their joints" : "closes a loop";
      const std::string makes = fmt::format("coordinates {}", fmt::join(made, " "));
      line("  {}: {} {} {}, {}", joint.name, joint.kind, joint.from, joint.to,
           made.empty() ? (carries ? "holds its body" : closes)
           : carries    ? makes
                        : closes + ", " + makes);
      for (const std::string& row : joint.idle_rows) line("      holds by itself: {}", row);
      if (!carries && joint.kind == "weld")
        line("      one body in place of {} and {} needs none of its rows", joint.from, joint.to);
    }
  }

  void write_constraints() {
    if (e_.rows.empty()) return;
    line("\nconstraints");
    for (const EquationRow& row : e_.rows) {
      line("  {}: {} = 0", row.name, formula(row.residual));
      line("      {}", describe(row.classification));
    }
  }

  void write_matrix(std::string_view name, const FormulaMatrix& matrix,
                    const std::vector<std::string>& rows) {
    const std::vector<std::string> columns = coordinate_names();
    const bool symmetric = &matrix == &e_.M;
    line("\n{}{}", name, symmetric ? "  (symmetric: the lower triangle)" : "");
    for (const Entry& entry : matrix.entries)
      if (!symmetric || entry.column <= entry.row)
        line("  {}, {}: {}", rows[entry.row], columns[entry.column], formula(entry.value));
  }

  void write_vector(std::string_view name, const std::vector<NodeId>& vector,
                    const std::vector<std::string>& rows) {
    line("\n{}", name);
    for (std::size_t i = 0; i < vector.size(); ++i) line("  {}: {}", rows[i], formula(vector[i]));
  }

  void write_nonideal() {
    if (e_.C.empty()) return;
    line("\nC");
    for (const NonIdealForce& force : e_.C)
      for (const CoordinateFormula& term : force.C)
        line("  {}, {}: {}", e_.system.constraints()[force.constraint].name,
             e_.system.coordinates()[term.coordinate].name, formula(term.formula));
  }

  const Equations& e_;
  const Graph& g_;
  NodeNames names_;
  std::vector<SharedFormula> shared_;
  std::string text_;
};

}  // namespace

std::string equations_text(const Equations& equations, const DerivationTime& time) {
  return EquationsText(equations).write(time);
}

}  // namespace alembert
