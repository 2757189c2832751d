//! Limits on what is read of a tool that JSON Schema describes. More is refused.
//!
//! | what | at most |
//! | --- | --- |
//! | a document, such as a snapshot | 8 MiB, nested 64 deep ([`a2t_core::wire::page::DOCUMENT_MAX`], [`a2t_core::json::DOCUMENT_DEPTH_MAX`]) |
//! | the tools of a snapshot | 10,000 ([`TOOLS_MAX`]) |
//! | the name of a tool | 128 characters ([`TOOL_NAME_MAX`]) |
//! | a text: description, title, enum value | 20,000 characters ([`TEXT_MAX`]) |
//! | the name of a property | 255 characters ([`PROPERTY_NAME_MAX`]) |
//! | a schema | 256 KiB, compact ([`SCHEMA_BYTES_MAX`]), nested 60 deep ([`SCHEMA_DEPTH_MAX`]) |
//! | the properties of a schema, those of nested objects and of `$defs` included | 1,000 ([`PROPERTIES_MAX`]) |
//! | the values of an `enum` | 1,000 ([`ENUM_VALUES_MAX`]) |
//! | a `pattern` | 1,000 characters ([`PATTERN_MAX`]) |
//! | a chain of references and combinations that stand for one value | 64 ([`REFERENCE_DEPTH_MAX`]) |
//! | the schemas that a [`Shape`](crate::Shape) is made of, counted again for each `$ref` | 4,000 ([`SHAPES_MAX`]); the rest is `Any` |
//!
//! Characters are Unicode scalar values.

/// Maximum number of tools of a snapshot.
pub const TOOLS_MAX: usize = a2t_core::signature::rule::TOOLS_MAX;
/// Maximum number of characters of a tool's name (MCP 2025-11-25, "Tool Names").
pub const TOOL_NAME_MAX: usize = 128;
/// Maximum number of characters of any text: a description, a title, a value of an enum.
pub const TEXT_MAX: usize = 20_000;
/// Maximum number of characters of a property's name.
pub const PROPERTY_NAME_MAX: usize = 255;
/// Maximum number of bytes of a schema, written without blanks.
pub const SCHEMA_BYTES_MAX: usize = 256 * 1024;
/// The deepest nesting of arrays and objects in a schema; in a snapshot it stands three levels deep.
pub const SCHEMA_DEPTH_MAX: usize = 60;
/// Maximum number of properties of a schema, those of nested objects and of definitions included.
pub const PROPERTIES_MAX: usize = 1_000;
/// Maximum number of values of one `enum`.
pub const ENUM_VALUES_MAX: usize = a2t_core::signature::rule::ALLOWED_VALUES_MAX;
/// Maximum number of characters of a `pattern`.
pub const PATTERN_MAX: usize = 1_000;
/// Maximum length of a chain of `$ref`, `allOf`, `anyOf` and their like that stands for one value.
pub const REFERENCE_DEPTH_MAX: usize = 64;
/// Maximum number of schemas that one [`Shape`](crate::Shape) is made of.
pub const SHAPES_MAX: usize = 4_000;
