#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "springs.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/results.hpp"

using namespace alembert;

namespace {

/// One member of every row of a table, by its name, as other programs read it.
template <class Number>
std::vector<Number> member(const std::string& path, const char* table, const char* name,
                           hid_t number, std::size_t per_row = 1) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, table, H5P_DEFAULT), space = H5Dget_space(data);
  const hsize_t length = per_row;
  const hid_t type = per_row == 1 ? H5Tcopy(number) : H5Tarray_create2(number, 1, &length);
  const hid_t row = H5Tcreate(H5T_COMPOUND, per_row * sizeof(Number));
  H5Tinsert(row, name, 0, type);
  std::vector<Number> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)) *
                             per_row);
  CHECK(H5Dread(data, row, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
  for (const hid_t handle : {row, type}) H5Tclose(handle);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
  return values;
}

struct Scratch {
  std::string path =
      (std::filesystem::temp_directory_path() / ("alembert_" + std::to_string(::getpid()) + ".h5"))
          .string();
  ~Scratch() { std::filesystem::remove(path); }
};

Results results_of(const Study& study, const Chunking& chunking,
                   const std::function<ChunkResult(std::size_t)>& chunk) {
  const ChunkRecords records(study, chunking, ChunkRecords::Rows::packed);
  return {study, chunking, records, [=](std::size_t c) { return records.record(chunk(c)); }};
}

}  // namespace

TEST_CASE("another program reads from the file what varied, what is kept, and how runs ended") {
  const Study study = read_study(springs({read_grid({"k=1:3:3"})}, {"x/2 at 1; x every 1"}));
  // made up, in chunks of two runs
  const Results results = results_of(study, {3, 2}, [](std::size_t chunk) {
    const ChunkResult whole{0,
                            {0.5, 10, 11, 12, 0.25, 20, 21, 22},
                            {{Fate::reached_the_end, 2, ""}, {Fate::not_finite, 1.5, "x"}}};
    const ChunkResult rest{1, {1.5, 30, 31, 32}, {{Fate::stopped, 1, "x < 0"}}};
    return chunk == 0 ? whole : rest;
  });
  const Scratch scratch;
  const std::string& path = scratch.path;
  write_results_hdf5(results, overview(results), path);
  CHECK(study_in_hdf5(path) == study.words());
  CHECK(member<double>(path, "runs", "k", H5T_NATIVE_DOUBLE) == std::vector<double>{1, 2, 3});
  CHECK(member<double>(path, "runs", "x/2 at 1", H5T_NATIVE_DOUBLE) ==
        std::vector<double>{0.5, 0.25, 1.5});
  CHECK(member<double>(path, "runs", "x every 1", H5T_NATIVE_DOUBLE, 3) ==
        std::vector<double>{10, 11, 12, 20, 21, 22, 30, 31, 32});
  CHECK(member<double>(path, "runs", "end", H5T_NATIVE_DOUBLE) == std::vector<double>{2, 1.5, 1});
  CHECK(member<std::uint64_t>(path, "early", "run", H5T_NATIVE_UINT64) ==
        std::vector<std::uint64_t>{1, 2});
  CHECK(member<double>(path, "summary", "mean", H5T_NATIVE_DOUBLE) == std::vector<double>{0.75});
}

TEST_CASE("a table of many compressed pieces is read back to the bit") {
  constexpr std::size_t runs = 40'000, size = 1024;
  const Study study = read_study(
      springs({read_samples("k=normal(1,0.1)", runs, 7)}, {"wild = x at 1; even = x at 2"}));
  // digits without any order, and numbers that repeat
  const auto wild = [](std::size_t run) { return std::sin(1e6 * static_cast<double>(run)); };
  const Results results = results_of(study, {runs, size}, [&](std::size_t c) {
    ChunkResult result{c, {}, {}};
    for (std::size_t i = c * size; i < std::min(runs, (c + 1) * size); ++i) {
      result.values.insert(result.values.end(), {wild(i), 0.25});
      result.outcomes.push_back({Fate::reached_the_end, 2, ""});
    }
    return result;
  });
  const Scratch scratch;
  write_results_hdf5(results, overview(results), scratch.path);
  const auto found = member<double>(scratch.path, "runs", "wild", H5T_NATIVE_DOUBLE);
  const auto k = member<double>(scratch.path, "runs", "k", H5T_NATIVE_DOUBLE);
  REQUIRE(found.size() == runs);
  for (std::size_t run = 0; run < runs; ++run) {
    REQUIRE(found[run] == wild(run));
    REQUIRE(k[run] == study.plan().row(run)[0]);
  }
  CHECK(member<double>(scratch.path, "runs", "even", H5T_NATIVE_DOUBLE) ==
        std::vector<double>(runs, 0.25));
  // 33 bytes a row, of which the digits of two numbers do not shrink
  CHECK(std::filesystem::file_size(scratch.path) < 17 * runs);
}
