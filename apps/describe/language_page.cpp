#include "language_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "groff.hpp"

namespace alembert::app {

namespace {

// `code` and **strong** in bold, *emphasis* in italics, and of [a link](to) its words
std::string inline_text(const std::string& text) {
  std::string result, plain;
  const auto flush = [&] {
    result += escaped(plain);
    plain.clear();
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto closed = [&](std::string_view sign) {
      return rest.starts_with(sign) ? rest.find(sign, sign.size()) : std::string_view::npos;
    };
    const std::size_t code = closed("`"), strong = closed("**"), emphasis = closed("*");
    if (code != std::string_view::npos) {
      flush();
      result += bold(std::string(rest.substr(1, code - 1)));
      i += code + 1;
    } else if (strong != std::string_view::npos) {
      flush();
      result += bold(std::string(rest.substr(2, strong - 2)));
      i += strong + 2;
    } else if (emphasis != std::string_view::npos && rest.size() > 1 && rest[1] != ' ') {
      flush();
      result += italic(std::string(rest.substr(1, emphasis - 1)));
      i += emphasis + 1;
    } else if (const std::size_t middle = rest.find("](");
               rest.starts_with('[') && middle != std::string_view::npos) {
      plain += rest.substr(1, middle - 1);
      i += rest.find(')', middle) + 1;
    } else {
      plain += text[i++];
    }
  }
  flush();
  return result;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::size_t begin = 1;
  for (std::size_t end; (end = row.find(" |", begin)) != std::string::npos; begin = end + 2) {
    const std::size_t first = row.find_first_not_of(' ', begin);
    cells.push_back(first < end ? row.substr(first, end - first) : "");
  }
  return cells;
}

class Page {
 public:
  void line(const std::string& text) {
    if (text.starts_with("```")) return fence();
    if (is_in_fence_) {
      page_ += escaped(text) + "\n";
    } else if (text.empty() || text.starts_with("<!--")) {
      begins_paragraph_ = !follows_heading_;
      rows_ = 0;
      return;
    } else if (text.starts_with('#')) {
      heading(text);
    } else if (text.starts_with('|')) {
      row(text);
    } else {
      words(text);
    }
    follows_heading_ = text.starts_with('#') && !is_in_fence_;
  }
  const std::string& text() const { return page_; }

 private:
  void fence() {
    page_ += is_in_fence_ ? ".RE\n.fi\n" : follows_heading_ ? ".nf\n.RS\n" : ".PP\n.nf\n.RS\n";
    is_in_fence_ = !is_in_fence_;
    begins_paragraph_ = true;
    follows_heading_ = false;
  }

  void heading(const std::string& text) {
    std::string title = text.substr(text.find_first_not_of("# "));
    if (text.starts_with("# ")) {
      page_ += ".SH DESCRIPTION\n";
    } else {
      std::transform(title.begin(), title.end(), title.begin(),
                     [](unsigned char c) { return std::toupper(c); });
      page_ += fmt::format("{} {}\n", text.starts_with("## ") ? ".SH" : ".SS", escaped(title));
    }
  }

  // the first line of a table is its heading, and the second one draws a line
  void row(const std::string& text) {
    const std::vector<std::string> cells = cells_of(text);
    if (++rows_ == 2 || cells.empty()) return;
    if (rows_ == 1) {
      page_ += fmt::format("{}{}\n", follows_heading_ ? "" : ".PP\n", italic(cells.front()));
      return;
    }
    page_ += fmt::format(".TP\n{}\n", inline_text(cells.front()));
    for (std::size_t i = 1; i < cells.size(); ++i)
      page_ += inline_text(cells[i]) + (i + 1 < cells.size() ? "; " : "\n");
    begins_paragraph_ = true;
  }

  void words(const std::string& text) {
    if (begins_paragraph_) page_ += ".PP\n";
    if (text.starts_with("- "))
      page_ += fmt::format(".IP \\(bu 2\n{}\n", inline_text(text.substr(2)));
    else
      page_ += inline_text(text.substr(text.find_first_not_of(' '))) + "\n";
    begins_paragraph_ = false;
  }

  std::string page_;
  bool is_in_fence_ = false;
  bool begins_paragraph_ = false;
  bool follows_heading_ = false;
  int rows_ = 0;  ///< of the table that is being read
};

}  // namespace

std::string language_page(const std::string& markdown, const Edition& edition) {
  Page page;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) page.line(line);
  return fmt::format(".TH MECH 5 {} \"Alembert {}\" \"File Formats\"\n", edition.date,
                     edition.version) +
         ".SH NAME\nmech \\- models of mechanical systems with constraints, as alembert reads "
         "them\n" +
         page.text() + fmt::format(".SH SEE ALSO\n{}(1)\n", bold("alembert"));
}

}  // namespace alembert::app
