#pragma once
/// Which requests the studio answers: those of the page that it served itself, and no others.

#include <optional>
#include <string>

#include "studio/http_request.hpp"

namespace alembert::studio {

class Guard {
 public:
  /// The token that the printed address carries, and the address under which the studio listens.
  Guard(std::string token, std::string address, int port);

  /// Why a request is not served; nothing when it is.
  std::optional<Refusal> refuse(const HttpRequest& request) const;

 private:
  bool is_own_host(std::string_view host) const;

  std::string token_, address_;
  int port_;
};

/// 32 letters that cannot be guessed.
std::string new_token();

}  // namespace alembert::studio
