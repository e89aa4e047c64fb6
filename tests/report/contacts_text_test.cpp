// What contacts did, in words, bars and tables.

#include "report/contacts_text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "files/hdf5_handle.hpp"
#include "motion/simulate.hpp"
#include "report/motion_report.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion ball(const std::string& more = "") {
  return simulate(
      read_text("coordinates y\n"
                "kinetic 1/2*y'^2\n"
                "potential 9.81*y\n"
                "contact floor: y >= 0\n"
                "contact ceiling: 2 >= y\n"
                "restitution floor: 0.8\n"
                "start y = 1, y' = 0\n"
                "run 6\n" +
                    more,
                "ball.mech"));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string bar_of(const std::string& text, const std::string& contact) {
  std::vector<std::string> lines = lines_of(text);
  const auto title = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("timeline");
  });
  for (auto line = title; line != lines.end(); ++line) {
    if (!line->starts_with("  " + contact)) continue;
    const std::string bar = line->substr(line->find_last_of(' ') + 1);
    return bar == contact ? (line + 1)->substr(2) : bar;
  }
  return {};
}

}  // namespace

TEST_CASE("bars of phases fill the width, and change where the contact does") {
  const Motion motion = ball();
  const double rests = 4.06371276887157814, first = 0.451523640985730904;
  for (const int columns : {20, 33, 60, 80, 100, 200}) {
    CAPTURE(columns);
    const std::string text = contacts_text(motion, 10, columns), bar = bar_of(text, "floor");
    for (std::string line : lines_of(text.substr(text.find("\ntimeline"))))
      if (line.find_first_of(".=|") == 2) CHECK(line.size() <= static_cast<std::size_t>(columns));
    REQUIRE(bar.size() >= 18);
    const double cell = 6 / static_cast<double>(bar.size());
    CHECK(static_cast<double>(bar.find('|')) == Approx(first / cell).margin(1));
    CHECK(static_cast<double>(bar.find('=')) == Approx(rests / cell).margin(1.5));
    CHECK(bar.find_first_not_of('=', bar.find('=')) == std::string::npos);
    CHECK(bar.substr(0, 1) == ".");
    CHECK(bar_of(text, "ceiling") == std::string(bar.size(), '.'));
  }
  CHECK(bar_of(contacts_text(motion, 10, 80), "floor").size() == 80 - 14);
}

TEST_CASE("long tables of impacts show their first and last rows and say where all of them are") {
  const std::string text = contacts_text(ball(), 10, 80);
  CHECK(text.find("more: motion.impacts(), --json, impacts.csv of --out") != std::string::npos);
  CHECK(text.find("0.45152       7.973      4.4294      3.5436      3.5316") != std::string::npos);
  const std::size_t begin = text.find("\nimpact"), end = text.find("\ntimeline");
  CHECK(lines_of(text.substr(begin + 1, end - begin - 1)).size() == 1 + 4 + 1 + 3);
}

TEST_CASE("impacts have a table of their own, in every format with the same numbers") {
  const Motion motion = ball();
  const std::vector<std::string> csv = lines_of(impacts_csv(motion));
  const nlohmann::json json = nlohmann::json::parse(motion_json(motion));
  REQUIRE(csv.size() == motion.impacts().size() + 1);
  REQUIRE(json["impacts"].size() == motion.impacts().size());
  CHECK(csv[0] == "t,contact,impulse,tangential,approach,separation,lost,law,group,unique");
  CHECK(csv[1].find(",floor,") != std::string::npos);
  CHECK(csv[1].ends_with(",newton,0,1"));
  CHECK(std::stod(csv[1]) == motion.impacts()[0].t);
  CHECK(json["impacts"][0]["t"] == motion.impacts()[0].t);
  CHECK(json["impacts"][0]["law"] == "newton");
  CHECK(json["timeline"]["floor"][0]["phase"] == "open");
  CHECK(json["timeline"]["floor"][1]["phase"] == "rest");
  CHECK(json["timeline"]["floor"][1]["from"] == motion.timeline("floor")[1].from);
  CHECK(json["timeline"]["ceiling"].size() == 1);

  const std::string path =
      (std::filesystem::temp_directory_path() / "alembert_impacts_test.h5").string();
  write_motion_hdf5(motion, path);
  // groups do not disturb those who read the table
  CHECK(read_motion_hdf5(path).at("t").size() == motion.size());
  using files::check_hdf5, files::Hdf5Handle;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const Hdf5Handle data(H5Dopen2(file, "contact impacts/t", H5P_DEFAULT), H5Dclose);
  std::vector<double> times(motion.impacts().size());
  check_hdf5(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()));
  CHECK(times.back() == motion.impacts().back().t);
  std::filesystem::remove(path);
}

TEST_CASE("a run that ends in its first instant is told all the same") {
  // three balls that touch, and nobody says how they share the impact
  const Motion motion = simulate(
      read_text("coordinates x[i in 1..3]\nkinetic sum(i in 1..3: 1/2*x[i]'^2)\n"
                "contact gap[i in 1..2]: x[i+1] - x[i] >= 1\nrestitution gap[i in 1..2]: 1\n"
                "start x[i in 1..3] = i, x[1]' = 1, x[2]' = 0, x[3]' = 0\nrun 1\n",
                "cradle.mech"));
  CHECK(motion.outcome().fate == Fate::several_impacts);
  REQUIRE(motion.size() == 1);
  CHECK(motion.back()["x[1]'"] == 1);
  const std::string text = motion_text(motion);
  CHECK(text.find("gap[2]      no impact; open from t = 0") != std::string::npos);
  CHECK(text.find("timeline") == std::string::npos);
  CHECK(nlohmann::json::parse(motion_json(motion))["impacts"].empty());
}
