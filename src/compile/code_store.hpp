#pragma once
/// A cache of compiled formulas: a request for the same formulas gets the same code.

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "compile/compiled_formulas.hpp"

namespace alembert {

/// For one graph. Its nodes never change, so entries stay valid. Any number of threads may use it.
class CodeStore {
 public:
  CompiledFormulas get(const Graph& graph, const std::vector<NodeId>& formulas,
                       const std::vector<NodeId>& inputs) {
    if (formulas.empty()) return {};
    const std::scoped_lock hold(looking_);
    // more are not met in practice; the bound keeps memory finite if they are
    constexpr std::size_t most = 256;
    if (codes_.size() >= most) codes_.clear();
    std::shared_ptr<FormulaCode>& code = codes_[{formulas, inputs}];
    if (!code) code = std::make_shared<FormulaCode>(record(graph, formulas, inputs));
    return CompiledFormulas(code, CompiledFormulas::Use::now_and_then);
  }

 private:
  struct Key {
    std::vector<NodeId> formulas, inputs;
    auto operator<=>(const Key&) const = default;
  };
  std::mutex looking_;
  std::map<Key, std::shared_ptr<FormulaCode>> codes_;
};

}  // namespace alembert
