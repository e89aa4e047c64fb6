#include "checked_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "text/suggest.hpp"

namespace alembert::app {

namespace {

using Number = OptionDescription::Number;

struct Fault {
  std::string what, hint;
};

[[noreturn]] void refuse(const OptionDescription& option, const std::string& value,
                         const Fault& fault) {
  throw ModelError(fmt::format("{} {}: {}", option.names.back(), value, fault.what), fault.hint);
}

void check_choice(const OptionDescription& option, const std::string& value) {
  if (std::ranges::find(option.choices, value) != option.choices.end()) return;
  std::string hint = did_you_mean(value, {option.choices.begin(), option.choices.end()});
  if (hint.empty()) hint = fmt::format("it can be {}", fmt::join(option.choices, ", "));
  refuse(option, value, {"there is no such choice", hint});
}

double number_of(const OptionDescription& option, const std::string& value) {
  double number = 0;
  const char* const last = value.data() + value.size();
  const auto [end, error] = std::from_chars(value.data(), last, number);
  if (error == std::errc::result_out_of_range)
    refuse(option, value,
           {"the number is too large or too small", "numbers go from 1e-307 to 1e308"});
  if (error != std::errc() || end != last) {
    std::string decimal = value;
    std::ranges::replace(decimal, ',', '.');
    double ignored = 0;
    const bool has_comma =
        std::from_chars(decimal.data(), decimal.data() + decimal.size(), ignored).ptr ==
        decimal.data() + decimal.size();
    refuse(option, value,
           {"this is not a decimal number",
            has_comma ? fmt::format("write {} {}", option.names.back(), decimal)
                      : fmt::format("write a number, as {} 0.5", option.names.back())});
  }
  if (!std::isfinite(number))
    refuse(option, value, {"this is not a finite number", "write a number, as 10"});
  return number;
}

void check_number(const OptionDescription& option, const std::string& value) {
  // a count may have more digits than a real number keeps
  const bool is_whole = value.find_first_not_of("0123456789") == std::string::npos;
  const double number =
      is_whole && value.size() < 300 ? std::stod(value) : number_of(option, value);
  if (option.number == Number::count && !is_whole)
    refuse(option, value, {"this is not a whole number from 0 on", "write a number, as 100"});
  if (option.number == Number::whole && number != std::floor(number))
    refuse(option, value,
           {"this is not a whole number",
            fmt::format("write {} {:.0f}", option.names.back(), number)});
  const bool is_inside =
      number >= option.least.value_or(number) && number <= option.most.value_or(number);
  if (!is_inside)
    refuse(option, value,
           {"this is outside of what is possible",
            fmt::format("it goes from {:g} to {:g}", *option.least, *option.most)});
  if (option.is_positive && !(number > 0))
    refuse(option, value, {"this must be greater than 0", "write a number, as 0.5"});
}

}  // namespace

void check_value(const OptionDescription& option, const std::string& value) {
  if (value.empty()) fail_without_value(option);
  if (option.placeholder == "NAME=FORMULA" && value.find('=') == std::string::npos)
    refuse(option, value,
           {"a name and a value are needed",
            "write name=value, in quotes where there are blanks: \"name = value\""});
  if (!option.choices.empty()) check_choice(option, value);
  if (option.number != Number::none) check_number(option, value);
}

void fail_without_value(const OptionDescription& option) {
  throw ModelError(fmt::format("{}: a value is missing", option.names.back()),
                   fmt::format("write {} {}", option.names.back(), option.placeholder));
}

}  // namespace alembert::app
