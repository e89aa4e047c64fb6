#include "symbol/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "symbol/pieces.hpp"

namespace alembert {

namespace {

constexpr std::array<std::string_view, 35> greek_names{
    "alpha",   "beta",   "gamma", "delta",   "epsilon", "zeta",  "eta",   "theta", "iota",
    "kappa",   "lambda", "mu",    "nu",      "xi",      "pi",    "rho",   "sigma", "tau",
    "upsilon", "phi",    "chi",   "psi",     "omega",   "Gamma", "Delta", "Theta", "Lambda",
    "Xi",      "Pi",     "Sigma", "Upsilon", "Phi",     "Psi",   "Omega", "varphi"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// \theta, x, 12, \mathrm{tension}
std::string latex_word(std::string_view word) {
  if (std::find(greek_names.begin(), greek_names.end(), word) != greek_names.end())
    return fmt::format("\\{}", word);
  // a letter beyond ASCII has further bytes 10xxxxxx
  const auto letters =
      std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xc0) != 0x80; });
  if (letters <= 1 || std::all_of(word.begin(), word.end(), is_digit)) return std::string(word);
  return fmt::format("\\mathrm{{{}}}", word);
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

class LatexPrinter {
  using enum Binding;

 public:
  LatexPrinter(const Graph& graph, NodeId root, const NodeNames& names)
      : g_(graph), root_(root), names_(names) {}

  std::string print() {
    pieces_.push({{root_, sum}});
    while (const auto operand = pieces_.next_operand()) print_node(operand->node, operand->weakest);
    return pieces_.take_text();
  }

 private:
  void print_node(NodeId node, Binding weakest) {
    const Op op = g_.op(node);
    const NodeId a = g_.a(node), b = g_.b(node), c = g_.c(node);
    if (is_named(node)) {
      pieces_.say(latex_name(names_.at(node)));
      return;
    }
    // a condition used as a number
    if (is_comparison(op) && weakest != comparison) {
      pieces_.push({"\\begin{cases} 1 & \\text{if } ",
                    {node, comparison},
                    " \\\\ 0 & \\text{otherwise} \\end{cases}"});
      return;
    }
    if (binding(node) < weakest) {
      pieces_.say("\\left(");
      pieces_.push({"\\right)"});
      weakest = comparison;
    }
    switch (op) {
      case Op::constant:
        pieces_.say(latex_number(g_.value(node)));
        break;
      case Op::symbol:
        pieces_.say(latex_name(g_.name(node)));
        break;
      case Op::add:
        pieces_.push({{a, sum}, " + ", {b, product}});
        break;
      case Op::subtract:
        pieces_.push({{a, sum}, " - ", {b, product}});
        break;
      case Op::multiply:
        print_product(node, weakest);
        break;
      case Op::divide:
        print_fraction(node, weakest);
        break;
      case Op::negate:
        pieces_.push({"-", {a, product}});
        break;
      case Op::power:
        if (is_power_of_function(node))
          print_function(a, weakest, b);
        else
          pieces_.push({{a, atom}, "^{", {b, sum}, "}"});
        break;
      case Op::sqrt:
        pieces_.push({"\\sqrt{", {a, sum}, "}"});
        break;
      case Op::abs:
        pieces_.push({"\\left|", {a, sum}, "\\right|"});
        break;
      case Op::less:
        pieces_.push({{a, sum}, " < ", {b, sum}});
        break;
      case Op::less_equal:
        pieces_.push({{a, sum}, " \\le ", {b, sum}});
        break;
      case Op::hypot:
        pieces_.push({"\\sqrt{", {a, atom}, "^{2} + ", {b, atom}, "^{2}}"});
        break;
      case Op::choose:
        pieces_.push({"\\begin{cases} ",
                      {b, sum},
                      " & \\text{if } ",
                      {a, comparison},
                      " \\\\ ",
                      {c, sum},
                      " & \\text{otherwise} \\end{cases}"});
        break;
      default:
        print_function(node, weakest);
    }
  }

  // factors side by side; a point where numbers would run together
  void print_product(NodeId node, Binding weakest) {
    const NodeId a = g_.a(node), b = g_.b(node), first = first_factor(b);
    const bool needs_point =
        g_.is_constant(first) || (g_.is_constant(a) && g_.op(first) == Op::divide);
    // \sin x \, \cos y is clear, \sin x \, y is not
    const Binding left = g_.is_constant(a) ? sum : is_function(first) ? product : followed;
    const Binding right = weakest == followed ? followed : product;
    pieces_.push({{a, left}, needs_point ? " \\cdot " : " \\, ", {b, right}});
  }

  // the minus of a number stands before the fraction unless brackets are needed
  void print_fraction(NodeId node, Binding weakest) {
    const NodeId a = g_.a(node), b = g_.b(node);
    if (weakest <= sum && g_.is_constant(a) && !is_named(a) && g_.value(a) < 0) {
      pieces_.say(fmt::format("-\\frac{{{}}}{{", latex_number(-g_.value(a))));
      pieces_.push({{b, sum}, "}"});
    } else {
      pieces_.push({"\\frac{", {a, sum}, "}{", {b, sum}, "}"});
    }
  }

