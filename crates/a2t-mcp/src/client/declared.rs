//! Errors that a tool declares: an enum of a generated client, which is read from a problem and written as one.

use std::fmt;

use a2t_core::ToolId;
use a2t_core::wire::problem::{Kind as Known, Problem};
use a2t_schema::Tool;

use crate::client::error::{Error, Kind};
use crate::client::typed::{Generated, Members, Reader, Typed};

/// An enum of the errors of one tool, in the module `error` of a generated client. [`Error::typed`] returns it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of a tool's errors",
    label = "expected an enum in the module `error` of a generated client",
    note = "a tool whose approved snapshot lists no errors has none: match on `Error::problem` and its `type_uri`"
)]
pub trait Declared: Clone + fmt::Debug + Send + Sync + 'static {
    /// The client's `Calls`.
    #[doc(hidden)]
    type Calls: Generated;
    /// The tool's reply.
    #[doc(hidden)]
    type Reply: Typed<Self::Calls>;
    /// Position of the tool in `TOOLS`.
    #[doc(hidden)]
    const TOOL: usize;

    #[doc(hidden)]
    fn unknown(problem: Problem) -> Self;

    /// Returns the error with this name, or `None` if it is not listed or has other members.
    #[doc(hidden)]
    fn read(error: &str, members: &mut Members, reader: &mut Reader) -> Option<Self>;

    /// Adds the members and returns the name, or returns the problem of an unknown error.
    #[doc(hidden)]
    fn write(&self, members: &mut Members) -> Result<&'static str, &Problem>;

    /// Returns the problem that a server sends for this error. Its `detail` is the error's description.
    fn problem(&self) -> Problem {
        let mut members = Members::default();
        let name = match self.write(&mut members) {
            Ok(name) => name,
            Err(problem) => return problem.clone(),
        };
        let listed =
            tool::<Self>().and_then(|tool| tool.errors.iter().find(|error| error.name == name));
        // Generated code has the same errors as its snapshot.
        let Some(error) = listed else {
            return Problem::new(Known::ToolRefused, name);
        };
        let members = members.into_value().as_object().cloned().unwrap_or_default();
        // Each error has its type, so none depends on the tool's id.
        Problem::listed(error, ToolId::from_u128(0)).with_members(members)
    }
}

fn tool<E: Declared>() -> Option<&'static Tool> {
    E::Calls::tools().at(E::TOOL).ok()
}

fn read<E: Declared>(problem: &Problem) -> E {
    let mut reader = Reader::default();
    let uri = problem.type_uri();
    let listed = tool::<E>()
        .and_then(|tool| tool.errors.iter().find(|error| error.uri.as_deref() == Some(&*uri)));
    let members = problem.members().unwrap_or_default();
    let read = listed.and_then(|error| {
        let mut members = Members::of(members, &mut reader)?;
        E::read(&error.name, &mut members, &mut reader)
    });
    read.unwrap_or_else(|| E::unknown(problem.clone()))
}

impl Error {
    /// Returns the problem (RFC 9457) that the tool failed with, if its server is built with a2t (`_meta`,
    /// `dev.a2t/problem`).
    pub fn problem(&self) -> Option<&Problem> {
        match self.kind() {
            Kind::Tool { reply } => reply.problem.as_deref(),
            _ => None,
        }
    }

    /// Returns the declared error that the tool answered with, as an enum of the module `error` of the generated
    /// client. The patterns of your `match` select the enum.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_lending.rs"));
    /// use a2t::mcp::client::Result;
    /// use mcp_lending::error;
    ///
    /// async fn lend(library: &impl mcp_lending::Tools, book: u32) -> Result<String> {
    ///     let error = match library.lend_book(book).send().await {
    ///         Ok(loan) => return Ok(format!("due back on {}", loan.due)),
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
    /// let library = mcp_lending::Fake::new();
    /// library.fails(error::LendBook::UnknownBook);
    /// assert_eq!(lend(&library, 7).await?, "there is no such book");
    /// # Ok(()) }
    /// ```
    ///
    /// `Some` is an answer of the tool: a problem whose type the vendor defined. If the approved snapshot does not
    /// list the type, or the members of the error differ from the snapshot, it is `Unknown`, with the problem. `None`
    /// is any other failure: one of a server that is not built with a2t, of the protocol or of the connection.
    pub fn typed<E: Declared>(&self) -> Option<E> {
        self.problem().filter(|problem| problem.is_typed()).map(read)
    }
}
