#pragma once
/// What a mechanism consists of, as statements of the model language; private to this layer.

#include "bodies/mechanism.hpp"
#include "mechanics/description.hpp"

namespace alembert {

Statement gravity_statement(Graph& graph, const Vector& g);
Statement body_statement(Graph& graph, const Body& body, bool is_planar);
Statement alias_statement(const std::string& name, const std::string& body);
Statement joint_statement(Graph& graph, const Joint& joint);
Statement spring_statement(Graph& graph, const Spring& spring);
Statement load_statement(Graph& graph, const Load& load);

}  // namespace alembert
