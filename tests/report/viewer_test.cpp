#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "files/base64.hpp"
#include "motion/simulate.hpp"
#include "report/html_report.hpp"
#include "report/thinned_rows.hpp"
#include "report/viewer_json.hpp"
#include "text/read.hpp"

using namespace alembert;
using Json = nlohmann::json;

namespace {

const char* const pendulum =
    "system \"<pendulum>\"\n"
    "coordinates x y\n"
    "parameters g = 9.81 [m/s^2], l = 1 [m]\n"
    "lagrangian 1/2*(x'^2 + y'^2) - g*y\n"
    "constraint rod: x^2 + y^2 = l^2\n"
    "start x = 0.6, y = -0.8, x' = 0, y' = 0\n"
    "watch tension = -2*l*lambda(rod) [N]\n"
    "run 2\n"
    "draw\n"
    "    line (0,0) (x,y)\n"
    "    point bob (x,y)\n";

std::string decoded(const std::string& text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

std::vector<double> numbers(const Json& root, std::size_t index) {
  const Json& column = root["columns"][index];
  const std::size_t count = root["samples"]["shown"];
  if (column.contains("constant"))
    return std::vector<double>(
        count, column["constant"].is_null() ? NAN : column["constant"].get<double>());
  std::vector<double> result;
  if (column.contains("f8")) {
    const std::string bytes = decoded(column["f8"]);
    result.resize(bytes.size() / sizeof(double));
    std::memcpy(result.data(), bytes.data(), bytes.size());
  } else {
    const std::string bytes = decoded(column["f4"]);
    std::vector<float> single(bytes.size() / sizeof(float));
    std::memcpy(single.data(), bytes.data(), bytes.size());
    result.assign(single.begin(), single.end());
  }
  REQUIRE(result.size() == count);
  return result;
}

}  // namespace

TEST_CASE("base64 of the examples of its standard") {
  CHECK(files::base64("") == "");
  CHECK(files::base64("f") == "Zg==");
  CHECK(files::base64("fo") == "Zm8=");
  CHECK(files::base64("foo") == "Zm9v");
  CHECK(files::base64("foob") == "Zm9vYg==");
  CHECK(files::base64("fooba") == "Zm9vYmE=");
  CHECK(files::base64("foobar") == "Zm9vYmFy");
  CHECK(files::base64("\xff\xfe") == "//4=");
}

TEST_CASE("the viewer gets the motion: state, forces, arrows and Fig. 1 agree with it") {
  const Model model = read_text(pendulum, "pendulum.mech");
  const Motion motion = simulate(model);
  const Json root = Json::parse(viewer_json(motion, model, {"pendulum.mech", pendulum}));
  CHECK(root["model"] == pendulum);
  CHECK(root["samples"]["shown"] == motion.size());
  const auto named = [&](const std::string& name) {
    for (std::size_t k = 0; k < root["columns"].size(); ++k)
      if (root["columns"][k]["name"] == name) return numbers(root, k);
    FAIL("no column " + name);
    return std::vector<double>();
  };
  const std::vector<double> t = numbers(root, 0), x = named("x"), tension = named("tension");
  for (std::size_t i = 0; i < motion.size(); i += 97) {
    CHECK(t[i] == motion.row(i)[0]);
    // single precision
    CHECK(x[i] == Approx(motion["x"][i]).epsilon(1e-6));
    CHECK(tension[i] == Approx(motion["tension"][i]).epsilon(1e-6));
  }
  CHECK(root["columns"][root["watches"][0].get<std::size_t>()]["unit"] == "N");

  // one arrow at the bob, along the rod, as long as the tension
  const Json& arrow = root["scene"]["arrows"][0];
  CHECK(arrow["constraint"] == "rod");
  const auto component = [&](const char* part, int i) {
    return numbers(root, arrow[part][i].get<std::size_t>());
  };
  const std::vector<double> at_x = component("at", 0), fx = component("ideal", 0),
                            fy = component("ideal", 1), y = named("y");
  for (std::size_t i = 0; i < t.size(); i += 97) {
    CHECK(at_x[i] == x[i]);
    CHECK(fx[i] == Approx(-tension[i] * x[i]).margin(1e-5));
    CHECK(fy[i] == Approx(-tension[i] * y[i]).margin(1e-5));
  }

  // Fig. 1: |q̈_s|² = |T q̈_s|² + |N q̈_s|², and T q̈_s = B⁺b
  const Json& vectors = root["figure"]["vectors"];
  const auto of = [&](const char* vector, const char* part) {
    return numbers(root, vectors[vector][part].get<std::size_t>());
  };
  for (std::size_t i = 0; i < t.size(); i += 97) {
    CHECK(of("q", "along")[i] == Approx(of("Bb", "along")[i]).margin(1e-5));
    CHECK(std::hypot(of("q", "along")[i], of("q", "across")[i], of("q", "hidden")[i]) ==
          Approx(of("q", "length")[i]).epsilon(1e-6));
    CHECK(of("a", "length")[i] == Approx(9.81).epsilon(1e-6));
  }
  CHECK(root["end"]["audit"]["ok"] == true);
  CHECK(root["end"]["facts"]["freedoms"] == 1);
}

TEST_CASE("a long motion is thinned, and keeps its extremes") {
  const Model model = read_text(pendulum, "pendulum.mech");
  const Motion motion = simulate(model, {.every = 2e-4});
  REQUIRE(motion.size() == 10001);
  const std::vector<std::size_t> rows = thinned_rows(motion, 500);
  CHECK(rows.size() <= 500);
  CHECK(rows.size() >= 250);
  CHECK(rows.front() == 0);
  CHECK(rows.back() == 10000);
  for (const char* column : {"x", "y'", "tension", "lambda(rod)"}) {
    const std::vector<double> all = motion[column];
    double largest = -1e300, smallest = 1e300;
    for (const std::size_t row : rows) {
      largest = std::max(largest, all[row]);
      smallest = std::min(smallest, all[row]);
    }
    CHECK(largest == *std::max_element(all.begin(), all.end()));
    CHECK(smallest == *std::min_element(all.begin(), all.end()));
  }
  const Json root = Json::parse(viewer_json(motion, model, {"", ""}));
  CHECK(root["samples"]["of"] == 10001);
  CHECK(root["samples"]["shown"] < 10001);
}

TEST_CASE("a stream begins with the same header and ends with the same end") {
  const Model model = read_text(pendulum, "pendulum.mech");
  const Motion motion = simulate(model);
  Json whole = Json::parse(viewer_json(motion, model, {"p.mech", pendulum}));
  ViewerTable table(model, motion.equations());
  table.row(motion.row(0));
  const Json header = Json::parse(viewer_header_json(table, {"p.mech", pendulum}, {501, 5001}));
  CHECK(Json::parse(viewer_end_json(motion, model)) == whole["end"]);
  CHECK(header["columns"].size() == table.width());
  CHECK(header["samples"]["shown"] == 501);
  CHECK(header["samples"]["of"] == 5001);
  whole.erase("end");
  whole.erase("samples");
  for (Json& column : whole["columns"])
    for (const char* data : {"constant", "f4", "f8"}) column.erase(data);
  Json rest = header;
  rest.erase("samples");
  CHECK(rest == whole);
}

TEST_CASE("beside the audit the report says what the model itself expects") {
  const Model model = read_text(
      "coordinates x\nkinetic 1/2*x'^2\npotential 1/2*x^2\nstart x = 1, x' = 0\nrun 2\n"
      "check\n    at 2: x = cos(2) to 1e-8\n    at 2: x = 5 to 1e-6\n    always: x > 0.5\n",
      "oscillator.mech");
  const Json end = Json::parse(viewer_end_json(simulate(model), model));
  CHECK(end["audit"]["ok"] == true);
  CHECK(end["audit"]["verdict"].get<std::string>().starts_with("The audit holds: "));
  REQUIRE(end["checks"].size() == 3);
  CHECK(end["checks"][0]["ok"] == true);
  CHECK(end["checks"][1]["ok"] == false);
  CHECK(end["checks"][1]["text"] == "at 2: x = 5 to 1e-6");
  // cos t falls below 1/2 at π/3, and outputs are 0.002 apart
  CHECK(end["checks"][2]["figure"] == "not at t = 1.048");
}

TEST_CASE("the report is one page with the motion in it") {
  if (!has_html_report()) return;  // built without Node
  const Model model = read_text(pendulum, "pendulum.mech");
  const Motion motion = simulate(model);
  const std::string page = html_report(motion, model, {"p.mech", pendulum});
  CHECK(page.find("/*MOTION*/") == std::string::npos);
  const std::string mark = "<script id=\"motion\" type=\"application/json\">";
  const std::size_t begin = page.find(mark);
  REQUIRE(begin != std::string::npos);
  // the title has a bracket that must not end up as a tag
  const std::string data =
      page.substr(begin + mark.size(), page.find("</script>", begin) - begin - mark.size());
  CHECK(data.find('<') == std::string::npos);
  CHECK(Json::parse(data)["title"] == "<pendulum>");
}

TEST_CASE(
    "the page shows the force of a floor where it acts, and lists last what only normalises") {
  // a rod whose direction is a unit vector, with one end on a smooth floor
  const Model model = read_text(
      "coordinates x y c s\n"
      "kinetic 1/2*(x'^2 + y'^2) + 1/6*(c*s' - s*c')^2\n"
      "potential 9.81*y\n"
      "constraint unit: c^2 + s^2 = 1\n"
      "constraint floor: y - s = 0\n"
      "start x = 0, c = 0.6, s = 0.8, x' = 0, c' = 0, s' = 0\n"
      "draw line rod (x - c, y - s) (x + c, y + s)\n",
      "rod");
  const Motion motion = simulate(model, {.until = 0.1});
  const Json root = Json::parse(viewer_json(motion, model, {"rod.mech", ""}));
  CHECK(root["constraints"][0]["name"] == "floor");
  CHECK(root["constraints"][1]["name"] == "unit");
  REQUIRE(root["scene"]["arrows"].size() == 1);
  const Json& arrow = root["scene"]["arrows"][0];
  CHECK(arrow["constraint"] == "floor");
  CHECK(arrow["at"] == root["scene"]["shapes"][0]["points"][0]);
  // the page has single precision
  CHECK(numbers(root, arrow["ideal"][0]).back() == Approx(0).margin(1e-6));
  CHECK(numbers(root, arrow["ideal"][1]).back() ==
        Approx(9.81 + motion.back()["y''"]).epsilon(1e-6));
}
