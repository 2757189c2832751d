//! Templates become the text of a Rust file.
//!
//! A template is a string literal of this crate that names its gaps, and [`rust!`] and [`code!`] fill
//! them with nothing but [`Fragment`]s:
//!
//! * an [`Ident`](crate::ident::Ident), which only the map of names makes, out of ASCII letters, digits
//!   and underscores, or a [`Path`](crate::ident::Path) of such identifiers;
//! * a number, or the digits of an id;
//! * a [`Line`](crate::docs::Line) of documentation, which only [`crate::docs`] makes;
//! * [`Code`]: a template that was filled, or a string literal in which every character that could
//!   end or reorder it is escaped.
//!
//! A `String` or `&str` does not compile there, and a template captures no variable. So what a stranger
//! wrote reaches the file as one token, or as a comment. The tests parse what they generate, and compare
//! it token by token.

pub(crate) mod client;
pub(crate) mod derives;
mod item;
mod literal;
mod template;

pub(crate) use item::{Target, call_and_reply, deprecated, doc, doc_line, hints, invocations, url};
pub(crate) use literal::{json, string};
pub(crate) use template::{Code, Fragment, Rust, code, fragment, rust};
