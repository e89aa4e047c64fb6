#pragma once
/// HDF5 handles that close themselves, for the files that write HDF5.

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace alembert::files {

/// Why the last call of HDF5 failed, in the words of the operating system where it was asked for
/// something.
std::string hdf5_reason();

class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id < 0) throw std::runtime_error(hdf5_reason());
  }
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Throws std::runtime_error where a call of HDF5 failed.
inline void check_hdf5(herr_t status) {
  if (status < 0) throw std::runtime_error(hdf5_reason());
}

}  // namespace alembert::files
