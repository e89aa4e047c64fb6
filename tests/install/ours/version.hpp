#pragma once
/// A header of the user that is called as one of Alembert.

namespace ours {
constexpr int version = 7;
}
