#include <catch2/catch.hpp>
#include <chrono>
#include <nlohmann/json.hpp>

#include "client.hpp"
#include "studio/gallery.hpp"

using namespace alembert;
using namespace alembert::studio;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

std::string body_of(const std::string& answer) {
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

std::string with_text(const std::string& text, const Json& set = Json::object()) {
  return Json{{"text", text}, {"set", set}}.dump();
}

const std::string pendulum =
    "coordinates x y\nparameters g = 9.81 [m/s^2]\nlagrangian 1/2*(x'^2 + y'^2) - g*y\n"
    "constraint rod: x^2 + y^2 = 1\nstart x = 1, y = 0\nrun 1\n";
// chaotic and without end: it runs until somebody ends it
const std::string endless =
    "coordinates x1 y1 x2 y2\nlagrangian 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2) - 9.81*(y1 + y2)\n"
    "constraint rod1: x1^2 + y1^2 = 1\nconstraint rod2: (x2 - x1)^2 + (y2 - y1)^2 = 1\n"
    "start x1 = 1, y1 = 0, x2 = 2, y2 = 0\nrun 1e7\n";

}  // namespace

TEST_CASE("the studio serves its own page alone") {
  const RunningServer studio;
  const std::string port = std::to_string(studio.server.port());
  const auto get = [&](const std::string& path, const std::string& headers) {
    return studio.status_of("GET " + path + " HTTP/1.1\r\n" + headers + "\r\n");
  };
  const std::string host = "Host: 127.0.0.1:" + port + "\r\n";
  const std::string token = "X-Alembert-Token: " + studio.token + "\r\n";

  CHECK(get("/api/gallery", host + token) == 200);
  CHECK(get("/api/gallery", "Host: localhost:" + port + "\r\n" + token) == 200);
  CHECK(get("/?token=" + studio.token, host) == 200);
  SECTION("a token is needed, the right one, in its place") {
    CHECK(get("/", host) == 401);
    CHECK(get("/api/gallery", host) == 401);
    CHECK(get("/api/gallery?token=" + studio.token, host) == 401);
    std::string wrong = studio.token;
    wrong.back() = wrong.back() == '0' ? '1' : '0';
    CHECK(get("/api/gallery", host + "X-Alembert-Token: " + wrong + "\r\n") == 401);
    CHECK(get("/api/gallery", host + "X-Alembert-Token: " + studio.token + "0\r\n") == 401);
    CHECK(get("/api/gallery", host + "X-Alembert-Token:\r\n") == 401);
  }
  SECTION("another page, or another name for this machine, is refused even with the token") {
    CHECK(get("/api/gallery", host + token + "Origin: http://evil.example\r\n") == 403);
    CHECK(get("/api/gallery", host + token + "Origin: null\r\n") == 403);
    CHECK(get("/api/gallery", host + token + "Origin: http://127.0.0.1:" + port + "\r\n") == 200);
    CHECK(get("/api/gallery", "Host: evil.example:" + port + "\r\n" + token) == 403);
    CHECK(get("/api/gallery", "Host: 127.0.0.1\r\n" + token) == 403);
    CHECK(get("/api/gallery", token) == 403);
  }
  SECTION("no path leads to a file") {
    for (const char* path :
         {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/../../etc/passwd",
          "/api/gallery/../../../etc/passwd", "//etc/passwd", "/etc/passwd", "/index.html"}) {
      const std::string answer =
          studio.answer_to(std::string("GET ") + path + "?token=" + studio.token + " HTTP/1.1\r\n" +
                           host + token + "\r\n");
      CAPTURE(path);
      CHECK(answer.starts_with("HTTP/1.1 404"));
      CHECK(answer.find("root:") == std::string::npos);
    }
  }
  SECTION("every answer forbids what the page does not need") {
    const std::string page =
        studio.answer_to("GET /?token=" + studio.token + " HTTP/1.1\r\n" + host + "\r\n");
    for (const char* header :
         {"Content-Security-Policy: default-src 'none'", "X-Frame-Options: DENY",
          "X-Content-Type-Options: nosniff", "Cache-Control: no-store"})
      CHECK(page.find(header) != std::string::npos);
  }
  SECTION("methods") {
    CHECK(studio.status_of(studio.request("POST", "/api/gallery")) == 405);
    CHECK(studio.status_of(studio.request("GET", "/api/run")) == 405);
    CHECK(studio.status_of(studio.request("DELETE", "/api/nothing")) == 404);
  }
}

TEST_CASE("the gallery begins with the model that was given") {
  ServerOptions options;
  options.first = ModelRequest{"system \"Mine\"\n", "mine.mech"};
  const RunningServer studio(options);
  const Json list = Json::parse(body_of(studio.answer_to(studio.request("GET", "/api/gallery"))));
  REQUIRE(list.size() == gallery().size() + 1);
  CHECK(list[0]["name"] == "mine.mech");
  CHECK(list[0]["title"] == "Mine");
  CHECK(gallery().size() > 40);
  for (const Json& model : list) CHECK(!model["text"].get<std::string>().empty());
}

