//! How tools are offered to a model: one description of options that providers share, which each
//! dialect writes or names in a note.

mod request;
mod write;

use crate::{Mode, Selected};
pub use request::ToolChoice;
pub(crate) use request::{RequestOptions, body as request_body};
pub(crate) use write::Writer;

/// Options of the tools of a selection, for [`Dialect::export_with`](crate::Dialect::export_with) and
/// [`Fragment::tools_with`](crate::hosted::Fragment::tools_with).
///
/// Each dialect writes what its provider takes. What it has no place for is named in a [`Note`](crate::Note).
///
/// ```
/// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast",
/// #   "description":"Forecasts.","version":1,"currentVersion":1,"annotations":{"readOnlyHint":true}}"#).unwrap().signature;
/// # let tools = a2t_dialect::Selection::approved([tool]);
/// use a2t_dialect::{Callers, Dialect, ToolOptions};
///
/// let options = ToolOptions::new().callers(Callers::Both).defer_loading();
/// let openai = Dialect::OpenaiResponses.export_with(&tools, &options)?;
/// assert_eq!(openai.value[0]["allowed_callers"][1], "programmatic");
/// assert_eq!(openai.value[0]["defer_loading"], true);
/// let chat = Dialect::OpenaiChat.export_with(&tools, &options)?;
/// assert!(chat.notes[1].to_string().starts_with("deferred loading has no place here"));
/// # Ok::<_, a2t_dialect::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOptions {
    pub(crate) mode: Mode,
    pub(crate) outputs: bool,
    pub(crate) callers: Option<Callers>,
    pub(crate) programmatic_writes: bool,
    pub(crate) deferred: bool,
    pub(crate) asynchronous: bool,
    pub(crate) examples: bool,
    pub(crate) eager_input: bool,
    pub(crate) cache: Option<CacheTime>,
    pub(crate) namespace: Option<Namespace>,
    pub(crate) namespaces: bool,
    pub(crate) approval: bool,
}

/// Callers of a tool: the model itself, or code that the model writes and the provider runs (programmatic tool
/// calling).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Callers {
    /// The model.
    Model,
    /// Code of the model.
    Program,
    /// The model and its code.
    Both,
}

/// Time for which a provider keeps definitions in its cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CacheTime {
    /// 5 minutes.
    FiveMinutes,
    /// 1 hour.
    OneHour,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Namespace {
    pub(crate) name: String,
    pub(crate) description: String,
}

impl ToolOptions {
    /// Creates options of which none is set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the strictness, as [`Dialect::export`](crate::Dialect::export) takes it.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Writes the schema of the outputs, for code that calls the tool.
    #[must_use]
    pub fn output_schemas(mut self) -> Self {
        self.outputs = true;
        self
    }

    /// Sets who may call the tools. Code may call only tools that are approved as `read_only`, because a loop runs before
    /// a person can read its calls; the others are left to the model, with a note.
    #[must_use]
    pub fn callers(mut self, callers: Callers) -> Self {
        self.callers = Some(callers);
        self
    }

    /// Lets code also call tools that are not approved as `read_only`. An executor still asks before each call, unless its rule of
    /// consent allows it.
    #[must_use]
    pub fn programmatic_writes(mut self) -> Self {
        self.programmatic_writes = true;
        self
    }

    /// Leaves the tools out of the model's context until a search finds them
    /// ([`ToolSearch`](crate::hosted::ToolSearch)).
    #[must_use]
    pub fn defer_loading(mut self) -> Self {
        self.deferred = true;
        self
    }

    /// Lets the model go on while a call runs: its result may come with a later request.
    #[must_use]
    pub fn asynchronous(mut self) -> Self {
        self.asynchronous = true;
        self
    }

    /// Writes example calls: those of [`Selection::example`](crate::Selection::example), or one of the examples that
    /// the inputs have (`#[a2t(example = "…")]` of a toolset, `examples` of a JSON Schema).
    #[must_use]
    pub fn examples(mut self) -> Self {
        self.examples = true;
        self
    }

    /// Streams inputs as the model writes them, before they are complete JSON.
    #[must_use]
    pub fn eager_input(mut self) -> Self {
        self.eager_input = true;
        self
    }

    /// Sets a breakpoint of the provider's cache behind the last tool.
    #[must_use]
    pub fn cache(mut self, time: CacheTime) -> Self {
        self.cache = Some(time);
        self
    }

    /// Groups the tools under this name. The names of the tools stay as they are.
    #[must_use]
    pub fn namespace(mut self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.namespace = Some(Namespace { name: name.into(), description: description.into() });
        self
    }

    /// Groups the tools of each catalog under its name ([`Selection::catalog`](crate::Selection::catalog)). Tools without a
    /// catalog stay in the group of [`namespace`](Self::namespace), or outside of groups.
    #[must_use]
    pub fn namespaces(mut self) -> Self {
        self.namespaces = true;
        self
    }

    /// Marks tools that are not approved as `read_only`, so that a framework asks its user before it runs them.
    #[must_use]
    pub fn needs_approval(mut self) -> Self {
        self.approval = true;
        self
    }

    /// Returns the callers of a tool, if they are set.
    pub(crate) fn callers_of(&self, tool: &Selected) -> Option<Callers> {
        let safe = tool.hints().read_only || self.programmatic_writes;
        self.callers.map(|callers| if safe { callers } else { Callers::Model })
    }
}

impl From<Mode> for ToolOptions {
    fn from(mode: Mode) -> Self {
        Self::new().mode(mode)
    }
}

impl Callers {
    pub(crate) fn has_program(self) -> bool {
        self != Self::Model
    }
}

#[cfg(test)]
mod tests;
