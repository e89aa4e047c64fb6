#include "described.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>

#include "source_folder.hpp"
#include "text/read.hpp"

namespace alembert::metamorphic {

using numeric::Index;
using numeric::Matrix;

namespace {

// the words of one part with their index filled in; nothing where the model has no such coordinate
std::vector<std::size_t> find_all(const System& system, const std::vector<std::string>& names,
                                  const std::string& index) {
  std::vector<std::size_t> found;
  for (std::string name : names) {
    if (const std::size_t place = name.find('#'); place != std::string::npos)
      name.replace(place, 1, index);
    if (const auto coordinate = system.coordinate_index(name)) found.push_back(*coordinate);
  }
  return found.size() == names.size() ? found : std::vector<std::size_t>{};
}

Matrix rotation(const std::array<double, 4>& p) {
  const auto [a, b, c, d] = p;
  Matrix R(3, 3);
  R << a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),  //
      2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),   //
      2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d;
  return R;
}

// of p ∘ ê as a matrix that acts on ê
Matrix product(const std::array<double, 4>& p) {
  const auto [a, b, c, d] = p;
  Matrix L(4, 4);
  L << a, -b, -c, -d,  //
      b, a, -d, c,     //
      c, d, a, -b,     //
      d, -c, b, a;
  return L;
}

Matrix in_plane(double angle) {
  Matrix R(2, 2);
  R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return R;
}

// axes that are mapped onto axes have no rounding
Matrix without_rounding(Matrix R) {
  for (double& entry : R.reshaped())
    if (std::fabs(entry - std::round(entry)) < 1e-12) entry = std::round(entry);
  return R;
}

Matrix turn_of(const Block& block, const Turn& turn) {
  if (block.what == Block::What::quaternion) return product(turn.quaternion);
  return without_rounding(block.coordinates.size() == 3 ? rotation(turn.quaternion)
                                                        : in_plane(turn.angle));
}

Turn turn_by(std::array<double, 4> p, double angle) {
  const double length = std::hypot(std::hypot(p[0], p[1]), std::hypot(p[2], p[3]));
  for (double& part : p) part /= length;
  return {p, angle, fmt::format("({:.4g}, {:.4g}, {:.4g}, {:.4g})", p[0], p[1], p[2], p[3])};
}

}  // namespace

bool Geometry::in_space() const {
  for (const Block& block : blocks)
    if (block.coordinates.size() > 2) return true;
  return false;
}

Geometry geometry_of(const Described& described, const System& system) {
  Geometry geometry;
  geometry.dimensions.assign(system.coordinates().size(), Dimension::number);
  std::istringstream parts(described.coordinates);
  for (std::string part; std::getline(parts, part, ';');) {
    std::istringstream words(part);
    std::string what;
    words >> what;
    std::vector<std::string> names;
    for (std::string name; words >> name;) names.push_back(name);
    bool found = false;
    for (int index = 0; index < 100; ++index) {
      const std::vector<std::size_t> all = find_all(system, names, std::to_string(index));
      if (all.empty()) continue;
      found = true;
      if (what == "place" || what == "length")
        for (const std::size_t one : all) geometry.dimensions[one] = Dimension::length;
      if (what != "length")
        geometry.blocks.push_back({what == "place"       ? Block::What::place
                                   : what == "direction" ? Block::What::direction
                                                         : Block::What::quaternion,
                                   all});
      if (part.find('#') == std::string::npos) break;
    }
    if (!found) throw std::logic_error(described.file + " has no" + part);
  }
  return geometry;
}

std::vector<Turn> quarter_turns() {
  std::vector<Turn> turns;
  const auto add = [&](std::array<double, 4> p) {
    turns.push_back(turn_by(p, static_cast<double>(turns.size() % 4) * std::numbers::pi / 2));
  };
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<double, 4> p{};
    p[i] = 1;
    add(p);
  }
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j)
      for (const double sign : {1.0, -1.0}) {
        std::array<double, 4> p{};
        p[i] = 1;
        p[j] = sign;
        add(p);
      }
  for (const double b : {1.0, -1.0})
    for (const double c : {1.0, -1.0})
      for (const double d : {1.0, -1.0}) add({1, b, c, d});
  return turns;
}

std::vector<Turn> random_turns(int count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> anywhere;
  std::vector<Turn> turns;
  for (int i = 0; i < count; ++i) {
    std::array<double, 4> p{};
    for (double& part : p) part = anywhere(random);
    turns.push_back(turn_by(p, anywhere(random)));
  }
  return turns;
}

Change turned(const Geometry& geometry, const Turn& turn) {
  const Index n = static_cast<Index>(geometry.dimensions.size());
  Change change{.T = Matrix::Identity(n, n)};
  for (const Block& block : geometry.blocks) {
    const Matrix R = turn_of(block, turn);
    for (std::size_t i = 0; i < block.coordinates.size(); ++i)
      for (std::size_t j = 0; j < block.coordinates.size(); ++j)
        change.T(static_cast<Index>(block.coordinates[i]),
                 static_cast<Index>(block.coordinates[j])) =
            R(static_cast<Index>(i), static_cast<Index>(j));
  }
  return change;
}

Change in_units(const Geometry& geometry, const System& system, const Units& units) {
  const Index n = static_cast<Index>(geometry.dimensions.size());
  Change change{.T = Matrix::Identity(n, n)};
  for (Index i = 0; i < n; ++i)
    if (geometry.dimensions[static_cast<std::size_t>(i)] == Dimension::length)
      change.T(i, i) = 1 / units.length;
  change.time = 1 / units.time;
  change.energy = units.mass * std::pow(units.length / units.time, 2);
  change.checked = units.length;
  for (const Constraint& constraint : system.constraints()) {
    std::vector<double> factors;
    for (const ConstraintRow& row : constraint.rows) {
      const int times = row.level == Level::position ? 0 : row.level == Level::velocity ? 1 : 2;
      factors.push_back(units.length / std::pow(units.time, times));
    }
    change.rows.factors.push_back(factors);
  }
  return change;
}

Model read(const Described& described) {
  return read_model(source_folder() + "/" + described.file);
}

}  // namespace alembert::metamorphic
