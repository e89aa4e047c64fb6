// Pictures for printers and screens, by Cairo.

#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "draw/picture.hpp"

namespace alembert {

namespace {

constexpr double millimetres_per_inch = 25.4;
constexpr double points_per_inch = 72;

struct SurfaceEnd {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceEnd>;
struct PainterEnd {
  void operator()(cairo_t* painter) const { cairo_destroy(painter); }
};

void require(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cannot draw the picture: ") +
                             cairo_status_to_string(status));
}

// points as Cairo holds them
Surface surface_of(const Pixels& pixels) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels.width, pixels.height));
  require(cairo_surface_status(surface.get()));
  unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  const std::uint8_t* rgb = pixels.rgb.data();
  for (int y = 0; y < pixels.height; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(data + y * stride);
    for (int x = 0; x < pixels.width; ++x, rgb += 3)
      row[x] = std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2];
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

class Painter {
 public:
  Painter(cairo_surface_t* surface, double scale) : cairo_(cairo_create(surface)) {
    cairo_t* cairo = cairo_.get();
    cairo_scale(cairo, scale, scale);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    // letters as wide as the table of widths says, at any size
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    set(colours::white);
    cairo_paint(cairo);
  }

  void paint(const Picture& picture) {
    for (const Mark& mark : picture.marks) std::visit(*this, mark);
    require(cairo_status(cairo_.get()));
  }

  void operator()(const Stroke& stroke) {
    for (const Spot& spot : stroke.spots) cairo_line_to(cairo_.get(), spot.x, spot.y);
    if (stroke.closed) cairo_close_path(cairo_.get());
    finish(stroke.pen, stroke.fill);
  }
  void operator()(const Circle& circle) {
    cairo_new_path(cairo_.get());
    cairo_arc(cairo_.get(), circle.centre.x, circle.centre.y, circle.radius, 0,
              2 * std::numbers::pi);
    finish(circle.pen, circle.fill);
  }
  void operator()(const Words& words) {
    cairo_t* cairo = cairo_.get();
    const double width = text_width(words.text, words.size);
    const double before = words.anchor == Words::Anchor::start    ? 0
                          : words.anchor == Words::Anchor::middle ? width / 2
                                                                  : width;
    cairo_save(cairo);
    cairo_translate(cairo, words.at.x, words.at.y);
    if (words.upwards) cairo_rotate(cairo, -std::numbers::pi / 2);
    cairo_move_to(cairo, -before, 0);
    cairo_set_font_size(cairo, words.size);
    set(words.colour);
    cairo_show_text(cairo, words.text.c_str());
    cairo_restore(cairo);
    cairo_new_path(cairo);
  }
  void operator()(const Raster& raster) {
    cairo_t* cairo = cairo_.get();
    const Surface points = surface_of(raster.pixels);
    cairo_save(cairo);
    cairo_translate(cairo, raster.at.x, raster.at.y);
    cairo_scale(cairo, raster.width / raster.pixels.width, raster.height / raster.pixels.height);
    cairo_set_source_surface(cairo, points.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cairo, 0, 0, raster.pixels.width, raster.pixels.height);
    cairo_fill(cairo);
    cairo_restore(cairo);
  }

 private:
  void set(const Colour& colour) {
    cairo_set_source_rgba(cairo_.get(), colour.red / 255.0, colour.green / 255.0,
                          colour.blue / 255.0, colour.opacity);
  }
  void finish(const std::optional<Pen>& pen, const std::optional<Colour>& fill) {
    cairo_t* cairo = cairo_.get();
    if (fill) {
      set(*fill);
      cairo_fill_preserve(cairo);
    }
    if (pen) {
      set(pen->colour);
      cairo_set_line_width(cairo, pen->width);
      cairo_set_dash(cairo, pen->dashes.data(), static_cast<int>(pen->dashes.size()), 0);
      cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
  }

  std::unique_ptr<cairo_t, PainterEnd> cairo_;
};

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

// `scale` is in points of the image per millimetre
Surface painted(const Picture& picture, int width, int height, double scale) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  require(cairo_surface_status(surface.get()));
  Painter(surface.get(), scale).paint(picture);
  cairo_surface_flush(surface.get());
  return surface;
}

}  // namespace

std::string picture_pdf(const Picture& picture) {
  const double scale = points_per_inch / millimetres_per_inch;
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, scale * picture.width,
                                                            scale * picture.height));
  require(cairo_surface_status(surface.get()));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, picture.title.c_str());
  // the same picture is the same file, whenever it is drawn
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                 "2000-01-01T00:00:00Z");
  Painter(surface.get(), scale).paint(picture);
  cairo_surface_finish(surface.get());
  require(cairo_surface_status(surface.get()));
  return bytes;
}

std::string picture_png(const Picture& picture, double density) {
  const double scale = density / millimetres_per_inch;
  const Surface surface = painted(picture, static_cast<int>(std::lround(scale * picture.width)),
                                  static_cast<int>(std::lround(scale * picture.height)), scale);
  std::string bytes;
  require(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

std::string pixels_png(const Pixels& pixels) {
  const Surface surface = surface_of(pixels);
  std::string bytes;
  require(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

Pixels picture_pixels(const Picture& picture, int width) {
  const double scale = width / picture.width;
  const auto even = [](int length) { return length + length % 2; };
  Pixels pixels{even(width), even(static_cast<int>(std::lround(scale * picture.height))), {}};
  const Surface surface = painted(picture, pixels.width, pixels.height, scale);
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  pixels.rgb.reserve(3UL * static_cast<unsigned>(pixels.width * pixels.height));
  for (int y = 0; y < pixels.height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (int x = 0; x < pixels.width; ++x)
      for (const int shift : {16, 8, 0})
        pixels.rgb.push_back(static_cast<std::uint8_t>(row[x] >> shift));
  }
  return pixels;
}

}  // namespace alembert
