#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/explanation_report.hpp"

namespace alembert {

namespace {

using theory::Explanation;
using Vector = decltype(Explanation::acceleration);

// a table of coordinates against constraints stays readable up to this many columns
constexpr std::size_t widest_table = 6;

class Story {
 public:
  explicit Story(const Explanation& story) : story_(story) {
    for (const std::string& name : story.scene.coordinates) width_ = std::max(width_, name.size());
  }

  std::string tell(const std::string& title) {
    if (!title.empty()) line("{}\n", title);
    tell_state();
    tell_free_acceleration();
    if (!story_.rows.empty()) {
      tell_violations();
      tell_shares();
      tell_forces();
      tell_rank();
      tell_virtual_displacements();
    }
    if (!story_.notes.empty()) line("");
    for (const std::string& note : story_.notes) line("note: {}", note);
    return text_;
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  // rounding noise beside numbers of ordinary size is printed as zero
  static std::string number(double value, double size) {
    return fmt::format("{:>14.7g}", std::fabs(value) <= 1e-14 * size ? 0.0 : value);
  }

  const std::string& coordinate(Eigen::Index j) const {
    return story_.scene.coordinates[static_cast<std::size_t>(j)];
  }

  // "x 0.5, y -0.2": only what is not zero
  std::string entries(const Vector& vector) const {
    const double size = vector.cwiseAbs().maxCoeff();
    std::string list;
    for (Eigen::Index j = 0; j < vector.size(); ++j)
      if (std::fabs(vector[j]) > 1e-14 * size)
        list += fmt::format("{}{} {:.7g}", list.empty() ? "" : ", ", coordinate(j), vector[j]);
    return list.empty() ? "nothing" : list;
  }

  void tell_state() {
    line("t = {:g}", story_.scene.t);
    line("  {:{}} {:>14} {:>14}", "", width_, "position", "velocity");
    for (Eigen::Index j = 0; j < story_.scene.q.size(); ++j)
      line("  {:{}} {:>14.7g} {:>14.7g}", coordinate(j), width_, story_.scene.q[j] + 0.0,
           story_.scene.v[j] + 0.0);  // turns -0 into 0
  }

  void tell_free_acceleration() {
    // dry friction that slips may be all there is
    if (story_.rows.empty() && story_.scene.equations.C.norm() > 0) {
      line("\nNo constraints: the system moves with a = M^-1 (Q + C)");
      line("  {}", entries(story_.acceleration));
      for (const theory::ConstraintForce& force : story_.forces)
        if (force.nonideal.norm() > 0)
          line("  {}: {}; power {:.4g}", force.name, entries(force.nonideal),
               shown(force.nonideal_power));
      return;
    }
    if (story_.rows.empty()) {
      line("\nNo constraints: the system moves with a = M^-1 Q");
      line("  {}", entries(story_.free_acceleration));
      return;
    }
    if (story_.free_acceleration.size() == 0) {
      line("\n1. M alone is singular: without the constraints there is no acceleration.");
      line("   With them it is  {}", entries(story_.acceleration));
      return;
    }
    line("\n1. Without constraints the system would accelerate with  a = M^-1 Q");
    line("     {}", entries(story_.free_acceleration));
  }

  void tell_violations() {
    if (story_.free_acceleration.size() == 0) return;
    line("\n2. That fails the constraints by  e = b - A a");
    std::size_t width = 10;
    for (const theory::RowShare& row : story_.rows) width = std::max(width, row.name.size());
    line("     {:{}} {:>14} {:>14} {:>14}", "constraint", width, "asks b", "gets A a", "lacks e");
    double size = 0;
    for (const theory::RowShare& row : story_.rows) size = std::max(size, std::fabs(row.b));
    for (const theory::RowShare& row : story_.rows)
      line("     {:{}} {} {} {}", row.name, width, number(row.b, size),
           number(row.b - row.violation, size), number(row.violation, size));
  }

  // K e row by row, and what the non-ideal parts add
  void tell_shares() {
    if (story_.free_acceleration.size() == 0) return;
    line("\n3. Each constraint corrects it by its column of K times its e");
    const bool nonideal = story_.nonideal_share.norm() > 0;
    if (story_.rows.size() > widest_table) {
      for (const theory::RowShare& row : story_.rows)
        line("     {}:  {}", row.name, entries(row.answer));
      if (nonideal) line("     non-ideal parts:  {}", entries(story_.nonideal_share));
      line("     acceleration:  {}", entries(story_.acceleration));
      return;
    }
    std::string head = fmt::format("     {:{}} {:>14}", "", width_, "a");
    for (const theory::RowShare& row : story_.rows) head += fmt::format(" {:>14}", row.name);
    if (nonideal) head += fmt::format(" {:>14}", "non-ideal");
    line("{} {:>14}", head, "acceleration");
    const double size = std::max(story_.acceleration.cwiseAbs().maxCoeff(),
                                 story_.free_acceleration.cwiseAbs().maxCoeff());
    for (Eigen::Index j = 0; j < story_.acceleration.size(); ++j) {
      std::string text = fmt::format("     {:{}} {}", coordinate(j), width_,
                                     number(story_.free_acceleration[j], size));
      for (const theory::RowShare& row : story_.rows) text += " " + number(row.answer[j], size);
      if (nonideal) text += " " + number(story_.nonideal_share[j], size);
      line("{} {}", text, number(story_.acceleration[j], size));
    }
  }

  void tell_forces() {
    line("\n4. The forces of constraint, and their power");
    for (const theory::ConstraintForce& force : story_.forces) {
      const bool nonideal = force.nonideal.norm() > 0;
      line("     {}", force.name);
      line("       ideal      {}; power {:.4g}", entries(force.ideal), shown(force.ideal_power));
      if (nonideal)
        line("       non-ideal  {}; power {:.4g}", entries(force.nonideal),
             shown(force.nonideal_power));
    }
    line("     multipliers");
    for (const theory::RowShare& row : story_.rows)
      line("       {}  lambda {:.8g}{}{}", row.name, row.lambda,
           std::fabs(row.lambda_total - row.lambda) > 1e-14 * std::fabs(row.lambda)
               ? fmt::format(", true {:.8g}", row.lambda_total)
               : "",
           row.unique ? "" : "  (not unique: the one of least norm)");
  }

  // powers of ideal forces vanish to rounding
  double shown(double power) const {
    double size = 0;
    for (const theory::ConstraintForce& force : story_.forces)
      size = std::max({size, force.ideal.norm(), force.nonideal.norm()});
    return std::fabs(power) < 1e-13 * size * story_.scene.v.norm() ? 0 : power;
  }

  void tell_rank() {
    const auto freedoms = story_.acceleration.size() - story_.rank;
    line("\n5. Rank {} of {} row{}: {} freedom{}", story_.rank, story_.rows.size(),
         story_.rows.size() == 1 ? "" : "s", freedoms, freedoms == 1 ? "" : "s");
    std::string values;
    for (const double sigma : story_.singular_values) values += fmt::format(" {:.4g}", sigma);
    line("     singular values of the rows at unit length:{}", values);
    for (const theory::DependentNames& group : story_.dependent)
      line(
          "     {} depend{} on each other, {} too many: their total force is unique, their "
          "multipliers are not",
          fmt::join(group.rows, ", "), group.rows.size() == 1 ? "s" : "", group.surplus);
    if (story_.dependent.empty()) line("     all rows are independent: every reaction is unique");
  }

  void tell_virtual_displacements() {
    if (story_.virtual_displacements.cols() == 0) {
      line("\n6. No virtual displacements: the constraints alone determine the motion");
      return;
    }
    line("\n6. Virtual displacements (A v = 0), where the constraints leave the system free");
    const bool nonideal = story_.scene.equations.C.norm() > 0;
    for (Eigen::Index j = 0; j < story_.virtual_displacements.cols(); ++j) {
      const Vector v = story_.virtual_displacements.col(j);
      const double work = story_.virtual_work[static_cast<std::size_t>(j)];
      line("     v{}:  {}{}", j + 1, entries(v),
           nonideal ? fmt::format(";  work of C {:.5g}", work) : "");
    }
    line("     work of the ideal forces in all of them: 0, to {:.0e} of their size",
         std::max(story_.ideal_virtual_work, 1e-16));
  }

  const Explanation& story_;
  std::size_t width_ = 4;
  std::string text_;
};

}  // namespace

std::string explanation_text(const Explanation& story, const std::string& title) {
  return Story(story).tell(title);
}

}  // namespace alembert
