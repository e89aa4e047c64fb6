#pragma once
/// The studio's server: the page, the gallery, checks of model texts and live runs, on one address
/// of this machine. Model texts stay in memory: nothing that a client sends reaches a file or
/// another program.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "studio/connection.hpp"
#include "studio/guard.hpp"
#include "studio/live_run.hpp"

namespace alembert::studio {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 0;                            ///< 0: any that is free
  int next_ports = 0;                      ///< how many behind it may serve where it is taken
  std::optional<ModelRequest> first = {};  ///< the model to begin with, before the gallery
  std::string token = new_token();
  std::chrono::milliseconds request_time = std::chrono::seconds(5);
  std::chrono::milliseconds run_time = std::chrono::seconds(60);
  int most_connections = 64;
  int most_runs = 3;  ///< at once
};

class Server {
 public:
  /// Starts to listen. Throws ModelError if the address is not available.
  explicit Server(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }
  /// The address to open in a browser.
  std::string address() const;

  /// Serves until `stop`; then ends what is running, and returns.
  void serve();
  /// May be called from a signal handler or another thread.
  void stop() { is_stopped_ = true; }

 private:
  void serve_client(int socket);
  void route(const HttpRequest& request, Connection& client);
  void send_gallery(Connection& client);
  void send_check(const HttpRequest& request, Connection& client);
  void send_run(const HttpRequest& request, Connection& client);

  const ServerOptions options_;
  int listener_ = -1, port_ = 0;
  std::optional<Guard> guard_;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<int> runs_ = 0;
  std::mutex mutex_;
  std::condition_variable client_left_;
  int clients_ = 0;  ///< guarded by mutex_
};

}  // namespace alembert::studio
