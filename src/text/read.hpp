#pragma once
/// Model files to models. Every mistake is a ModelError with a place and, where there is one, a
/// hint.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mechanics/model.hpp"

namespace alembert {

struct ReadOptions {
  /// Values that replace those in the text: of parameters, bounds of families included, and of x
  /// and x' at the start.
  std::vector<std::pair<std::string, double>> set = {};
  /// How many pieces of formulas may be evaluated in all; those of families and sums count each
  /// time.
  std::size_t operations = 20'000'000;
};

/// Reads a model from text, which it keeps; `file_name` is for messages.
Model read_text(std::string_view text, const std::string& file_name,
                const ReadOptions& options = {});

/// The text of a model file.
std::string text_of_model(const std::string& path);

/// Reads a model file, once: it may be a pipe.
Model read_model(const std::string& path, const ReadOptions& options = {});

}  // namespace alembert
