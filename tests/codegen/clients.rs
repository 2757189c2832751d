//! Every client of `tests/codegen`, as a library that forbids and denies what its author can.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, unreachable_pub, nonstandard_style, future_incompatible)]
#![deny(rust_2018_idioms, unused_qualifications, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic)]
#![deny(rustdoc::all)]

a2t::include_client!("deprecated");
a2t::include_client!("draft_weather");
a2t::include_client!("errors");
a2t::include_client!("every_type");
a2t::include_client!("lending");
a2t::include_client!("mcp_every_shape");
a2t::include_client!("mcp_everything");
a2t::include_client!("mcp_filesystem");
a2t::include_client!("mcp_git");
a2t::include_client!("mcp_lending");
a2t::include_client!("mcp_memory");
a2t::include_client!("mcp_time");
a2t::include_client!("versions");
a2t::include_client!("records");
a2t::include_client!("weather");

/// Names and texts that were made to break a generator.
pub mod hostile {
    // Generated code names these from the root.
    #![allow(missing_docs, dead_code, missing_debug_implementations)]
    pub struct String;
    pub struct Option;
    pub struct Result;
    pub trait Into {}
    pub trait Clone {}

    a2t::include_client!("hostile");
    a2t::include_client!("random_0");
    a2t::include_client!("random_1");
    a2t::include_client!("random_2");
    a2t::include_client!("random_3");
    a2t::include_client!("mcp_random_0");
    a2t::include_client!("mcp_random_1");
}
