#include "files/hdf5_handle.hpp"

namespace alembert::files {

namespace {

// HDF5 puts the words of the system into its own: "..., errno = 28, error message = 'No space left
// on device', ..."
herr_t find_words_of_system(unsigned, const H5E_error2_t* error, void* found) {
  const std::string said = error->desc == nullptr ? "" : error->desc;
  const std::string before = "error message = '";
  const std::size_t begin = said.find(before);
  if (begin == std::string::npos) return 0;
  const std::size_t first = begin + before.size(), end = said.find('\'', first);
  *static_cast<std::string*>(found) = said.substr(first, end - first);
  return 1;
}

}  // namespace

std::string hdf5_reason() {
  std::string words = "HDF5 cannot";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_words_of_system, &words);
  return words;
}

}  // namespace alembert::files
