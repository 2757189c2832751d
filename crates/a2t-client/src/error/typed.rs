//! The error that a tool declared, as the enum that was generated for it.

use super::{Error, Kind};
use crate::generated::declared::{self, Declared};

impl Error {
    /// Returns the declared error that the tool answered with, as an enum of the module `error` of
    /// the generated client; the patterns of a `match` choose the enum.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/lending.rs"));
    /// use a2t::client::Result;
    /// use lending::error;
    ///
    /// async fn lend(library: &impl lending::Tools, book: i64) -> Result<String> {
    ///     let error = match library.lend_book(book).send().await {
    ///         Ok(loan) => return Ok(format!("due back on {}", loan.due.required()?)),
    ///         Err(error) => error,
    ///     };
    ///     match error.typed() {
    ///         Some(error::LendBook::AlreadyLent { until, .. }) => Ok(format!("lent until {until}")),
    ///         Some(error::LendBook::UnknownBook) => Ok("there is no such book".to_owned()),
    ///         _ => Err(error),
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let library = lending::Fake::new();
    /// library.fails(error::LendBook::UnknownBook);
    /// assert_eq!(lend(&library, 7).await?, "there is no such book");
    /// # Ok(()) }
    /// ```
    ///
    /// `Some` is an answer of the tool's: a refusal (a status from 400 to 499) whose problem has
    /// the vendor's own type. Only the type identifies the error (RFC 9457, section 3.1.1), with
    /// any status. A type that the approved signature does not list, that of another tool among
    /// them, and an error whose members do not fit the signature, are `Unknown`, with the problem:
    /// vendors may answer with errors that their callers do not know (spec note AMB-48). Members
    /// that the signature does not know are passed over; [`Error::problem`] has them.
    ///
    /// `None` is everything else: problems of the protocol, pages of proxies, servers that fail,
    /// calls without an answer. Use [`Error::kind`] and [`Error::next_step`] for those.
    pub fn typed<E: Declared>(&self) -> Option<E> {
        match self.kind() {
            Kind::Refused { problem, .. } if problem.is_typed() => Some(declared::read(problem)),
            #[cfg(feature = "schema")]
            Kind::Tool { reply } => {
                reply.problem.as_deref().filter(|problem| problem.is_typed()).map(declared::read)
            }
            _ => None,
        }
    }
}
