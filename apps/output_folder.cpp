#include "output_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "files/atomic_file.hpp"
#include "mechanics/model_error.hpp"
#include "report/html_report.hpp"
#include "report/motion_report.hpp"

namespace alembert::app {

OutputFolder::OutputFolder(std::string path, Table table) : path_(std::move(path)), table_(table) {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error)
    throw ModelError(fmt::format("--out {}: the folder cannot be made: {}", path_, error.message()),
                     "choose another folder");
  try {
    const std::string table_file = table_ == Table::hdf5 ? "motion.h5" : "motion.csv";
    for (const std::string& file :
         {table_file, std::string("summary.json"), std::string("report.html")})
      files::check_writable(path_ + "/" + file);
  } catch (const std::exception& failure) {
    throw ModelError(fmt::format("--out {}: {}", path_, failure.what()), "choose another folder");
  }
}

void OutputFolder::write(const RunResults& results, const std::string& file_name) const {
  const auto& [model, motion, checks, certificate] = results;
  if (table_ == Table::hdf5)
    write_motion_hdf5(motion, path_ + "/motion.h5");
  else
    files::write_file(path_ + "/motion.csv", motion_csv(motion));
  // also what is switched on has impacts
  const bool has_impacts =
      !motion.equations().system.contacts().empty() || !motion.impacts().empty();
  if (has_impacts) files::write_file(path_ + "/impacts.csv", impacts_csv(motion));
  files::write_file(path_ + "/summary.json",
                    motion_json(motion, checks, certificate, found_start(motion, model)));
  if (has_html_report())
    files::write_file(path_ + "/report.html", html_report(motion, model, {file_name, model.text}));
  // a table of an earlier run must not be taken for the one of this run
  std::error_code none;
  std::filesystem::remove(path_ + (table_ == Table::hdf5 ? "/motion.csv" : "/motion.h5"), none);
  if (!has_impacts) std::filesystem::remove(path_ + "/impacts.csv", none);
}

}  // namespace alembert::app
