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

bool is_record(std::string_view bytes) {
  const auto chunk = ChunkRecords::chunk(bytes);
  return chunk && *chunk < 8 && bytes == record(*chunk);
}

void write_three(const std::string& path) {
  Journal journal(path, "study", Journal::Mode::begin, is_record);
  for (const std::size_t number : {2, 0, 1}) journal.append(record(number));
}

/// A record of that chunk with a checksum that is right.
void append_forged(const std::string& path, std::uint64_t chunk) {
  const std::string body = record(chunk);
  std::string bytes;
  put<std::uint64_t>(bytes, body.size());
  put(bytes, checksum(body, checksum(bytes)));
  std::ofstream(path, std::ios::binary | std::ios::app) << bytes << body;
}

}  // namespace

TEST_CASE("a journal gives back what it was given") {
  const Scratch scratch;
  write_three(scratch.path);
  const Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
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
    Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
    const std::size_t whole = cut < header ? 0 : (cut - header) / chunk_size;
    REQUIRE(journal.chunks() == whole);
    // it can go on from there
    journal.append(record(7));
    REQUIRE(journal.read(7) == record(7));
  }
}

TEST_CASE("a damaged chunk is missing from its journal") {
  const Scratch scratch;
  write_three(scratch.path);
  {
    std::fstream file(scratch.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-20, std::ios::end);
    file.put('\x55');
  }
  const Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
  CHECK(journal.chunks() == 2);
  CHECK(journal.damaged() == 1);
  CHECK(journal.has(2));
  CHECK(journal.has(0));
  CHECK_FALSE(journal.has(1));
}

TEST_CASE("of a journal any byte of which is wrong, all other chunks are kept") {
  const Scratch scratch;
  write_three(scratch.path);
  std::ifstream whole_file(scratch.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(whole_file), {}};
  const std::size_t header = std::string("alembert sweep journal 2\n").size() + 12 + 5;
  const std::size_t chunk_size = (bytes.size() - header) / 3;
  for (std::size_t at = header; at < bytes.size(); ++at) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x10);
    std::ofstream(scratch.path, std::ios::binary) << wrong;
    const Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
    const std::size_t hit = (at - header) / chunk_size;
    // whoever loses its length takes those behind it along
    const bool is_length = (at - header) % chunk_size < sizeof(std::uint64_t);
    const std::size_t order[] = {2, 0, 1};
    for (std::size_t k = 0; k < 3; ++k)
      REQUIRE(journal.has(order[k]) == (k < hit || (k > hit && !is_length)));
  }
}

TEST_CASE("a record that is none of the study is not taken, whatever its checksum says") {
  const Scratch scratch;
  for (const std::uint64_t chunk :
       {std::uint64_t{8}, std::uint64_t{1} << 40, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    std::filesystem::remove(scratch.path);
    Journal(scratch.path, "study", Journal::Mode::begin, is_record).append(record(1));
    append_forged(scratch.path, chunk);
    const Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
    CHECK(journal.chunks() == 1);
    CHECK(journal.damaged() == 1);
    CHECK(journal.read(1) == record(1));
  }
}

TEST_CASE("a journal is for one study, one process, and one beginning") {
  const Scratch scratch;
  write_three(scratch.path);
  CHECK_THROWS_WITH(Journal(scratch.path, "other", Journal::Mode::resume, is_record),
                    Catch::Contains("belongs to another sweep"));
  CHECK_THROWS_WITH(Journal(scratch.path, "study", Journal::Mode::begin, is_record),
                    Catch::Contains("holds an unfinished sweep"));
  const Journal journal(scratch.path, "study", Journal::Mode::resume, is_record);
  CHECK_THROWS_WITH(Journal(scratch.path, "study", Journal::Mode::resume, is_record),
                    Catch::Contains("another sweep is writing"));
}

TEST_CASE("runs of the interpreter and of machine code are not mixed in one file") {
  const Scratch scratch;
  write_three(scratch.path);
  const auto resume = [&](const std::string& words) {
    return Journal(scratch.path, words, Journal::Mode::resume, is_record).chunks();
  };
  CHECK_THROWS_WITH(resume(by_interpreter("study")),
                    Catch::Contains("were computed by machine code, and the rest would be by the "
                                    "interpreter: their last digits differ"));
  CHECK_THROWS_WITH(resume(by_interpreter("another study")), Catch::Contains("another sweep"));
  CHECK(resume("study") == 3);
}
