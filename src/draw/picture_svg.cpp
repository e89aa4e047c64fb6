#include <fmt/format.h>

#include "draw/picture.hpp"
#include "files/base64.hpp"
#include "files/xml_text.hpp"

namespace alembert {

namespace {

// a hundredth of a millimetre is finer than any printer; a zero has no sign
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  if (text == "-0.00") text = "0.00";
  return text;
}

std::string hex(const Colour& colour) {
  return fmt::format("#{:02X}{:02X}{:02X}", colour.red, colour.green, colour.blue);
}

std::string style(const std::optional<Pen>& pen, const std::optional<Colour>& fill) {
  std::string text = fmt::format(" fill=\"{}\"", fill ? hex(*fill) : "none");
  if (fill && fill->opacity < 1) text += fmt::format(" fill-opacity=\"{:g}\"", fill->opacity);
  if (!pen) return text;
  text += fmt::format(" stroke=\"{}\" stroke-width=\"{:g}\"", hex(pen->colour), pen->width);
  if (pen->colour.opacity < 1) text += fmt::format(" stroke-opacity=\"{:g}\"", pen->colour.opacity);
  if (!pen->dashes.empty())
    text += fmt::format(" stroke-dasharray=\"{:g}\"", fmt::join(pen->dashes, " "));
  return text;
}

struct Writer {
  std::string operator()(const Stroke& stroke) const {
    std::string spots;
    for (const Spot& spot : stroke.spots)
      spots += (spots.empty() ? "" : " ") + number(spot.x) + "," + number(spot.y);
    return fmt::format("<{} points=\"{}\"{}/>\n", stroke.closed ? "polygon" : "polyline", spots,
                       style(stroke.pen, stroke.fill));
  }
  std::string operator()(const Circle& circle) const {
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number(circle.centre.x),
                       number(circle.centre.y), number(circle.radius),
                       style(circle.pen, circle.fill));
  }
  std::string operator()(const Words& words) const {
    const char* anchor = words.anchor == Words::Anchor::start    ? "start"
                         : words.anchor == Words::Anchor::middle ? "middle"
                                                                 : "end";
    const std::string x = number(words.at.x), y = number(words.at.y);
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{:g}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
        x, y, words.size, anchor, hex(words.colour),
        words.upwards ? fmt::format(" transform=\"rotate(-90 {} {})\"", x, y) : "",
        files::escaped_for_xml(words.text));
  }
  std::string operator()(const Raster& raster) const {
    return fmt::format(
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
        number(raster.at.x), number(raster.at.y), number(raster.width), number(raster.height),
        files::base64(pixels_png(raster.pixels)));
  }
};

}  // namespace

std::string picture_svg(const Picture& picture) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}mm\" height=\"{1:g}mm\" "
      "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
      "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{2}</title>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
      picture.width, picture.height, files::escaped_for_xml(picture.title));
  for (const Mark& mark : picture.marks) text += std::visit(Writer(), mark);
  return text + "</svg>\n";
}

}  // namespace alembert
