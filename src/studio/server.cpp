#include "studio/server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "mechanics/model_error.hpp"
#include "report/pages.hpp"
#include "studio/gallery.hpp"
#include "text/read.hpp"

namespace alembert::studio {

namespace {

using Json = nlohmann::ordered_json;

constexpr int to_notice_stop = 100;  // milliseconds

/// {text, set, file?}; anything else is refused.
ModelRequest model_request(const std::string& body) {
  const auto bad = [] { return Refusal{400, "the request is not what the studio's page sends"}; };
  // sorted by name: an object that keeps the order of its names looks through all of them for each
  const auto json = nlohmann::json::parse(body, nullptr, false);
  if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) throw bad();
  ModelRequest request{json["text"].get<std::string>()};
  if (json.contains("file") && json["file"].is_string()) request.file = json["file"];
  if (json.contains("set")) {
    if (!json["set"].is_object() || json["set"].size() > 1000) throw bad();
    for (const auto& [name, value] : json["set"].items()) {
      if (!value.is_number() || !std::isfinite(value.get<double>())) throw bad();
      request.set.emplace_back(name, value.get<double>());
    }
  }
  return request;
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The title that a text gives its system, without reading the rest.
std::string title_of(std::string_view text) {
  const std::string_view keyword = "system \"";
  const std::size_t at = text.starts_with(keyword) ? 0 : text.find("\nsystem \"");
  if (at == std::string_view::npos) return "";
  const std::size_t first = text.find('"', at) + 1;
  return std::string(text.substr(first, text.find('"', first) - first));
}

}  // namespace

Server::Server(ServerOptions options) : options_(std::move(options)) {
  const auto fail = [&](const char* what) {
    const std::string reason = std::strerror(errno);
    if (listener_ >= 0) close(listener_);
    throw ModelError(
        fmt::format("cannot {} {}:{}: {}", what, options_.address, options_.port, reason),
        "--port chooses another port, --listen another address");
  };
  sockaddr_in place{};
  place.sin_family = AF_INET;
  if (inet_pton(AF_INET, options_.address.c_str(), &place.sin_addr) != 1)
    throw ModelError(fmt::format("'{}' is no address of the form 127.0.0.1", options_.address));
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener_ < 0) fail("open a socket for");
  const int yes = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const auto listens_on = [&](int port) {
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    return bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
           listen(listener_, 128) == 0;
  };
  const int last = options_.port + options_.next_ports;
  for (int port = options_.port; !listens_on(port); ++port)
    if (errno != EADDRINUSE || port == last) fail("listen on");
  socklen_t size = sizeof place;
  getsockname(listener_, reinterpret_cast<sockaddr*>(&place), &size);
  port_ = ntohs(place.sin_port);
  guard_.emplace(options_.token, options_.address, port_);
}

Server::~Server() { close(listener_); }

std::string Server::address() const {
  return fmt::format("http://{}:{}/?token={}", options_.address, port_, options_.token);
}

void Server::serve() {
  while (!is_stopped_) {
    pollfd what{listener_, POLLIN, 0};
    if (poll(&what, 1, to_notice_stop) <= 0) continue;
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    const std::scoped_lock lock(mutex_);
    if (clients_ >= options_.most_connections) {
      // closed at once: sending an answer would wait for this client and hold up the others
      close(socket);
      continue;
    }
    try {
      std::thread([this, socket] {
        serve_client(socket);
        const std::scoped_lock leaving(mutex_);
        --clients_;
        client_left_.notify_all();
      }).detach();
      ++clients_;  // counted before that thread can leave, because the lock is held
    } catch (const std::system_error&) {
      close(socket);  // no thread can be made now; later there may be room again
    }
  }
  std::unique_lock lock(mutex_);
  client_left_.wait(lock, [&] { return clients_ == 0; });
}

void Server::serve_client(int socket) {
  Connection client(socket);
  try {
    const auto received = client.read_request(options_.request_time);
    if (const auto* refusal = std::get_if<Refusal>(&received)) return client.refuse(*refusal);
    const HttpRequest& request = std::get<HttpRequest>(received);
    if (const auto refusal = guard_->refuse(request)) return client.refuse(*refusal);
    route(request, client);
  } catch (const Refusal& refusal) {
    client.refuse(refusal);
  } catch (const std::exception& error) {
    client.refuse({503, error.what()});
  }
}

void Server::route(const HttpRequest& request, Connection& client) {
  const auto is = [&](std::string_view method, std::string_view path) {
    if (request.path != path) return false;
    if (request.method != method) throw Refusal{405, "another method is needed here"};
    return true;
  };
  if (is("GET", "/")) return client.answer(200, "text/html; charset=utf-8", studio_page());
  if (is("GET", "/api/gallery")) return send_gallery(client);
  if (is("POST", "/api/check")) return send_check(request, client);
  if (is("POST", "/api/run")) return send_run(request, client);
  throw Refusal{404, "there is nothing here"};
}

void Server::send_gallery(Connection& client) {
  Json list = Json::array();
  const auto add = [&](std::string_view name, std::string_view text) {
    list.push_back({{"name", name}, {"title", title_of(text)}, {"text", text}});
  };
  if (options_.first) {
    add(options_.first->file, options_.first->text);
    list.back()["given"] = true;  // by name, so that it is shown rather than what was open last
  }
  for (const GalleryModel& model : gallery()) add(model.name, model.text);
  client.answer(200, "application/json", dumped(list));
}

void Server::send_check(const HttpRequest& request, Connection& client) {
  const ModelRequest asked = model_request(request.body);
  Json answer;
  try {
    const BoundedModel bounded = read_bounded(asked);
    answer = {{"ok", true}, {"title", bounded.model.system.title()}, {"parameters", Json::array()}};
    for (const Parameter& parameter : bounded.model.system.parameters()) {
      answer["parameters"].push_back({{"name", parameter.name}, {"value", parameter.value}});
      if (!parameter.unit.empty()) answer["parameters"].back()["unit"] = parameter.unit;
    }
    answer["until"] = bounded.settings.until;
  } catch (const ModelError& error) {
    answer = {{"ok", false}, {"errors", Json::array()}};
    for (const Mistake& one : error.mistakes()) {
      Json mistake = Json::parse(mistake_json(one));
      // a mistake of the whole model stands at its beginning
      if (!mistake.contains("line")) mistake.update({{"line", 1}, {"column", 1}, {"length", 1}});
      answer["errors"].push_back(mistake);
    }
  }
  client.answer(200, "application/json", dumped(answer));
}

void Server::send_run(const HttpRequest& request, Connection& client) {
  const ModelRequest asked = model_request(request.body);
  struct Turn {
    std::atomic<int>& count;
    const int before = count++;
    ~Turn() { --count; }
  } const turn{runs_};
  if (turn.before >= options_.most_runs)
    throw Refusal{429, "as many runs as this machine should bear are going on"};
  if (!client.send(response_head(200, "application/x-ndjson", nullptr))) return;
  run_live(asked, {.send = [&](std::string_view lines) { return client.send(lines); },
                   .is_cancelled = [&] { return is_stopped_ || client.is_gone(); },
                   .time_limit = options_.run_time});
}

}  // namespace alembert::studio
