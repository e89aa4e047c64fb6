#include "draw/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/plot_legend.hpp"
#include "draw/thinning.hpp"
#include "draw/ticks.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

constexpr double label_size = 2.8, tick_size = 2.5, tick_length = 1.2;
constexpr double padding = 1.5;       // at the edges of the paper
constexpr double panel_gap = 3;       // between panels
constexpr double letter_rise = 0.36;  // half the height of a digit, relative to its size

// dashes tell the curves apart where colours do not print
Pen pen_of(std::size_t curve) {
  using namespace colours;
  static const std::vector<Colour> inks{blue, vermilion, green, orange, purple, sky, ink};
  static const std::vector<std::vector<double>> dashes{
      {}, {2.2, 1.1}, {0.4, 1}, {3, 1, 0.4, 1}, {4.5, 1.2}, {3, 1, 0.4, 1, 0.4, 1}, {1, 0.8}};
  return {inks[curve % inks.size()], 0.38, dashes[(curve + curve / inks.size()) % dashes.size()]};
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool empty() const { return !(low <= high); }
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// from numbers to paper, along one axis
struct Scale {
  Range range;
  double from, to;
  bool logarithmic = false;
  double operator()(double value) const {
    const auto measure = [&](double v) { return logarithmic ? std::log10(v) : v; };
    const double low = measure(range.low), high = measure(range.high);
    return from + (to - from) * (measure(value) - low) / (high - low);
  }
};

// a little room around the curves; a range of one number gets a width
Range widened_by_factor(Range range, double room) {
  const double factor = range.low == range.high ? 3 : std::pow(range.high / range.low, room);
  return {range.low / factor, range.high * factor};
}
Range widened(Range range, double room) {
  const double size = range.high - range.low;
  const double largest = std::max(std::fabs(range.low), std::fabs(range.high));
  // a range that is only rounding is a constant
  const bool is_constant = size <= 4 * std::numeric_limits<double>::epsilon() * largest;
  const double by = !is_constant ? room * size : largest > 0 ? 0.1 * largest : 1;
  return {range.low - by, range.high + by};
}

struct Panel {
  const std::vector<PlotCurve>* curves;
  Range range;
  Ticks ticks;
  std::string label;
  Frame frame;
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot) {
    picture_.width = plot.width;
    picture_.height = plot.height;
    picture_.title = plot.title;
  }

  Picture draw() {
    measure_axis();
    for (const auto& curves : plot_.panels) panels_.push_back(measured(curves));
    lay_out();
    for (std::size_t i = 0; i < panels_.size(); ++i)
      draw_panel(panels_[i], i + 1 == panels_.size());
    return picture_;
  }

 private:
  // a logarithmic axis shows magnitudes
  double measure(double y) const { return plot_.logarithmic ? std::fabs(y) : y; }
  bool shown(double x, double y) const {
    return std::isfinite(x) && std::isfinite(y) && (!plot_.logarithmic || y != 0);
  }

  void measure_axis() {
    Range range;
    for (const double x : plot_.axis)
      if (std::isfinite(x)) range.include(x);
    if (range.empty()) throw ModelError(fmt::format("'{}' has no values here", plot_.axis_name));
    // time fills the panel, other quantities get some room
    const bool is_increasing = std::ranges::is_sorted(plot_.axis);
    axis_ = is_increasing && range.low < range.high ? range : widened(range, 0.04);
  }

  Panel measured(const std::vector<PlotCurve>& curves) const {
    Panel panel{&curves, {}, {}, {}, {}};
    for (const PlotCurve& curve : curves)
      for (std::size_t i = 0; i < curve.values.size(); ++i)
        if (shown(plot_.axis[i], curve.values[i])) panel.range.include(measure(curve.values[i]));
    if (panel.range.empty())
      throw ModelError(plot_.logarithmic
                           ? fmt::format("'{}' is zero throughout", curves.front().name)
                           : fmt::format("'{}' has no values here", curves.front().name),
                       plot_.logarithmic ? "a logarithmic axis has no zero" : "");
    panel.range =
        plot_.logarithmic ? widened_by_factor(panel.range, 0.05) : widened(panel.range, 0.05);
    const int most = std::max(3, static_cast<int>(panel_height() / 9));
    panel.ticks = plot_.logarithmic ? logarithmic_ticks(panel.range.low, panel.range.high, most)
                                    : linear_ticks(panel.range.low, panel.range.high, most);
    panel.label = label_of(curves, panel.ticks);
    return panel;
  }

  // the name of a single curve, or the unit that all share; what the numbers leave out
  std::string label_of(const std::vector<PlotCurve>& curves, const Ticks& ticks) const {
    const std::string& unit = curves.front().unit;
    const bool same_unit =
        std::ranges::all_of(curves, [&](const PlotCurve& curve) { return curve.unit == unit; });
    std::string label = curves.size() == 1           ? with_unit(shown_name(curves.front()), unit)
                        : same_unit && !unit.empty() ? "[" + unit + "]"
                                                     : "";
    if (!ticks.offset.empty()) {
      const bool is_negative = ticks.offset.starts_with("−");
      label +=
          is_negative ? " + " + ticks.offset.substr(std::string("−").size()) : " − " + ticks.offset;
    }
    return label;
  }

  double panel_height() const {
    return (plot_.height - 12) / static_cast<double>(plot_.panels.size()) - panel_gap;
  }

  void lay_out() {
    double widest = 0;
    bool labelled = false;
    for (const Panel& panel : panels_) {
      for (const std::string& label : panel.ticks.labels)
        widest = std::max(widest, text_width(label, tick_size));
      labelled = labelled || !panel.label.empty();
    }
    const double left = padding + (labelled ? label_size + 1.2 : 0) + widest + 1 + tick_length;
    axis_ticks_ = linear_ticks(axis_.low, axis_.high,
                               std::max(3, static_cast<int>((plot_.width - left) / 14)));
    // half a label may extend beyond the right end
    const double right =
        plot_.width - padding -
        (axis_ticks_.labels.empty() ? 0 : text_width(axis_ticks_.labels.back(), tick_size) / 2);
    const double bottom = plot_.height - padding - label_size - 1.2 - tick_size - tick_length - 0.6;
    double top = padding;
    const double all = bottom - top - panel_gap * static_cast<double>(panels_.size() - 1);
    const double each = all / static_cast<double>(panels_.size());
    for (Panel& panel : panels_) {
      panel.frame = {left, top, right, top + each};
      if (!panel.ticks.factor.empty()) panel.frame.top += tick_size + 0.8;
      top += each + panel_gap;
    }
  }

  std::vector<std::vector<Spot>> lines_of(const PlotCurve& curve, const Scale& x,
                                          const Scale& y) const {
    std::vector<std::vector<Spot>> lines;
    bool is_open = false;
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      const bool is_shown = shown(plot_.axis[i], curve.values[i]);
      if (is_shown && !is_open) lines.emplace_back();
      if (is_shown) lines.back().push_back({x(plot_.axis[i]), y(measure(curve.values[i]))});
      is_open = is_shown;
    }
    for (std::vector<Spot>& line : lines) line = thinned(line);
    return lines;
  }

  void draw_panel(Panel& panel, bool is_last) {
    std::vector<LegendEntry> entries;
    if (panel.curves->size() > 1)
      for (std::size_t c = 0; c < panel.curves->size(); ++c)
        entries.push_back({entry_name(panel, (*panel.curves)[c]), pen_of(c)});
    Frame& frame = panel.frame;
    std::vector<std::vector<std::vector<Spot>>> lines = lines_in(panel);
    std::vector<std::vector<Spot>> all;
    for (const auto& curve : lines) all.insert(all.end(), curve.begin(), curve.end());
    const std::optional<Frame> place =
        entries.empty() ? std::nullopt : free_place(entries, frame, all);
    if (!entries.empty() && !place) {
      // no corner is free: the names go above the panel, which becomes lower by their height
      const double above = rows_height(entries, frame.width());
      draw_rows(picture_, entries, {frame.left, frame.top}, frame.width());
      frame.top += above;
      lines = lines_in(panel);
    }
    draw_axes(panel, is_last);
    for (std::size_t c = 0; c < lines.size(); ++c)
      for (const std::vector<Spot>& line : lines[c])
        picture_.add(Stroke{.spots = line, .pen = pen_of(c)});
    if (place) draw_column(picture_, entries, *place);
  }

  std::vector<std::vector<std::vector<Spot>>> lines_in(const Panel& panel) const {
    std::vector<std::vector<std::vector<Spot>>> lines;
    for (const PlotCurve& curve : *panel.curves)
      lines.push_back(lines_of(curve, across(panel), up(panel)));
    return lines;
  }

  std::string shown_name(const PlotCurve& curve) const {
    return plot_.logarithmic ? "|" + curve.name + "|" : curve.name;
  }
  std::string entry_name(const Panel& panel, const PlotCurve& curve) const {
    // a unit that all share stands at the axis
    return panel.label.starts_with("[") ? shown_name(curve)
                                        : with_unit(shown_name(curve), curve.unit);
  }

  Scale across(const Panel& panel) const { return {axis_, panel.frame.left, panel.frame.right}; }
  Scale up(const Panel& panel) const {
    return {panel.range, panel.frame.bottom, panel.frame.top, plot_.logarithmic};
  }

  void draw_axes(const Panel& panel, bool is_last) {
    const Frame& frame = panel.frame;
    const Scale x = across(panel), y = up(panel);
    const Pen axis_pen{colours::ink, 0.2}, grid_pen{colours::pale, 0.12};
    for (std::size_t i = 0; i < axis_ticks_.at.size(); ++i) {
      const double at = x(axis_ticks_.at[i]);
      picture_.add(Stroke{.spots = {{at, frame.top}, {at, frame.bottom}}, .pen = grid_pen});
      picture_.add(
          Stroke{.spots = {{at, frame.bottom}, {at, frame.bottom + tick_length}}, .pen = axis_pen});
      if (is_last)
        picture_.add(Words{.at = {at, frame.bottom + tick_length + 0.4 + tick_size},
                           .text = axis_ticks_.labels[i],
                           .size = tick_size,
                           .anchor = Words::Anchor::middle});
    }
    for (std::size_t i = 0; i < panel.ticks.at.size(); ++i) {
      const double at = y(panel.ticks.at[i]);
      const bool is_minor = panel.ticks.labels[i].empty();
      if (!is_minor)
        picture_.add(Stroke{.spots = {{frame.left, at}, {frame.right, at}}, .pen = grid_pen});
      const double length = is_minor ? tick_length / 2 : tick_length;
      picture_.add(Stroke{.spots = {{frame.left - length, at}, {frame.left, at}}, .pen = axis_pen});
      picture_.add(Words{.at = {frame.left - tick_length - 0.6, at + letter_rise * tick_size},
                         .text = panel.ticks.labels[i],
                         .size = tick_size,
                         .anchor = Words::Anchor::end});
    }
    picture_.add(Stroke{.spots = {{frame.left, frame.top},
                                  {frame.right, frame.top},
                                  {frame.right, frame.bottom},
                                  {frame.left, frame.bottom}},
                        .pen = axis_pen,
                        .closed = true});
    if (!panel.ticks.factor.empty())
      picture_.add(Words{
          .at = {frame.left, frame.top - 0.8}, .text = panel.ticks.factor, .size = tick_size});
    picture_.add(Words{.at = {padding + 0.8 * label_size, (frame.top + frame.bottom) / 2},
                       .text = panel.label,
                       .size = label_size,
                       .anchor = Words::Anchor::middle,
                       .upwards = true});
    if (!is_last) return;
    std::string label = with_unit(plot_.axis_name, plot_.axis_unit);
    if (!axis_ticks_.factor.empty()) label += "  " + axis_ticks_.factor;
    if (!axis_ticks_.offset.empty()) label += " − " + axis_ticks_.offset;
    picture_.add(Words{.at = {(frame.left + frame.right) / 2, plot_.height - padding},
                       .text = label,
                       .size = label_size,
                       .anchor = Words::Anchor::middle});
  }

  const Plot& plot_;
  Picture picture_;
  Range axis_;
  Ticks axis_ticks_;
  std::vector<Panel> panels_;
};

}  // namespace

Picture draw_plot(const Plot& plot) { return Drawing(plot).draw(); }

}  // namespace alembert
