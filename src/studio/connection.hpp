#pragma once
/// One client: a socket with a deadline for everything that it should say or take.

#include <chrono>
#include <string_view>
#include <variant>

#include "studio/http_request.hpp"

namespace alembert::studio {

class Connection {
 public:
  /// Takes ownership of the socket and closes it.
  explicit Connection(int socket) : socket_(socket) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// A request, or why there is none: it did not come whole in time, or is not served.
  std::variant<HttpRequest, Refusal> read_request(std::chrono::milliseconds within,
                                                  const HttpLimits& limits = {});

  /// False if the client has gone, or has taken nothing for this long.
  bool send(std::string_view bytes, std::chrono::milliseconds patience = std::chrono::seconds(10));
  void answer(int status, std::string_view type, std::string_view body);
  void refuse(const Refusal& refusal);

  /// Whether the client has closed its end.
  bool is_gone() const;

 private:
  int socket_;
};

}  // namespace alembert::studio
