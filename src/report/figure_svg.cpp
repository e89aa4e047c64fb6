#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/explanation_report.hpp"
#include "report/xml_text.hpp"

namespace alembert {

namespace {

using theory::Figure;
using theory::FigureVector;

struct Spot {
  double x, y;
};

// Okabe and Ito's colours, which colour-blind people can tell apart
constexpr const char* ink = "#222222";
constexpr const char* faint = "#999999";
constexpr const char* blue = "#0072B2";
constexpr const char* sky = "#56B4E9";
constexpr const char* green = "#009E73";
constexpr const char* orange = "#E69F00";
constexpr const char* vermilion = "#D55E00";
constexpr const char* purple = "#AA4499";

constexpr double paper_width = 760;
// room for the arrows that stand beside the axes, for the title and for the table of lengths
constexpr double left = 160, right = 120, top = 100, bottom = 230;
constexpr double tallest = 330;  // the picture itself

class Drawing {
 public:
  Drawing(const Figure& figure, const std::string& title) : figure_(figure) {
    fit();
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
        "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
        "font-size=\"15\">\n<title>{2}</title>\n"
        "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
        paper_width, paper_height_, escaped_for_xml(title));
    label({paper_width / 2, 32}, escaped_for_xml(title), ink, "middle", 17);
  }

  std::string draw() {
    axes();
    const FigureVector &a = figure_.a_s, &q = figure_.acceleration;
    // where the free acceleration stands, and where the motion's does
    guide(a.along, 0, a.along, a.across);
    guide(0, a.across, a.along, a.across);
    guide(0, q.across, q.along, q.across);
    consistent_line(q.along);
    right_angle(a.along, a.across);
    right_angle(q.along, q.across);

    beside_horizontal(26, 0, figure_.T_a_s.along, "T a", sky);
    beside_horizontal(52, a.along, q.along, "B⁺e", green);
    beside_horizontal(78, 0, figure_.B_plus_b.along, "B⁺b", orange);
    beside_vertical(30, 0, a.across, "N a", sky);
    if (figure_.N_c_s.length > 0) beside_vertical(84, a.across, q.across, "N c", purple);

    arrow(at(0, 0), at(a.along, a.across), blue, 2.4);
    arrow(at(0, 0), at(q.along, q.across), vermilion, 2.4);
    arrow(at(a.along, a.across), at(q.along, q.across), faint, 1.2);
    tip(a, "a", blue, q);
    tip(q, "q̈", vermilion, a);
    table();
    return text_ + "</svg>\n";
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

  void line(Spot from, Spot to, const char* colour, double width, const char* dashes = "") {
    text_ += fmt::format(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" "
        "stroke-width=\"{:g}\"{}/>\n",
        from.x, from.y, to.x, to.y, colour, width,
        *dashes ? fmt::format(" stroke-dasharray=\"{}\"", dashes) : "");
  }

  void label(Spot spot, const std::string& words, const char* colour, const char* anchor,
             double size = 15) {
    text_ += fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\" font-size=\"{:g}\">{}"
        "</text>\n",
        spot.x, spot.y, colour, anchor, size, words);
  }

  // "a" with the index s of scaled vectors
  static std::string scaled(const std::string& symbol) {
    return symbol + "<tspan dy=\"4\" font-size=\"11\">s</tspan>";
  }
  // B⁺e and B⁺b carry no index
  static std::string name_of(const std::string& symbol) {
    return symbol.starts_with("B") ? symbol : scaled(symbol);
  }

