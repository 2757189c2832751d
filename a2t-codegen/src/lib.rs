//! Codegen.
