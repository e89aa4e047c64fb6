#include "draw/scene_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "draw/scene_legend.hpp"
#include "draw/solid/solids.hpp"
#include "draw/ticks.hpp"

namespace alembert {

namespace {

constexpr double margin = 4, top_margin = 6.5;  // around the picture; the time stands above it
constexpr double longest_arrow = 0.28;          // relative to the size of what is drawn
constexpr double part_of_distance = 0.45;       // that an arrow may take if it points at another
constexpr double least_moment = 1e-9;   // of moments beside the largest force times the size
constexpr double longest_turn = 4.7;    // radians of the arrow of a moment in the plane
constexpr double pointing_at = 0.9994;  // the cosine of some two degrees

struct Bounds {
  Position low, high;
  void include(const Position& place) {
    if (!std::ranges::all_of(place, [](double x) { return std::isfinite(x); })) return;
    if (low.empty()) low = high = place;
    for (std::size_t i = 0; i < place.size(); ++i) {
      low[i] = std::min(low[i], place[i]);
      high[i] = std::max(high[i], place[i]);
    }
  }
  double extent() const {
    double largest = 0;
    for (std::size_t i = 0; i < low.size(); ++i) largest = std::max(largest, high[i] - low[i]);
    return largest;
  }
};

double force_size(const SceneInstant& instant, const SceneArrow& arrow) {
  double square = 0;
  for (std::size_t i = 0; i < arrow.ideal.size(); ++i) {
    const double component = instant[arrow.ideal[i]] + instant[arrow.nonideal[i]];
    square += component * component;
  }
  return std::sqrt(square);
}

double moment_size(const SceneInstant& instant, const SceneArrow& arrow) {
  double size = 0;
  for (const NumberIndex component : arrow.moment) size = std::hypot(size, instant[component]);
  return size;
}

class Fitting {
 public:
  Fitting(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
          const SceneOptions& options)
      : plan_(plan),
        instants_(instants),
        options_(options),
        layout_{
            .camera = Camera(plan.dimension, options.view, plan.up), .origin = {}, .floor = {}} {}

  SceneLayout find() {
    choose_instants();
    measure_shapes();
    find_opposites();
    measure_forces();
    place_floor();
    fit_paper();
    return layout_;
  }

 private:
  void choose_instants() {
    const std::size_t last = instants_.size() - 1;
    if (options_.fit == SceneOptions::Fit::all) {
      for (std::size_t i = 0; i <= last; ++i) shown_.push_back(i);
      forced_ = shown_;
    } else {
      shown_ = ghosts_of(options_, last);
      shown_.push_back(last);
      forced_ = {last};
    }
  }

  void measure_shapes() {
    for (const SceneShape& shape : plan_.shapes) {
      const bool is_track = shape.what == Shape::What::path;
      for (std::size_t i = 0; i < instants_.size(); ++i) {
        if (!is_track && !std::ranges::binary_search(shown_, i)) continue;
        for (const auto& outline : outlines(instants_[i], shape))
          for (const Position& place : outline) include(place);
      }
    }
    // a point alone still has some paper around it
    layout_.size = bounds_.extent() > 0 ? bounds_.extent() : 1;
  }

  void measure_forces() {
    for (const std::size_t i : forced_)
      for (const SceneArrow& arrow : plan_.arrows)
        if (draws_force(options_, arrow)) {
          const double force = force_size(instants_[i], arrow);
          if (std::isfinite(force)) layout_.longest_force = std::max(layout_.longest_force, force);
          const double moment = moment_size(instants_[i], arrow);
          if (std::isfinite(moment))
            layout_.longest_moment = std::max(layout_.longest_moment, moment);
        }
    if (layout_.longest_moment <= least_moment * layout_.longest_force * layout_.size)
      layout_.longest_moment = 0;
    if (layout_.longest_moment > 0)
      layout_.per_moment = (plan_.dimension == 2 ? longest_turn : longest_arrow * layout_.size) /
                           layout_.longest_moment;
    if (layout_.longest_force == 0) return;
    layout_.per_force = longest_arrow * layout_.size / layout_.longest_force;
    for (const std::size_t i : forced_)
      layout_.per_force = std::min(layout_.per_force, room_between_pairs(instants_[i]));
    for (const std::size_t i : forced_)
      for (const SceneArrow& arrow : plan_.arrows)
        if (draws_force(options_, arrow))
          for (const Position& tip : tips(instants_[i], arrow)) include(tip);
  }

