#pragma once
/// A client of the studio's server, for tests: it may be as rude as it likes.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <thread>

#include "studio/server.hpp"

namespace alembert::studio {

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place);
    const timeval patience{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { leave(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void say(std::string_view bytes) { ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  /// What comes until the server closes, or until `enough` has come.
  std::string hear(std::string_view enough = {}) {
    std::string heard;
    char piece[65536];
    for (ssize_t count; (count = recv(socket_, piece, sizeof piece, 0)) > 0;) {
      heard.append(piece, static_cast<std::size_t>(count));
      if (!enough.empty() && heard.find(enough) != std::string::npos) break;
    }
    return heard;
  }
  void leave() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }

 private:
  int socket_;
};

/// A server that serves from a thread of its own as long as it lives.
class RunningServer {
 public:
  explicit RunningServer(ServerOptions options = {})
      : token(options.token), server(std::move(options)), thread_([this] { server.serve(); }) {}
  ~RunningServer() {
    server.stop();
    thread_.join();
  }

  std::string request(const std::string& method, const std::string& path,
                      const std::string& body = {}, const std::string& more = {}) const {
    return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
           "\r\nX-Alembert-Token: " + token + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n" + more + "\r\n" + body;
  }
  std::string answer_to(const std::string& bytes) const {
    Client client(server.port());
    client.say(bytes);
    return client.hear();
  }
  int status_of(const std::string& bytes) const {
    const std::string answer = answer_to(bytes);
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
  }

  const std::string token;
  Server server;

 private:
  std::thread thread_;
};

}  // namespace alembert::studio
