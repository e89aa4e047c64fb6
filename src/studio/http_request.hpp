#pragma once
/// The small part of HTTP/1.1 that the studio speaks: a request with a body of known length.
/// Anything else is refused; the bytes may come from anywhere and are not trusted.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace alembert::studio {

struct HttpRequest {
  std::string method;
  std::string path;                            ///< without the query
  std::map<std::string, std::string> query;    ///< decoded
  std::map<std::string, std::string> headers;  ///< names in small letters
  std::string body;

  /// Empty when there is none.
  std::string_view header(const std::string& name) const;
};

struct HttpLimits {
  std::size_t head = 16 << 10;   ///< bytes of the first line and the headers
  std::size_t body = 512 << 10;  ///< bytes
};

/// The request needs more bytes than have come.
struct Incomplete {};
/// It cannot be served: an HTTP status and a sentence.
struct Refusal {
  int status;
  std::string message;
};

/// One request from the bytes that have come so far.
std::variant<HttpRequest, Incomplete, Refusal> parse_request(std::string_view bytes,
                                                             const HttpLimits& limits = {});

/// "HTTP/1.1 200 OK" and the headers that every answer has; `length` is absent when the end of the
/// connection ends the body.
std::string response_head(int status, std::string_view type, const std::size_t* length);

}  // namespace alembert::studio
