#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/arrow_mark.hpp"
#include "report/explanation_report.hpp"

namespace alembert {

namespace {

using theory::Figure;
using theory::FigureVector;
using Anchor = Words::Anchor;

constexpr double paper_width = 152;
// room for the arrows that stand beside the axes, for the title and for the table of lengths
constexpr double left = 32, right = 24, top = 20, bottom = 46;
constexpr double tallest = 66;  // the picture itself
constexpr double letters = 3, small_letters = 2.6, large_letters = 3.4;
constexpr double half_a_letter = 1;  // from the base line to the middle of a letter

class Drawing {
 public:
  explicit Drawing(const Figure& figure) : figure_(figure) { fit(); }

  Picture draw(const std::string& title) {
    picture_ = {.width = paper_width, .height = paper_height_, .title = title, .marks = {}};
    words({paper_width / 2, 6.4}, title, colours::ink, Anchor::middle, large_letters);
    axes();
    const FigureVector &a = figure_.a_s, &q = figure_.acceleration;
    // where the free acceleration stands, and where the motion's does
    guide(a.along, 0, a.along, a.across);
    guide(0, a.across, a.along, a.across);
    guide(0, q.across, q.along, q.across);
    consistent_line(q.along);
    right_angle(a.along, a.across);
    right_angle(q.along, q.across);

    beside_horizontal(5.2, 0, figure_.T_a_s.along, "T a", colours::sky);
    beside_horizontal(10.4, a.along, q.along, "B⁺e", colours::green);
    beside_horizontal(15.6, 0, figure_.B_plus_b.along, "B⁺b", colours::orange);
    beside_vertical(6, 0, a.across, "N a", colours::sky);
    if (figure_.N_c_s.length > 0) beside_vertical(16.8, a.across, q.across, "N c", colours::purple);

    arrow(at(0, 0), at(a.along, a.across), colours::blue, 0.48);
    arrow(at(0, 0), at(q.along, q.across), colours::vermilion, 0.48);
    arrow(at(a.along, a.across), at(q.along, q.across), colours::grey, 0.24);
    tip(a, "a", colours::blue, q);
    tip(q, "q̈", colours::vermilion, a);
    table();
    return picture_;
  }

 private:
  void fit() {
    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    for (const FigureVector* v : {&figure_.a_s, &figure_.acceleration}) {
      x0 = std::min(x0, v->along);
      x1 = std::max(x1, v->along);
      y0 = std::min(y0, v->across);
      y1 = std::max(y1, v->across);
    }
    const double width = paper_width - left - right;
    const double size = std::max(x1 - x0, y1 - y0);
    // the same scale both ways: right angles stay right
    scale_ = size == 0 ? 1
                       : std::min(width / std::max(x1 - x0, 1e-3 * size),
                                  tallest / std::max(y1 - y0, 1e-3 * size));
    origin_ = {left + (width - scale_ * (x1 - x0)) / 2 - scale_ * x0, top + scale_ * y1};
    paper_height_ = top + scale_ * (y1 - y0) + bottom;
    low_ = {origin_.x + scale_ * x0, origin_.y - scale_ * y0};
    high_ = {origin_.x + scale_ * x1, origin_.y - scale_ * y1};
  }

  Spot at(double along, double across) const {
    return {origin_.x + scale_ * along, origin_.y - scale_ * across};
  }

  void line(Spot from, Spot to, const Pen& pen) {
    picture_.add(Stroke{.spots = {from, to}, .pen = pen});
  }

  void words(Spot spot, const std::string& text, const Colour& colour, Anchor anchor,
             double size = letters) {
    picture_.add(Words{.at = spot, .text = text, .size = size, .anchor = anchor, .colour = colour});
  }

  // a vector's name between two texts; all but B⁺e and B⁺b carry the index s of scaled vectors
  void vector_name(Spot spot, const std::string& symbol, const Colour& colour, Anchor anchor,
                   double size = letters, const std::string& before = "",
                   const std::string& after = "") {
    const std::string index = symbol.starts_with("B") ? "" : "s";
    const double index_size = 0.73 * size;
    const double to_index = text_width(before + symbol, size);
    const double to_rest = to_index + text_width(index, index_size);
    if (anchor == Anchor::end) spot.x -= to_rest + text_width(after, size);
    words(spot, before + symbol, colour, Anchor::start, size);
    if (!index.empty())
      words({spot.x + to_index, spot.y + 0.27 * size}, index, colour, Anchor::start, index_size);
    if (!after.empty()) words({spot.x + to_rest, spot.y}, after, colour, Anchor::start, size);
  }

  void arrow(Spot from, Spot to, const Colour& colour, double width) {
    for (Mark& mark : arrow_marks(from, to, {.colour = colour, .width = width}))
      picture_.add(std::move(mark));
  }

