#pragma once
/// A motion as people read it and as other programs read it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/certificate.hpp"
#include "motion/expectations.hpp"
#include "motion/motion.hpp"
#include "motion/start/found_start.hpp"

namespace alembert {

/// How the run ended, the state, every force of constraint by name, the audit, what the model
/// expects: for a terminal of so many columns, which bars fill.
std::string motion_text(const Motion& motion, const std::vector<CheckResult>& checks = {},
                        int columns = 80);

/// The object that `run --json` prints, one line per member; with a certificate where there is one,
/// and with what was found of the start.
std::string motion_json(const Motion& motion, const std::vector<CheckResult>& checks = {},
                        const std::optional<Certificate>& certificate = {},
                        const FoundStart& found = {});

/// One line per output: t, state, accelerations, multipliers, forces by name, energy, watches.
std::string motion_csv(const Motion& motion);

/// One line per impact of a contact: t, contact, impulses, speeds of approach and separation,
/// energy lost, law, group of those at once, and whether the impulse is the only one.
std::string impacts_csv(const Motion& motion);

/// The same columns as datasets of one HDF5 file, written whole to `path`; of a model with contacts
/// also the groups "contact impacts" and "contact phases".
void write_motion_hdf5(const Motion& motion, const std::string& path);

/// Its columns by name, in any order. Throws ModelError where the file is not one that this program
/// wrote.
std::map<std::string, std::vector<double>> read_motion_hdf5(const std::string& path);

}  // namespace alembert
