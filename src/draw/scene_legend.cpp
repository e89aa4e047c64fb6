#include "draw/scene_legend.hpp"

#include <algorithm>
#include <cmath>

#include "draw/arrow_mark.hpp"
#include "draw/ticks.hpp"

namespace alembert {

namespace {

const std::vector<Colour>& force_colours() {
  using namespace colours;
  static const std::vector<Colour> inks{vermilion, green, purple, orange, blue, sky};
  return inks;
}

// the constraints and joints whose forces are drawn, each once
std::vector<const SceneArrow*> drawn_constraints(const ScenePlan& plan,
                                                 const SceneOptions& options) {
  std::vector<const SceneArrow*> first;
  for (const SceneArrow& arrow : plan.arrows)
    if (draws_force(options, arrow) &&
        std::ranges::find(first, arrow.constraint, &SceneArrow::constraint) == first.end())
      first.push_back(&arrow);
  return first;
}

bool is_shared(const SceneOptions& options, const SceneArrow& arrow) {
  return std::ranges::find(options.shared, arrow.constraint) != options.shared.end();
}

// a joint acts on one body, and on the other with the opposite
std::string label(const SceneOptions& options, const SceneArrow& arrow) {
  if (arrow.on.empty()) return arrow.constraint;
  return arrow.constraint + " on " + arrow.on + (is_shared(options, arrow) ? "*" : "");
}

bool has_shared(const ScenePlan& plan, const SceneOptions& options) {
  return std::ranges::any_of(plan.arrows, [&](const SceneArrow& arrow) {
    return draws_force(options, arrow) && is_shared(options, arrow);
  });
}

constexpr double line_height = 4.4, directions_height = 15;
constexpr double entry_arrow = 5, gap = 1.5, between = 5;

double left_edge(const ScenePlan& plan) { return plan.dimension == 2 ? 4 : 22; }

// the constraints that are named, line by line
std::vector<std::vector<const SceneArrow*>> named_lines(const ScenePlan& plan,
                                                        const SceneOptions& options) {
  const std::vector<const SceneArrow*> names = drawn_constraints(plan, options);
  if (names.size() > force_colours().size()) return {};
  std::vector<std::vector<const SceneArrow*>> lines;
  double x = options.width;
  for (const SceneArrow* name : names) {
    const double width =
        entry_arrow + gap + text_width(label(options, *name), legend_text_size) + between;
    if (lines.empty() || x + width - between > options.width - 2) {
      lines.emplace_back();
      x = left_edge(plan);
    }
    lines.back().push_back(name);
    x += width;
  }
  return lines;
}

// writes entries from left to right
class Line {
 public:
  Line(Picture& picture, double left, double base) : picture_(picture), x_(left), base_(base) {}

  void words(const std::string& text) {
    picture_.add(Words{.at = {x_, base_}, .text = text, .size = legend_text_size});
    x_ += text_width(text, legend_text_size) + between;
  }
  void bar(double length) {
    const double y = base_ - 0.9, tick = 0.8;
    const Pen pen{colours::ink, 0.3};
    picture_.add(Stroke{.spots = {{x_, y}, {x_ + length, y}}, .pen = pen});
    for (const double end : {x_, x_ + length})
      picture_.add(Stroke{.spots = {{end, y - tick}, {end, y + tick}}, .pen = pen});
    x_ += length + gap;
  }
  void arrow(double length, const ArrowStyle& style) {
    const double y = base_ - 0.9;
    for (Mark& mark : arrow_marks({x_, y}, {x_ + length, y}, style)) picture_.add(std::move(mark));
    x_ += length + gap;
  }

