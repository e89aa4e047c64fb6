// The shapes of the drawing.

#include <fmt/format.h>

#include <algorithm>

#include "text/build/build_parts.hpp"
#include "text/keywords.hpp"
#include "text/limits.hpp"

namespace alembert {

namespace {

// what the arguments of a shape are, in order: v a vector, n a number
struct Signature {
  std::string_view needed;
  std::string_view optional;
  bool repeated = false;  // any number of further vectors
};

Signature signature_of(Shape::What what) {
  switch (what) {
    case Shape::What::point:
      return {"v", "n"};
    case Shape::What::line:
      return {"vv", "", true};
    case Shape::What::path:
      return {"v", ""};
    case Shape::What::disk:
      return {"vn", "vv"};
    case Shape::What::box:
      return {"vv", "n"};
    case Shape::What::sphere:
      return {"vn", ""};
    case Shape::What::ellipsoid:
      return {"vvvv", ""};
    case Shape::What::frame:
      return {"vvv", "v"};
    case Shape::What::up:
      return {"v", ""};
    default:  // parts of mechanisms are not written
      break;
  }
  return {};
}

std::string usage(Shape::What what) {
  return fmt::format("write {}", find_keyword(name_of(what), WordKind::shape)->syntax);
}

void check_argument(const Builder& b, const ShapeSyntax& item, FormulaId argument,
                    const Value& value, bool is_vector, std::size_t dimension) {
  const auto fail = [&](const std::string& what) {
    b.document.fail(argument, what, usage(item.what));
  };
  if (value.is_vector() != is_vector || value.is_condition())
    fail(fmt::format("'{}' takes {} here, and this is {}", name_of(item.what),
                     is_vector ? "a vector" : "a number", value.description()));
  if (!is_vector) return;
  if (item.what == Shape::What::up && value.components.size() != 3)
    fail(fmt::format("up has 3 components, not {}: in the plane, y points up",
                     value.components.size()));
  if (item.what == Shape::What::ellipsoid && value.components.size() != 3)
    fail("an ellipsoid stands in space: its centre and its half axes have 3 components");
  if (value.components.size() != 2 && value.components.size() != 3)
    fail(
        fmt::format("points of a drawing have 2 or 3 components, not {}", value.components.size()));
  if (dimension != 0 && value.components.size() != dimension && item.what != Shape::What::disk)
    fail(fmt::format("a point of {} components beside one of {}", value.components.size(),
                     dimension));
}

// true where the i-th argument is a vector; arguments beyond the last have no kind
bool takes_vector(const Signature& signature, std::size_t i) {
  const std::size_t needed = signature.needed.size();
  if (i < needed) return signature.needed[i] == 'v';
  return signature.repeated || signature.optional[i - needed] == 'v';
}

bool has_count(const Signature& signature, std::size_t count) {
  const std::size_t least = signature.needed.size();
  return count >= least && (signature.repeated || count <= least + signature.optional.size());
}

bool fits(Shape::What what, const std::vector<Value>& values) {
  const Signature signature = signature_of(what);
  if (!has_count(signature, values.size())) return false;
  // as many axes as the space has
  if (what == Shape::What::frame && values.size() != values.front().components.size() + 1)
    return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].is_condition() || values[i].is_vector() != takes_vector(signature, i))
      return false;
  return true;
}

void build_shape(Builder& b, const ShapeSyntax& item, const std::string& name,
                 const std::vector<FormulaId>& arguments) {
  const Signature signature = signature_of(item.what);
  if (!has_count(signature, arguments.size()))
    b.document.fail(item.span,
                    fmt::format("'{}' cannot have {} argument{}", name_of(item.what),
                                arguments.size(), arguments.size() == 1 ? "" : "s"),
                    usage(item.what));
  const bool is_up = item.what == Shape::What::up;
  const auto is_same = [&](const Shape& other) { return other.what == item.what; };
  if (is_up && std::ranges::any_of(b.model.drawing, is_same))
    b.document.fail(item.span, "up is given twice", "a picture stands one way");
  Shape shape{item.what, name, {}};
  std::size_t dimension = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_vector = takes_vector(signature, i);
    const Value value = b.formulas.value(arguments[i], is_up ? purpose::up : purpose::drawing);
    check_argument(b, item, arguments[i], value, is_vector, dimension);
    if (is_vector && dimension == 0) dimension = value.components.size();
    std::vector<NodeId> components;
    if (is_vector)
      for (const Expr& component : value.components) components.push_back(component.in(b.graph()));
    else
      components.push_back(value.scalar.in(b.graph()));
    shape.arguments.push_back(components);
  }
  b.model.drawing.push_back(shape);
}

// Whether the word after a shape is its first argument: it must be known to formulas, and of two
// readings the one that fits counts. `line P (0,0) P` has a name, `line A B C` three points; where
// both fit, the writer must say which is meant.
bool is_argument(Builder& b, const ShapeSyntax& item) {
  if (item.name_as_argument == no_formula) return false;
  const FormulaNode& word = b.syntax().formulas[item.name_as_argument];
  const bool known = b.formulas.names().find(word.name, {}) || b.formulas.names().family(word.name);
  if (!known) return false;
  std::vector<Value> values;
  bool again = false;
  for (const FormulaId argument : item.arguments) {
    const FormulaNode& node = b.syntax().formulas[argument];
    again = again || (node.kind == FormulaKind::name &&
                      b.document.text(node.span) == b.document.text(word.span));
    values.push_back(b.formulas.value(argument, purpose::drawing));
  }
  const bool may_be_name = fits(item.what, values);
  // the name of a whole family is no value
  if (may_be_name && word.operand_count == 0 && !b.formulas.names().find(word.name, {}))
    return false;
  values.insert(values.begin(), b.formulas.value(item.name_as_argument, purpose::drawing));
  if (!fits(item.what, values))
    return !may_be_name && (item.arguments.empty() || values.front().is_vector());
  if (!may_be_name) return true;
  // a comma stands between points
  const TokenKind next = b.document.tokens[item.name.span.last + 1].kind;
  if (next == TokenKind::comma) return true;
  if (!again && next == TokenKind::left_parenthesis) {
    std::string rest = b.document.text({item.name.span.last + 1, item.span.last});
    if (rest.size() > max_repeated_text) rest = "...";
    const std::string name = b.document.text(word.span);
    b.document.fail(
        item.name.span,
        fmt::format("'{}' may be the name of this {} or its first point", name, name_of(item.what)),
        fmt::format("write {0} \"{1}\" {2} for the name, {0} ({1}) {2} for the point",
                    name_of(item.what), name, rest));
  }
  return !again;
}

void build_shapes(Builder& b, const ShapeSyntax& item) {
  if (item.name.name == no_name) return build_shape(b, item, item.quoted_name, item.arguments);
  if (is_argument(b, item)) {
    std::vector<FormulaId> arguments{item.name_as_argument};
    arguments.insert(arguments.end(), item.arguments.begin(), item.arguments.end());
    return build_shape(b, item, "", arguments);
  }
  b.formulas.each_member(item.name, [&](Member member) {
    build_shape(b, item, b.name_of(item.name, member), item.arguments);
  });
}

}  // namespace

void build_drawing(Builder& b) {
  for (const ShapeSyntax& item : b.syntax().shapes) b.attempt([&] { build_shapes(b, item); });
  if (b.mechanism.has_bodies() && !b.document.mistakes.any())
    b.model.drawing = b.mechanism.drawing_with(std::move(b.model.drawing));
}

}  // namespace alembert
