#include "motion/recorder.hpp"

#include <algorithm>
#include <limits>

namespace alembert {

using numeric::Index;

namespace {

void put(const numeric::Vector& values, std::size_t at, std::vector<double>& row) {
  std::copy(values.begin(), values.end(), row.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

Recorder::Recorder(Dynamics& dynamics, const Equations& whole, const MotionColumns& layout)
    : dynamics_(dynamics), shares_(dynamics.state()), layout_(layout) {
  std::vector<NodeId> watches;
  for (const Watch& watch : dynamics.equations().watches) watches.push_back(watch.formula);
  watches_ = dynamics.state().compiled(watches);
  const std::vector<EquationRow>& rows = dynamics.equations().rows;
  std::vector<NodeId> residuals;
  for (std::size_t r = 0; r < whole.rows.size(); ++r) {
    const std::size_t next = place_of_row_.size();
    if (next < rows.size() && rows[next].name == whole.rows[r].name) {
      place_of_row_.push_back(r);
      continue;
    }
    other_rows_.push_back(r);
    residuals.push_back(whole.rows[r].residual);
    residuals.push_back(whole.rows[r].rate == no_node ? whole.graph().zero() : whole.rows[r].rate);
  }
  if (!residuals.empty()) other_residuals_ = dynamics.state().compiled(residuals);
  const std::vector<Parameter>& parameters = whole.system.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (parameters[p].is_variable()) variables_.push_back(p);
}

const Instant& Recorder::told(const StateValues& here) {
  const Instant& now = dynamics_.instant(here);
  if (!shares_.may_share(now)) return now;
  told_ = now;
  shares_.share(here, told_);
  return told_;
}

const std::vector<double>& Recorder::row(double t, const numeric::Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  q_ = y.head(n);
  v_ = y.segment(n, n);
  row_.assign(layout_.width(), std::numeric_limits<double>::quiet_NaN());
  const StateValues& here = dynamics_.solver().evaluate(t, q_, v_);
  const Instant& now = told(here);
  put_state(t, y, row_);
  if (now.failure) return row_;
  put_forces(here, now, row_);
  const std::vector<double>& watches =
      watches_.evaluate(dynamics_.state().input_values(t, q_, v_, now));
  std::copy(watches.begin(), watches.end(),
            row_.begin() + static_cast<std::ptrdiff_t>(layout_.watch));
  return row_;
}

void Recorder::put_state(double t, const numeric::Vector& y, std::vector<double>& row) {
  const Residuals& residuals = dynamics_.state().residuals(t, q_, v_);
  row[layout_.t] = t;
  put(q_, layout_.q, row);
  put(v_, layout_.v, row);
  // position rows show φ and φ̇; velocity rows show ψ as their residual and have no rate
  for (std::size_t r = 0; r < dynamics_.rows(); ++r) {
    const bool of_velocities = dynamics_.equations().rows[r].level == Level::velocity;
    const double rate = residuals.velocity[static_cast<Index>(r)];
    row[layout_.residual + place_of_row_[r]] =
        of_velocities ? rate : residuals.position[static_cast<Index>(r)];
    row[layout_.rate + place_of_row_[r]] = of_velocities ? 0 : rate;
  }
  if (!other_rows_.empty()) {
    const std::vector<double>& others =
        other_residuals_.evaluate(dynamics_.state().input_values(t, q_, v_));
    for (std::size_t i = 0; i < other_rows_.size(); ++i) {
      row[layout_.residual + other_rows_[i]] = others[2 * i];
      row[layout_.rate + other_rows_[i]] = others[2 * i + 1];
    }
  }
  for (std::size_t i = 0; i < variables_.size(); ++i)
    row[layout_.variable + i] = dynamics_.state().parameter(variables_[i]);
  row[layout_.energy] = dynamics_.state().energy(t, q_, v_);
  std::copy_n(integrate::StateLayout::works_of(y).begin(), integrate::StateLayout::works,
              row.begin() + static_cast<std::ptrdiff_t>(layout_.work));
}

void Recorder::put_forces(const StateValues& here, const Instant& now,
                          std::vector<double>& row) const {
  put(now.acceleration, layout_.a, row);
  for (const std::size_t r : other_rows_) {
    row[layout_.lambda + r] = row[layout_.total + r] = 0;
    row[layout_.unique + r] = 1;
  }
  std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(layout_.idle),
              dynamics_.equations().system.open_formulas().idle.size(), 0.0);
  put(now.idle, layout_.idle, row);
  put(now.ends, layout_.ends, row);
  for (std::size_t r = 0; r < dynamics_.rows(); ++r) {
    const std::size_t place = place_of_row_[r];
    row[layout_.lambda + place] = now.lambda[static_cast<Index>(r)];
    row[layout_.total + place] = now.lambda_total[static_cast<Index>(r)];
    row[layout_.unique + place] = now.unique[r] ? 1 : 0;
  }
  row[layout_.rank] = static_cast<double>(now.rank);
  row[layout_.acceleration_residual] = now.acceleration_residual;
  row[layout_.virtual_work] = now.virtual_work;

  // ideal_j = A_jᵀλ_j and nonideal_j = C_j + A_jᵀ(λ_tot − λ)_j, constraint by constraint
  const std::vector<EquationRow>& rows = dynamics_.equations().rows;
  for (const std::vector<ForceColumn>& columns : layout_.forces)
    for (const ForceColumn& column : columns) row[column.ideal] = row[column.nonideal] = 0;
  const auto column_of = [&](std::size_t constraint, std::size_t coordinate) {
    const std::vector<ForceColumn>& columns = layout_.forces[constraint];
    return *std::find_if(columns.begin(), columns.end(), [&](const ForceColumn& column) {
      return column.coordinate == coordinate;
    });
  };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Index i = static_cast<Index>(r);
    here.for_row(r, [&](std::size_t j, double entry) {
      const ForceColumn column = column_of(rows[r].constraint, j);
      row[column.ideal] += now.lambda[i] * entry;
      row[column.nonideal] += (now.lambda_total[i] - now.lambda[i]) * entry;
    });
  }
  const std::vector<StateEquations::NonIdealTerm>& terms = dynamics_.state().nonideal_terms();
  for (std::size_t k = 0; k < terms.size(); ++k) {
    row[column_of(terms[k].constraint, terms[k].coordinate).nonideal] +=
        now.C[static_cast<Index>(k)];
  }
  for (std::size_t c = 0; c < layout_.forces.size(); ++c) {
    double power = 0;
    for (const ForceColumn& column : layout_.forces[c])
      power += (row[column.ideal] + row[column.nonideal]) *
               here.v()[static_cast<Index>(column.coordinate)];
    row[layout_.power + c] = power;
  }
}

}  // namespace alembert
