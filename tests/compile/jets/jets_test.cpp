#include "compile/jets/jets.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "symbol/differentiate.hpp"

using namespace alembert;

namespace {

constexpr int highest = 6;

/// Symbols that move: the rate of each is the next of its row, and the last stands still.
struct Moving {
  Graph graph;
  std::vector<std::vector<NodeId>> symbols;  ///< [symbol][derivative]
  std::vector<NodeId> inputs;                ///< derivative 0
  Assignment values;

  explicit Moving(const std::vector<std::vector<double>>& derivatives) {
    for (std::size_t i = 0; i < derivatives.size(); ++i) {
      std::vector<NodeId> row;
      for (std::size_t k = 0; k < derivatives[i].size(); ++k) {
        row.push_back(
            graph.symbol("x" + std::to_string(i) + "_" + std::to_string(k), Kind::coordinate));
        values[row.back()] = derivatives[i][k];
      }
      for (std::size_t k = 0; k + 1 < row.size(); ++k) graph.set_rate(row[k], row[k + 1]);
      inputs.push_back(row.front());
      symbols.push_back(row);
    }
  }

  double coefficient(std::size_t input, int k) const {
    const std::vector<NodeId>& row = symbols[input];
    const std::size_t order = static_cast<std::size_t>(k);
    return order < row.size() ? values.at(row[order]) / std::tgamma(k + 1) : 0;
  }

  /// Coefficients of a formula by jets.
  std::vector<double> by_jets(NodeId formula) const {
    Jets jets(graph, {formula}, inputs, {}, highest);
    std::vector<double> coefficients;
    for (int k = 0; k <= highest; ++k) {
      for (std::size_t i = 0; i < inputs.size(); ++i) jets.set_input(i, k, coefficient(i, k));
      jets.compute(k);
      coefficients.push_back(jets.output(0, k));
    }
    return coefficients;
  }

  /// The same by repeated symbolic differentiation.
  std::vector<double> by_derivatives(NodeId formula) {
    std::vector<double> coefficients;
    for (int k = 0; k <= highest; ++k) {
      coefficients.push_back(evaluate(graph, {formula}, values).front() / std::tgamma(k + 1));
      formula = time_derivative(graph, {formula}).front();
    }
    return coefficients;
  }
};

/// Largest difference, relative to the size of the coefficients so far.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, size = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    size = std::max(size, std::fabs(b[k]));
    largest = std::max(largest, std::fabs(a[k] - b[k]) / size);
    if (std::isnan(a[k]) != std::isnan(b[k])) return std::numeric_limits<double>::infinity();
  }
  return largest;
}

/// The coefficients of f(t) at t0 for one formula of t.
template <class Make>
std::vector<double> series(double t0, const Make& make) {
  Graph graph;
  const NodeId t = graph.symbol("t", Kind::time);
  Jets jets(graph, {make(graph, t)}, {t}, {}, highest);
  std::vector<double> coefficients;
  for (int k = 0; k <= highest; ++k) {
    jets.set_input(0, k, k == 0 ? t0 : k == 1 ? 1 : 0);
    jets.compute(k);
    coefficients.push_back(jets.output(0, k));
  }
  return coefficients;
}

}  // namespace

TEST_CASE("the series of exp, sin and cos are the textbook ones") {
  const auto apply_to_t = [](Op op) {
    return [op](Graph& graph, NodeId t) { return graph.make(op, t); };
  };
  const std::vector<double> exp = series(0.3, apply_to_t(Op::exp));
  const std::vector<double> sin = series(0.3, apply_to_t(Op::sin));
  const std::vector<double> cos = series(0.3, apply_to_t(Op::cos));
  for (int k = 0; k <= highest; ++k) {
    const double factorial = std::tgamma(k + 1), turn = 0.5 * std::acos(-1.0) * k;
    const std::size_t i = static_cast<std::size_t>(k);
    CHECK(exp[i] == Approx(std::exp(0.3) / factorial).epsilon(1e-14));
    CHECK(sin[i] == Approx(std::sin(0.3 + turn) / factorial).epsilon(1e-13));
    CHECK(cos[i] == Approx(std::cos(0.3 + turn) / factorial).epsilon(1e-13));
  }
}

