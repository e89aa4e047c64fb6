#include "draw/scene_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/arrow_mark.hpp"
#include "draw/scene_legend.hpp"
#include "draw/solid/solid_marks.hpp"
#include "draw/thinning.hpp"

namespace alembert {

namespace {

constexpr std::size_t many_points = 10;  // of a line that is drawn finer, as a spring is
constexpr double smallest_point = 0.8, usual_point = 1.3;  // radii on paper
constexpr double frame_length = 0.15;  // of a frame's axes, relative to the size of the picture

// how strongly an instant is drawn, ghosts faintly
struct Look {
  double opacity = 1;
  bool is_ghost = false;
  Colour operator()(Colour colour) const {
    colour.opacity *= opacity;
    return colour;
  }
};

// marks and the order in which they are drawn: by layer, then from far to near, in millimetres
struct Placed {
  int layer;
  double nearness;
  std::vector<Mark> marks;
  Cover cover = {};
};

constexpr double same_nearness = 0.05;  // millimetres: parts of one joint

class Drawing {
 public:
  Drawing(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
          const SceneOptions& options, const SceneLayout& layout)
      : plan_(plan), instants_(instants), options_(options), layout_(layout) {}

  Picture draw(std::size_t instant, const std::string& title) {
    Picture picture{layout_.paper_width, layout_.paper_height, title, {}};
    add_floor(picture);
    add_tracks(instant);
    const std::vector<std::size_t> ghosts = ghosts_of(options_, instant);
    for (std::size_t g = 0; g < ghosts.size(); ++g)
      add_shapes(
          instants_[ghosts[g]],
          {0.1 + 0.3 * static_cast<double>(g + 1) / static_cast<double>(ghosts.size()), true});
    add_shapes(instants_[instant], {});
    add_forces(instants_[instant]);
    std::ranges::stable_sort(marks_, [](const Placed& a, const Placed& b) {
      return a.layer != b.layer ? a.layer < b.layer : a.nearness < b.nearness;
    });
    std::vector<Cover> covers;
    for (const Placed& placed : marks_) covers.push_back(placed.cover);
    for (const std::size_t next : painting_order(covers, same_nearness))
      for (Mark& mark : marks_[next].marks) picture.add(std::move(mark));
    picture.add(Words{.at = {2.5, 4.5},
                      .text = fmt::format("t = {:.4g}", instants_[instant].t),
                      .size = legend_text_size});
    add_scene_legend(picture, plan_, options_, layout_);
    return picture;
  }

 private:
  // what lies in one plane is drawn kind by kind, what stands in space by its nearness
  enum Layer { ghost_layer, areas, tracks, lines, forces, points };
  void add(Layer layer, const std::vector<Position>& places, const Look& look, Mark mark) {
    double nearness = 0;
    for (const Position& place : places)
      nearness +=
          layout_.scale * layout_.camera.nearness(place) / static_cast<double>(places.size());
    const Cover cover = layer == tracks ? Cover{} : flat_cover(layout_, places);
    add(layer, look, SolidMarks{{std::move(mark)}, cover, nearness});
  }
  void add(Layer layer, const Look& look, SolidMarks solid) {
    const bool is_by_layer = layout_.camera.is_flat() || layer == forces;
    const int order = look.is_ghost ? ghost_layer : is_by_layer ? layer : areas;
    // only what stands among others hides them
    if (order != areas || is_by_layer) solid.cover = {};
    marks_.push_back({order, solid.nearness, std::move(solid.marks), std::move(solid.cover)});
  }

  std::vector<Spot> spots(const std::vector<Position>& places) const {
    std::vector<Spot> result;
    for (const Position& place : places) result.push_back(layout_.spot(place));
    return result;
  }

  void add_floor(Picture& picture) const {
    if (!layout_.floor) return;
    const Floor& floor = *layout_.floor;
    const Pen pen{colours::pale, 0.15};
    const Upright& upright = layout_.camera.upright();
    const auto line = [&](Position from, Position to) {
      picture.add(Stroke{
          .spots = {layout_.spot(upright.to_space(from)), layout_.spot(upright.to_space(to))},
          .pen = pen});
    };
    const auto count = [&](double low, double high) {
      return static_cast<int>(std::lround((high - low) / floor.step));
    };
    for (int k = 0; k <= count(floor.low_x, floor.high_x); ++k) {
      const double x = floor.low_x + k * floor.step;
      line({x, floor.low_y, floor.height}, {x, floor.high_y, floor.height});
    }
    for (int k = 0; k <= count(floor.low_y, floor.high_y); ++k) {
      const double y = floor.low_y + k * floor.step;
      line({floor.low_x, y, floor.height}, {floor.high_x, y, floor.height});
    }
  }

