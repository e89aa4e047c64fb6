#include "motion/motion_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/mass_blocks.hpp"
#include "dynamics/sizes_beside.hpp"
#include "motion/table_formulas.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

// an energy, a residual, a coordinate: each is a sum of some terms that were rounded
constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();

/// The larger one; what is not finite has no size.
void enlarge(double& size, double value) {
  if (std::isfinite(value)) size = std::max(size, std::fabs(value));
}

/// Of what belongs together, in the norm of inertia.
struct BlockSize {
  double position = 0, velocity = 0, acceleration = 0, pull = 0;
  /// An energy that it could exchange: of what is accelerated where it is. A particle near the
  /// speed of light has its largest acceleration and its largest inertia at different instants.
  double virial = 0;

  void add(double inertia, double q, double v, double a, double force) {
    position = std::hypot(position, std::sqrt(inertia) * q);
    velocity = std::hypot(velocity, std::sqrt(inertia) * v);
    if (std::isfinite(a)) acceleration = std::hypot(acceleration, std::sqrt(inertia) * a);
    if (inertia > 0) pull = std::hypot(pull, force / std::sqrt(inertia));
  }
  void enlarge_by(const BlockSize& instant) {
    enlarge(position, instant.position);
    enlarge(velocity, instant.velocity);
    enlarge(acceleration, instant.acceleration);
    enlarge(pull, instant.pull);
    enlarge(virial, instant.acceleration * instant.position);
  }
};

class Surveyor {
 public:
  explicit Surveyor(const Motion& motion)
      : motion_(motion),
        equations_(motion.equations()),
        layout_(motion.layout()),
        n_(equations_.system.coordinates().size()),
        blocks_(coupled_blocks(equations_.M, equations_.A)),
        block_sizes_(blocks_.size()),
        inertia_(n_, equations_.graph().zero()),
        largest_inertia_(n_, 0.0),
        largest_position_(n_, 0.0),
        largest_velocity_(n_, 0.0),
        A_(equations_.A.entries.size(), 0.0) {
    for (const Entry& entry : equations_.M.entries)
      if (entry.row == entry.column) inertia_[entry.row] = entry.value;
    cancelling_.push_back(equations_.energy);
    for (const EquationRow& row : equations_.rows) {
      cancelling_.push_back(row.level == Level::position ? row.residual
                                                         : equations_.graph().zero());
      cancelling_.push_back(row.level == Level::position   ? row.rate
                            : row.level == Level::velocity ? row.residual
                                                           : equations_.graph().zero());
    }
    sizes_.rows.resize(equations_.rows.size());
    look_around();
  }

  MotionSizes survey() {
    const std::size_t nodes =
        equations_.live_nodes() + reachable(equations_.graph(), cancelling_).size();
    for (const std::size_t output : sampled_outputs(motion_, nodes)) look_at(motion_.row(output));
    // works are recorded everywhere
    for (std::size_t output = 0; output < motion_.size(); ++output)
      for (std::size_t k = 0; k < 4; ++k)
        enlarge(sizes_.exchanged, motion_.row(output)[layout_.work + k]);
    conclude();
    return sizes_;
  }

 private:
  // an inertia may be nothing but rounding along a whole motion, as that of a quaternion that never
  // turns
  void look_around() {
    const std::span<const double> row = motion_.row(0);
    Assignment values = assignment_at(equations_, row);
    const Eigen::Map<const numeric::Vector> q(row.data() + layout_.q,
                                              static_cast<numeric::Index>(n_));
    const numeric::Vector around =
        inertia_around(equations_.M, equations_.A, q, [&](const numeric::Vector& there) {
          for (std::size_t j = 0; j < n_; ++j)
            values[equations_.system.coordinates()[j].q] = there[static_cast<numeric::Index>(j)];
          const std::vector<double> found = evaluate(equations_.graph(), inertia_, values);
          return numeric::Vector(Eigen::Map<const numeric::Vector>(found.data(), q.size()));
        });
    for (std::size_t j = 0; j < n_; ++j)
      enlarge(largest_inertia_[j], around[static_cast<numeric::Index>(j)]);
  }

