#include <catch2/catch.hpp>
#include <cmath>

#include "springs.hpp"
#include "sweep/chunk_records.hpp"
#include "sweep/plan_text.hpp"

using namespace alembert;

namespace {

Study study() { return read_study(springs({read_grid({"k=1:2:1100"})}, {"x at 1; x every 1"})); }

/// Numbers of all kinds in 100 runs; three of them end early, two with something to say.
ChunkResult made_up(std::size_t chunk, std::size_t runs) {
  ChunkResult result{chunk, {}, std::vector<Outcome>(runs, {Fate::reached_the_end, 2, ""})};
  for (std::size_t i = 0; i < 4 * runs; ++i)
    result.values.push_back(i % 4 == 0 ? 0.5 : std::sin(1e6 * static_cast<double>(i)));
  result.outcomes[3] = {Fate::not_finite, 1.25, "log(x)"};
  result.outcomes[7] = {Fate::stopped, 1.5, "x < 0, \"quoted\"\n"};
  result.outcomes[8] = {Fate::interrupted, 0.5, ""};
  return result;
}

void check_equal(const ChunkResult& found, const ChunkResult& made) {
  CHECK(found.chunk == made.chunk);
  CHECK(found.values == made.values);
  REQUIRE(found.outcomes.size() == made.outcomes.size());
  for (std::size_t i = 0; i < made.outcomes.size(); ++i) {
    CHECK(found.outcomes[i].fate == made.outcomes[i].fate);
    CHECK(found.outcomes[i].t == made.outcomes[i].t);
    CHECK(found.outcomes[i].detail == made.outcomes[i].detail);
  }
}

}  // namespace

TEST_CASE("the record of a chunk gives its result back, packed or not, the short last one too") {
  const Study spring = study();
  for (const auto rows : {ChunkRecords::Rows::plain, ChunkRecords::Rows::packed}) {
    const ChunkRecords records(spring, {1100, 200}, rows);
    for (const ChunkResult& made : {made_up(0, 200), made_up(5, 100)}) {
      const std::string record = records.record(made);
      CHECK(ChunkRecords::chunk(record) == made.chunk);
      const std::optional<ChunkResult> found = records.result(record);
      REQUIRE(found.has_value());
      check_equal(*found, made);
    }
  }
}

TEST_CASE("bytes that are no record, or one of another study, give no result") {
  const Study spring = study();
  for (const auto rows : {ChunkRecords::Rows::plain, ChunkRecords::Rows::packed}) {
    const ChunkRecords records(spring, {1100, 200}, rows);
    const std::string record = records.record(made_up(5, 100));
    for (std::size_t cut = 0; cut < record.size(); cut += 7)
      REQUIRE_FALSE(records.result(record.substr(0, cut)).has_value());
    const ChunkRecords fewer_chunks(spring, {900, 200}, rows);
    CHECK_FALSE(fewer_chunks.result(record).has_value());
  }
}

TEST_CASE("packed rows are shorter where bytes repeat, and hardly longer where none does") {
  const Study spring = study();
  const ChunkRecords plain(spring, {1100, 1100}, ChunkRecords::Rows::plain);
  const ChunkRecords packed(spring, {1100, 1100}, ChunkRecords::Rows::packed);
  ChunkResult equal{0, std::vector<double>(4 * 1100, 0.1),
                    std::vector<Outcome>(1100, {Fate::reached_the_end, 2, ""})};
  // only k differs, in some 6 of the 49 bytes of a row
  CHECK(packed.record(equal).size() < plain.record(equal).size() / 4);
  const ChunkResult wild = made_up(0, 1100);
  CHECK(packed.record(wild).size() < plain.record(wild).size());
}
