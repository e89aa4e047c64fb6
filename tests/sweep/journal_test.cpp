#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "mechanics/model_error.hpp"
#include "sweep/bytes.hpp"
#include "sweep/journal.hpp"

using namespace alembert;

namespace {

/// A name for a file that is gone after the test.
struct Scratch {
  std::string path =
      (std::filesystem::temp_directory_path() / ("alembert_journal_" + std::to_string(::getpid())))
          .string();
  Scratch() { std::filesystem::remove(path); }
  ~Scratch() { std::filesystem::remove(path); }
};

std::string record(std::size_t chunk) {
  std::string bytes;
  put<std::uint64_t>(bytes, chunk);
  return bytes + "what the runs of this chunk say";
}

void write_three(const std::string& path) {
  Journal journal(path, "study", Journal::Mode::begin);
  for (const std::size_t number : {2, 0, 1}) journal.append(record(number));
}

}  // namespace

TEST_CASE("a journal gives back what it was given") {
  const Scratch scratch;
  write_three(scratch.path);
  const Journal journal(scratch.path, "study", Journal::Mode::resume);
  CHECK(journal.chunks() == 3);
  for (const std::size_t number : {0, 1, 2}) CHECK(journal.read(number) == record(number));
}

TEST_CASE("a journal that was cut anywhere keeps every whole chunk before the cut") {
  const Scratch scratch;
  write_three(scratch.path);
  const auto size = std::filesystem::file_size(scratch.path);
  const auto header = std::string("alembert sweep journal 2\n").size() + 12 + 5;
  const auto chunk_size = (size - header) / 3;
  REQUIRE(header + 3 * chunk_size == size);
  std::ifstream whole_file(scratch.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(whole_file), {}};
  for (std::size_t cut = 0; cut <= size; ++cut) {
    std::ofstream(scratch.path, std::ios::binary) << bytes.substr(0, cut);
    Journal journal(scratch.path, "study", Journal::Mode::resume);
    const std::size_t whole = cut < header ? 0 : (cut - header) / chunk_size;
    REQUIRE(journal.chunks() == whole);
    // it can go on from there
    journal.append(record(7));
    REQUIRE(journal.read(7) == record(7));
  }
}

TEST_CASE("a damaged chunk ends a journal before it") {
  const Scratch scratch;
  write_three(scratch.path);
  {
    std::fstream file(scratch.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-20, std::ios::end);
    file.put('\x55');
  }
  const Journal journal(scratch.path, "study", Journal::Mode::resume);
  CHECK(journal.chunks() == 2);
  CHECK(journal.has(2));
  CHECK(journal.has(0));
  CHECK_FALSE(journal.has(1));
}

TEST_CASE("a journal is for one study, one process, and one beginning") {
  const Scratch scratch;
  write_three(scratch.path);
  CHECK_THROWS_WITH(Journal(scratch.path, "other", Journal::Mode::resume),
                    Catch::Contains("belongs to another sweep"));
  CHECK_THROWS_WITH(Journal(scratch.path, "study", Journal::Mode::begin),
                    Catch::Contains("holds an unfinished sweep"));
  const Journal journal(scratch.path, "study", Journal::Mode::resume);
  CHECK_THROWS_WITH(Journal(scratch.path, "study", Journal::Mode::resume),
                    Catch::Contains("another sweep is writing"));
}
