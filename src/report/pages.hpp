#pragma once
/// The pages for the browser, which web/ builds and the program embeds.

#include <string_view>

namespace alembert {

/// Whole HTML files. Empty in a program that was built without Node.
std::string_view report_page();
std::string_view studio_page();

}  // namespace alembert
