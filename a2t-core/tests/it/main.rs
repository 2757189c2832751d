//! The integration tests of this package, as one program: it is linked once, and its tests run side by side.

mod catalogs;
mod corpus;
mod documents;
mod errors;
mod errors_properties;
mod evolution;
mod evolution_documents;
mod evolution_history;
mod evolution_messages;
mod evolution_properties;
mod faults;
mod foreign;
mod hostile;
mod hostile_characters;
mod hostile_errors;
mod invocations;
mod openapi;
mod pages;
mod preconditions;
mod problems;
mod rules;
mod sample;
mod shapes;
mod signature_schema;
mod trace;
