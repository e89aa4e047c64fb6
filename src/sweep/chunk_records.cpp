#include "sweep/chunk_records.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sweep/bytes.hpp"
#include "sweep/packed_rows.hpp"

namespace alembert {

namespace {

/// What is recorded of a run that ended early, beside its fate.
struct Detail {
  std::uint32_t run;  ///< within its chunk
  std::string_view text;
};

std::optional<Detail> take_detail(std::string_view& bytes) {
  const auto run = take<std::uint32_t>(bytes), length = take<std::uint32_t>(bytes);
  if (!run || !length || *length > bytes.size()) return {};
  const std::string_view text = bytes.substr(0, *length);
  bytes.remove_prefix(*length);
  return Detail{*run, text};
}

/// The part before the rows.
struct Head {
  std::size_t chunk;
  std::vector<Detail> details;
};

std::optional<Head> take_head(std::string_view& bytes) {
  const auto chunk = take<std::uint64_t>(bytes);
  const auto count = take<std::uint32_t>(bytes);
  if (!chunk || !count) return {};
  Head head{*chunk, {}};
  for (std::uint32_t i = 0; i < *count; ++i) {
    const std::optional<Detail> detail = take_detail(bytes);
    if (!detail) return {};
    head.details.push_back(*detail);
  }
  return head;
}

}  // namespace

ChunkRecords::ChunkRecords(const Study& study, const Chunking& chunking, Rows rows)
    : study_(study),
      chunking_(chunking),
      rows_(rows),
      varied_(study.plan().names().size()),
      width_(study.width()) {}

std::size_t ChunkRecords::row_size() const {
  return (varied_ + width_ + 1) * sizeof(double) + sizeof(std::uint8_t);
}

std::string ChunkRecords::plain_rows(const ChunkResult& result) const {
  std::string rows;
  rows.reserve(piece() * row_size());
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    for (const double number : study_.plan().row(chunking_.first(result.chunk) + i))
      put(rows, number);
    rows.append(reinterpret_cast<const char*>(&result.values[i * width_]), width_ * sizeof(double));
    put(rows, static_cast<std::uint8_t>(result.outcomes[i].fate));
    put(rows, result.outcomes[i].t);
  }
  return rows;
}

std::string ChunkRecords::record(const ChunkResult& result) const {
  std::string record;
  put<std::uint64_t>(record, result.chunk);
  const auto has_detail = [](const Outcome& outcome) { return !outcome.detail.empty(); };
  put(record, static_cast<std::uint32_t>(std::ranges::count_if(result.outcomes, has_detail)));
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    if (!has_detail(result.outcomes[i])) continue;
    put(record, static_cast<std::uint32_t>(i));
    put(record, static_cast<std::uint32_t>(result.outcomes[i].detail.size()));
    record += result.outcomes[i].detail;
  }
  std::string rows = plain_rows(result);
  if (rows_ == Rows::plain) return record + rows;
  rows.resize(piece() * row_size(), '\0');
  return record + pack_rows(rows, row_size());
}

std::optional<ChunkResult> ChunkRecords::result(std::string_view record) const {
  const std::optional<Head> head = take_head(record);
  if (!head || head->chunk >= chunking_.count()) return {};
  const std::size_t runs = chunking_.length(head->chunk);
  std::string unpacked;
  if (rows_ == Rows::packed) {
    unpacked = unpack_rows(record, row_size(), piece());
    record = unpacked;
  }
  if (record.size() < runs * row_size()) return {};
  ChunkResult result{head->chunk, std::vector<double>(runs * width_), std::vector<Outcome>(runs)};
  for (std::size_t i = 0; i < runs; ++i) {
    // rows of another chunk differ in what varied
    for (const double number : study_.plan().row(chunking_.first(head->chunk) + i))
      if (std::bit_cast<std::uint64_t>(*take<double>(record)) !=
          std::bit_cast<std::uint64_t>(number))
        return {};
    record.copy(reinterpret_cast<char*>(&result.values[i * width_]), width_ * sizeof(double));
    record.remove_prefix(width_ * sizeof(double));
    result.outcomes[i].fate = static_cast<Fate>(*take<std::uint8_t>(record));
    if (name_of(result.outcomes[i].fate).empty()) return {};
    result.outcomes[i].t = *take<double>(record);
  }
  for (const Detail& detail : head->details)
    if (detail.run < runs) result.outcomes[detail.run].detail = detail.text;
  return result;
}

std::string_view ChunkRecords::rows(std::string_view record) {
  take_head(record);
  return record;
}

std::optional<std::size_t> ChunkRecords::chunk(std::string_view record) {
  return take<std::uint64_t>(record);
}

}  // namespace alembert
