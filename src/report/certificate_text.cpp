#include <fmt/format.h>

#include <algorithm>

#include "report/certificate_report.hpp"

namespace alembert {

std::string certificate_text(const Certificate& certificate) {
  std::string text = fmt::format(
      "\ncertificate: the same run with tolerance {:.3g} in place of {:.3g}, at t = {:g}\n",
      certificate.finer_tolerance, certificate.tolerance, certificate.t);
  std::size_t width = 0;
  for (const CertifiedValue& value : certificate.values) width = std::max(width, value.name.size());
  for (const CertifiedValue& value : certificate.values)
    text +=
        fmt::format("  {:<{}}  {:.{}g} ({} digit{})\n", value.name, width, value.value,
                    std::clamp(value.digits, 1, 16), value.digits, value.digits == 1 ? "" : "s");
  text += fmt::format("  largest difference {:.1e} of the size of the motion, at t = {:g}\n",
                      certificate.largest_difference, certificate.t_of_largest);
  if (certificate.growth)
    text += fmt::format(
        "  the motion is chaotic: differences grow tenfold every {:.3g}; three digits can be "
        "trusted until t = {:.4g}\n",
        2.302585092994046 / *certificate.growth, certificate.trusted_until);
  else if (certificate.trusted_until < certificate.t)
    text +=
        fmt::format("  three digits can be trusted until t = {:.4g}\n", certificate.trusted_until);
  if (!certificate.other_outcome.empty())
    text += fmt::format("  the finer run ended otherwise: {}\n", certificate.other_outcome);
  return text;
}

}  // namespace alembert
