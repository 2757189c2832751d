//! The checked arguments of one invocation, taken one by one in the order of the parameters.

use a2t_core::invocation::{Bound, Scalar};
use a2t_core::{Code, Invalid, ToolSignature, Violation, Violations};

use super::{Adapted, Failure, Inputs};

#[doc(hidden)]
pub struct Arguments<'a> {
    signature: &'static ToolSignature,
    bound: Bound<'a>,
    next: usize,
}

impl<'a> Arguments<'a> {
    /// Checks inputs against the published version that the caller named, else against the
    /// signature of the code; the arguments are those of the code.
    pub(crate) fn bind(
        signature: &'static ToolSignature,
        adapted: Option<&Adapted>,
        inputs: &'a Inputs,
    ) -> Result<Self, Failure> {
        let checked = adapted.map_or(signature, |adapted| &adapted.signature);
        let mut bound = inputs.bind(checked).map_err(Failure::Invalid)?;
        if let Some(adapted) = adapted {
            bound = bound.ordered(&adapted.inputs);
        }
        Ok(Self { signature, bound, next: 0 })
    }

    /// The next argument, `None` when the invocation left it out.
    pub(crate) fn next(&mut self) -> Option<Scalar<'a>> {
        let scalar = self.bound.take(self.next);
        self.next += 1;
        scalar
    }

    pub(crate) fn misfit(&self) -> Failure {
        self.unfit(Code::OutOfRange)
    }

    pub(crate) fn missing(&self) -> Failure {
        self.unfit(Code::MissingInput)
    }

    /// Failure that names the argument taken last.
    fn unfit(&self, code: Code) -> Failure {
        let mut violation = Violation::new(code, "/input_parameters");
        let index = self.next.saturating_sub(1);
        if let Some(input) = self.signature.input_parameters.get(index) {
            violation = violation.parameter(&*input.name);
        }
        Failure::Invalid(Invalid::Rules(Violations::from(vec![violation])))
    }
}
