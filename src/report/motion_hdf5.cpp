#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string_view>

#include "files/hdf5_handle.hpp"
#include "mechanics/model_error.hpp"
#include "report/motion_report.hpp"

namespace alembert {

namespace {

using files::check_hdf5, files::Hdf5Handle;

void write_text_attribute(hid_t object, const char* name, const std::string& text) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check_hdf5(H5Tset_size(type, text.size() + 1));
  check_hdf5(H5Tset_cset(type, H5T_CSET_UTF8));
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  check_hdf5(H5Awrite(attribute, type, text.c_str()));
}

void write_column(hid_t file, const std::string& name, const std::vector<double>& values) {
  const hsize_t size = values.size();
  const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Hdf5Handle data(
      H5Dcreate2(file, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  check_hdf5(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

void write_words(hid_t group, const std::string& name, const std::vector<std::string_view>& words) {
  std::size_t longest = 1;
  for (const std::string_view word : words) longest = std::max(longest, word.size());
  std::string cells(longest * words.size(), '\0');
  for (std::size_t i = 0; i < words.size(); ++i) words[i].copy(&cells[i * longest], longest);
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check_hdf5(H5Tset_size(type, longest));
  check_hdf5(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check_hdf5(H5Tset_cset(type, H5T_CSET_UTF8));
  const hsize_t size = words.size();
  const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Hdf5Handle data(
      H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  if (!words.empty()) check_hdf5(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, cells.data()));
}

// names that no coordinate can have
Hdf5Handle make_group(hid_t file, const char* name) {
  return {H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

void write_impacts(hid_t file, const Motion& motion) {
  const Hdf5Handle group = make_group(file, "contact impacts");
  const auto column = [&](const char* name, auto value_of) {
    std::vector<double> values;
    for (const ImpactRecord& impact : motion.impacts())
      values.push_back(static_cast<double>(value_of(impact)));
    write_column(group, name, values);
  };
  column("t", [](const ImpactRecord& impact) { return impact.t; });
  column("impulse", [](const ImpactRecord& impact) { return impact.impulse; });
  column("tangential", [](const ImpactRecord& impact) { return impact.tangential; });
  column("approach", [](const ImpactRecord& impact) { return impact.approach; });
  column("separation", [](const ImpactRecord& impact) { return impact.separation; });
  column("lost", [](const ImpactRecord& impact) { return impact.lost; });
  column("group", [](const ImpactRecord& impact) { return impact.group; });
  column("unique", [](const ImpactRecord& impact) { return impact.unique; });
  std::vector<std::string_view> contacts;
  for (const ImpactRecord& impact : motion.impacts())
    contacts.push_back(motion.contact_name(impact.contact));
  write_words(group, "contact", contacts);
  write_text_attribute(group, "law", std::string(motion.impact_law()));
}

void write_phases(hid_t file, const Motion& motion) {
  const Hdf5Handle group = make_group(file, "contact phases");
  const std::vector<std::string> names = names_with_phases(motion.equations().system);
  std::vector<std::string_view> contacts, phases;
  std::vector<double> from, until;
  for (const std::string& name : names)
    for (const PhaseSpan& span : motion.timeline(name)) {
      contacts.push_back(name);
      from.push_back(span.from);
      until.push_back(span.until);
      phases.push_back(name_of(span.phase));
    }
  write_words(group, "contact", contacts);
  write_column(group, "from", from);
  write_column(group, "until", until);
  write_words(group, "phase", phases);
}

}  // namespace

void write_motion_hdf5(const Motion& motion, const std::string& path) {
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".part";
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // HDF5 does not name the user's file
  try {
    const Hdf5Handle file(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    write_text_attribute(file, "system", motion.equations().system.title());
    write_text_attribute(file, "outcome", motion.outcome().words());
    for (const std::string& name : motion.layout().names()) write_column(file, name, motion[name]);
    if (!names_with_phases(motion.equations().system).empty()) {
      write_impacts(file, motion);
      write_phases(file, motion);
    }
  } catch (const std::exception&) {
    ::unlink(temporary.c_str());
    throw std::runtime_error("cannot write " + path);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    ::unlink(temporary.c_str());
    throw std::runtime_error("cannot write " + path);
  }
}

std::map<std::string, std::vector<double>> read_motion_hdf5(const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  try {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    std::vector<std::string> names;
    const auto take = [](hid_t, const char* name, const H5L_info_t*, void* list) {
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
      return herr_t{0};
    };
    check_hdf5(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &names));
    std::map<std::string, std::vector<double>> columns;
    for (const std::string& name : names) {
      const Hdf5Handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
      if (H5Iget_type(object) != H5I_DATASET) continue;
      const Hdf5Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
      const Hdf5Handle space(H5Dget_space(data), H5Sclose);
      std::vector<double>& values = columns[name];
      values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
      check_hdf5(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    }
    if (!columns.contains("t")) throw std::runtime_error("no time");
    return columns;
  } catch (const std::runtime_error&) {
    throw ModelError(path + " is not the table of a motion",
                     "write the folder anew with alembert run MODEL --out DIR");
  }
}

}  // namespace alembert
