//! Closures as the code of tools: contexts out of the request, inputs by name, outputs by name.

use std::sync::Arc;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Layout, ResultWriter, check_outputs};
use http::request::Parts;

use super::{DynamicInputs, DynamicOutputs};
use crate::bounds::{Context, Meant};
use crate::call::asked::{Asked, InputPointers};
use crate::{Failure, Inputs, Reply, ToolError};

/// A call on its way to a closure.
#[doc(hidden)]
pub struct DynamicCall<S> {
    pub(crate) state: S,
    pub(crate) parts: Parts,
    pub(crate) inputs: Inputs,
    pub(crate) signature: Arc<ToolSignature>,
    pub(crate) layout: Layout,
}

impl<S> DynamicCall<S> {
    /// The failure of a closure, with the locations of the inputs that it refuses.
    fn failure(&self, error: ToolError) -> Failure {
        let pointers = &InputPointers::new(&self.inputs);
        let code = &self.signature;
        Failure::Tool(error.located(&Asked { code, adapted: None, pointers, lists_none: false }))
    }
}

type Run<S> = dyn Fn(DynamicCall<S>) -> Reply + Send + Sync;

/// A closure, with any contexts.
pub(crate) struct Handler<S>(Box<Run<S>>);

impl<S> Handler<S> {
    pub(crate) fn new<M>(handler: impl DynamicHandler<S, M>) -> Self {
        let handler = Arc::new(handler);
        Self(Box::new(move |call| DynamicHandler::call(&handler, call)))
    }

    pub(crate) fn call(&self, call: DynamicCall<S>) -> Reply {
        (self.0)(call)
    }
}

/// Code of a [`DynamicTool`](super::DynamicTool): a closure that takes up to four contexts and then
/// [`DynamicInputs`], and whose future ends in a `Result` of outputs ([`DynamicOutputs`], a JSON object,
/// or pairs of names and values) and a [`ToolError`].
///
/// `M` is a marker that users do not name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the code of a tool that runs with the state `{S}`",
    label = "expected `async |inputs: DynamicInputs| …`, or the same with contexts before the inputs",
    note = "a closure that has values of its own is `move |inputs: DynamicInputs| {{ let own = own.clone(); async \
            move {{ … }} }}`, since each call needs them",
    note = "its future is `Send` and ends in `Result<_, a2t::ToolError>`, with `a2t::DynamicOutputs`, \
            `serde_json::json!({{ … }})` or `[(name, value)]` for the outputs",
    note = "a context is an axum extractor that does not read the body (`FromRequestParts<{S}>`)"
)]
pub trait DynamicHandler<S, M>: Send + Sync + 'static {
    #[doc(hidden)]
    fn call(this: &Arc<Self>, call: DynamicCall<S>) -> Reply;
}

macro_rules! handlers {
    ($($context:ident)*) => {
        impl<S, F, R, O, $($context),*> DynamicHandler<S, fn($($context),*) -> (R, O)> for F
        where
            S: Send + Sync + 'static,
            F: Fn($($context,)* DynamicInputs) -> R + Send + Sync + 'static,
            R: Future<Output = Result<O, ToolError>> + Send + 'static,
            O: Into<DynamicOutputs> + 'static,
            $($context: Context<S, Meant> + 'static,)*
        {
            #[allow(non_snake_case, unused_mut)]
            fn call(this: &Arc<Self>, mut call: DynamicCall<S>) -> Reply {
                let this = Arc::clone(this);
                Box::pin(async move {
                    $(let $context = $context::extract(&mut call.parts, &call.state).await?;)*
                    let inputs = DynamicInputs::bind(&call.signature, &call.inputs)?;
                    let outputs = this($($context,)* inputs).await;
                    let outputs = outputs.map_err(|error| call.failure(error))?;
                    write(&call.signature, outputs.into(), call.layout)
                })
            }
        }
    };
}

handlers!();
handlers!(A);
handlers!(A B);
handlers!(A B C);
handlers!(A B C D);

/// The reply, if the outputs are those of the signature; else a fault that names each that is not.
fn write(
    signature: &ToolSignature,
    outputs: DynamicOutputs,
    layout: Layout,
) -> Result<Vec<u8>, Failure> {
    let fault = |words: String| Failure::Tool(ToolError::internal(words));
    let outputs = outputs.into_members().map_err(fault)?;
    let wrong = check_outputs(signature, &outputs);
    if !wrong.is_empty() {
        return Err(fault(format!("its outputs are not those of the signature: {wrong}")));
    }
    let mut writer = ResultWriter::in_layout(layout);
    for output in signature.output_parameters.iter() {
        let takes_null = match &output.kind {
            a2t_core::OutputType::Json => true,
            a2t_core::OutputType::Described { shape } => shape.takes_null(),
            _ => false,
        };
        if let Some(value) = outputs.get(&*output.name)
            && (takes_null || !value.is_null())
        {
            writer.output(&output.name, value).map_err(Failure::Unwritable)?;
        }
    }
    Ok(writer.finish())
}
