#pragma once
/// MuJoCo's models from their text.

#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

/// MuJoCo reads files: this one lies in its virtual file system. A text that it refuses ends the
/// program.
inline mjModel* model_of_text(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "model.xml")], text.data(), text.size());
  char message[1000] = "";
  mjModel* model = mj_loadXML("model.xml", files.get(), message, sizeof message);
  mj_deleteVFS(files.get());
  if (model == nullptr) {
    std::fprintf(stderr, "MuJoCo cannot read the model: %s\n", message);
    std::exit(1);
  }
  return model;
}
