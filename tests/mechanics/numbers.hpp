#pragma once
/// Formulas of a system in numbers: random states, arbitrary smooth curves, derivatives by
/// differences.

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "mechanics/equations.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

/// Numbers for the symbols of a system, asked for by name: "m", "theta", "theta'", "theta''", "t".
class State {
 public:
  explicit State(const System& system) : graph_(&system.graph()) {
    values_ = system.parameter_values();
  }

  double operator[](std::string_view name) const { return values_.at(symbol(name)); }
  void set(std::string_view name, double value) { values_[symbol(name)] = value; }
  void set(NodeId symbol, double value) { values_[symbol] = value; }
  const Assignment& values() const { return values_; }

 private:
  NodeId symbol(std::string_view name) const {
    const NodeId node = graph_->find_symbol(name);
    if (node == no_node) throw std::logic_error("no symbol " + std::string(name));
    return node;
  }

  const Graph* graph_;
  Assignment values_;
};

inline double between(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Everything at random: positive parameters and, where a unit vector or a distance is wanted,
/// coordinates between 0.3 and 1.7; velocities, accelerations and multipliers of both signs.
inline State random_state(const System& system, std::mt19937_64& random) {
  State state(system);
  for (const Parameter& p : system.parameters()) state.set(p.symbol, between(random, 0.4, 1.9));
  for (const Coordinate& x : system.coordinates()) {
    state.set(x.q, between(random, 0.3, 1.7));
    state.set(x.v, between(random, -2, 2));
    state.set(x.a, between(random, -2, 2));
  }
  for (const ForceSymbol& f : system.force_symbols()) state.set(f.symbol, between(random, -3, 3));
  state.set("t", between(random, 0, 3));
  return state;
}

/// Calls `check` at many random states of the equations.
inline void at_random_states(const Equations& equations,
                             const std::function<void(const State&)>& check) {
  std::mt19937_64 random(2002);
  for (int i = 0; i < 40; ++i) check(random_state(equations.system, random));
}

inline double number(const Graph& graph, NodeId formula, const State& at) {
  return evaluate(graph, {formula}, at.values()).front();
}

inline double number(const Expr& formula, const State& at) {
  return formula.graph() ? number(*formula.graph(), formula.node(), at) : formula.number();
}

inline Row numbers(const Graph& graph, const std::vector<NodeId>& formulas, const State& at) {
  return evaluate(graph, formulas, at.values());
}

inline Matrix numbers(const Graph& graph, const FormulaMatrix& matrix, const State& at) {
  Matrix result(matrix.rows, Row(matrix.columns, 0.0));
  for (const Entry& entry : matrix.entries)
    result[entry.row][entry.column] = number(graph, entry.value, at);
  return result;
}

/// The equations of motion at one state.
struct EquationNumbers {
  Matrix M, A;
  Row Q, b, applied;
};

inline EquationNumbers numbers(const Equations& e, const State& at) {
  const Graph& g = e.graph();
  return {numbers(g, e.M, at), numbers(g, e.A, at), numbers(g, e.Q, at), numbers(g, e.b, at),
          numbers(g, e.applied, at)};
}

inline double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline Row times(const Matrix& matrix, const Row& x) {
  Row result;
  for (const Row& row : matrix) result.push_back(dot(row, x));
  return result;
}

inline Row minus(Row a, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

/// The largest difference, relative to the largest number where that is above 1; infinite where the
/// shapes differ or something is not a number.
inline double difference(const Row& a, const Row& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 1, apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i]))
      return std::numeric_limits<double>::infinity();
    largest = std::max({largest, std::fabs(a[i]), std::fabs(b[i])});
    apart = std::max(apart, std::fabs(a[i] - b[i]));
  }
  return apart / largest;
}

inline double difference(double a, double b) { return difference(Row{a}, Row{b}); }

inline double difference(const Matrix& a, const Matrix& b) {
  Row flat_a, flat_b;
  for (const Row& row : a) flat_a.insert(flat_a.end(), row.begin(), row.end());
  for (const Row& row : b) flat_b.insert(flat_b.end(), row.begin(), row.end());
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  return difference(flat_a, flat_b);
}

/// f′ by central differences of order 8.
inline double derivative(const std::function<double(double)>& f, double x, double h = 0.01) {
  constexpr double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  double sum = 0;
  for (int k = 1; k <= 4; ++k) sum += weight[k - 1] * (f(x + k * h) - f(x - k * h));
  return sum / h;
}

/// f″ by central differences of order 8.
inline double second_derivative(const std::function<double(double)>& f, double x, double h = 0.02) {
  constexpr double weight[] = {8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  double sum = -205.0 / 72 * f(x);
  for (int k = 1; k <= 4; ++k) sum += weight[k - 1] * (f(x + k * h) + f(x - k * h));
  return sum / (h * h);
}

/// A smooth curve q(t) that obeys no law of motion: sums of sines, with their exact q̇ and q̈.
class Curve {
 public:
  Curve(const System& system, std::mt19937_64& random) : system_(&system) {
    for (std::size_t i = 0; i < system.parameters().size(); ++i)
      parameters_.push_back(between(random, 0.4, 1.9));
    for (std::size_t j = 0; j < system.coordinates().size(); ++j) {
      Wave wave{between(random, 0.7, 1.3), {}};
      for (Sine& sine : wave.sines)
        sine = {between(random, -0.15, 0.15), between(random, 0.3, 2), between(random, 0, 6)};
      waves_.push_back(wave);
    }
  }

  State at(double t) const {
    State state(*system_);
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      state.set(system_->parameters()[i].symbol, parameters_[i]);
    for (std::size_t j = 0; j < waves_.size(); ++j) {
      double q = waves_[j].mean, v = 0, a = 0;
      for (const Sine& sine : waves_[j].sines) {
        const double phase = sine.frequency * t + sine.phase;
        q += sine.amplitude * std::sin(phase);
        v += sine.amplitude * sine.frequency * std::cos(phase);
        a -= sine.amplitude * sine.frequency * sine.frequency * std::sin(phase);
      }
      state.set(system_->coordinates()[j].q, q);
      state.set(system_->coordinates()[j].v, v);
      state.set(system_->coordinates()[j].a, a);
    }
    state.set("t", t);
    return state;
  }

 private:
  struct Sine {
    double amplitude, frequency, phase;
  };
  struct Wave {
    double mean;
    Sine sines[3];
  };

  const System* system_;
  Row parameters_;
  std::vector<Wave> waves_;
};

/// Velocities and accelerations of the coordinates.
inline Row velocities(const System& system, const State& at) {
  Row v;
  for (const Coordinate& x : system.coordinates()) v.push_back(at.values().at(x.v));
  return v;
}

inline Row accelerations(const System& system, const State& at) {
  Row a;
  for (const Coordinate& x : system.coordinates()) a.push_back(at.values().at(x.a));
  return a;
}

}  // namespace alembert
