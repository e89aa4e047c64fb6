#include "studio/http_request.hpp"

#include <fmt/format.h>

#include <charconv>

namespace alembert::studio {

namespace {

constexpr std::size_t most_headers = 64;

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// "%41+b" is "A b"; anything that is no code stays as it is.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr ==
            text.data() + i + 3) {
      result += static_cast<char>(code);
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

/// Takes the text before `mark` off `rest`, and the mark; all of it where there is none.
std::string_view take_until(std::string_view& rest, std::string_view mark) {
  const std::size_t at = rest.find(mark);
  const std::string_view part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + mark.size());
  return part;
}

bool read_first_line(std::string_view line, HttpRequest& request) {
  request.method = take_until(line, " ");
  std::string_view target = take_until(line, " ");
  if (line != "HTTP/1.1" && line != "HTTP/1.0") return false;
  if (request.method.empty() || !target.starts_with("/")) return false;
  request.path = take_until(target, "?");
  while (!target.empty()) {
    std::string_view pair = take_until(target, "&");
    const std::string name = decoded(take_until(pair, "="));
    request.query[name] = decoded(pair);
  }
  return true;
}

const char* words_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

}  // namespace

std::string_view HttpRequest::header(const std::string& name) const {
  const auto place = headers.find(name);
  return place == headers.end() ? std::string_view() : std::string_view(place->second);
}

std::variant<HttpRequest, Incomplete, Refusal> parse_request(std::string_view bytes,
                                                             const HttpLimits& limits) {
  const std::size_t end = bytes.substr(0, limits.head).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() >= limits.head) return Refusal{431, "the head of the request is too long"};
    return Incomplete{};
  }
  std::string_view head = bytes.substr(0, end);
  HttpRequest request;
  if (!read_first_line(take_until(head, "\r\n"), request))
    return Refusal{400, "this is no request of HTTP/1.1"};
  while (!head.empty()) {
    std::string_view line = take_until(head, "\r\n");
    const std::string_view name = take_until(line, ":");
    if (name.empty() || name.find_first_of(" \t") != std::string_view::npos)
      return Refusal{400, "a header has no name"};
    if (!request.headers.emplace(in_small_letters(name), trimmed(line)).second)
      return Refusal{400, "a header is given twice"};
    if (request.headers.size() > most_headers) return Refusal{431, "too many headers"};
  }
  if (!request.header("transfer-encoding").empty())
    return Refusal{400, "a body must say its length"};

  std::size_t length = 0;
  if (const std::string_view text = request.header("content-length"); !text.empty()) {
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error == std::errc::result_out_of_range) return Refusal{413, "the request is too large"};
    if (error != std::errc() || last != text.data() + text.size())
      return Refusal{400, "the length of the body is no number"};
  }
  if (length > limits.body) return Refusal{413, "the request is too large"};
  const std::string_view rest = bytes.substr(end + 4);
  if (rest.size() < length) return Incomplete{};
  request.body = rest.substr(0, length);
  return request;
}

std::string response_head(int status, std::string_view type, const std::size_t* length) {
  // the page runs its own script and talks to this server alone
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\n{}Connection: close\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; "
      "style-src 'unsafe-inline'; font-src data:; img-src data: blob:; connect-src 'self'; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\r\n",
      status, words_of(status), type,
      length ? fmt::format("Content-Length: {}\r\n", *length) : std::string());
}

}  // namespace alembert::studio
