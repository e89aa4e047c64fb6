#include "text/scan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/limits.hpp"
#include "text/utf8.hpp"

namespace alembert {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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
  explicit Scanner(const Source& source) : source_(source), text_(source.text()) {}

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

  [[noreturn]] void fail(std::size_t offset, std::size_t length, const std::string& what,
                         const std::string& hint = {}) const {
    throw ModelError(source_.place(offset, length), what, hint);
  }

  void add(TokenKind kind, std::size_t offset, std::size_t length) {
    if (tokens_.size() >= max_tokens)
      fail(offset, length, fmt::format("the model has more than {} words and signs", max_tokens),
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
      fail(at_, 1, "this byte is not UTF-8 text", "save the file as UTF-8");
    const bool line_end = character.code == '\r' && here(1) == '\n';
    if (character.code < 0x20 && character.code != '\t' && !line_end)
      fail(at_, 1, fmt::format("a control character (byte {}) in the text", character.code),
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
    if (end >= text_.size() || text_[end] != '"')
      fail(at_, 1, "this quotation is never closed", "put a \" at its end, on the same line");
    check_all(end);
    take(TokenKind::string, end + 1 - at_);
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
    take(TokenKind::number, end - at_);
  }

  void scan_dot() {
    if (here(1) == '.') return take(TokenKind::range, 2);
    const Token* before = adjacent();
    const bool after_value =
        before &&
        (before->kind == TokenKind::name || before->kind == TokenKind::prime ||
         before->kind == TokenKind::right_bracket || before->kind == TokenKind::right_parenthesis);
    if (!is_digit(here(1)))
      fail(at_, 1, "a number or a component is missing at this dot",
           "numbers are written 0.5, components of a vector r.1, ranges 1..N");
    if (!after_value) return scan_number();
    std::size_t length = 1;
    while (is_digit(here(length))) ++length;
    take(TokenKind::component, length);
  }

  // directly after a name it is an index, elsewhere a unit
  void scan_bracket() {
    const Token* before = adjacent();
    if (before && (before->kind == TokenKind::name || before->kind == TokenKind::prime ||
                   before->kind == TokenKind::component)) {
      ++depth_;
      return take(TokenKind::left_bracket, 1);
    }
    const std::size_t close = text_.find_first_of("]\n", at_);
    if (close == std::string_view::npos || text_[close] == '\n')
      fail(at_, 1, "this bracket is never closed",
           "a unit is written [m/s]; an index follows its name without a space: x[3]");
    check_all(close);
    take(TokenKind::unit, close + 1 - at_);
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
        if (here(1) == '*') fail(at_, 2, "powers are written with ^", "write x^2");
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
        return take(TokenKind::colon, 1);
      case '=':
        if (here(1) == '=') fail(at_, 2, "an equation is written with one =", "write left = right");
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

  [[noreturn]] void refuse_character() const {
    const Character character = decode(text_, at_);
    const std::string_view written = text_.substr(at_, character.length);
    struct Habit {
      std::string_view character, instead;
    };
    // signs that word processors and textbooks use for those of the language
    static constexpr Habit habits[] = {
        {"−", "minus is written -"},
        {"–", "minus is written -"},
        {"·", "multiplication is written *"},
        {"×", "multiplication is written *"},
        {"÷", "division is written /"},
        {"²", "powers are written x^2"},
        {"³", "powers are written x^3"},
        {"“", "quotations are written \"...\""},
        {"”", "quotations are written \"...\""},
        {"’", "the velocity of x is written x'"},
        {"′", "the velocity of x is written x'"},
        {"≤", "write <="},
        {"≥", "write >="},
        {"½", "write 1/2"},
        {"√", "write sqrt(...)"},
        {";", "items are separated by commas or lines"},
        {"!", "conditions compare with < <= > >="},
        {"&", "a condition compares two formulas; min(a, b) > 0 says that both are positive"},
        {"|", "a condition compares two formulas; max(a, b) > 0 says that one is positive"},
        {"{", "formulas are grouped with ( )"},
        {"\u00a0", "this is a no-break space; write an ordinary one"},
    };
    const auto* habit = std::find_if(std::begin(habits), std::end(habits),
                                     [&](const Habit& h) { return h.character == written; });
    fail(at_, character.length, fmt::format("'{}' is not a sign of the language", written),
         habit == std::end(habits) ? "" : std::string(habit->instead));
  }

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;  // of parentheses and brackets
  bool space_before_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> scan(const Source& source) { return Scanner(source).run(); }

}  // namespace alembert
