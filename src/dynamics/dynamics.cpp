#include "dynamics/dynamics.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "numeric/independent_rows.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

using numeric::Index;

Dynamics::Dynamics(const Equations& equations, const DynamicsOptions& options,
                   std::shared_ptr<SharedCode> code)
    : solver_(equations, options, std::shared_ptr<CodeStore>(code, &code->formulas())),
      code_(std::move(code)),
      sizes_(coupled_blocks(equations.M, equations.A)) {
  sizes_.set_tolerance(options.tolerance);
  std::vector<std::size_t> all_rows(rows());
  std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
  write_out(all_rows);
  if (SharedReactions::may_share(equations)) shared_.emplace(state());
  if (!equations.system.ends_of_forces().empty()) pushes_.emplace(state());
}

void Dynamics::write_out(const std::vector<std::size_t>& rows) {
  explicit_ = nullptr;
  if (options().least_squares) return;
  const auto [place, is_new] = written_out_.try_emplace(rows);
  if (is_new) {
    solution::ExplicitOptions how = explicit_options(options());
    const Vector& lengths = solver_.row_lengths();
    if (rows.size() < this->rows()) how.row_lengths.assign(lengths.begin(), lengths.end());
    std::vector<double> parameters;
    for (const std::size_t p : options().free_parameters)
      parameters.push_back(state().parameter(p));
    if (auto code = code_->explicit_code(equations(), rows, how, options().step_tolerance))
      place->second = std::make_unique<ExplicitMotion>(std::move(code), coordinates(), this->rows(),
                                                       sizes_, parameters);
  }
  explicit_ = place->second.get();
}

void Dynamics::set_parameter(std::size_t which, double number) {
  state().set_parameter(which, number);
  const std::vector<std::size_t>& free = options().free_parameters;
  const auto place = std::ranges::find(free, which);
  if (place == free.end()) return;
  for (const auto& [rows, equation] : written_out_)
    if (equation) equation->set_parameter(static_cast<std::size_t>(place - free.begin()), number);
}

// position rows first, because they alone bring q back
bool Dynamics::choose_rows(double t, const Vector& q, const Vector& v, Index rank) {
  const StateValues& here = solver_.evaluate(t, q, v);
  if (!here.is_finite()) return false;
  if (Eigen::LLT<numeric::Matrix>(here.M()).info() != Eigen::Success) return false;
  std::vector<int> classes;
  for (const EquationRow& row : equations().rows)
    classes.push_back(row.level == Level::position ? 0 : row.level == Level::velocity ? 1 : 2);
  const std::vector<Index> found =
      numeric::independent_rows(here.M(), here.A(), classes, rank, solver_.row_lengths());
  if (static_cast<Index>(found.size()) != rank) return false;
  const std::vector<std::size_t> rows(found.begin(), found.end());
  if (explicit_ != nullptr && explicit_->rows() == rows) return false;
  write_out(rows);
  return true;
}

Dynamics::Vector Dynamics::force_terms(double t, const Vector& q, const Vector& v) {
  Vector result = Vector::Zero(q.size());
  const std::vector<double> terms =
      sizes_of_terms(equations().graph(), equations().solved_Q(), state().assigned_at(t, q, v));
  for (Index j = 0; j < q.size(); ++j) {
    const double term = terms[static_cast<std::size_t>(j)] / solver_.inertia()[j];
    if (std::isfinite(term)) result[j] = term;
  }
  return result;
}

Dynamics::Vector Dynamics::ways_of_rounding(double t, const Vector& q, const Vector& v) {
  const Vector rounding = state().rounding_of_residuals(t, q, v).position;
  const Vector &lengths = solver_.row_lengths(), &inertia = solver_.inertia();
  Vector result = Vector::Zero(q.size());
  for (const CoordinateBlock& block : sizes_.blocks()) {
    double way = 0;  // in units in which inertias are one
    for (const Entry& entry : equations().A.entries)
      if (lengths[entry.row] > 0 && std::ranges::binary_search(block, entry.column))
        way = std::max(way, rounding[entry.row] / lengths[entry.row]);
    for (const std::size_t k : block)
      if (const auto j = static_cast<Index>(k); inertia[j] > 0)
        result[j] = way / std::sqrt(inertia[j]);
  }
  return result;
}

Dynamics::Road Dynamics::differentiate(double t, const Vector& y, Vector& dy) {
  if (ExplicitMotion* const equation = chosen();
      equation != nullptr && equation->accelerate(t, y.data(), dy.data())) {
    condition_ = equation->condition();
    return Road::explicit_equation;
  }
  const Index n = static_cast<Index>(coordinates());
  q_ = y.head(n);
  v_ = y.segment(n, n);
  if (!solver_.accelerate(t, q_, v_)) return Road::none;
  condition_ = integrate::condition_for(solver_.pivot_ratio());
  dy.head(n) = v_;
  dy.segment(n, n) = solver_.acceleration();
  const Powers& powers = solver_.powers();
  dy.tail<integrate::StateLayout::works>() << powers.applied, powers.ideal, powers.nonideal,
      powers.time;
  return Road::rank_revealing;
}

const Instant& Dynamics::instant(const StateValues& here) {
  find_instant(here);
  if (shared_ && !instant_.failure) shared_->share(here, instant_);
  if (pushes_ && !instant_.failure) instant_.ends = pushes_->asked_ends(here, instant_);
  return instant_;
}

void Dynamics::find_instant(const StateValues& here) {
  // Baumgarte's terms are no part of the forces
  const bool is_explicit =
      here.is_finite() && explicit_ && !options().baumgarte && explicit_->has_instant();
  if (is_explicit) {
    state_.resize(2 * here.q().size());
    state_ << here.q(), here.v();
    if (explicit_->instant(here.t(), state_.data(), instant_)) {
      solver_.forget_failure();
      return;
    }
  }
  instant_ = solver_.instant(here);
}

StateAudit Dynamics::audit(double t, const Vector& y) {
  if (explicit_) return explicit_->audit(t, y.data());
  const Index n = static_cast<Index>(coordinates());
  const Vector q = y.head(n), v = y.segment(n, n);
  const Residuals& now = state().residuals(t, q, v);
  return {now.largest_position(), now.largest_velocity(), state().energy(t, q, v)};
}

double Dynamics::step(double t, double h, const Vector& y, Vector& landed,
                      integrate::ConditionRange& met) {
  ExplicitMotion* const equation = chosen();
  if (equation == nullptr) return std::numeric_limits<double>::quiet_NaN();
  return equation->step(t, h, y.data(), landed.data(), met);
}

bool Dynamics::stages_of(double t, double h, std::span<Vector> stages) const {
  const ExplicitMotion* const equation = chosen();
  return equation != nullptr && equation->stages_of(t, h, stages);
}

bool Dynamics::is_regular_at(double t, const Vector& y) {
  Vector dy(static_cast<Index>(integrate::StateLayout{coordinates()}.size()));
  // those that were chosen among dependent ones say nothing of the others
  return explicit_ != nullptr && explicit_->rows().size() == rows() &&
         explicit_->accelerate(t, y.data(), dy.data());
}

std::optional<double> Dynamics::ratio_at(double t, const Vector& y) {
  if (explicit_ == nullptr) return std::nullopt;
  return explicit_->ratio_at(t, y.data());
}

std::optional<double> Dynamics::project(double t, const Vector& from, Vector& y) {
  if (explicit_ == nullptr || !explicit_->project(t, from.data(), y.data())) return std::nullopt;
  return explicit_->correction();
}

}  // namespace alembert
