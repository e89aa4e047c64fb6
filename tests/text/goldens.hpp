#pragma once
/// Golden files: what must come out, kept as text. With ALEMBERT_UPDATE_GOLDENS=1 in the
/// environment they are written anew instead; read them before you keep them.

#include <filesystem>
#include <functional>
#include <string>

/// The text of a file, byte by byte.
std::string contents(const std::filesystem::path& path);

/// Checks that the file holds these words.
void check_golden(const std::filesystem::path& file, const std::string& words);

/// Checks that each model NAME.mech of tests/FOLDER gets the words of NAME.txt, and returns how
/// many models there are.
std::size_t check_goldens(const std::string& folder,
                          const std::function<std::string(const std::filesystem::path&)>& words_of);
