#include "text/names.hpp"

#include <algorithm>

namespace alembert {

namespace {

// indices are within max_index, so that 32 bits hold them
std::uint64_t key_of(NameId name, std::int64_t member) {
  return std::uint64_t{name} << 32 | static_cast<std::uint32_t>(member);
}

}  // namespace

std::string_view name_of(NameKind kind) {
  switch (kind) {
    case NameKind::coordinate:
      return "coordinate";
    case NameKind::parameter:
      return "parameter";
    case NameKind::variable:
      return "discrete variable";
    case NameKind::definition:
      return "definition";
    case NameKind::body:
      return "body";
    case NameKind::joint:
      return "joint";
  }
  return {};
}

const Declared* Names::declare(NameId name, Member member, const Declared& as) {
  if (!member) {
    const auto [place, is_new] = singles_.try_emplace(name, as);
    return is_new ? nullptr : &place->second;
  }
  const auto [place, is_new] = members_.try_emplace(key_of(name, *member), as);
  if (!is_new) return &place->second;
  Extent& extent = families_.try_emplace(name, Extent{*member, *member}).first->second;
  extent.least = std::min(extent.least, *member);
  extent.greatest = std::max(extent.greatest, *member);
  return nullptr;
}

const Declared* Names::find(NameId name, Member member) const {
  if (!member) {
    const auto place = singles_.find(name);
    return place == singles_.end() ? nullptr : &place->second;
  }
  const auto place = members_.find(key_of(name, *member));
  return place == members_.end() ? nullptr : &place->second;
}

const Extent* Names::family(NameId name) const {
  const auto place = families_.find(name);
  return place == families_.end() ? nullptr : &place->second;
}

std::vector<std::string_view> Names::spellings(const Syntax& syntax) const {
  std::vector<NameId> ids;
  for (const auto& [name, declared] : singles_) ids.push_back(name);
  for (const auto& [name, extent] : families_)
    if (!singles_.contains(name)) ids.push_back(name);
  // in the order of the text, so that hints do not depend on hashing
  std::sort(ids.begin(), ids.end());
  std::vector<std::string_view> words;
  for (const NameId name : ids) words.push_back(syntax.spelling(name));
  return words;
}

std::string full_name(const std::string& name, Member member) {
  return member ? name + "[" + std::to_string(*member) + "]" : name;
}

}  // namespace alembert