  std::vector<Position> tips(const SceneInstant& instant, const SceneArrow& arrow) const {
    std::vector<Position> all;
    for (const ScenePoint& part : {arrow.ideal, arrow.nonideal})
      all.push_back(layout_.tip(instant, arrow, part));
    if (arrow.moment.size() == 3) all.push_back(layout_.moment_tip(instant, arrow));
    return all;
  }

  // the largest scale at which no two arrows that point at each other overlap: they would look like
  // a push
  double room_between_pairs(const SceneInstant& instant) const {
    double room = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < plan_.arrows.size(); ++a) {
      const SceneArrow& arrow = plan_.arrows[a];
      const std::optional<std::size_t> other = opposites_[a];
      if (!other || !draws_force(options_, arrow)) continue;
      const Position from = instant.at(arrow.at), to = instant.at(plan_.arrows[*other].at);
      const Position force = instant.at(arrow.ideal);
      double along = 0, distance = 0, size = 0;
      for (std::size_t i = 0; i < from.size(); ++i) {
        along += (to[i] - from[i]) * force[i];
        distance = std::hypot(distance, to[i] - from[i]);
        size = std::hypot(size, force[i]);
      }
      // points that meet leave no room for arrows
      if (along > pointing_at * distance * size && distance > 1e-3 * layout_.size)
        room = std::min(room, part_of_distance * distance / size);
    }
    return room;
  }

  void find_opposites() {
    std::map<std::string, std::vector<std::size_t>> by_constraint;
    for (std::size_t a = 0; a < plan_.arrows.size(); ++a)
      by_constraint[plan_.arrows[a].constraint].push_back(a);
    opposites_.resize(plan_.arrows.size());
    for (const auto& [constraint, both] : by_constraint)
      if (both.size() == 2) {
        opposites_[both[0]] = both[1];
        opposites_[both[1]] = both[0];
      }
  }

  // the box stands upright, as the picture does
  void include(const Position& place) {
    bounds_.include(plan_.dimension == 3 ? layout_.camera.upright().from_space(place) : place);
  }

  void place_floor() {
    if (plan_.dimension == 2 || bounds_.low.empty()) return;
    const double extent =
        std::max(bounds_.high[0] - bounds_.low[0], bounds_.high[1] - bounds_.low[1]);
    const double step = round_down(std::max(extent, 0.3 * layout_.size) / 3);
    const auto below = [&](double x) { return std::floor(x / step + 1e-9) * step; };
    const auto above = [&](double x) { return std::ceil(x / step - 1e-9) * step; };
    layout_.floor = {below(bounds_.low[0]),  above(bounds_.high[0]), below(bounds_.low[1]),
                     above(bounds_.high[1]), bounds_.low[2],         step};
  }

  void fit_paper() {
    Bounds seen;
    const auto see = [&](const Position& place) {
      const Spot spot = layout_.camera.see(place);
      seen.include({spot.x, spot.y});
    };
    for (const std::size_t i : shown_)
      for (const SceneShape& shape : plan_.shapes)
        for (const auto& outline : outlines(instants_[i], shape))
          for (const Position& place : outline) see(place);
    for (const SceneShape& shape : plan_.shapes)
      if (shape.what == Shape::What::path)
        for (const SceneInstant& instant : instants_) see(instant.at(shape.points[0]));
    for (const std::size_t i : forced_)
      for (const SceneArrow& arrow : plan_.arrows)
        if (draws_force(options_, arrow))
          for (const Position& tip : tips(instants_[i], arrow)) see(tip);
    if (const auto& floor = layout_.floor)
      for (const double x : {floor->low_x, floor->high_x})
        for (const double y : {floor->low_y, floor->high_y})
          see(layout_.camera.upright().to_space({x, y, floor->height}));
    if (seen.low.empty()) seen.low = seen.high = {0, 0};

    const double least = 0.1 * layout_.size;
    const double across = std::max(seen.high[0] - seen.low[0], least);
    const double up = std::max(seen.high[1] - seen.low[1], least);
    const double legend = scene_legend_height(plan_, options_, layout_);
    const double room_across = options_.width - 2 * margin;
    const double tallest =
        options_.height > 0 ? options_.height - top_margin - margin - legend : 0.8 * options_.width;
    layout_.scale = std::min(room_across / across, tallest / up);
    const double room_up =
        options_.height > 0 ? tallest : std::max(layout_.scale * up, 0.2 * options_.width);
    layout_.paper_width = options_.width;
    layout_.paper_height = room_up + top_margin + margin + legend;
    layout_.legend_top = layout_.paper_height - legend;
    layout_.origin = {options_.width / 2 - layout_.scale * (seen.low[0] + seen.high[0]) / 2,
                      top_margin + room_up / 2 + layout_.scale * (seen.low[1] + seen.high[1]) / 2};
  }

