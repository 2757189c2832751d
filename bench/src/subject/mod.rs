//! The same tools, as each library wants them written: two strings, an optional integer and an enum
//! of four in, three outputs out, everything documented, its own enum and output struct a tool.

use std::sync::OnceLock;

mod a2t;
mod axum;
mod bare;
mod dropshot;
mod hand;
mod poem;
mod rmcp;
mod utoipa;

pub use bare::BARE;

/// A library that turns functions into tools or operations.
pub struct Subject {
    pub name: &'static str,
    pub role: Role,
    /// Lines of `[dependencies]`; `$PRODUCT` is the root of this repository, `$BENCH` this workspace.
    pub dependencies: &'static str,
    /// A program with so many tools.
    pub source: fn(usize) -> String,
}

/// What a subject is to ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Written by hand: no library can do much better.
    Floor,
    Peer,
    Ours,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Peer => "peer",
            Self::Ours => "ours",
        }
    }
}

static ALL: [Subject; 8] = [
    bare::SUBJECT,
    hand::SUBJECT,
    a2t::SUBJECT,
    axum::SUBJECT,
    rmcp::SUBJECT,
    dropshot::SUBJECT,
    utoipa::SUBJECT,
    poem::SUBJECT,
];

impl Subject {
    /// Whether it comes close to ours, so that more samples are worth their time.
    pub fn is_near(&self) -> bool {
        self.role != Role::Peer && self.name != "axum"
    }
}

/// The names of the subjects that the command line asks for; all of them if there is none.
static ONLY: OnceLock<Vec<String>> = OnceLock::new();

/// Leaves all other subjects out from now on.
pub fn only(names: Vec<String>) {
    // It is set once, before anything is measured.
    let _ = ONLY.set(names);
}

pub fn all() -> impl Iterator<Item = &'static Subject> {
    let only = ONLY.get().map_or(&[][..], Vec::as_slice);
    ALL.iter()
        .filter(move |subject| only.is_empty() || only.iter().any(|name| name == subject.name))
}

/// The subjects of these names, in the order of all.
pub fn named(names: &[&str]) -> Vec<&'static Subject> {
    all().filter(|subject| names.contains(&subject.name)).collect()
}

/// What stands in every tool's body, so that an edit of one can be made in all subjects alike.
const BODY: &str = "format!(\"{origin}-{destination}-{}\", passengers.unwrap_or(1))";

/// The source with the body of its first tool changed, each time to something else.
pub fn changed(source: &str, time: usize) -> String {
    source.replacen("unwrap_or(1))", &format!("unwrap_or({}))", time + 2), 1)
}

/// The same to something longer, so that everything behind it moves.
pub fn grown(source: &str, time: usize) -> String {
    let digits = "1".repeat(time + 2);
    source.replacen("unwrap_or(1))", &format!("unwrap_or({digits}))"), 1)
}

/// A template once a tool, with `$N` as its number and `$BODY` as its body.
pub fn repeat(template: &str, tools: usize) -> String {
    (0..tools)
        .map(|number| template.replace("$BODY", BODY).replace("$N", &number.to_string()))
        .collect()
}

/// What is made of each tool, joined.
fn each(template: &str, tools: usize) -> String {
    (0..tools).map(|number| template.replace("$N", &number.to_string())).collect()
}