  void look_at(std::span<const double> row) {
    const Assignment values = assignment_at(equations_, row);
    const std::vector<double> terms = sizes_of_terms(equations_.graph(), cancelling_, values);
    enlarge(terms_of_energy_, terms[0]);
    for (std::size_t r = 0; r < sizes_.rows.size(); ++r) {
      enlarge(sizes_.rows[r].position, terms[1 + 2 * r]);
      enlarge(sizes_.rows[r].velocity, terms[2 + 2 * r]);
    }
    measure_state(row, values);
    measure_energy(row, values);
  }

  void measure_state(std::span<const double> row, const Assignment& values) {
    std::vector<NodeId> formulas = inertia_;
    formulas.insert(formulas.end(), equations_.Q.begin(), equations_.Q.end());
    for (const Entry& entry : equations_.A.entries) formulas.push_back(entry.value);
    const std::vector<double> numbers = evaluate(equations_.graph(), formulas, values);
    for (std::size_t e = 0; e < A_.size(); ++e) enlarge(A_[e], numbers[2 * n_ + e]);

    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      BlockSize now;
      for (const std::size_t j : blocks_[b]) {
        const double q = row[layout_.q + j], v = row[layout_.v + j], a = row[layout_.a + j];
        enlarge(largest_position_[j], q);
        enlarge(largest_velocity_[j], v);
        enlarge(largest_inertia_[j], numbers[j]);
        const double inertia = std::fabs(numbers[j]);
        now.add(inertia > rounding * largest_inertia_[j] ? inertia : 0, q, v, a, numbers[n_ + j]);
      }
      block_sizes_[b].enlarge_by(now);
    }
  }

  // the kinetic energy is what would be missing at rest, whatever the Lagrangian looks like
  void measure_energy(std::span<const double> row, Assignment values) {
    for (const Coordinate& x : equations_.system.coordinates()) values[x.v] = 0;
    const double at_rest = evaluate(equations_.graph(), {equations_.energy}, values).front();
    const double energy = row[layout_.energy];
    if (!std::isfinite(energy)) return;
    if (!std::isfinite(at_rest)) {  // of a Lagrangian that rest is no state of
      double kinetic = 0;
      for (const BlockSize& block : block_sizes_) kinetic += block.velocity * block.velocity / 2;
      enlarge(sizes_.exchanged, kinetic);
      return;
    }
    enlarge(sizes_.exchanged, energy - at_rest);
    if (!has_rest_) energy_at_rest_ = at_rest;
    has_rest_ = true;
    enlarge(sizes_.exchanged, at_rest - energy_at_rest_);
  }

  void conclude() {
    double virial = 0;
    for (const BlockSize& block : block_sizes_) virial += block.virial;
    sizes_.energy = std::max(sizes_.exchanged, virial);
    sizes_.energy_rounding = rounding * terms_of_energy_;

    sizes_.coordinates.resize(n_);
    const std::vector<double> scales = scales_of_rows();
    for (std::size_t b = 0; b < blocks_.size(); ++b) measure_coordinates(b, scales);
    std::vector<RowSize> by_gradient(sizes_.rows.size());
    // an energy, as the multiplier times the size of its row
    std::vector<double> pull(sizes_.rows.size(), 0);
    const std::vector<double> pull_at = pulls();
    for (std::size_t e = 0; e < A_.size(); ++e) {
      const Entry& entry = equations_.A.entries[e];
      const CoordinateSize& x = sizes_.coordinates[entry.column];
      by_gradient[entry.row].position += A_[e] * x.position;
      by_gradient[entry.row].velocity += A_[e] * x.velocity;
      pull[entry.row] = pull_at[entry.column];
      sizes_.rows[entry.row].position_rounding += A_[e] * x.position_rounding;
      sizes_.rows[entry.row].velocity_rounding += A_[e] * x.velocity_rounding;
    }
    for (std::size_t r = 0; r < sizes_.rows.size(); ++r) {
      if (by_gradient[r].position > 0)
        sizes_.rows[r].multiplier_rounding = rounding * pull[r] / by_gradient[r].position;
      sizes_.rows[r].position_rounding += rounding * sizes_.rows[r].position;
      sizes_.rows[r].velocity_rounding += rounding * sizes_.rows[r].velocity;
      enlarge(sizes_.rows[r].position, by_gradient[r].position);
      enlarge(sizes_.rows[r].velocity, by_gradient[r].velocity);
    }
  }

  /// By coordinate the largest change of it that makes one of its rows as large as the terms of
  /// that row.
  std::vector<double> scales_of_rows() const {
    std::vector<double> scales(n_, 0);
    for (std::size_t e = 0; e < A_.size(); ++e) {
      const Entry& entry = equations_.A.entries[e];
      if (A_[e] > 0) enlarge(scales[entry.column], sizes_.rows[entry.row].position / A_[e]);
    }
    return scales;
  }

  /// Σ |Q_k| |q_k| over the block of each coordinate.
  std::vector<double> pulls() const {
    std::vector<double> result(n_, 0);
    for (const CoordinateBlock& block : blocks_) {
      double pull = 0;
      for (const std::size_t j : block)
        pull += sizes_.coordinates[j].force * sizes_.coordinates[j].position;
      for (const std::size_t j : block) result[j] = pull;
    }
    return result;
  }

  // by the mean part that a coordinate has in each norm
  void measure_coordinates(std::size_t b, const std::vector<double>& scales) {
    const BlockSize& block = block_sizes_[b];
    const double shares = std::sqrt(static_cast<double>(blocks_[b].size()));
    const double speed = std::max(block.velocity, std::sqrt(block.virial));
    for (const std::size_t j : blocks_[b]) {
      const double inertia = largest_inertia_[j];
      const double unit = inertia > 0 ? 1 / (shares * std::sqrt(inertia)) : 0;
      CoordinateSize& x = sizes_.coordinates[j];
      x.position = std::max(largest_position_[j], block.position * unit);
      x.velocity = std::max(largest_velocity_[j], speed * unit);
      x.acceleration = block.acceleration * unit;
      // what is held up does not accelerate, but it is pulled
      x.force = inertia * unit * std::max(block.acceleration, block.pull);
      x.position_rounding = rounding * x.position;
      x.acceleration_rounding = rounding * x.acceleration;
      x.velocity_rounding =
          rounding * std::max(x.velocity, std::sqrt(block.pull * block.position) * unit);
      // Coordinates of a drawing at rest are what rounding of the rows leaves of zero. That says
      // nothing of their size, and in other rows it may be all that there is.
      if (largest_position_[j] > rounding * scales[j]) continue;
      enlarge(x.position_rounding, rounding * scales[j]);
      enlarge(x.velocity_rounding, rounding * std::sqrt(block.pull * unit * scales[j]));
    }
  }

  const Motion& motion_;
  const Equations& equations_;
  const MotionColumns& layout_;
  const std::size_t n_;
  const std::vector<CoordinateBlock> blocks_;
  std::vector<BlockSize> block_sizes_;
  std::vector<NodeId> inertia_;     ///< the diagonal of M
  std::vector<NodeId> cancelling_;  ///< the energy; φ and φ̇ or ψ of each row
  std::vector<double> largest_inertia_, largest_position_, largest_velocity_, A_;
  double terms_of_energy_ = 0;
  double energy_at_rest_ = 0;
  bool has_rest_ = false;
  MotionSizes sizes_;
};

}  // namespace

std::vector<std::size_t> sampled_outputs(const Motion& motion, std::size_t nodes) {
  constexpr std::size_t most_samples = 100, fewest_samples = 5, most_work = 1'000'000;
  const std::size_t wanted =
      std::clamp(most_work / std::max<std::size_t>(nodes, 1), fewest_samples, most_samples);
  const std::size_t last = motion.size() - 1, pieces = std::min(wanted, last);
  std::vector<std::size_t> samples{0};
  for (std::size_t k = 1; k <= pieces; ++k) samples.push_back(k * last / pieces);
  return samples;
}

Assignment assignment_at(const Equations& equations, std::span<const double> row) {
  const std::vector<NodeId> symbols = inputs_of_row(equations);
  // the parameters; those that are variables stand in the row too
  Assignment values = equations.system.parameter_values();
  const std::size_t from_row = inputs_from_row(equations);
  for (std::size_t i = 0; i < from_row; ++i) values[symbols[i]] = row[i];
  return values;
}

MotionSizes sizes_of(const Motion& motion) { return Surveyor(motion).survey(); }

}  // namespace alembert