  void add_tracks(std::size_t until) {
    using namespace colours;
    static const std::vector<Colour> inks{sky, orange, green, purple};
    std::size_t next = 0;
    for (const SceneShape& shape : plan_.shapes) {
      if (shape.what != Shape::What::path) continue;
      const Pen pen{inks[next++ % inks.size()], 0.35};
      std::vector<Position> track;
      for (std::size_t i = 0; i <= until; ++i) track.push_back(instants_[i].at(shape.points[0]));
      if (layout_.camera.is_flat()) {
        marks_.push_back({tracks, 0, {Stroke{.spots = thinned(spots(track)), .pen = pen}}});
      } else {
        add_track_in_space(track, pen);
      }
    }
  }

  // in pieces, because some may be nearer than a body and some farther; with its shadow on the
  // floor
  void add_track_in_space(const std::vector<Position>& track, const Pen& pen) {
    constexpr std::size_t pieces = 60;
    std::vector<Position> shadow = track;
    const Upright& upright = layout_.camera.upright();
    for (Position& place : shadow) {
      place = upright.from_space(place);
      place[2] = layout_.floor->height;
      place = upright.to_space(place);
    }
    marks_.push_back(
        {ghost_layer,
         0,
         {Stroke{.spots = thinned(spots(shadow)), .pen = Pen{{0xBB, 0xBB, 0xBB}, 0.2}}}});
    const std::size_t length = std::max<std::size_t>(track.size() / pieces, 1);
    for (std::size_t i = 0; i + 1 < track.size(); i += length) {
      const auto first = track.begin() + static_cast<std::ptrdiff_t>(i);
      const auto last =
          track.begin() + static_cast<std::ptrdiff_t>(std::min(i + length + 1, track.size()));
      const std::vector<Position> piece(first, last);
      add(tracks, piece, {}, Stroke{.spots = thinned(spots(piece), 300), .pen = pen});
    }
  }

  void add_shapes(const SceneInstant& instant, const Look& look) {
    using enum Shape::What;
    for (const SceneShape& shape : plan_.shapes) {
      switch (shape.what) {
        case path:
        case up:
          break;
        case line:
          add_line(instant, shape, look);
          break;
        case box:
          if (!shape.axes.empty()) {
            add(areas, look,
                box_marks(layout_, instant.at(shape.points[0]), instant.at(*shape.size),
                          axes_of(instant, shape), look(paint_of(shape))));
            break;
          }
          [[fallthrough]];
        case disk:
          add_areas(instant, shape, look);
          break;
        case ellipsoid:
          add(areas, look,
              ellipsoid_marks(layout_, instant.at(shape.points[0]), axes_of(instant, shape),
                              look(paint_of(shape))));
          break;
        case bar:
          add(shape.body ? areas : lines, look,
              bar_marks(layout_, instant.at(shape.points[0]), instant.at(shape.points[1]),
                        instant[*shape.radius], look(paint_of(shape))));
          break;
        case ground:
          if (!look.is_ghost)
            add(areas, look,
                ground_marks(layout_, instant.at(shape.points[0]), instant.at(*shape.normal),
                             instant[*shape.radius]));
          break;
        case ball:
        case point:
        case sphere:
          add_round(instant, shape, look);
          break;
        case frame:
          add_frame(instant, shape, look);
          break;
      }
    }
  }

  static Colour paint_of(const SceneShape& shape) {
    return shape.body                             ? body_colour(*shape.body)
           : shape.what == Shape::What::ellipsoid ? colours::sky
                                                  : joint_colour;
  }

  static std::vector<Position> axes_of(const SceneInstant& instant, const SceneShape& shape) {
    std::vector<Position> axes;
    for (const ScenePoint& axis : shape.axes) axes.push_back(instant.at(axis));
    return axes;
  }

  bool is_fixed(const ScenePoint& point) const {
    return std::ranges::all_of(point, [&](NumberIndex i) { return plan_.is_fixed[i]; });
  }

  void add_line(const SceneInstant& instant, const SceneShape& shape, const Look& look) {
    // a line that never moves is the ground that others stand on
    const bool is_ground =
        std::ranges::all_of(shape.points, [&](const ScenePoint& p) { return is_fixed(p); });
    const Pen pen = shape.body ? Pen{look(edge_of(paint_of(shape))), 0.3}
                               : Pen{look(is_ground ? colours::grey : colours::ink),
                                     is_ground                           ? 0.35
                                     : shape.points.size() > many_points ? 0.4
                                                                         : 0.7};
    for (std::size_t i = 1; i < shape.points.size(); ++i) {
      const std::vector<Position> ends{instant.at(shape.points[i - 1]),
                                       instant.at(shape.points[i])};
      add(lines, ends, look, Stroke{.spots = spots(ends), .pen = pen});
    }
    if (is_ground || look.is_ghost || shape.body) return;
    for (const ScenePoint& point : shape.points)
      if (is_fixed(point)) {
        const Position pivot = instant.at(point);
        add(points, {pivot}, look,
            Circle{layout_.spot(pivot), 0.9, Pen{colours::ink, 0.3}, colours::white});
      }
  }