TEST_CASE("a text is checked, and a mistake has its place") {
  const RunningServer studio;
  const auto check = [&](const std::string& body) {
    return Json::parse(body_of(studio.answer_to(studio.request("POST", "/api/check", body))));
  };
  const Json good = check(with_text(pendulum));
  CHECK(good["ok"] == true);
  CHECK(good["until"] == 1);
  CHECK(good["parameters"][0] == Json{{"name", "g"}, {"value", 9.81}, {"unit", "m/s^2"}});
  CHECK(check(with_text(pendulum, {{"g", 1.62}}))["parameters"][0]["value"] == 1.62);

  const Json bad = check(with_text("coordinates x\nlagrangian 1/2*x'^2 - größe*x\n"));
  CHECK(bad["ok"] == false);
  CHECK(bad["errors"][0]["line"] == 2);
  CHECK(bad["errors"][0]["column"] == 23);
  CHECK(bad["errors"][0]["length"] == 5);
  const Json worse = check(with_text("coordinates x\nkinetic 1/2*xx'^2\npotential yy\n"));
  REQUIRE(worse["errors"].size() == 2);
  CHECK(worse["errors"][0]["line"] == 2);
  CHECK(worse["errors"][1]["line"] == 3);
  CHECK(check(with_text(pendulum, {{"no_such", 1}}))["ok"] == false);
}

