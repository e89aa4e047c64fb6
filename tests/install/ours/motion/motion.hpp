#pragma once
/// A header of the user that is called as one of Alembert.

namespace ours {
constexpr int motion = 8;
}