  void add_areas(const SceneInstant& instant, const SceneShape& shape, const Look& look) {
    Colour fill = shape.what == Shape::What::box ? Colour{0xD6, 0xDE, 0xE6} : colours::sky;
    fill.opacity = shape.what == Shape::What::box ? 1 : 0.3;
    if (shape.body) fill = paint_of(shape);
    for (const auto& outline : outlines(instant, shape))
      add(areas, outline, look,
          Stroke{.spots = spots(outline),
                 .pen = Pen{look(colours::ink), 0.35},
                 .fill = look(fill),
                 .closed = true});
    if (shape.spoke) add_sector(instant, shape, look);
  }

  // a painted part of a disk shows that it turns
  void add_sector(const SceneInstant& instant, const SceneShape& shape, const Look& look) {
    const std::vector<Position> rim = outlines(instant, shape).front();
    const auto sixth = static_cast<std::ptrdiff_t>(rim.size() / 6);
    std::vector<Position> sector{instant.at(shape.points[0])};
    sector.insert(sector.end(), rim.begin(), rim.begin() + sixth + 1);
    Colour fill = shape.body ? edge_of(paint_of(shape)) : colours::blue;
    fill.opacity = 0.45;
    add(areas, rim, look,
        Stroke{.spots = spots(sector), .pen = {}, .fill = look(fill), .closed = true});
  }

  void add_round(const SceneInstant& instant, const SceneShape& shape, const Look& look) {
    const Position centre = instant.at(shape.points[0]);
    const double radius = shape.radius
                              ? std::max(smallest_point, layout_.scale * instant[*shape.radius])
                              : usual_point;
    const Spot spot = layout_.spot(centre);
    const Colour fill = shape.body || shape.what == Shape::What::ball ? paint_of(shape)
                        : shape.what == Shape::What::sphere           ? colours::sky
                                                                      : colours::blue;
    SolidMarks round{{Circle{spot, radius, Pen{look(colours::ink), 0.2}, look(fill)}},
                     round_cover(layout_, centre, radius),
                     layout_.scale * layout_.camera.nearness(centre)};
    // light from the upper left makes it round
    if (!layout_.camera.is_flat() && !look.is_ghost)
      round.marks.emplace_back(Circle{{spot.x - 0.3 * radius, spot.y - 0.3 * radius},
                                      0.4 * radius,
                                      {},
                                      Colour{0xFF, 0xFF, 0xFF, 0.45}});
    add(points, look, std::move(round));
  }

  void add_frame(const SceneInstant& instant, const SceneShape& shape, const Look& look) {
    using namespace colours;
    static const std::vector<Colour> inks{vermilion, green, blue};
    const Position foot = instant.at(shape.points[0]);
    for (std::size_t a = 0; a < shape.axes.size(); ++a) {
      Position tip = foot;
      const Position axis = instant.at(shape.axes[a]);
      for (std::size_t i = 0; i < tip.size(); ++i) tip[i] += frame_length * layout_.size * axis[i];
      for (Mark& mark : arrow_marks(layout_.spot(foot), layout_.spot(tip),
                                    {.colour = look(inks[a]), .width = 0.4}))
        add(lines, {foot, tip}, look, std::move(mark));
    }
  }

  void add_forces(const SceneInstant& instant) {
    for (const SceneArrow& arrow : plan_.arrows) {
      if (!draws_force(options_, arrow)) continue;
      const Spot foot = layout_.spot(instant.at(arrow.at));
      const Colour colour = force_colour(plan_, options_, arrow.constraint);
      for (const bool is_ideal : {true, false}) {
        const Position tip = layout_.tip(instant, arrow, is_ideal ? arrow.ideal : arrow.nonideal);
        for (Mark& mark :
             arrow_marks(foot, layout_.spot(tip),
                         {.colour = colour, .width = 0.55, .is_hollow = !is_ideal, .rim = 0.3}))
          add(forces, {tip}, {}, std::move(mark));
      }
      if (layout_.per_moment > 0 && !arrow.moment.empty()) add_moment(instant, arrow, colour);
    }
  }

  void add_moment(const SceneInstant& instant, const SceneArrow& arrow, Colour colour) {
    constexpr double radius = 4.5;  // of the arrow of a moment in the plane
    ArrowStyle style{.colour = colour, .width = 0.55, .is_moment = true, .rim = 0.3};
    const Position at = instant.at(arrow.at);
    const std::vector<Mark> marks =
        arrow.moment.size() == 1
            ? turning_arrow_marks(layout_.spot(at), radius,
                                  layout_.per_moment * instant[arrow.moment.front()], style)
            : arrow_marks(layout_.spot(at), layout_.spot(layout_.moment_tip(instant, arrow)),
                          style);
    for (const Mark& mark : marks) add(forces, {at}, {}, mark);
  }

  const ScenePlan& plan_;
  const std::vector<SceneInstant>& instants_;
  const SceneOptions& options_;
  const SceneLayout& layout_;
  std::vector<Placed> marks_;
};

}  // namespace

Picture draw_scene(const ScenePlan& plan, const std::vector<SceneInstant>& instants,
                   std::size_t instant, const SceneOptions& options, const SceneLayout& layout,
                   const std::string& title) {
  return Drawing(plan, instants, options, layout).draw(instant, title);
}

}  // namespace alembert