TEST_CASE("the series of 1/(1 - t) and of -log(1 - t) are those of Newton") {
  const std::vector<double> fraction = series(0, [](Graph& g, NodeId t) {
    return g.make(Op::divide, g.one(), g.make(Op::subtract, g.one(), t));
  });
  const std::vector<double> logarithm = series(0, [](Graph& g, NodeId t) {
    return g.make(Op::negate, g.make(Op::log, g.make(Op::subtract, g.one(), t)));
  });
  for (std::size_t k = 0; k <= highest; ++k) {
    CHECK(fraction[k] == Approx(1).epsilon(1e-15));
    CHECK(logarithm[k] == Approx(k == 0 ? 0 : 1.0 / static_cast<double>(k)).margin(1e-15));
  }
}

TEST_CASE("jets of every operation agree with repeated differentiation") {
  // two inputs inside the domain of every function, and a condition that does not change
  Moving moving({{0.4, -0.3, 0.7, 0.2, -0.5, 1.1, 0.6}, {0.7, 0.5, -0.2, 0.3, 0.8, -0.4, 0.1}});
  const NodeId x = moving.inputs[0], y = moving.inputs[1];
  for (int i = static_cast<int>(Op::add); i <= static_cast<int>(Op::choose); ++i) {
    const Op op = static_cast<Op>(i);
    const NodeId formula = op == Op::choose
                               ? moving.graph.make(op, moving.graph.make(Op::less, x, y), y, x)
                           : operand_count(op) == 1 ? moving.graph.make(op, x)
                                                    : moving.graph.make(op, x, y);
    INFO(name_of(op));
    CHECK(difference(moving.by_jets(formula), moving.by_derivatives(formula)) < 1e-12);
  }
  for (const double exponent : {2.0, 3.0, -1.0, -2.0, 0.5, 1.5, 2.5, -0.5, 0.3, -1.7, 19.0, 20.5}) {
    const NodeId power = moving.graph.make(Op::power, x, moving.graph.constant(exponent));
    INFO(exponent);
    CHECK(difference(moving.by_jets(power), moving.by_derivatives(power)) < 1e-11);
  }
}

TEST_CASE("jets of random formulas agree with repeated differentiation") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::vector<double>> derivatives(3, std::vector<double>(highest + 1));
    for (std::vector<double>& row : derivatives)
      for (double& value : row) value = number(random);
    Moving moving(derivatives);
    std::vector<NodeId> nodes = moving.inputs;
    nodes.push_back(moving.graph.constant(0.75));
    nodes.push_back(moving.graph.constant(2));
    for (int i = 0; i < 5; ++i) {
      const Op op = static_cast<Op>(static_cast<int>(Op::add) +
                                    static_cast<int>(random() % (static_cast<int>(Op::choose) -
                                                                 static_cast<int>(Op::add) + 1)));
      const auto pick = [&] { return nodes[random() % nodes.size()]; };
      const NodeId a = pick(), b = operand_count(op) >= 2 ? pick() : no_node;
      nodes.push_back(moving.graph.make(op, a, b, operand_count(op) >= 3 ? pick() : no_node));
    }
    const std::vector<double> reference = moving.by_derivatives(nodes.back());
    double size = 0;
    for (const double coefficient : reference) size += std::fabs(coefficient);
    if (!(size > 0 && size < 1e6)) continue;
    ++compared;
    INFO("trial " << trial);
    CHECK(difference(moving.by_jets(nodes.back()), reference) < 1e-8);
  }
  CHECK(compared > 100);
}

TEST_CASE("a base that passes zero has its whole powers") {
  for (const double exponent : {2.0, 5.0, 17.0}) {
    const std::vector<double> power =
        series(0, [&](Graph& g, NodeId t) { return g.make(Op::power, t, g.constant(exponent)); });
    for (std::size_t k = 0; k <= highest; ++k)
      CHECK(power[k] == (static_cast<double>(k) == exponent ? 1 : 0));
  }
}

