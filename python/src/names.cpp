#include "names.hpp"

#include <algorithm>
#include <cctype>

#include "mechanics/model_error.hpp"
#include "text/keywords.hpp"
#include "text/parse/utf8.hpp"

namespace alembert::python {

namespace {

// x of x[3]
std::string family_of(const std::string& name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string::npos || name.back() != ']') return name;
  const bool is_index =
      bracket + 2 < name.size() &&
      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(bracket) + 1, name.end() - 1,
                  [](unsigned char c) { return c == '-' || std::isdigit(c); });
  return is_index ? name.substr(0, bracket) : name;
}

[[noreturn]] void refuse(const std::string& name, const char* what, const std::string& hint) {
  throw ModelError("'" + name + "' cannot be the name of a " + what, hint);
}

}  // namespace

const std::string& label(const std::string& name, const char* what) {
  if (!is_name(family_of(name)))
    refuse(name, what, "names are a letter or _, then letters, digits, _");
  return name;
}

const std::string& formula_name(const std::string& name, const char* what) {
  if (is_reserved(label(name, what))) refuse(name, what, "it is a word of the model language");
  return name;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    const bool separates = c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!separates)
      names.back() += c;
    else if (!names.back().empty())
      names.emplace_back();
  }
  if (names.back().empty()) names.pop_back();
  return names;
}

}  // namespace alembert::python