 private:
  Picture& picture_;
  double x_, base_;
};

void add_directions(Picture& picture, const SceneLayout& layout) {
  constexpr double length = 6, below = 3.6;  // of an axis, and the room beneath its foot
  const Spot origin = layout.camera.see({0, 0, 0});
  double lowest = 0;  // tip with its letter
  for (const Position& unit : {Position{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
    lowest = std::max(lowest, (length + 2.4) * (origin.y - layout.camera.see(unit).y));
  const Spot foot{9, layout.legend_top + 9 - std::max(0.0, lowest - below)};
  const char* names[] = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Position unit{0, 0, 0};
    unit[axis] = 1;
    const Spot seen = layout.camera.see(unit);
    const Spot along{seen.x - origin.x, -(seen.y - origin.y)};
    const Spot tip{foot.x + length * along.x, foot.y + length * along.y};
    for (Mark& mark : arrow_marks(foot, tip, {.colour = colours::grey, .width = 0.3}))
      picture.add(std::move(mark));
    // an axis that points at the eye has no room for its name
    const double size = std::hypot(along.x, along.y);
    if (size < 0.2) continue;
    picture.add(Words{.at = {tip.x + 1.6 * along.x / size, tip.y + 1.6 * along.y / size + 0.8},
                      .text = names[axis],
                      .size = 2.3,
                      .anchor = Words::Anchor::middle,
                      .colour = colours::grey});
  }
}

}  // namespace

Colour force_colour(const ScenePlan& plan, const SceneOptions& options,
                    const std::string& constraint) {
  const std::vector<const SceneArrow*> names = drawn_constraints(plan, options);
  if (names.size() > force_colours().size()) return colours::vermilion;
  const auto place = std::ranges::find(names, constraint, &SceneArrow::constraint);
  return force_colours()[static_cast<std::size_t>(place - names.begin())];
}

double scene_legend_height(const ScenePlan& plan, const SceneOptions& options,
                           const SceneLayout& layout) {
  const auto lines = static_cast<double>(named_lines(plan, options).size()) +
                     (has_shared(plan, options) ? 1 : 0) + (layout.per_moment > 0 ? 1 : 0);
  const double least = plan.dimension == 2 ? 0 : directions_height;
  return std::max(least, 3.6 + line_height * (1 + lines));
}

void add_scene_legend(Picture& picture, const ScenePlan& plan, const SceneOptions& options,
                      const SceneLayout& layout) {
  if (plan.dimension == 3) add_directions(picture, layout);
  double base = picture.height - 3;
  const double length = round_down(0.22 * picture.width / layout.scale);
  Line scales(picture, left_edge(plan), base);
  scales.bar(length * layout.scale);
  scales.words(label_number(length));
  if (layout.per_force > 0) {
    const double force = round_down(layout.longest_force);
    scales.arrow(force * layout.per_force * layout.scale, {.colour = colours::ink, .width = 0.55});
    scales.words("force " + label_number(force));
  }
  if (layout.per_moment > 0) {
    base -= line_height;
    Line line(picture, left_edge(plan), base);
    // in the plane the arrow of a moment turns as far as it is large
    const bool is_flat = plan.dimension == 2;
    const double moment = is_flat ? layout.longest_moment : round_down(layout.longest_moment);
    if (!is_flat)
      line.arrow(moment * layout.per_moment * layout.scale,
                 {.colour = colours::ink, .width = 0.55, .is_moment = true});
    line.words((is_flat ? "largest moment " : "moment ") + label_number(moment));
  }
  if (has_shared(plan, options)) {
    base -= line_height;
    Line(picture, left_edge(plan), base).words("* not unique: the joints share it");
  }
  if (layout.per_force == 0 && layout.per_moment == 0) return;
  std::vector<std::vector<const SceneArrow*>> lines = named_lines(plan, options);
  std::ranges::reverse(lines);
  for (const std::vector<const SceneArrow*>& names : lines) {
    base -= line_height;
    Line line(picture, left_edge(plan), base);
    for (const SceneArrow* name : names) {
      line.arrow(entry_arrow,
                 {.colour = force_colour(plan, options, name->constraint), .width = 0.55});
      line.words(label(options, *name));
    }
  }
}

}  // namespace alembert