TEST_CASE("what is zero and stays zero has a root") {
  const std::vector<double> root = series(0.5, [](Graph& g, NodeId t) {
    return g.make(Op::sqrt, g.make(Op::multiply, g.make(Op::less, t, g.zero()), t));
  });
  const std::vector<double> power = series(0.5, [](Graph& g, NodeId t) {
    const NodeId zero = g.make(Op::multiply, g.make(Op::less, t, g.zero()), t);
    return g.make(Op::power, zero, g.constant(1.7));
  });
  for (std::size_t k = 0; k <= highest; ++k) {
    CHECK(root[k] == 0);
    CHECK(power[k] == 0);
  }
  const std::vector<double> none =
      series(0, [](Graph& g, NodeId t) { return g.make(Op::sqrt, t); });
  CHECK_FALSE(std::isfinite(none[1]));
}

TEST_CASE("at a kink the series is that of the branch ahead") {
  const auto bent = [](Op op, double slope) {
    return series(0, [=](Graph& g, NodeId t) {
      const NodeId x = g.make(Op::multiply, g.constant(slope), t);
      return op == Op::abs ? g.make(op, x) : g.make(op, x, g.zero());
    })[1];
  };
  CHECK(bent(Op::abs, 2) == 2);
  CHECK(bent(Op::abs, -2) == 2);
  CHECK(bent(Op::max, 2) == 2);
  CHECK(bent(Op::max, -2) == 0);
  CHECK(bent(Op::min, 2) == 0);
  CHECK(bent(Op::min, -2) == -2);
}

TEST_CASE("symbols that do not move are numbers, exponents included") {
  Graph graph;
  const NodeId t = graph.symbol("t", Kind::time), p = graph.symbol("p", Kind::parameter);
  const NodeId m = graph.symbol("m", Kind::parameter);
  const NodeId formula = graph.make(Op::multiply, m, graph.make(Op::power, t, p));
  Jets jets(graph, {formula, m}, {t}, {{p, 3.0}, {m, 2.0}}, 3);
  for (int k = 0; k <= 3; ++k) {
    jets.set_input(0, k, k == 1 ? 1 : 0);
    jets.compute(k);
    CHECK(jets.output(0, k) == (k == 3 ? 2 : 0));
    CHECK(jets.output(1, k) == (k == 0 ? 2 : 0));
  }
}

TEST_CASE("inputs that come late lead to the same coefficients") {
  Moving moving({{0.4, -0.3, 0.7, 0.2}, {0.7, 0.5, -0.2, 0.3}, {0.2, 0.9, 0.4, -0.6}});
  Graph& g = moving.graph;
  const NodeId x = moving.inputs[0], y = moving.inputs[1], z = moving.inputs[2];
  const auto sum = [&](NodeId a, NodeId b) { return g.make(Op::add, a, b); };
  const auto product = [&](NodeId a, NodeId b) { return g.make(Op::multiply, a, b); };
  const NodeId linear = sum(product(g.make(Op::sin, x), y), g.make(Op::divide, z, x));
  const NodeId curved = sum(g.make(Op::abs, product(y, z)), g.make(Op::hypot, linear, y));
  const std::vector<NodeId> outputs = {linear, curved, g.make(Op::power, curved, g.constant(2))};

  Jets at_once(g, outputs, moving.inputs, {}, 3), late(g, outputs, moving.inputs, {}, 3);
  const Jets::Dependents on_y = late.dependents_of({1}), on_z = late.dependents_of({2});
  for (int k = 0; k <= 3; ++k) {
    for (std::size_t i = 0; i < 3; ++i) at_once.set_input(i, k, moving.coefficient(i, k));
    at_once.compute(k);
    late.set_input(0, k, moving.coefficient(0, k));
    late.set_input(1, k, 0);
    late.set_input(2, k, 0);
    late.compute(k);
    const double y_k = moving.coefficient(1, k), z_k = moving.coefficient(2, k);
    late.revise(k, on_y, &y_k);
    late.revise(k, on_z, &z_k);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      CHECK(late.output(i, k) == Approx(at_once.output(i, k)).epsilon(1e-14));
  }
}
