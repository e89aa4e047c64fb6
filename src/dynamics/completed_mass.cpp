#include "dynamics/completed_mass.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "dynamics/mass_blocks.hpp"
#include "dynamics/sizes_beside.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/mass.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

// blocks of M above this size are not looked through for directions without inertia
constexpr std::size_t largest_block = 200;

// pivots of a clearly regular block, relative to its diagonal
constexpr double clearly_regular = 1e-8;

// a row must have at least this part of its length along the directions that it is to give inertia
// to
constexpr double smallest_part = 0.05;

using Block = CoordinateBlock;

/// The equations in numbers at one state, as far as they are asked for.
class Sample {
 public:
  Sample(const Equations& equations, const StartData& start, double t, unsigned seed)
      : equations_(equations), values_(equations.system.parameter_values()) {
    const std::vector<Coordinate>& coordinates = equations.system.coordinates();
    Vector q = Vector::Zero(static_cast<Index>(coordinates.size())), v = q;
    for (const auto* list : {&start.q_guess, &start.q})
      for (const Known& known : *list) q[static_cast<Index>(known.coordinate)] = known.value;
    for (const auto* list : {&start.v_guess, &start.v})
      for (const Known& known : *list) v[static_cast<Index>(known.coordinate)] = known.value;
    values_[equations.system.time().node()] = t;
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      values_[coordinates[j].q] = q[static_cast<Index>(j)];
      values_[coordinates[j].v] = v[static_cast<Index>(j)];
    }
    const Vector size = sizes_beside(equations.M, equations.A, q, diagonal());
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(-0.3, 0.3);
    for (std::size_t j = 0; j < coordinates.size(); ++j)
      values_[coordinates[j].q] += part(random) * size[static_cast<Index>(j)];
  }

  /// Of M.
  Vector diagonal() const {
    std::vector<NodeId> formulas;
    std::vector<std::size_t> places;
    for (const Entry& entry : equations_.M.entries)
      if (entry.row == entry.column) {
        formulas.push_back(entry.value);
        places.push_back(entry.row);
      }
    const std::vector<double> numbers = evaluate(equations_.graph(), formulas, values_);
    Vector result = Vector::Zero(static_cast<Index>(equations_.M.rows));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (std::isfinite(numbers[k])) result[static_cast<Index>(places[k])] = numbers[k];
    return result;
  }

  /// M, block by block; nothing where one of them is not a number.
  std::optional<std::vector<Matrix>> masses(const std::vector<Block>& blocks) const {
    struct Place {
      std::size_t block, index;
    };
    std::map<std::size_t, Place> place_of;
    std::vector<Matrix> result;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const Index size = static_cast<Index>(blocks[b].size());
      result.push_back(Matrix::Zero(size, size));
      for (std::size_t i = 0; i < blocks[b].size(); ++i) place_of[blocks[b][i]] = {b, i};
    }
    std::vector<NodeId> formulas;
    std::vector<const Entry*> entries;
    for (const Entry& entry : equations_.M.entries)
      if (place_of.contains(entry.row)) {
        formulas.push_back(entry.value);
        entries.push_back(&entry);
      }
    const std::vector<double> numbers = evaluate(equations_.graph(), formulas, values_);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      if (!std::isfinite(numbers[e])) return std::nullopt;
      const auto [block, row] = place_of[entries[e]->row];
      const std::size_t column = place_of[entries[e]->column].index;
      result[block](static_cast<Index>(row), static_cast<Index>(column)) = numbers[e];
    }
    return result;
  }

  std::vector<double> values_of(const std::vector<NodeId>& formulas) const {
    return evaluate(equations_.graph(), formulas, values_);
  }

 private:
  const Equations& equations_;
  Assignment values_;
};

/// Directions without inertia, by coordinate, in coordinates of unit inertia.
struct NullSpace {
  std::vector<std::size_t> coordinates;
  Vector scales;      ///< √M_jj; 0 where there is none
  Matrix directions;  ///< orthonormal columns, for the coordinates above
};

/// Those of one block; nothing where it is regular, or indefinite.
std::optional<NullSpace> null_space(const Block& block, const Matrix& M) {
  Matrix L = M;
  if (numeric::factorise_cholesky(L) > clearly_regular) return std::nullopt;
  const Index size = M.rows();
  Vector scales = M.diagonal().cwiseMax(0).cwiseSqrt();
  Matrix unit = Matrix::Zero(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j)
      if (scales[i] > 0 && scales[j] > 0) unit(i, j) = M(i, j) / (scales[i] * scales[j]);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(unit);
  const double nothing = 100 * numeric::inertia_tolerance(size);
  if (eigen.eigenvalues()(0) < -nothing || (M.diagonal().array() < 0).any()) return std::nullopt;
  Index count = 0;
  while (count < size && eigen.eigenvalues()(count) <= nothing) ++count;
  if (count == 0) return std::nullopt;
  return NullSpace{block, scales, eigen.eigenvectors().leftCols(count)};
}

/// A row of A as far as it matters here.
struct Row {
  std::size_t index;
  std::vector<std::size_t> columns;
  std::vector<NodeId> formulas;
  std::vector<double> numbers;
};

