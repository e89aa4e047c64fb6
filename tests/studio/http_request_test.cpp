#include "studio/http_request.hpp"

#include <catch2/catch.hpp>

using namespace alembert::studio;

namespace {

int status_of(const std::string& bytes, const HttpLimits& limits = {}) {
  const auto parsed = parse_request(bytes, limits);
  const auto* refusal = std::get_if<Refusal>(&parsed);
  return refusal ? refusal->status : std::holds_alternative<HttpRequest>(parsed) ? 200 : 0;
}

}  // namespace

TEST_CASE("a request is read whole or not at all, wherever it is cut") {
  const std::string whole =
      "POST /api/check?a=1&b=x%20y+z HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello";
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK(std::holds_alternative<Incomplete>(parse_request(whole.substr(0, length))));
  const HttpRequest request = std::get<HttpRequest>(parse_request(whole + "more"));
  CHECK(request.method == "POST");
  CHECK(request.path == "/api/check");
  CHECK(request.query.at("a") == "1");
  CHECK(request.query.at("b") == "x y z");
  CHECK(request.header("host") == "here");
  CHECK(request.header("nothing").empty());
  CHECK(request.body == "hello");
}

TEST_CASE("what is no plain request is refused") {
  CHECK(status_of("GET / HTTP/1.1\r\n\r\n") == 200);
  CHECK(status_of("GET / HTTP/2\r\n\r\n") == 400);
  CHECK(status_of("hello\r\n\r\n") == 400);
  CHECK(status_of("GET http://other/ HTTP/1.1\r\n\r\n") == 400);
  CHECK(status_of("GET / HTTP/1.1\r\n: x\r\n\r\n") == 400);
  CHECK(status_of("GET / HTTP/1.1\r\nHost : x\r\n\r\n") == 400);
  // two lengths, or a length and another coding, are read differently by different servers
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab") == 400);
  CHECK(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n") == 400);
}

TEST_CASE("requests have bounds") {
  const HttpLimits limits{.head = 200, .body = 10};
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n0123456789", limits) == 200);
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n", limits) == 413);
  CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n") == 413);
  CHECK(status_of("GET /" + std::string(300, 'x'), limits) == 431);
  std::string many = "GET / HTTP/1.1\r\n";
  for (int i = 0; i < 100; ++i) many += "h" + std::to_string(i) + ": x\r\n";
  CHECK(status_of(many + "\r\n") == 431);
}