  void arrow(Spot from, Spot to, const char* colour, double width) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length < 1) return;
    const double head = std::min(11.0, length / 2), ux = dx / length, uy = dy / length;
    const Spot neck{to.x - head * ux, to.y - head * uy};
    line(from, neck, colour, width);
    text_ +=
        fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"{}\"/>\n",
                    to.x, to.y, neck.x - 0.4 * head * uy, neck.y + 0.4 * head * ux,
                    neck.x + 0.4 * head * uy, neck.y - 0.4 * head * ux, colour);
  }

  void axes() {
    line({low_.x - 30, origin_.y}, {high_.x + 40, origin_.y}, ink, 1);
    line({origin_.x, low_.y + 30}, {origin_.x, high_.y - 40}, ink, 1);
    label({high_.x + 46, origin_.y + 5}, "R(Bᵀ)", ink, "start");
    label({origin_.x + 8, high_.y - 30}, "N(B)", ink, "start");
  }

  void guide(double x0, double y0, double x1, double y1) {
    line(at(x0, y0), at(x1, y1), faint, 1, "4 4");
  }

  // all accelerations that satisfy the constraints: B⁺b + N(B)
  void consistent_line(double along) {
    const Spot foot = at(along, 0);
    line({foot.x, low_.y + 20}, {foot.x, high_.y - 20}, orange, 1.2, "9 4");
    label({foot.x + 6, low_.y + 34}, "A q̈ = b", orange, "start", 13);
  }

  // where the vector's foot stands on R(Bᵀ)
  void right_angle(double along, double across) {
    if (scale_ * std::fabs(along) < 12 || scale_ * std::fabs(across) < 12) return;
    const double inwards = along > 0 ? -10 : 10, upwards = across > 0 ? -10 : 10;
    const Spot foot = at(along, 0);
    text_ += fmt::format(
        "<polyline points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"none\" "
        "stroke=\"{}\"/>\n",
        foot.x + inwards, foot.y, foot.x + inwards, foot.y + upwards, foot.x, foot.y + upwards,
        ink);
  }

  // parts of R(Bᵀ) stand below everything, parts of N(B) left of it: on the axes they would hide each other
  void beside_horizontal(double distance, double from, double to, const std::string& symbol,
                         const char* colour) {
    const double y = low_.y + 30 + distance;
    arrow({at(from, 0).x, y}, {at(to, 0).x, y}, colour, 2);
    if (from == to) label({at(to, 0).x, y + 5}, "0", colour, "middle");
    label({low_.x - 40, y + 5}, name_of(symbol), colour, "end");
  }
  void beside_vertical(double distance, double from, double to, const std::string& symbol,
                       const char* colour) {
    const double x = low_.x - distance;
    arrow({x, at(0, from).y}, {x, at(0, to).y}, colour, 2);
    label({x - 7, (at(0, from).y + at(0, to).y) / 2 + 5}, name_of(symbol), colour, "end");
  }

  // the name of an arrow at its tip, on the side away from the other one
  void tip(const FigureVector& vector, const std::string& symbol, const char* colour,
           const FigureVector& other) {
    const Spot spot = at(vector.along, vector.across);
    const bool rightwards = vector.along >= other.along;
    // level within what the eye can see, whatever rounding says
    const bool is_upper = spot.y <= at(other.along, other.across).y + 0.5;
    label({spot.x + (rightwards ? 10 : -10), spot.y + (is_upper ? -8 : 18)}, scaled(symbol), colour,
          rightwards ? "start" : "end", 17);
  }

  void table() {
    double y = paper_height_ - 62;
    const auto entry = [&](double x, const std::string& symbol, double length, const char* colour) {
      label({x, y},
            fmt::format("|{}<tspan dy=\"{}\">| = {:.5g}</tspan>", name_of(symbol),
                        symbol.starts_with("B") ? 0 : -4, length),
            colour, "start", 14);
    };
    entry(60, "a", figure_.a_s.length, blue);
    entry(235, "T a", figure_.T_a_s.length, sky);
    entry(410, "N a", figure_.N_a_s.length, sky);
    entry(585, "N c", figure_.N_c_s.length, purple);
    y += 24;
    entry(60, "q̈", figure_.acceleration.length, vermilion);
    entry(235, "B⁺e", figure_.B_plus_e.length, green);
    entry(410, "B⁺b", figure_.B_plus_b.length, orange);
    entry(585, "Δq̈", figure_.deviation.length, faint);
    label({60, y + 24}, figure_.honesty, ink, "start", 12);
  }

  const Figure& figure_;
  double scale_ = 1, paper_height_ = 0;
  Spot origin_{}, low_{}, high_{};  // the corners of what is drawn: left and below, right and above
  std::string text_;
};

}  // namespace

std::string figure_svg(const Figure& figure, const std::string& title) {
  return Drawing(figure, title).draw();
}

}  // namespace alembert
