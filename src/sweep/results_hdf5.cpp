#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "files/hdf5_handle.hpp"
#include "sweep/bytes.hpp"
#include "sweep/disk_error.hpp"
#include "sweep/packed_rows.hpp"
#include "sweep/results.hpp"
#include "version.hpp"

namespace alembert {

namespace {

using Handle = files::Hdf5Handle;
using files::check_hdf5, files::hdf5_reason;

/// The last outcome that there is a name for.
constexpr auto last_fate = Fate::limit_reached;

// HDF5 cannot close a file that it cannot write, and crashes when the program ends: if the disk is
// full, the rest goes into memory and the file is thrown away
void write_rest_into_memory(hid_t file) {
  void* handle = nullptr;
  const int memory = ::memfd_create("results", MFD_CLOEXEC);
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 && handle != nullptr)
    ::dup2(memory, *static_cast<int*>(handle));
  ::close(memory);
}

// before any handle is closed
void check_written(hid_t file, herr_t status) {
  if (status >= 0) return;
  const std::string reason = hdf5_reason();
  write_rest_into_memory(file);
  throw std::runtime_error(reason);
}

// texts have a length, so that equal contents are equal bytes
Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check_hdf5(H5Tset_size(type, std::max<std::size_t>(size, 1)));
  check_hdf5(H5Tset_cset(type, H5T_CSET_UTF8));
  check_hdf5(H5Tset_strpad(type, H5T_STR_NULLPAD));
  return type;
}

Handle outcome_type() {
  Handle type(H5Tenum_create(H5T_STD_I8LE), H5Tclose);
  for (std::int8_t fate = 0; fate <= static_cast<std::int8_t>(last_fate); ++fate)
    check_hdf5(H5Tenum_insert(type, std::string(name_of(static_cast<Fate>(fate))).c_str(), &fate));
  return type;
}

/// Rows of named members, packed.
class RowType {
 public:
  void add(const std::string& name, hid_t type) {
    members_.push_back({name, Handle(H5Tcopy(type), H5Tclose), size_});
    size_ += H5Tget_size(type);
  }
  void add(const std::string& name, hid_t type, std::size_t length) {
    const hsize_t lengths = length;
    const Handle array(H5Tarray_create2(type, 1, &lengths), H5Tclose);
    add(name, array);
  }
  std::size_t size() const { return size_; }
  Handle make() const {
    Handle type(H5Tcreate(H5T_COMPOUND, size_), H5Tclose);
    for (const Member& member : members_)
      check_hdf5(H5Tinsert(type, member.name.c_str(), member.offset, member.type));
    return type;
  }

 private:
  struct Member {
    std::string name;
    Handle type;
    std::size_t offset;
  };
  std::vector<Member> members_;
  std::size_t size_ = 0;
};

/// A dataset of rows in packed pieces of equal length, written from the first to the last.
class PackedTable {
 public:
  PackedTable(hid_t file, const std::string& name, const RowType& row, std::size_t count,
              std::size_t piece)
      : file_(file), piece_(piece), data_(create(name, row, count), H5Dclose) {}

  /// Writes a piece as pack_rows makes it: HDF5's own compression would cost more than everything
  /// else that a sweep writes.
  void write(std::string_view packed) {
    check_written(file_,
                  H5Dwrite_chunk(data_, H5P_DEFAULT, 0, &written_, packed.size(), packed.data()));
    written_ += piece_;
  }
  void finish() { check_written(file_, H5Dflush(data_)); }

 private:
  hid_t create(const std::string& name, const RowType& row, std::size_t count) const {
    const hsize_t all = count, piece = piece_;
    const Handle type = row.make();
    const Handle space(H5Screate_simple(1, &all, nullptr), H5Sclose);
    const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    check_hdf5(H5Pset_obj_track_times(options, false));
    if (all > 0) {
      check_hdf5(H5Pset_chunk(options, 1, &piece));
      check_hdf5(H5Pset_shuffle(options));
      check_hdf5(H5Pset_deflate(options, 1));
    }
    return H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, options, H5P_DEFAULT);
  }

  const hid_t file_;
  const hsize_t piece_;  ///< rows
  const Handle data_;
  hsize_t written_ = 0;  ///< rows
};