  void axes() {
    line({low_.x - 6, origin_.y}, {high_.x + 8, origin_.y}, {.width = 0.2});
    line({origin_.x, low_.y + 6}, {origin_.x, high_.y - 8}, {.width = 0.2});
    words({high_.x + 9.2, origin_.y + half_a_letter}, "R(Bᵀ)", colours::ink, Anchor::start);
    words({origin_.x + 1.6, high_.y - 6}, "N(B)", colours::ink, Anchor::start);
  }

  void guide(double x0, double y0, double x1, double y1) {
    line(at(x0, y0), at(x1, y1), {.colour = colours::grey, .width = 0.2, .dashes = {0.8, 0.8}});
  }

  // all accelerations that satisfy the constraints: B⁺b + N(B)
  void consistent_line(double along) {
    const double x = at(along, 0).x;
    line({x, low_.y + 4}, {x, high_.y - 4},
         {.colour = colours::orange, .width = 0.24, .dashes = {1.8, 0.8}});
    words({x + 1.2, low_.y + 6.8}, "A q̈ = b", colours::orange, Anchor::start, small_letters);
  }

  // where the vector's foot stands on R(Bᵀ)
  void right_angle(double along, double across) {
    constexpr double smallest = 2.4;
    if (scale_ * std::fabs(along) < smallest || scale_ * std::fabs(across) < smallest) return;
    const double inwards = along > 0 ? -2 : 2, upwards = across > 0 ? -2 : 2;
    const Spot foot = at(along, 0);
    picture_.add(Stroke{.spots = {{foot.x + inwards, foot.y},
                                  {foot.x + inwards, foot.y + upwards},
                                  {foot.x, foot.y + upwards}},
                        .pen = Pen{.width = 0.2}});
  }

  // parts of R(Bᵀ) stand below everything, parts of N(B) left of it: on the axes they would hide
  // each other
  void beside_horizontal(double distance, double from, double to, const std::string& symbol,
                         const Colour& colour) {
    const double y = low_.y + 6 + distance;
    arrow({at(from, 0).x, y}, {at(to, 0).x, y}, colour, 0.4);
    if (from == to) words({at(to, 0).x, y + half_a_letter}, "0", colour, Anchor::middle);
    vector_name({low_.x - 8, y + half_a_letter}, symbol, colour, Anchor::end);
  }
  void beside_vertical(double distance, double from, double to, const std::string& symbol,
                       const Colour& colour) {
    const double x = low_.x - distance;
    arrow({x, at(0, from).y}, {x, at(0, to).y}, colour, 0.4);
    const double middle = (at(0, from).y + at(0, to).y) / 2;
    vector_name({x - 1.4, middle + half_a_letter}, symbol, colour, Anchor::end);
  }

  // the name of an arrow at its tip, on the side away from the other one
  void tip(const FigureVector& vector, const std::string& symbol, const Colour& colour,
           const FigureVector& other) {
    const Spot spot = at(vector.along, vector.across);
    const bool rightwards = vector.along >= other.along;
    // level within what the eye can see, whatever rounding says
    const bool is_upper = spot.y <= at(other.along, other.across).y + 0.1;
    vector_name({spot.x + (rightwards ? 2 : -2), spot.y + (is_upper ? -1.6 : 3.6)}, symbol, colour,
                rightwards ? Anchor::start : Anchor::end, large_letters);
  }

  void table() {
    double y = paper_height_ - 12.4;
    const auto entry = [&](int column, const std::string& symbol, const FigureVector& vector,
                           const Colour& colour) {
      vector_name({12 + 35.0 * column, y}, symbol, colour, Anchor::start, 2.8, "|",
                  fmt::format("| = {:.5g}", vector.length));
    };
    entry(0, "a", figure_.a_s, colours::blue);
    entry(1, "T a", figure_.T_a_s, colours::sky);
    entry(2, "N a", figure_.N_a_s, colours::sky);
    entry(3, "N c", figure_.N_c_s, colours::purple);
    y += 4.8;
    entry(0, "q̈", figure_.acceleration, colours::vermilion);
    entry(1, "B⁺e", figure_.B_plus_e, colours::green);
    entry(2, "B⁺b", figure_.B_plus_b, colours::orange);
    entry(3, "Δq̈", figure_.deviation, colours::grey);
    words({12, y + 4.8}, figure_.honesty, colours::ink, Anchor::start, 2.4);
  }

  const Figure& figure_;
  double scale_ = 1, paper_height_ = 0;
  Spot origin_{}, low_{}, high_{};  // the corners of what is drawn: left and below, right and above
  Picture picture_;
};

}  // namespace

Picture figure_picture(const Figure& figure, const std::string& title) {
  return Drawing(figure).draw(title);
}

}  // namespace alembert