  const ScenePlan& plan_;
  const std::vector<SceneInstant>& instants_;
  const SceneOptions& options_;
  SceneLayout layout_;
  std::vector<std::size_t> shown_;   ///< whose shapes are drawn
  std::vector<std::size_t> forced_;  ///< whose forces are drawn
  /// By arrow: the one at the other end, where a constraint acts between two points.
  std::vector<std::optional<std::size_t>> opposites_;
  Bounds bounds_;
};

}  // namespace

Position SceneInstant::at(const ScenePoint& point) const {
  Position place;
  for (const NumberIndex component : point) place.push_back(numbers[component]);
  return place;
}

Spot SceneLayout::spot(const Position& place) const {
  const Spot seen = camera.see(place);
  return {origin.x + scale * seen.x, origin.y - scale * seen.y};
}

Position SceneLayout::tip(const SceneInstant& instant, const SceneArrow& arrow,
                          const ScenePoint& part) const {
  Position place = instant.at(arrow.at);
  for (std::size_t i = 0; i < place.size(); ++i) place[i] += per_force * instant[part[i]];
  return place;
}

Position SceneLayout::moment_tip(const SceneInstant& instant, const SceneArrow& arrow) const {
  Position place = instant.at(arrow.at);
  for (std::size_t i = 0; i < place.size(); ++i) place[i] += per_moment * instant[arrow.moment[i]];
  return place;
}

std::vector<std::vector<Position>> outlines(const SceneInstant& instant, const SceneShape& shape) {
  using enum Shape::What;
  const Position first = instant.at(shape.points[0]);
  const auto axes = [&] {
    std::vector<Position> all;
    for (const ScenePoint& axis : shape.axes) all.push_back(instant.at(axis));
    return all;
  };
  switch (shape.what) {
    case line: {
      std::vector<Position> vertices;
      for (const ScenePoint& point : shape.points) vertices.push_back(instant.at(point));
      return {vertices};
    }
    case disk: {
      const Position normal = shape.normal ? instant.at(*shape.normal) : Position();
      const Position spoke = shape.spoke ? instant.at(*shape.spoke) : Position();
      return {disk_rim(first, instant[*shape.radius], shape.normal ? &normal : nullptr,
                       shape.spoke ? &spoke : nullptr)};
    }
    case box:
      if (!shape.axes.empty()) return {box_corners(first, instant.at(*shape.size), axes())};
      return box_faces(first, instant.at(*shape.size), shape.angle ? instant[*shape.angle] : 0);
    case ellipsoid:
      // twice the half axes
      return {box_corners(first, Position(first.size(), 2), axes())};
    case bar: {
      std::vector<Position> reach = around(first, instant[*shape.radius]);
      for (const Position& place : around(instant.at(shape.points[1]), instant[*shape.radius]))
        reach.push_back(place);
      return {reach};
    }
    case ground:
      return {around(first, instant[*shape.radius])};
    case ball:
    case point:
    case sphere:
      if (!shape.radius) return {{first}};
      return {around(first, instant[*shape.radius])};
    case path:
    case frame:
    case up:
      break;
  }
  return {{first}};
}

bool draws_force(const SceneOptions& options, const SceneArrow& arrow) {
  return std::ranges::find(options.reactions, arrow.constraint) != options.reactions.end();
}

std::vector<std::size_t> ghosts_of(const SceneOptions& options, std::size_t instant) {
  std::vector<std::size_t> ghosts;
  const auto count = static_cast<std::size_t>(options.ghosts);
  for (std::size_t g = 0; g < count; ++g) {
    const std::size_t earlier = instant * g / count;
    if (earlier < instant && (ghosts.empty() || ghosts.back() < earlier)) ghosts.push_back(earlier);
  }
  return ghosts;
}

SceneLayout lay_out(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
                    const SceneOptions& options) {
  return Fitting(plan, instants, options).find();
}

}  // namespace alembert
