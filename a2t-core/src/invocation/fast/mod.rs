//! The fast path: a call or a reply that is spelt as programs spell it, and plainly right, in one pass
//! that borrows its text. What else is right, and every word for what is wrong, is for
//! [`envelope`](super::envelope) and [`result`](super::result). It moves the rows "four arguments from
//! bytes", "one invocation" and "one call of a generated client" of `docs/performance.md`.

pub(super) mod call;
mod pairs;
pub(super) mod reply;
mod text;

pub(super) use text::is_plain;
