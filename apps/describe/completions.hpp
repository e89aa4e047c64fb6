#pragma once
/// Scripts by which shells complete commands, options and values, generated from the definition of
/// the command line.

#include "description.hpp"

namespace alembert::app {

std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);
std::string fish_completion(const CommandDescription& program);

}  // namespace alembert::app
