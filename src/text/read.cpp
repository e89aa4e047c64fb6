#include "text/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "text/build/build.hpp"
#include "text/limits.hpp"
#include "text/parse/mistakes.hpp"
#include "text/parse/parse.hpp"
#include "text/parse/scan.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what,
                       const std::string& hint = {}) {
  Place place;
  place.file = path;
  throw ModelError(place, what, hint);
}

// the model beside it whose name is nearest in spelling
std::string hint_for_missing(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unknown))
    if (entry.path().extension() == ".mech") names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  for (const std::string& name : names)
    if (name == path.filename().string() + ".mech")
      return fmt::format("did you mean '{}'?", (path.parent_path() / name).string());
  const std::string_view found = nearest(path.filename().string(), {names.begin(), names.end()});
  return found.empty() ? ""
                       : fmt::format("did you mean '{}'?", (path.parent_path() / found).string());
}

void refuse_binary(std::string_view text, const std::string& file) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    fail(file, "this text is in UTF-16", "save the file as UTF-8");
  if (text.size() <= max_file_bytes && text.find('\0') != std::string_view::npos)
    fail(file, "this is not a text file", "a model is plain text, saved as UTF-8");
}

}  // namespace

std::string text_of_model(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (status.type() == std::filesystem::file_type::not_found)
    fail(path, "there is no such file", hint_for_missing(path));
  if (status.type() == std::filesystem::file_type::directory)
    fail(path, "this is a directory, not a model file", "name a .mech file in it");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, fmt::format("the file cannot be read: {}", std::strerror(errno)));
  // one byte beyond the limit is enough to know; devices and pipes have no size to ask for
  std::string text;
  char block[1 << 16];
  while (text.size() <= max_file_bytes && (file.read(block, sizeof block) || file.gcount() > 0))
    text.append(block, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) fail(path, "the file cannot be read to its end");
  return text;
}

Model read_text(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  refuse_binary(text, file_name);
  // a byte order mark is left out: texts are UTF-8
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const Source source(text, file_name);
  Mistakes mistakes;
  try {
    const std::vector<Token> tokens = scan(source, mistakes);
    const Syntax syntax = parse(source, tokens, mistakes);
    Model model = build({source, tokens, syntax, mistakes}, options);
    model.text = text;
    if (!mistakes.any()) return model;
  } catch (const LastMistake& last) {
    mistakes.note(last);
  } catch (const EnoughMistakes&) {
    // those that have been noted are reported
  }
  mistakes.report();
}

Model read_model(const std::string& path, const ReadOptions& options) {
  return read_text(text_of_model(path), path, options);
}

}  // namespace alembert