  // \sin x, \sin^{2} x, \sin\left(x + y\right)
  void print_function(NodeId node, Binding weakest, NodeId power = no_node) {
    const Op op = g_.op(node);
    const NodeId a = g_.a(node), b = g_.b(node);
    pieces_.say(function_name(op));
    if (power != no_node) pieces_.say(fmt::format("^{{{}}}", g_.value(power)));
    if (operand_count(op) == 2)
      pieces_.push({"\\left(", {a, sum}, ", ", {b, sum}, "\\right)"});
    else if (weakest < followed && (g_.is_symbol(a) || is_named(a)))
      pieces_.push({" ", {a, atom}});
    else
      pieces_.push({"\\left(", {a, sum}, "\\right)"});
  }

  static std::string function_name(Op op) {
    switch (op) {
      case Op::sign:
      case Op::atan2:
        return fmt::format("\\operatorname{{{}}}", name_of(op));
      case Op::asin:
      case Op::acos:
      case Op::atan:
        return fmt::format("\\arc{}", name_of(op).substr(1));
      default:
        return fmt::format("\\{}", name_of(op));
    }
  }

  // 10^{-7}, 6.674 \cdot 10^{-11}
  static std::string latex_number(double value) {
    const std::string text = number_text(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    const std::string power = fmt::format("10^{{{}}}", std::stoi(text.substr(e + 1)));
    const std::string digits = text.substr(0, e);
    if (digits == "1") return power;
    return digits == "-1" ? fmt::format("-{}", power) : fmt::format("{} \\cdot {}", digits, power);
  }

  Binding binding(NodeId node) const {
    switch (g_.op(node)) {
      case Op::constant:
        if (g_.value(node) < 0) return sum;
        return number_text(g_.value(node)).find('e') == std::string::npos ? atom : followed;
      case Op::add:
      case Op::subtract:
      case Op::negate:
        return sum;
      case Op::multiply:
        return binding(g_.a(node)) == sum && g_.is_constant(g_.a(node)) ? sum : followed;
      // an open brace of cases has no closing one: what follows would seem to belong to its last
      // line
      case Op::choose:
        return product;
      case Op::less:
      case Op::less_equal:
        return comparison;
      case Op::symbol:
      case Op::sqrt:
      case Op::hypot:
      case Op::abs:
        return atom;
      default:
        return exponent;
    }
  }

  bool is_named(NodeId node) const { return node != root_ && names_.contains(node); }

  // the factor of a product that is printed first
  NodeId first_factor(NodeId node) const {
    while (!is_named(node)) {
      const NodeId a = g_.a(node);
      const bool starts_with_a =
          g_.op(node) == Op::multiply ||
          (g_.op(node) == Op::power && (g_.is_constant(a) || is_power_of_function(node)));
      if (!starts_with_a) break;
      node = a;
    }
    return node;
  }

  bool is_function(NodeId node) const {
    return !is_named(node) && g_.op(node) >= Op::sin && g_.op(node) <= Op::log;
  }

  // \sin^{2} x
  bool is_power_of_function(NodeId node) const {
    const NodeId a = g_.a(node), b = g_.b(node);
    if (g_.op(node) != Op::power || is_named(a) || is_named(b) || !g_.is_constant(b)) return false;
    const Op op = g_.op(a);
    const bool is_trigonometric = op == Op::sin || op == Op::cos || op == Op::tan ||
                                  op == Op::sinh || op == Op::cosh || op == Op::tanh;
    const double count = g_.value(b);
    return is_trigonometric && count >= 2 && count < 100 && count == std::floor(count);
  }

  const Graph& g_;
  const NodeId root_;
  const NodeNames& names_;
  Pieces pieces_;
};

}  // namespace

std::string latex_name(std::string_view name) {
  // lambda(rod1): a function of words
  if (const std::size_t open = name.find('('); open != std::string_view::npos) {
    std::string of;
    for (const char c : name.substr(open + 1, name.size() - open - 2)) {
      if (c == '_') of += '\\';
      of += c;
    }
    return fmt::format("{}_{{\\mathrm{{{}}}}}", latex_word(name.substr(0, open)), of);
  }
  std::size_t primes = 0;
  for (; !name.empty() && name.back() == '\''; ++primes) name.remove_suffix(1);

  // theta12, x[3], x_max: what stands behind the word is its index
  std::vector<std::string_view> index;
  if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos) {
    index.push_back(name.substr(bracket + 1, name.size() - bracket - 2));
    name = name.substr(0, bracket);
  }
  std::vector<std::string_view> words = split_at(name, '_');
  if (words.empty()) return "\\_";
  const std::string_view word = words.front();
  std::size_t end = word.size();
  while (end > 1 && is_digit(word[end - 1])) --end;
  if (end < word.size()) words.insert(words.begin() + 1, word.substr(end));
  index.insert(index.begin(), words.begin() + 1, words.end());

  constexpr std::array<std::string_view, 4> accents{"", "\\dot", "\\ddot", "\\dddot"};
  std::string text = latex_word(word.substr(0, end));
  if (primes > 0) text = fmt::format("{}{{{}}}", accents[std::min<std::size_t>(primes, 3)], text);
  if (index.empty()) return text;
  std::vector<std::string> index_words;
  for (const std::string_view part : index) index_words.push_back(latex_word(part));
  return fmt::format("{}_{{{}}}", text, fmt::join(index_words, ","));
}

std::string to_latex(const Graph& graph, NodeId formula, const NodeNames& names) {
  return LatexPrinter(graph, formula, names).print();
}

}  // namespace alembert
