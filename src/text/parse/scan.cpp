#include "text/parse/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "text/limits.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/utf8.hpp"

namespace alembert {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// control characters, which no editor shows and some terminals obey
bool is_invisible(std::uint32_t code) {
  return (code >= 0x7f && code < 0xa0) || code == 0xad || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

// after these a formula cannot end, so that it goes on in the next line
bool wants_more(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::times:
    case TokenKind::divide:
    case TokenKind::power:
    case TokenKind::comma:
    case TokenKind::colon:
    case TokenKind::becomes:
    case TokenKind::equals:
    case TokenKind::tilde:
    case TokenKind::less:
    case TokenKind::less_equal:
    case TokenKind::greater:
    case TokenKind::greater_equal:
    case TokenKind::range:
      return true;
    default:
      return false;
  }
}

class Scanner {
 public:
  Scanner(const Source& source, Mistakes& mistakes)
      : source_(source), text_(source.text()), mistakes_(mistakes) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) scan_one();
    // a file that ends within a statement ends it
    if (!tokens_.empty()) add(TokenKind::statement_end, text_.size(), 0);
    add(TokenKind::end, text_.size(), 0);
    return std::move(tokens_);
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // notes one mistake a line: the next ones may come from the same slip
  bool note(std::size_t offset, std::size_t length, const std::string& what,
            const std::string& hint) {
    const std::size_t line = source_.line(offset);
    if (std::exchange(last_line_noted_, line) == line) return false;
    mistakes_.note(ModelError(source_.place(offset, length), what, hint));
    return true;
  }

  // the same at a sign, once for each sign; goes on as if `meant` stood there
  void refuse(std::size_t length, const std::string& what, const std::string& hint,
              TokenKind meant = TokenKind::refused) {
    if (!refused_.contains(what) && note(at_, length, what, hint)) refused_.insert(what);
    take(meant, length);
  }

