#pragma once
/// A picture as a list of marks on paper, the same for every format. Lengths are millimetres, y
/// points down.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace alembert {

struct Spot {
  double x = 0, y = 0;
};

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  double opacity = 1;
  bool operator==(const Colour&) const = default;
};

/// Okabe and Ito's colours, which colour-blind people can tell apart.
namespace colours {
inline constexpr Colour ink{0x22, 0x22, 0x22};
inline constexpr Colour grey{0x88, 0x88, 0x88};
inline constexpr Colour pale{0xDD, 0xDD, 0xDD};
inline constexpr Colour white{0xFF, 0xFF, 0xFF};
inline constexpr Colour blue{0x00, 0x72, 0xB2};
inline constexpr Colour sky{0x56, 0xB4, 0xE9};
inline constexpr Colour green{0x00, 0x9E, 0x73};
inline constexpr Colour orange{0xE6, 0x9F, 0x00};
inline constexpr Colour vermilion{0xD5, 0x5E, 0x00};
inline constexpr Colour purple{0xCC, 0x79, 0xA7};
}  // namespace colours

/// How a line is drawn.
struct Pen {
  Colour colour = colours::ink;
  double width = 0.25;
  std::vector<double> dashes = {};  ///< lengths of dash and gap in turn; empty for a full line
};

/// Straight lines from spot to spot, filled where it says so.
struct Stroke {
  std::vector<Spot> spots;
  std::optional<Pen> pen = {};
  std::optional<Colour> fill = {};
  bool closed = false;
};

struct Circle {
  Spot centre;
  double radius = 0;
  std::optional<Pen> pen = {};
  std::optional<Colour> fill = {};
};

/// One line of text; `at` is on its base line.
struct Words {
  enum class Anchor { start, middle, end };
  Spot at;
  std::string text;
  double size = 2.8;  ///< of the font
  Anchor anchor = Anchor::start;
  Colour colour = colours::ink;
  bool upwards = false;  ///< read from below, along a vertical axis
};

/// A picture in pixels: three bytes each, row by row.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// Coloured points that fill a rectangle, each of them a rectangle of its own.
struct Raster {
  Spot at;  ///< the upper left corner
  double width = 0, height = 0;
  Pixels pixels;
};

using Mark = std::variant<Stroke, Circle, Words, Raster>;

struct Picture {
  double width = 0, height = 0;
  std::string title;  ///< for programs that list pictures; not drawn
  std::vector<Mark> marks;

  void add(Mark mark);
};

/// The width of a line of text in DejaVu Sans, by a table, so that every format has the same
/// layout.
double text_width(const std::string& text, double size);

std::string picture_svg(const Picture& picture);
std::string picture_pdf(const Picture& picture);
/// `density` is in dots per inch.
std::string picture_png(const Picture& picture, double density);
/// The pixels unchanged.
std::string pixels_png(const Pixels& pixels);
/// At least `width` pixels wide; both sides are even, as films need them.
Pixels picture_pixels(const Picture& picture, int width);

}  // namespace alembert
