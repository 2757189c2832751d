//! The same tools, as each library wants them written: two strings, an optional integer and an enum
//! of four in, three outputs out, everything documented, its own enum and output struct a tool.

mod a2t;
mod axum;
mod bare;
mod dropshot;
mod poem;
mod rmcp;
mod utoipa;

/// A library that turns functions into tools or operations.
pub struct Subject {
    pub name: &'static str,
    /// Lines of `[dependencies]`; `$PRODUCT` is the root of this repository.
    pub dependencies: &'static str,
    /// A program with so many tools.
    pub source: fn(usize) -> String,
}

pub const ALL: [Subject; 7] =
    [bare::SUBJECT, a2t::SUBJECT, axum::SUBJECT, rmcp::SUBJECT, dropshot::SUBJECT, utoipa::SUBJECT, poem::SUBJECT];

/// What stands in every tool's body, so that an edit of one can be made in all subjects alike.
const BODY: &str = "format!(\"{origin}-{destination}-{}\", passengers.unwrap_or(1))";

/// The source with the body of its first tool changed.
pub fn edited(source: &str) -> String {
    source.replacen("unwrap_or(1))", "unwrap_or(2))", 1)
}

/// A template once a tool, with `$N` as its number and `$BODY` as its body.
fn repeat(template: &str, tools: usize) -> String {
    (0..tools).map(|number| template.replace("$BODY", BODY).replace("$N", &number.to_string())).collect()
}

/// What is made of each tool, joined.
fn each(template: &str, tools: usize) -> String {
    (0..tools).map(|number| template.replace("$N", &number.to_string())).collect()
}
