#include "studio/connection.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

namespace alembert::studio {

using Clock = std::chrono::steady_clock;

namespace {

/// Waits for an event of the socket until the deadline.
bool wait_for(int socket, short event, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd what{socket, event, 0};
    const int count = poll(&what, 1, static_cast<int>(left));
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

}  // namespace

Connection::~Connection() { close(socket_); }

std::variant<HttpRequest, Refusal> Connection::read_request(std::chrono::milliseconds within,
                                                            const HttpLimits& limits) {
  const auto deadline = Clock::now() + within;
  std::string bytes;
  std::array<char, 16384> piece;
  while (wait_for(socket_, POLLIN, deadline)) {
    const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
    if (count <= 0) break;
    bytes.append(piece.data(), static_cast<std::size_t>(count));
    auto parsed = parse_request(bytes, limits);
    if (auto* request = std::get_if<HttpRequest>(&parsed)) return std::move(*request);
    if (auto* refusal = std::get_if<Refusal>(&parsed)) return std::move(*refusal);
  }
  return Refusal{408, "the request did not come in time"};
}

bool Connection::send(std::string_view bytes, std::chrono::milliseconds patience) {
  auto deadline = Clock::now() + patience;
  while (!bytes.empty()) {
    if (!wait_for(socket_, POLLOUT, deadline)) return false;
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (count <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    deadline = Clock::now() + patience;
  }
  return true;
}

void Connection::answer(int status, std::string_view type, std::string_view body) {
  const std::size_t length = body.size();
  if (send(response_head(status, type, &length))) send(body);
  // what the client still sends must not reset the connection before the answer has arrived
  shutdown(socket_, SHUT_WR);
  std::array<char, 4096> rest;
  for (int i = 0;
       i < 64 && wait_for(socket_, POLLIN, Clock::now() + std::chrono::milliseconds(200)); ++i)
    if (recv(socket_, rest.data(), rest.size(), 0) <= 0) break;
}

void Connection::refuse(const Refusal& refusal) {
  answer(refusal.status, "application/json", nlohmann::json{{"message", refusal.message}}.dump());
}

bool Connection::is_gone() const {
  pollfd what{socket_, POLLIN | POLLRDHUP, 0};
  if (poll(&what, 1, 0) <= 0) return false;
  if (what.revents & (POLLRDHUP | POLLHUP | POLLERR)) return true;
  char byte;
  return recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

}  // namespace alembert::studio
