//! Limits on what is read of a message. More is refused.
//!
//! | what | at most |
//! | --- | --- |
//! | an invocation | 256 KiB ([`INVOCATION_BYTES_MAX`]) |
//! | a callback message, images included | 8 MiB ([`CALLBACK_BYTES_MAX`]) |
//! | a manifest | 8 MiB ([`MANIFEST_BYTES_MAX`]), 10,000 tools ([`a2t_schema::limit::TOOLS_MAX`]) |
//! | a selection, a body of closing, cancelling, migrating | 64 KiB ([`BODY_BYTES_MAX`]) |
//! | nesting of arrays and objects | 32 deep ([`a2t_core::json::DEPTH_MAX`]) |
//! | an id of a call or of a thread | 1 to 512 bytes of UTF-8 ([`KEY_BYTES_MAX`]) |
//! | the second id of a call, a name of a user, a type of view | 1 to 1,024 characters ([`ID_MAX`]) |
//! | the name of a toolset, of a tool | 1 to 128 characters ([`NAME_MAX`]) |
//! | a description | 20,000 characters ([`a2t_schema::limit::TEXT_MAX`]) |
//! | a URL | 8,192 bytes ([`URL_MAX`]) |
//! | ancestors of a thread | 1,000 ([`ANCESTORS_MAX`]) |
//! | choices | 1 to 100 ([`CHOICES_MAX`]) |
//! | items of content, segments to show | 1,000 ([`ITEMS_MAX`]) |
//!
//! Characters are Unicode scalar values.

/// Maximum number of bytes of an invocation.
pub const INVOCATION_BYTES_MAX: usize = 256 * 1024;
/// Maximum number of bytes of a callback message.
pub const CALLBACK_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Maximum number of bytes of a manifest.
pub const MANIFEST_BYTES_MAX: usize = a2t_core::wire::page::DOCUMENT_MAX;
/// Maximum number of bytes of a selection, and of a body of closing, cancelling and migrating.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// Maximum number of bytes of the id of a call or of a thread, by which stores find it.
pub const KEY_BYTES_MAX: usize = 512;
/// Maximum number of characters of another id.
pub const ID_MAX: usize = 1024;
/// Maximum number of characters of the name of a toolset or tool (CB-80, CB-81).
pub const NAME_MAX: usize = 128;
/// Maximum number of bytes of a URL.
pub const URL_MAX: usize = 8192;
/// Maximum number of ancestors of a thread.
pub const ANCESTORS_MAX: usize = 1000;
/// Maximum number of choices that a user is shown.
pub const CHOICES_MAX: usize = 100;
/// Maximum number of items of a result's content, and of segments to show.
pub const ITEMS_MAX: usize = 1000;