  void add(TokenKind kind, std::size_t offset, std::size_t length) {
    if (tokens_.size() >= max_tokens)
      throw LastMistake(source_.place(offset, length),
                        fmt::format("the model has more than {} words and signs", max_tokens),
                        "use families and sum(i in 1..N: ...) for what repeats");
    tokens_.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(length), kind,
                       space_before_});
    space_before_ = false;
  }

  void take(TokenKind kind, std::size_t length) {
    add(kind, at_, length);
    at_ += length;
  }

  // the previous token, if it stands directly before this character
  const Token* adjacent() const {
    if (tokens_.empty() || space_before_) return nullptr;
    return &tokens_.back();
  }

  void scan_blank() {
    while (here() == ' ' || here() == '\t' || (here() == '\r' && here(1) == '\n')) ++at_;
    space_before_ = true;
  }

  void scan_one() {
    const char c = here();
    if (c == ' ' || c == '\t' || (c == '\r' && here(1) == '\n')) return scan_blank();
    if (c == '#') {
      while (at_ < text_.size() && here() != '\n')
        check_character(), at_ += decode(text_, at_).length;
      return;
    }
    if (c == '\n') return scan_line_end();
    if (c == '"') return scan_string();
    if (is_digit(c)) return scan_number();
    if (c == '.') return scan_dot();
    if (c == '[') return scan_bracket();
    check_character();
    if (starts_name(decode(text_, at_).code)) return scan_name();
    scan_sign();
  }

  void check_character() const {
    const Character character = decode(text_, at_);
    if (character.length == 0)
      throw LastMistake(source_.place(at_, 1), "this byte is not UTF-8 text",
                        "save the file as UTF-8");
    const bool line_end = character.code == '\r' && here(1) == '\n';
    if (character.code < 0x20 && character.code != '\t' && !line_end)
      throw LastMistake(source_.place(at_, 1),
                        fmt::format("a control character (byte {}) in the text", character.code),
                        "the file may not be a text file");
  }

  // settles whether the statement, the item or only the line ends here
  void scan_line_end() {
    const std::size_t end_of_line = at_;
    bool margin = true;
    while (at_ < text_.size()) {
      if (here() == '\n') {
        margin = true;
        ++at_;
      } else if (here() == ' ' || here() == '\t' || (here() == '\r' && here(1) == '\n')) {
        margin = false;
        ++at_;
      } else if (here() == '#') {
        while (at_ < text_.size() && here() != '\n')
          check_character(), at_ += decode(text_, at_).length;
      } else {
        break;
      }
    }
    space_before_ = true;
    if (tokens_.empty() || at_ >= text_.size()) return;
    if (margin && here() != ')' && here() != ']') {
      add(TokenKind::statement_end, end_of_line, 0);
      depth_ = 0;
      return;
    }
    const bool leads_on = std::string_view("+-*/^=<>)]").find(here()) != std::string_view::npos;
    if (depth_ > 0 || leads_on || wants_more(tokens_.back().kind)) return;
    add(TokenKind::line_end, end_of_line, 0);
  }

  void scan_string() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n')
      end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
    end = std::min(end, text_.size());
    check_all(end);
    const bool closed = end < text_.size() && text_[end] == '"';
    if (!closed)
      note(at_, 1, "this quotation is never closed", "put a \" at its end, on the same line");
    take(TokenKind::string, end + closed - at_);
  }

  void check_all(std::size_t end) {
    const std::size_t start = at_;
    while (at_ < end) check_character(), at_ += decode(text_, at_).length;
    at_ = start;
  }

  void scan_number() {
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.' && text_.substr(end, 2) != "..") {
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        end = exponent;
        digits();
      }
    }
    // between two items a comma is followed by a blank or by a name
    const bool decimal_comma = depth_ == 0 && text_.substr(end, 1) == "," &&
                               end + 1 < text_.size() && is_digit(text_[end + 1]);
    if (decimal_comma) {
      const std::size_t comma = end++;
      digits();
      note(at_, end - at_, "numbers are written with a decimal point",
           fmt::format("write {}.{}", text_.substr(at_, comma - at_),
                       text_.substr(comma + 1, end - comma - 1)));
    }
    take(TokenKind::number, end - at_);
  }

  void scan_dot() {
    if (here(1) == '.') return take(TokenKind::range, 2);
    const Token* before = adjacent();
    const bool after_value =
        before && (before->kind == TokenKind::name || before->kind == TokenKind::prime ||
                   before->kind == TokenKind::part || before->kind == TokenKind::right_bracket ||
                   before->kind == TokenKind::right_parenthesis);
    if (after_value && starts_name(decode(text_, at_ + 1).code)) {
      std::size_t end = at_ + 1;
      while (end < text_.size() && continues_name(decode(text_, end).code))
        end += decode(text_, end).length;
      return take(TokenKind::part, end - at_);
    }
    if (!is_digit(here(1))) {
      note(at_, 1, "a number or a component is missing at this dot",
           "numbers are written 0.5, components of a vector r.1, ranges 1..N");
      return take(TokenKind::refused, 1);
    }
    if (!after_value) return scan_number();
    std::size_t length = 1;
    while (is_digit(here(length))) ++length;
    take(TokenKind::component, length);
  }

  // directly after a name it is an index, elsewhere a unit
  void scan_bracket() {
    const Token* before = adjacent();
    if (before && (before->kind == TokenKind::name || before->kind == TokenKind::prime ||
                   before->kind == TokenKind::component || before->kind == TokenKind::part)) {
      ++depth_;
      return take(TokenKind::left_bracket, 1);
    }
    const std::size_t close = std::min(text_.find_first_of("[]\n", at_ + 1), text_.size());
    check_all(close);
    if (close < text_.size() && text_[close] == ']') return take(TokenKind::unit, close + 1 - at_);
    note(at_, 1, "this bracket is never closed",
         "a unit is written [m/s]; an index follows its name without a space: x[3]");
    // what comes after a comma is another item
    take(TokenKind::unit, std::min(text_.find(',', at_), close) - at_);
  }

  void scan_name() {
    std::size_t end = at_;
    for (Character next = decode(text_, end); end < text_.size() && continues_name(next.code);
         next = decode(text_, end))
      end += next.length;
    take(TokenKind::name, end - at_);
  }

  void scan_sign() {
    switch (here()) {
      case '+':
        return take(TokenKind::plus, 1);
      case '-':
        return take(TokenKind::minus, 1);
      case '*':
        if (here(1) == '*')
          return refuse(2, "powers are written with ^", "write ^ for **", TokenKind::power);
        return take(TokenKind::times, 1);
      case '/':
        return take(TokenKind::divide, 1);
      case '^':
        return take(TokenKind::power, 1);
      case '(':
        ++depth_;
        return take(TokenKind::left_parenthesis, 1);
      case ')':
        depth_ -= depth_ > 0;
        return take(TokenKind::right_parenthesis, 1);
      case ']':
        depth_ -= depth_ > 0;
        return take(TokenKind::right_bracket, 1);
      case ',':
        return take(TokenKind::comma, 1);
      case ':':
        return here(1) == '=' ? take(TokenKind::becomes, 2) : take(TokenKind::colon, 1);
      case '=':
        if (here(1) == '=' && depth_ > 0)
          return refuse(2, "'==' is not a sign of the language",
                        "conditions compare with < <= > >=; of integers, i == 1 is written "
                        "abs(i - 1) < 1/2",
                        TokenKind::less);
        if (here(1) == '=')
          return refuse(
              2, "'==' is not a sign of the language",
              "an equation is written left = right, a condition with < <= > >=", TokenKind::equals);
        return take(TokenKind::equals, 1);
      case '~':
        return take(TokenKind::tilde, 1);
      case '<':
        return here(1) == '=' ? take(TokenKind::less_equal, 2) : take(TokenKind::less, 1);
      case '>':
        return here(1) == '=' ? take(TokenKind::greater_equal, 2) : take(TokenKind::greater, 1);
      case '\'':
        return take(TokenKind::prime, 1);
      default:
        refuse_character();
    }
  }

  void refuse_character() {
    const Character character = decode(text_, at_);
    const std::string_view written = text_.substr(at_, character.length);
    if (written == "\\") return refuse_latex();
    if (written == "°") return refuse_degree();
    if (is_invisible(character.code))
      return refuse(character.length,
                    fmt::format("an invisible character (U+{:04X}) in the text", character.code),
                    "take it away");
    const std::string what = fmt::format("'{}' is not a sign of the language", written);
    if (const ForeignSign* sign = find_foreign_sign(written))
      return refuse(character.length, what, std::string(sign->hint), sign->meant);
    refuse(character.length, what,
           "names are made of Latin, Greek and Cyrillic letters, digits and _");
  }

  void refuse_latex() {
    std::size_t length = 1;
    while (starts_name(decode(text_, at_ + length).code) && here(length) != '_') ++length;
    const std::string_view command = text_.substr(at_, length);
    refuse(length, fmt::format("'{}' is not a sign of the language", command),
           hint_for_latex(command));
  }

  void refuse_degree() {
    const Token* before = adjacent();
    const bool after_number = before && before->kind == TokenKind::number;
    note(at_, std::string_view("°").size(), "angles are measured in radians",
         fmt::format("write {}*pi/180",
                     after_number ? text_.substr(before->offset, before->length) : "a"));
    at_ += std::string_view("°").size();
  }

  const Source& source_;
  std::string_view text_;
  Mistakes& mistakes_;
  std::size_t last_line_noted_ = 0;
  std::set<std::string> refused_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;  // of parentheses and brackets
  bool space_before_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> scan(const Source& source, Mistakes& mistakes) {
  return Scanner(source, mistakes).run();
}

}  // namespace alembert
