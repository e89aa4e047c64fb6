#include <fmt/format.h>

#include <iterator>

#include "report/equations_report.hpp"
#include "symbol/latex.hpp"
#include "symbol/sharing.hpp"

namespace alembert {

namespace {

// matrices up to this size are set as matrices, larger ones entry by entry
constexpr std::size_t largest_matrix = 8;

class EquationsLatex {
 public:
  explicit EquationsLatex(const Equations& equations) : e_(equations), g_(equations.graph()) {
    std::vector<NodeId> printed = e_.motion_formulas();
    for (const EquationRow& row : e_.rows) printed.push_back(row.residual);
    shared_ = name_shared(g_, printed, "s", names_);
  }

  std::vector<EquationDisplay> write() {
    std::string law = "M\\ddot{q} = Q";
    if (!e_.rows.empty()) law += " + A^{\\mathsf T}\\lambda";
    if (!e_.C.empty()) law += " + C_{\\mathrm{eff}}";
    if (!e_.rows.empty()) law += ", \\qquad A\\ddot{q} = b";
    title_ = "Equation of motion";
    display(law);
    title_ = "Coordinates";
    write_column("q", coordinates());
    title_ = "Inertia and applied forces";
    write_matrix("M", e_.M);
    write_column("Q", formulas(e_.Q));
    if (!e_.rows.empty()) {
      title_ = "Constraints";
      write_residuals();
      title_ = "Constraints at the level of accelerations";
      write_matrix("A", e_.A);
      write_column("b", formulas(e_.b));
    }
    title_ = "Non-ideal forces";
    for (const NonIdealForce& force : e_.C)
      for (const CoordinateFormula& term : force.C)
        display(fmt::format("C^{{\\mathrm{{{}}}}}_{{{}}} = {}",
                            escaped(e_.system.constraints()[force.constraint].name),
                            latex_name(e_.system.coordinates()[term.coordinate].name),
                            formula(term.formula)));
    title_ = "Abbreviations";
    for (const SharedFormula& s : shared_)
      display(latex_name(s.name) + " = " + to_latex(g_, s.formula, names_));
    return std::move(displays_);
  }

 private:
  void display(const std::string& content) { displays_.push_back({title_, content}); }

  static std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) {
      if (c == '_') text += '\\';
      text += c;
    }
    return text;
  }

  std::string formula(NodeId node) const {
    const auto name = names_.find(node);
    return name == names_.end() ? to_latex(g_, node, names_) : latex_name(name->second);
  }

  std::vector<std::string> formulas(const std::vector<NodeId>& nodes) const {
    std::vector<std::string> texts;
    for (const NodeId node : nodes) texts.push_back(formula(node));
    return texts;
  }

  std::vector<std::string> coordinates() const {
    std::vector<std::string> names;
    for (const Coordinate& x : e_.system.coordinates()) names.push_back(latex_name(x.name));
    return names;
  }

  void write_column(std::string_view name, const std::vector<std::string>& entries) {
    if (entries.size() <= largest_matrix) {
      display(fmt::format("{} = \\begin{{pmatrix}} {} \\end{{pmatrix}}", name,
                          fmt::join(entries, " \\\\ ")));
      return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i)
      display(fmt::format("{}_{{{}}} = {}", name, i + 1, entries[i]));
  }

  void write_matrix(std::string_view name, const FormulaMatrix& matrix) {
    if (matrix.rows > largest_matrix || matrix.columns > largest_matrix) {
      for (const Entry& entry : matrix.entries)
        display(fmt::format("{}_{{{},{}}} = {}", name, entry.row + 1, entry.column + 1,
                            formula(entry.value)));
      return;
    }
    std::vector<std::vector<std::string>> cells(matrix.rows,
                                                std::vector<std::string>(matrix.columns, "0"));
    for (const Entry& entry : matrix.entries) cells[entry.row][entry.column] = formula(entry.value);
    std::vector<std::string> rows;
    for (const std::vector<std::string>& row : cells)
      rows.push_back(fmt::format("{}", fmt::join(row, " & ")));
    display(fmt::format("{} = \\begin{{pmatrix}} {} \\end{{pmatrix}}", name,
                        fmt::join(rows, " \\\\ ")));
  }

  void write_residuals() {
    for (const EquationRow& row : e_.rows)
      display(
          fmt::format("\\mathrm{{{}}}:\\quad {} = 0", escaped(row.name), formula(row.residual)));
  }

  const Equations& e_;
  const Graph& g_;
  NodeNames names_;
  std::vector<SharedFormula> shared_;
  std::string title_;
  std::vector<EquationDisplay> displays_;
};

}  // namespace

std::vector<EquationDisplay> equation_displays(const Equations& equations) {
  return EquationsLatex(equations).write();
}

std::string equations_latex(const Equations& equations) {
  std::string text;
  for (const EquationDisplay& display : equation_displays(equations))
    text += "\\[\n" + display.body + "\n\\]\n";
  return text;
}

}  // namespace alembert
