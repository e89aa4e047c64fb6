#include "report/motion_table.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "files/atomic_file.hpp"
#include "motion/simulate.hpp"
#include "report/motion_report.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// a folder that is gone with this object
class Scratch {
 public:
  Scratch() {
    path_ = std::filesystem::temp_directory_path() / "alembert_table_XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("there is no scratch folder");
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& file) const { return path_ + "/" + file; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("a folder gives the same columns whether its table is CSV or HDF5") {
  const Model model = read_model("models/double_pendulum/double_pendulum.mech");
  const Motion motion = simulate(model, {.until = 0.5});
  const MotionTable wanted = table_of(motion);
  for (const bool is_hdf5 : {false, true}) {
    const Scratch folder;
    if (is_hdf5)
      write_motion_hdf5(motion, folder / "motion.h5");
    else
      files::write_file(folder / "motion.csv", motion_csv(motion));
    files::write_file(folder / "summary.json", motion_json(motion));
    const MotionTable table = read_table(folder.path());
    CHECK(table.title == wanted.title);
    CHECK(table.names.front() == "t");
    CHECK(table.names.size() == wanted.names.size());
    CHECK(table.coordinates == wanted.coordinates);
    for (const char* name : {"t", "x2", "y1'", "lambda(rod2)", "tension1"}) {
      CHECK(table.columns[table.find(name)] == wanted.columns[wanted.find(name)]);
      CHECK(table.units[table.find(name)] == wanted.units[wanted.find(name)]);
    }
  }
}

TEST_CASE("a row that is not whole, or not of numbers, is named by its line") {
  const Scratch folder;
  files::write_file(folder / "motion.csv", "t,x\n0,1\n\n1\n");
  CHECK_THROWS_WITH(read_table(folder.path()),
                    Catch::Contains("motion.csv:4: 1 numbers under 2 names"));
  files::write_file(folder / "motion.csv", "t,x\n0,one\n");
  CHECK_THROWS_WITH(read_table(folder.path()), Catch::Contains("motion.csv:2: 'one' is not a"));
  files::write_file(folder / "motion.csv", "\n");
  CHECK_THROWS_WITH(read_table(folder.path()), Catch::Contains("motion.csv is empty"));
}

TEST_CASE("what is no table of a motion is refused") {
  const Scratch folder;
  files::write_file(folder / "motion.h5", "nothing of that kind");
  CHECK_THROWS_WITH(read_table(folder.path()), Catch::Contains("is not the table of a motion"));
}