/// A table whose rows come in any number at a time.
class Rows {
 public:
  Rows(hid_t file, const std::string& name, const RowType& row, std::size_t count)
      : size_(row.size()),
        piece_(std::clamp<std::size_t>(500'000 / size_, 1, std::max<std::size_t>(count, 1))),
        table_(file, name, row, count, piece_) {}

  void write(std::string_view rows) {
    waiting_ += rows;
    std::size_t done = 0;
    for (const std::size_t bytes = piece_ * size_; waiting_.size() - done >= bytes; done += bytes)
      table_.write(pack_rows(std::string_view(waiting_).substr(done, bytes), size_));
    waiting_.erase(0, done);
  }
  void finish() {
    if (!waiting_.empty()) {
      waiting_.resize(piece_ * size_, '\0');  // pieces are whole on disk
      table_.write(pack_rows(waiting_, size_));
    }
    table_.finish();
  }

 private:
  const std::size_t size_, piece_;  ///< bytes of a row, rows of a piece
  PackedTable table_;
  std::string waiting_;
};

void write_text(hid_t file, const char* name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check_hdf5(H5Pset_obj_track_times(options, false));
  const Handle data(H5Dcreate2(file, name, type, space, H5P_DEFAULT, options, H5P_DEFAULT),
                    H5Dclose);
  check_written(file, H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()));
  check_written(file, H5Dflush(data));
}

void put_text(std::string& bytes, std::string text, std::size_t size) {
  text.resize(size, '\0');
  bytes += text;
}

// the rows are those of ChunkRecords
void write_runs(hid_t file, const Results& results) {
  const Study& study = results.study;
  const std::vector<std::string> varied = study.plan().names();
  const Handle outcomes = outcome_type();
  RowType row;
  for (const std::string& name : varied) row.add(name, H5T_IEEE_F64LE);
  for (const KeptColumn& column : study.columns()) {
    if (column.length == 1)
      row.add(column.name, H5T_IEEE_F64LE);
    else
      row.add(column.name, H5T_IEEE_F64LE, column.length);
  }
  row.add("outcome", outcomes);
  row.add("end", H5T_IEEE_F64LE);

  PackedTable runs(file, "runs", row, results.chunking.runs, results.records.piece());
  for (std::size_t c = 0; c < results.chunking.count(); ++c)
    runs.write(ChunkRecords::rows(results.record(c)));
  runs.finish();
}

void write_early(hid_t file, const Results& results, const Overview& overview) {
  // a few words that repeat: they compress well
  constexpr std::size_t longest = 240;
  const std::size_t size = std::clamp<std::size_t>(overview.longest_words, 1, longest);
  const Handle words = text_type(size);
  RowType row;
  row.add("run", H5T_STD_U64LE);
  row.add("words", words);
  Rows rows(file, "early", row, overview.early);
  for (std::size_t c = 0; c < results.chunking.count() && overview.early > 0; ++c) {
    const ChunkResult chunk = results.chunk(c);
    std::string bytes;
    for (std::size_t i = 0; i < chunk.outcomes.size(); ++i) {
      if (chunk.outcomes[i].fate == Fate::reached_the_end) continue;
      put(bytes, static_cast<std::uint64_t>(results.chunking.first(c) + i));
      put_text(bytes, chunk.outcomes[i].words(), size);
    }
    if (!bytes.empty()) rows.write(bytes);
  }
  rows.finish();
}

void write_summary(hid_t file, const Results& results, const Overview& overview) {
  const std::vector<KeptColumn> columns = results.study.columns();
  std::size_t size = 1;
  for (const KeptColumn& column : columns) size = std::max(size, column.name.size());
  const Handle name = text_type(size);
  RowType row;
  row.add("column", name);
  row.add("count", H5T_STD_U64LE);
  for (const char* member : {"mean", "deviation", "smallest", "largest"})
    row.add(member, H5T_IEEE_F64LE);
  for (const char* member : {"q01", "q05", "q25", "median", "q75", "q95", "q99"})
    row.add(member, H5T_IEEE_F64LE);
  row.add("histogram", H5T_STD_U64LE, ColumnSummary::bins);
  Rows rows(file, "summary", row, overview.columns.size());
  std::string bytes;
  for (const auto& [kept, summary] : overview.columns) {
    put_text(bytes, columns[kept].name, size);
    put(bytes, summary.count);
    for (const double number : {summary.mean, summary.deviation, summary.smallest, summary.largest})
      put(bytes, number);
    for (const double number : summary.quantiles) put(bytes, number);
    for (const std::uint64_t number : summary.histogram) put(bytes, number);
  }
  if (!overview.columns.empty()) rows.write(bytes);
  rows.finish();
}

/// The journal is removed when this returns: by then everything must be on the disk.
void name_when_on_disk(const std::string& temporary, const std::string& path) {
  const int file = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_there = file >= 0 && (::fsync(file) == 0 || errno == EINVAL) &&
                        std::rename(temporary.c_str(), path.c_str()) == 0;
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!is_there) throw std::runtime_error(std::strerror(error));
}

}  // namespace

void write_results_hdf5(const Results& results, const Overview& overview, const std::string& path) {
  const std::string temporary = path + ".part";  // the journal is locked: no other process writes
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);   // HDF5 does not name the user's file
  try {
    {
      const Handle file(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                        H5Fclose);
      write_text(file, "study", results.study.words());
      write_text(file, "model", results.study.request.model_text);
      write_text(file, "version", std::string(version));
      write_runs(file, results);
      write_early(file, results, overview);
      write_summary(file, results, overview);
      check_written(file, H5Fflush(file, H5F_SCOPE_GLOBAL));
    }
    name_when_on_disk(temporary, path);
  } catch (const std::exception& error) {
    ::unlink(temporary.c_str());
    throw DiskError("cannot write " + path + ": " + error.what());
  }
}

std::string study_in_hdf5(const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  try {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Handle data(H5Dopen2(file, "study", H5P_DEFAULT), H5Dclose);
    const Handle type(H5Dget_type(data), H5Tclose);
    std::string text(H5Tget_size(type), '\0');
    check_hdf5(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
    return text;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace alembert
