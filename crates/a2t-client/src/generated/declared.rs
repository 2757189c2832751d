//! Errors that a tool declares: an enum of a generated client, which is read from a problem and written as one.

use std::fmt;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::{ProblemType, ToolId, ToolSignature};

use crate::generated::read::{Members, Reader};

/// The enum that has the errors of one tool, in the module `error` of a generated client.
/// [`Error::typed`](crate::Error::typed) returns it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of a tool's errors",
    label = "expected an enum in the module `error` of a generated client",
    note = "a tool whose approved signature or snapshot lists no errors has none: match on `Error::problem` and its `type_uri`"
)]
pub trait Declared: Clone + fmt::Debug + Send + Sync + 'static {
    /// The client's `Calls`.
    #[doc(hidden)]
    type Calls;
    /// The tool's reply.
    #[doc(hidden)]
    type Reply;

    /// The errors that the tool lists, and its id, from which missing types are derived.
    #[doc(hidden)]
    fn listed() -> Option<(&'static [ProblemType], ToolId)>;

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
        let listed = Self::listed().and_then(|(errors, tool)| {
            let error = errors.iter().find(|error| error.name == name)?;
            Some(Problem::listed(error, tool).with_members(members.0))
        });
        // Generated code has the errors of its tool.
        listed.unwrap_or_else(|| Problem::new(Kind::ToolRefused, name))
    }
}

/// Reads the error of this enum from a problem of a vendor's own type.
pub(crate) fn read<E: Declared>(problem: &Problem) -> E {
    let listed = E::listed().and_then(|(errors, tool)| of_type(errors, tool, problem));
    let mut members = Members(problem.members().unwrap_or_default());
    let read = listed.and_then(|error| E::read(&error.name, &mut members, &mut Reader::default()));
    read.unwrap_or_else(|| E::unknown(problem.clone()))
}

/// Returns whether the signature lists the type of the problem.
pub(crate) fn is_listed(tool: &ToolSignature, problem: &Problem) -> bool {
    let errors = &tool.errors;
    !errors.is_empty() && problem.is_typed() && of_type(errors, tool.tool_id, problem).is_some()
}

/// Returns the error that is listed for the type of the problem, with any status, because the type
/// identifies a problem (RFC 9457, section 3.1.1).
fn of_type<'t>(
    errors: &'t [ProblemType],
    tool: ToolId,
    problem: &Problem,
) -> Option<&'t ProblemType> {
    let uri = problem.type_uri();
    errors.iter().find(|error| error.type_uri(tool) == uri)
}
