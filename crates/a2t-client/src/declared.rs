//! Errors that a tool says it answers with: an enum of a generated client, read from a problem and
//! written as one.

use std::fmt;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::{ProblemType, ToolSignature};

use crate::read::{Members, Reader};
use crate::reply::{Generated, Reply};

/// The enum that has the errors of one tool, in `error` of a generated client;
/// [`Error::typed`](crate::Error::typed) reads it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of a tool's errors",
    label = "expected an enum in the module `error` of a generated client",
    note = "a tool whose approved signature lists no `errors` has none: match on `Error::problem` and its `type_uri`"
)]
pub trait Declared: Clone + fmt::Debug + Send + Sync + 'static {
    /// The client's `Calls`.
    #[doc(hidden)]
    type Calls: Generated;
    /// The tool's reply.
    #[doc(hidden)]
    type Reply: Reply<Self::Calls>;
    /// Position of the tool in `TOOLS`.
    #[doc(hidden)]
    const TOOL: usize;

    #[doc(hidden)]
    fn unknown(problem: Problem) -> Self;

    /// The error with this name; `None` if it is not listed or its members are others.
    #[doc(hidden)]
    fn read(error: &str, members: &mut Members, reader: &mut Reader) -> Option<Self>;

    /// Adds the members and returns the name, or the problem of an unknown error.
    #[doc(hidden)]
    fn write(&self, members: &mut Members) -> Result<&'static str, &Problem>;

    /// The problem that a server answers this error with, without the words of the occurrence: its
    /// `detail` is the error's description.
    fn problem(&self) -> Problem {
        let mut members = Members::default();
        let name = match self.write(&mut members) {
            Ok(name) => name,
            Err(problem) => return problem.clone(),
        };
        let listed = signature::<Self>().and_then(|tool| {
            let error = tool.errors.iter().find(|error| error.name == name)?;
            Some((tool, error))
        });
        // Generated code has the errors of its signature.
        let Some((tool, error)) = listed else {
            return Problem::new(Kind::ToolRefused, name);
        };
        Problem::listed(error, tool.tool_id).with_members(members.0)
    }
}

fn signature<E: Declared>() -> Option<&'static ToolSignature> {
    E::Calls::tools().at(E::TOOL).ok()
}

/// The error of this enum for a problem of a vendor's own type.
pub(crate) fn read<E: Declared>(problem: &Problem) -> E {
    let listed = signature::<E>().and_then(|tool| listed(tool, problem));
    let mut members = Members(problem.members().unwrap_or_default());
    let read = listed.and_then(|error| E::read(&error.name, &mut members, &mut Reader::default()));
    read.unwrap_or_else(|| E::unknown(problem.clone()))
}

/// The error that the signature lists for the type of the problem, whatever its status: the type is
/// what identifies a problem (RFC 9457, section 3.1.1).
pub(crate) fn listed<'t>(tool: &'t ToolSignature, problem: &Problem) -> Option<&'t ProblemType> {
    if tool.errors.is_empty() || !problem.is_typed() {
        return None;
    }
    let uri = problem.type_uri();
    tool.errors.iter().find(|error| error.type_uri(tool.tool_id) == uri)
}
