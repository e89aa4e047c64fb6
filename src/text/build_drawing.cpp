// The shapes of the drawing.

#include <fmt/format.h>

#include <algorithm>

#include "text/build_parts.hpp"
#include "text/keywords.hpp"

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
    case Shape::What::frame:
      return {"vvv", "v"};
    case Shape::What::up:
      return {"v", ""};
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
    fail(fmt::format("'{}' has {} here, not {}", name_of(item.what),
                     is_vector ? "a vector" : "a number", value.description()));
  if (!is_vector) return;
  if (item.what == Shape::What::up && value.components.size() != 3)
    fail(fmt::format("up has 3 components, not {}: in the plane, y points up",
                     value.components.size()));
  if (value.components.size() != 2 && value.components.size() != 3)
    fail(
        fmt::format("points of a drawing have 2 or 3 components, not {}", value.components.size()));
  if (dimension != 0 && value.components.size() != dimension && item.what != Shape::What::disk)
    fail(fmt::format("a point of {} components beside one of {}", value.components.size(),
                     dimension));
}

void build_shape(Builder& b, const ShapeSyntax& item, Member member, bool named,
                 const std::vector<FormulaId>& arguments) {
  const Signature signature = signature_of(item.what);
  const std::size_t least = signature.needed.size();
  const std::size_t most =
      signature.repeated ? arguments.size() : least + signature.optional.size();
  if (arguments.size() < least || arguments.size() > std::max(least, most))
    b.document.fail(item.span,
                    fmt::format("'{}' cannot have {} argument{}", name_of(item.what),
                                arguments.size(), arguments.size() == 1 ? "" : "s"),
                    usage(item.what));
  const auto is_same = [&](const Shape& other) { return other.what == item.what; };
  if (item.what == Shape::What::up && std::ranges::any_of(b.model.drawing, is_same))
    b.document.fail(item.span, "up is given twice", "a picture stands one way");
  Shape shape{item.what, named ? b.name_of(item.name, member) : "", {}};
  std::size_t dimension = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_vector = i < least            ? signature.needed[i] == 'v'
                           : signature.repeated ? true
                                                : signature.optional[i - least] == 'v';
    const Value value = b.formulas.value(
        arguments[i], item.what == Shape::What::up ? purpose::up : purpose::drawing);
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

}  // namespace

void build_drawing(Builder& b) {
  for (const ShapeSyntax& item : b.syntax().shapes) {
    std::vector<FormulaId> arguments = item.arguments;
    bool named = item.name.name != no_name;
    // `line r1 r2`: what formulas know is an argument, any other name is that of the shape
    const bool known = named && (b.formulas.names().find(item.name.name, {}) ||
                                 b.formulas.names().family(item.name.name));
    if (known && item.name_as_argument != no_formula) {
      arguments.insert(arguments.begin(), item.name_as_argument);
      named = false;
    } else if (known) {
      b.document.fail(item.name.span, "a shape cannot have the name of something in formulas",
                      "give the shape another name");
    }
    if (!named) {
      build_shape(b, item, {}, false, arguments);
    } else {
      b.formulas.each_member(item.name,
                             [&](Member member) { build_shape(b, item, member, true, arguments); });
    }
  }
}

}  // namespace alembert
