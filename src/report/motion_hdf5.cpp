#include <unistd.h>

#include <cstdio>
#include <stdexcept>

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