TEST_CASE("requests that the page would never send are refused") {
  const RunningServer studio;
  for (const char* body :
       {"", "[]", "{}", "{\"text\": 1}", "{\"text\": \"\", \"set\": []}",
        "{\"text\": \"\", \"set\": {\"a\": \"1\"}}", "{\"text\": \"", "nonsense"})
    CHECK(studio.status_of(studio.request("POST", "/api/check", body)) == 400);
  CHECK(studio.status_of(studio.request("POST", "/api/check", std::string(600 << 10, 'x'))) == 413);
  // deep nesting
  CHECK(studio.status_of(studio.request("POST", "/api/check", std::string(100'000, '['))) == 400);
}

TEST_CASE("a run streams its header, rows and end") {
  const RunningServer studio;
  const std::string answer =
      studio.answer_to(studio.request("POST", "/api/run", with_text(pendulum)));
  std::istringstream lines(body_of(answer));
  std::vector<Json> messages;
  for (std::string line; std::getline(lines, line);) messages.push_back(Json::parse(line));
  REQUIRE(messages.size() >= 3);
  CHECK(messages.front().contains("header"));
  CHECK(messages.back()["end"]["outcome"]["complete"] == true);
  std::size_t rows = 0;
  for (const Json& message : messages)
    if (message.contains("rows"))
      for (const Json& row : message["rows"]) {
        ++rows;
        CHECK(row.size() == messages.front()["header"]["columns"].size());
      }
  CHECK(rows == 1001);
}

TEST_CASE("a start that cannot be has its place, as other mistakes do") {
  const RunningServer studio;
  const std::string text =
      "coordinates x y\nkinetic x'^2 + y'^2\nconstraint rod: x^2 + y^2 = 1\nstart y = 0, x = "
      "2\nrun 1\n";
  const Json error = Json::parse(
      body_of(studio.answer_to(studio.request("POST", "/api/run", with_text(text)))))["error"];
  CHECK(error["message"] == "the start contradicts 'rod': x = 2, y = 0 miss it by 3");
  CHECK(error["line"] == 4);
  CHECK(error["column"] == 7);
  CHECK(error["length"] == 12);
}

TEST_CASE("numbers that the page cannot hold are sent as null") {
  const RunningServer studio;
  const std::string answer = studio.answer_to(studio.request(
      "POST", "/api/run",
      with_text("coordinates x\nlagrangian 1/2*x'^2\nwatch huge = 1e300*x\nstart x = 1\nrun 1\n")));
  CHECK(answer.find(",null") != std::string::npos);
  CHECK(answer.find("inf") == std::string::npos);
}

TEST_CASE("a run ends when its client leaves, and at its time limit") {
  SECTION("the client leaves") {
    ServerOptions options;
    options.most_runs = 1;
    const RunningServer studio(options);
    {
      Client client(studio.server.port());
      client.say(studio.request("POST", "/api/run", with_text(endless)));
      CHECK(client.hear("header").starts_with("HTTP/1.1 200"));
      // no other run meanwhile
      CHECK(studio.status_of(studio.request("POST", "/api/run", with_text(pendulum))) == 429);
    }
    int status = 429;
    const auto begin = std::chrono::steady_clock::now();
    while (status == 429 && std::chrono::steady_clock::now() - begin < 10s)
      status = studio.status_of(studio.request("POST", "/api/run", with_text(pendulum)));
    CHECK(status == 200);
  }
  SECTION("the time is over") {
    ServerOptions options;
    options.run_time = 300ms;
    const RunningServer studio(options);
    const std::string answer =
        studio.answer_to(studio.request("POST", "/api/run", with_text(endless)));
    CHECK(answer.find("\"end\"") != std::string::npos);
    CHECK(answer.find("interrupted") != std::string::npos);
    // and says which bound it was
    CHECK(answer.find("\"bound\": \"the studio gives a run 0.3 seconds\"") != std::string::npos);
  }
  SECTION("the server stops") {
    Client* client = nullptr;
    {
      RunningServer studio;
      client = new Client(studio.server.port());
      client->say(studio.request("POST", "/api/run", with_text(endless)));
      client->hear("header");
    }  // does not wait for the run
    delete client;
  }
}

TEST_CASE("what is too large for the studio is said, not tried") {
  const RunningServer studio;
  for (const char* text : {"coordinates x[1..100000]\nkinetic sum(i in 1..100000: x[i]'^2)\n",
                           "coordinates x[1..2000]\nkinetic sum(i in 1..2000: x[i]'^2)\nrun 1\n"}) {
    const std::string answer =
        studio.answer_to(studio.request("POST", "/api/check", with_text(text)));
    CHECK(Json::parse(body_of(answer))["ok"] == false);
  }
}

TEST_CASE("slow and silent clients do not keep others waiting") {
  ServerOptions options;
  options.request_time = 500ms;
  options.most_connections = 16;
  const RunningServer studio(options);
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(std::make_unique<Client>(studio.server.port()));
    slow.back()->say("GET / HTTP/1.1\r\nHost: ");
  }
  CHECK(studio.status_of(studio.request("POST", "/api/check", with_text(pendulum))) == 200);
  // one that says a letter now and then has no more time than the others
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(100ms);
    slow.front()->say("x");
  }
  CHECK(slow.front()->hear().starts_with("HTTP/1.1 408"));
  CHECK(std::chrono::steady_clock::now() - begin < 3s);
  CHECK(slow.back()->hear().starts_with("HTTP/1.1 408"));

  // more than there is room for: closed at once, and when they are gone all is as before
  slow.clear();
  for (int i = 0; i < 40; ++i) slow.push_back(std::make_unique<Client>(studio.server.port()));
  std::this_thread::sleep_for(700ms);
  slow.clear();
  CHECK(studio.status_of(studio.request("POST", "/api/check", with_text(pendulum))) == 200);
}

TEST_CASE("a client that does not read what it asked for is left") {
  ServerOptions options;
  options.most_runs = 1;
  options.run_time = 2s;
  const RunningServer studio(options);
  Client deaf(studio.server.port());
  deaf.say(studio.request("POST", "/api/run", with_text(endless)));
  int status = 429;
  const auto begin = std::chrono::steady_clock::now();
  while (status != 200 && std::chrono::steady_clock::now() - begin < 30s) {
    std::this_thread::sleep_for(100ms);
    status = studio.status_of(studio.request("POST", "/api/run", with_text(pendulum)));
  }
  CHECK(status == 200);
}

TEST_CASE("a hundred models at once are served or refused") {
  const RunningServer studio;
  std::vector<int> statuses(100, -1);
  std::vector<std::thread> clients;
  for (int i = 0; i < 100; ++i)
    clients.emplace_back([&, i] {
      statuses[static_cast<std::size_t>(i)] = studio.status_of(
          studio.request("POST", i % 2 == 0 ? "/api/run" : "/api/check", with_text(pendulum)));
    });
  for (std::thread& client : clients) client.join();
  int served = 0;
  for (const int status : statuses) {
    // closed at once, refused for now, or served
    CHECK((status == 0 || status == 429 || status == 200));
    served += status == 200;
  }
  CHECK(served >= 10);
  CHECK(studio.status_of(studio.request("POST", "/api/run", with_text(pendulum))) == 200);
}

TEST_CASE(
    "a server takes the next port where its own is taken, and its own again when it is free") {
  ServerOptions options;
  {
    const Server first(options);  // any free one
    options.port = first.port();
    options.next_ports = 20;
    const Server second(options);
    CHECK(second.port() > first.port());
    CHECK(second.port() <= first.port() + 20);
  }
  CHECK(Server(options).port() == options.port);
}

TEST_CASE("an address that is taken, or is none, is reported with what to do") {
  const RunningServer studio;
  ServerOptions same;
  same.port = studio.server.port();
  CHECK_THROWS_WITH(Server(same), Catch::Contains("cannot listen on 127.0.0.1:") &&
                                      Catch::Contains("--port chooses another port"));
  ServerOptions nowhere;
  nowhere.address = "here";
  CHECK_THROWS_WITH(Server(nowhere), Catch::Contains("'here' is no address of the form 127.0.0.1"));
}
