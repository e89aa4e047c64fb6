#include "report/viewer_table.hpp"

#include <algorithm>
#include <limits>

#include "theory/scene.hpp"

namespace alembert {

namespace {

// The picture and the singular values take factorisations of whole matrices for every row shown:
// beyond these sizes that would cost more than the motion.
constexpr std::size_t most_coordinates = 40, most_constraint_rows = 40;

bool all_rows_stay(const System& system) {
  if (!system.contacts().empty()) return false;
  for (std::size_t c = 0; c < system.constraints().size(); ++c)
    if (system.is_switched(c)) return false;
  return true;
}

}  // namespace

ViewerTable::ViewerTable(const Model& model, const Equations& equations,
                         const DynamicsOptions& options)
    : solver_(equations, options),
      layout_(equations),
      plan_(plan_scene(model, equations)),
      scene_numbers_(plan_, equations),
      // rows that come and go are no picture of one instant
      singular_value_count_(all_rows_stay(equations.system) &&
                                    equations.rows.size() <= most_constraint_rows
                                ? std::min(equations.rows.size(), solver_.state().coordinates())
                                : 0),
      has_figure_(all_rows_stay(equations.system) &&
                  solver_.state().coordinates() <= most_coordinates && !equations.rows.empty()) {
  row_.resize(figure() + (has_figure_ ? figure_arrows * numbers_of_arrow : 0));
}

const std::vector<double>& ViewerTable::row(std::span<const double> motion_row) {
  std::ranges::copy(motion_row, row_.begin());
  const double energy = motion_row[layout_.energy];
  if (!energy_at_start_) energy_at_start_ = energy;
  row_[deviation()] = energy - *energy_at_start_;
  std::ranges::copy(scene_numbers_.at(motion_row),
                    row_.begin() + static_cast<std::ptrdiff_t>(scene()));

  std::fill(row_.begin() + static_cast<std::ptrdiff_t>(singular_values()), row_.end(),
            std::numeric_limits<double>::quiet_NaN());
  const auto part = [&](std::size_t at) -> numeric::Vector {
    return Eigen::Map<const numeric::Vector>(
        motion_row.data() + at, static_cast<numeric::Index>(solver_.state().coordinates()));
  };
  const double t = motion_row[layout_.t];
  const numeric::Vector q = part(layout_.q), v = part(layout_.v);
  if (singular_value_count_ > 0) put_singular_values(t, q, v);
  if (has_figure_) put_figure(t, q, v);
  return row_;
}

void ViewerTable::put_singular_values(double t, const numeric::Vector& q,
                                      const numeric::Vector& v) {
  const numeric::Vector sizes = solver_.decide_rank(t, q, v).rank.singular_values;
  std::copy_n(sizes.begin(),
              std::min(singular_value_count_, static_cast<std::size_t>(sizes.size())),
              row_.begin() + static_cast<std::ptrdiff_t>(singular_values()));
}

void ViewerTable::put_figure(double t, const numeric::Vector& q, const numeric::Vector& v) {
  const theory::Figure figure =
      theory::figure(theory::scaled_picture(theory::look_at(solver_, t, q, v).equations));
  if (figure_note_.empty())
    figure_note_ = figure.does_not_apply.empty() ? figure.honesty : figure.does_not_apply;
  if (!figure.does_not_apply.empty()) return;
  const std::array<const theory::FigureVector*, figure_arrows> arrows = {
      &figure.a_s,      &figure.T_a_s,    &figure.N_a_s,        &figure.c_s,      &figure.N_c_s,
      &figure.B_plus_e, &figure.B_plus_b, &figure.acceleration, &figure.deviation};
  auto next = row_.begin() + static_cast<std::ptrdiff_t>(this->figure());
  for (const theory::FigureVector* arrow : arrows)
    for (const double number : {arrow->along, arrow->across, arrow->length, arrow->hidden})
      *next++ = number;
}

}  // namespace alembert
