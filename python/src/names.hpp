#pragma once
/// Names of the model language, checked when they are declared.

#include <string>
#include <vector>

namespace alembert::python {

/// The name of something that formulas use, or ModelError: a letter or _, then letters, digits, _;
/// no word of the language; a member of a family as x[3].
const std::string& formula_name(const std::string& name, const char* what);
/// The same for constraints, particles and watches, which may have the names of words of the
/// language.
const std::string& label(const std::string& name, const char* what);

/// The words of a list of names, separated by blanks or commas.
std::vector<std::string> names_in(const std::string& list);

}  // namespace alembert::python