std::vector<Row> rows_of(const Equations& equations, const Sample& sample) {
  std::vector<Row> rows(equations.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r].index = r;
  for (const Entry& entry : equations.A.entries) {
    rows[entry.row].columns.push_back(entry.column);
    rows[entry.row].formulas.push_back(entry.value);
  }
  std::vector<NodeId> formulas;
  for (const Row& row : rows)
    formulas.insert(formulas.end(), row.formulas.begin(), row.formulas.end());
  const std::vector<double> numbers = sample.values_of(formulas);
  auto next = numbers.begin();
  for (Row& row : rows) {
    const auto end = next + static_cast<std::ptrdiff_t>(row.formulas.size());
    row.numbers.assign(next, end);
    next = end;
  }
  return rows;
}

/// The rows that complete M, each with its weight.
class Choice {
 public:
  Choice(std::size_t coordinates, const std::vector<NullSpace>& spaces)
      : scales_(Vector::Zero(static_cast<Index>(coordinates))), place_(coordinates, -1) {
    Index dimension = 0;
    for (const NullSpace& space : spaces) dimension += space.directions.cols();
    std::size_t size = 0;
    for (const NullSpace& space : spaces) size += space.coordinates.size();
    left_ = Matrix::Zero(static_cast<Index>(size), dimension);
    Index at = 0, column = 0;
    for (const NullSpace& space : spaces) {
      const Index count = static_cast<Index>(space.coordinates.size());
      left_.block(at, column, count, space.directions.cols()) = space.directions;
      for (Index i = 0; i < count; ++i) {
        const std::size_t j = space.coordinates[static_cast<std::size_t>(i)];
        scales_[static_cast<Index>(j)] = space.scales[i];
        place_[j] = at + i;
      }
      at += count;
      column += space.directions.cols();
    }
  }

  void set_scale(std::size_t coordinate, double scale) {
    scales_[static_cast<Index>(coordinate)] = scale;
  }

  /// Whether some direction is still without inertia.
  bool is_open() const { return left_.cols() > 0; }

  /// Takes the row if it fixes one of the directions that are left.
  void offer(const Row& row) {
    const Part part = part_along(row);
    if (!(part.relative() > smallest_part)) return;
    // what is left is orthogonal to the row; most directions have nothing to do with it
    std::vector<Index> met;
    for (Index c = 0; c < left_.cols(); ++c)
      if (part.share[c] != 0) met.push_back(c);
    const Vector share = part.share(met);
    const Matrix basis = Eigen::HouseholderQR<Matrix>(share).householderQ();
    left_(Eigen::all, met) = (left_(Eigen::all, met) * basis).eval();
    left_.col(met.front()).swap(left_.col(left_.cols() - 1));
    left_.conservativeResize(Eigen::NoChange, left_.cols() - 1);
    chosen.push_back({row.index, weight_of(row)});
  }

  /// The part of its length that a row has along the directions that are left: all of it where the
  /// row does nothing but fix them, as that of a unit quaternion.
  double alignment(const Row& row) const { return part_along(row).relative(); }

  std::vector<CompletingRow> chosen;

 private:
  struct Part {
    Vector share;       ///< along each direction
    double length = 0;  ///< of the row
    double relative() const { return length > 0 ? share.norm() / length : 0; }
  };
  Part part_along(const Row& row) const {
    const double weight = weight_of(row);
    if (!(weight > 0) || !std::isfinite(weight)) return {};
    Part part{Vector::Zero(left_.cols())};
    for (std::size_t e = 0; e < row.columns.size(); ++e) {
      const double entry = unit_entry(row, e, weight);
      part.length = std::hypot(part.length, entry);
      if (const Index place = place_[row.columns[e]]; place >= 0)
        part.share += entry * left_.row(place).transpose();
    }
    return part;
  }

  /// As much inertia along the row as its coordinates have on the whole. Where some of them have
  /// none, as much as the row makes of the others'.
  double weight_of(const Row& row) const {
    double inertia = 0, square = 0, compliance = 0;
    bool all_massive = true;
    for (std::size_t e = 0; e < row.columns.size(); ++e) {
      const double scale = scales_[static_cast<Index>(row.columns[e])], a = row.numbers[e];
      all_massive &= scale > 0;
      inertia += scale * scale;
      square += a * a;
      if (scale > 0) compliance += (a / scale) * (a / scale);
    }
    if (all_massive) return inertia / (static_cast<double>(row.columns.size()) * square);
    return compliance > 0 ? 1 / compliance : 1 / square;
  }

  /// In coordinates of unit inertia; what a massless coordinate gets from the row is its unit.
  double unit_entry(const Row& row, std::size_t e, double weight) const {
    const double scale = scales_[static_cast<Index>(row.columns[e])];
    if (row.numbers[e] == 0) return 0;
    return row.numbers[e] / (scale > 0 ? scale : std::fabs(row.numbers[e]) * std::sqrt(weight));
  }

  Vector scales_;
  std::vector<Index> place_;  ///< of a coordinate in the directions; −1: it is in none
  Matrix left_;               ///< directions without inertia
};

