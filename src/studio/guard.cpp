#include "studio/guard.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <stdexcept>

namespace alembert::studio {

namespace {

/// Compares in a time that does not depend on how many letters are right.
bool is_same(std::string_view given, std::string_view token) {
  unsigned char difference = given.size() == token.size() ? 0 : 1;
  for (std::size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(token[i] ^ (i < given.size() ? given[i] : '\0'));
  return difference == 0;
}

}  // namespace

Guard::Guard(std::string token, std::string address, int port)
    : token_(std::move(token)), address_(std::move(address)), port_(port) {}

// another site's name may be made to resolve to this machine
bool Guard::is_own_host(std::string_view host) const {
  for (const std::string_view name :
       {std::string_view(address_), std::string_view("127.0.0.1"), std::string_view("localhost")})
    if (host == fmt::format("{}:{}", name, port_)) return true;
  return false;
}

std::optional<Refusal> Guard::refuse(const HttpRequest& request) const {
  const std::string_view host = request.header("host"), origin = request.header("origin");
  if (!is_own_host(host)) return Refusal{403, "this name is not the studio's"};
  if (!origin.empty() && origin != fmt::format("http://{}", host))
    return Refusal{403, "another page may not use the studio"};
  const auto in_address = request.query.find("token");
  const std::string_view token =
      request.path.starts_with("/api/")   ? request.header("x-alembert-token")
      : in_address == request.query.end() ? std::string_view()
                                          : std::string_view(in_address->second);
  if (!is_same(token, token_))
    return Refusal{401, "open the address that the program printed: its token is missing here"};
  return std::nullopt;
}

std::string new_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("the system has no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

}  // namespace alembert::studio
