#include "draw/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

// a value with the rounding of a few operations still meets its tick
constexpr double slack = 1e-9;

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string raised(int exponent) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

int decade(double value) { return static_cast<int>(std::floor(std::log10(value) + slack)); }

// 10^exponent: a quotient of whole numbers rounds once, a power may round twice
double ten_to(int exponent) {
  return exponent < 0 ? 1 / std::pow(10.0, -exponent) : std::pow(10.0, exponent);
}

struct Step {
  int mantissa;
  int exponent;
  double size() const {
    return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * ten_to(exponent);
  }
  Step next() const {
    if (mantissa == 1) return {2, exponent};
    if (mantissa == 2) return {5, exponent};
    return {1, exponent + 1};
  }
  // k times the step, rounded once
  double times(double k) const {
    return exponent < 0 ? k * mantissa / std::pow(10.0, -exponent)
                        : k * mantissa * ten_to(exponent);
  }
};

}  // namespace

std::string label_number(double value) { return with_minus(fmt::format("{:.6g}", value)); }

double round_down(double value) {
  Step step{1, decade(value)};
  while (step.next().size() <= value * (1 + slack)) step = step.next();
  return step.size();
}

Ticks linear_ticks(double low, double high, int at_most) {
  Ticks ticks;
  double shift = 0;
  const double largest = std::max(std::fabs(low), std::fabs(high));
  if (high - low < 1e-5 * largest) {
    // a small change of a large number: the labels show only the change
    const int digits = std::min(15, -decade(high - low) - 1);
    shift = std::round((low + high) / 2 * std::pow(10.0, digits)) / std::pow(10.0, digits);
    ticks.offset = with_minus(fmt::format("{:.{}f}", shift, std::max(digits, 0)));
    low -= shift;
    high -= shift;
  }
  Step step{1, decade((high - low) / at_most) - 1};
  const auto first = [&] { return std::ceil(low / step.size() - slack); };
  const auto last = [&] { return std::floor(high / step.size() + slack); };
  while (last() - first() + 1 > at_most) step = step.next();

  const double reach = std::max(std::fabs(low), std::fabs(high));
  int power = decade(reach);
  if (power >= -3 && power < 5) power = 0;
  if (power != 0) ticks.factor = "×10" + raised(power);
  const int decimals = std::max(0, power - step.exponent);
  for (double k = first(); k <= last(); ++k) {
    ticks.at.push_back(shift + step.times(k));
    const Step scaled{step.mantissa, step.exponent - power};
    ticks.labels.push_back(k == 0 ? "0"
                                  : with_minus(fmt::format("{:.{}f}", scaled.times(k), decimals)));
  }
  return ticks;
}

Ticks logarithmic_ticks(double low, double high, int at_most) {
  Ticks ticks;
  const int first = decade(low), last = static_cast<int>(std::ceil(std::log10(high) - slack));
  const int every = (last - first) / at_most + 1;
  const bool few = last - first <= 2;
  for (int power = first; power <= last; ++power)
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = Step{digit, power}.size();
      if (value < low * (1 - slack) || value > high * (1 + slack)) continue;
      if (digit != 1 && every > 1) continue;
      ticks.at.push_back(value);
      const std::string ten = "10" + raised(power);
      if (digit == 1)
        ticks.labels.push_back((power - first) % every == 0 ? ten : "");
      else
        ticks.labels.push_back(few && (digit == 2 || digit == 5) ? fmt::format("{}×{}", digit, ten)
                                                                 : "");
    }
  return ticks;
}

}  // namespace alembert