/// M + Σ w aᵀa and Q + Σ w aᵀb.
Completion completed(const Equations& equations, const std::vector<Row>& rows,
                     const std::vector<CompletingRow>& completing) {
  Graph& g = equations.graph();
  Completion result{completing, {equations.M.rows, equations.M.columns, {}}, equations.Q};
  std::map<std::pair<std::uint32_t, std::uint32_t>, NodeId> M;
  for (const Entry& entry : equations.M.entries) M[{entry.row, entry.column}] = entry.value;
  for (const auto& [index, weight] : completing) {
    const Row& row = rows[index];
    const NodeId w = g.constant(weight);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      const NodeId wa = g.make(Op::multiply, w, row.formulas[i]);
      NodeId& Q = result.Q[row.columns[i]];
      Q = g.make(Op::add, Q, g.make(Op::multiply, wa, equations.b[index]));
      for (std::size_t k = 0; k <= i; ++k) {
        const auto a = static_cast<std::uint32_t>(row.columns[i]);
        const auto b = static_cast<std::uint32_t>(row.columns[k]);
        NodeId& lower = M.try_emplace({a, b}, g.zero()).first->second;
        lower = g.make(Op::add, lower, g.make(Op::multiply, wa, row.formulas[k]));
        M[{b, a}] = lower;
      }
    }
  }
  for (const auto& [place, value] : M)
    result.M.entries.push_back({place.first, place.second, value});
  return result;
}

/// What is found at one state: the rows in numbers, and the directions that they are to fix.
struct Look {
  std::vector<Row> rows;
  Choice choice;
};

/// Nothing where M is not a number there, or is regular.
std::optional<Look> look_at(const Equations& equations, const std::vector<Block>& blocks,
                            const Sample& sample) {
  const std::optional<std::vector<Matrix>> masses = sample.masses(blocks);
  if (!masses) return std::nullopt;
  std::vector<NullSpace> spaces;
  std::vector<std::pair<std::size_t, double>> scales;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Matrix& M = (*masses)[b];
    for (std::size_t i = 0; i < blocks[b].size(); ++i)
      scales.emplace_back(blocks[b][i],
                          std::sqrt(std::max(0.0, M.diagonal()[static_cast<Index>(i)])));
    if (auto space = null_space(blocks[b], M)) spaces.push_back(std::move(*space));
  }
  if (spaces.empty()) return std::nullopt;
  Look look{rows_of(equations, sample), Choice(equations.M.rows, spaces)};
  for (const auto& [coordinate, scale] : scales) look.choice.set_scale(coordinate, scale);
  return look;
}

/// Whether M may be singular: a formula of its own on the diagonal is an inertia.
bool may_be_singular(const Equations& equations, const std::vector<Block>& blocks) {
  std::vector<bool> has_diagonal(equations.M.rows, false);
  for (const Entry& entry : equations.M.entries)
    if (entry.row == entry.column) has_diagonal[entry.row] = true;
  return std::ranges::any_of(
      blocks, [&](const Block& block) { return block.size() > 1 || !has_diagonal[block.front()]; });
}

/// Rows that fix the directions wherever the motion may lead come first, and short ones before long
/// ones, because they add least to M. In what order they are written decides only between rows that
/// are alike.
std::vector<std::size_t> order_of(const std::vector<Look>& looks) {
  constexpr double clearly = 0.7;
  const std::vector<Row>& rows = looks.front().rows;
  std::vector<double> worst(rows.size(), 1);
  for (const Look& look : looks)
    for (std::size_t r = 0; r < rows.size(); ++r)
      worst[r] = std::min(worst[r], look.choice.alignment(look.rows[r]));
  // rounding makes no difference
  for (double& alignment : worst) alignment = std::round(1e6 * alignment) / 1e6;
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if ((worst[a] > clearly) != (worst[b] > clearly)) return worst[a] > clearly;
    if (rows[a].columns.size() != rows[b].columns.size())
      return rows[a].columns.size() < rows[b].columns.size();
    return worst[a] > worst[b];
  });
  return order;
}

}  // namespace

Equations complete_mass(const Equations& equations, const StartData& start, double t) {
  std::vector<Block> blocks = mass_blocks(equations.M);
  std::erase_if(blocks, [](const Block& block) { return block.size() > largest_block; });
  if (equations.rows.empty() || !may_be_singular(equations, blocks)) return equations;

  // one state decides whether there is anything to complete, some more which rows do it best
  constexpr unsigned first_seed = 3, seeds = 4;
  std::vector<Look> looks;
  for (unsigned seed = first_seed; seed < first_seed + seeds; ++seed) {
    auto look = look_at(equations, blocks, Sample(equations, start, t, seed));
    if (!look && seed == first_seed) return equations;
    if (look) looks.push_back(std::move(*look));
  }
  Choice& choice = looks.front().choice;
  for (const std::size_t r : order_of(looks)) {
    if (!choice.is_open()) break;
    choice.offer(looks.front().rows[r]);
  }
  if (choice.is_open()) return equations;
  Equations result = equations;
  result.completion = completed(equations, looks.front().rows, choice.chosen);
  return result;
}

}  // namespace alembert
