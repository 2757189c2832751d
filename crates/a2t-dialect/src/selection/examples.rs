//! Example calls of tools: written by the program, or put together from the examples that the inputs have.

use a2t_core::InputType;
use serde_json::{Map, Value};

use super::Selection;
use crate::error::seen;
use crate::selected::{Kept, Selected};
use crate::{Call, Dialect, Error, Result, ToolCallError, fit};

impl Selection {
    /// Adds an example call of a tool, for [`ToolOptions::examples`](crate::ToolOptions::examples). Its arguments
    /// have the tool's own names, and are checked as those of a call.
    ///
    /// ```
    /// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast",
    /// #   "description":"Forecasts.","version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"city","name":"city","description":"The city"}]}"#).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([tool]);
    /// use a2t_dialect::{Dialect, ToolOptions};
    /// use serde_json::json;
    ///
    /// let tools = tools.example("forecast", json!({"city": "Omaha"}))?;
    /// let definitions = Dialect::Anthropic.export_with(&tools, &ToolOptions::new().examples())?.value;
    /// assert_eq!(definitions[0]["input_examples"], json!([{"city": "Omaha"}]));
    ///
    /// let wrong = tools.example("forecast", json!({"town": "Omaha"}));
    /// assert!(wrong.unwrap_err().to_string().contains("`forecast` was not called"));
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// A name that no tool has, and arguments that the tool does not take.
    pub fn example(&self, tool: &str, arguments: Value) -> Result<Self> {
        let known = self.only([tool])?;
        let Value::Object(arguments) = arguments else {
            let why = format!("expected an object, got {}", seen(&arguments));
            let inputs = known.iter().next().map(Selected::own_inputs).unwrap_or_default();
            let inputs = inputs.into_iter().map(str::to_owned).collect();
            let error = ToolCallError::Unreadable { tool: tool.to_owned(), why, inputs };
            return Err(Error::Example(error));
        };
        // A2A takes all names as they are.
        let call = |name| Call::checked(Dialect::A2a, None, name, arguments.clone(), Value::Null);
        let checked = known.validate(&call(known.names_in(Dialect::A2a).pop().unwrap_or_default()));
        checked.map_err(Error::Example)?;
        let mut selection = self.clone();
        for selected in selection.tools.iter_mut().filter(|own| own.full_name() == tool) {
            let more = selected.examples.iter().cloned().chain([arguments.clone()]);
            selected.examples = more.collect();
        }
        Ok(selection)
    }

    /// Adds examples of single inputs, by the index of the tool.
    #[doc(hidden)]
    #[must_use]
    pub fn with_values(mut self, values: impl Fn(&Selected) -> Vec<(String, Value)>) -> Self {
        for selected in &mut self.tools {
            selected.values = values(selected).into();
        }
        self
    }
}

impl Selected {
    /// Returns the example calls, under the names that the dialect takes for the inputs.
    pub(crate) fn examples_in(&self, dialect: Dialect) -> Vec<Map<String, Value>> {
        let own = self.own_inputs();
        let shown = match self.kept() {
            Kept::Signature(tool) => dialect.input_names(tool),
            Kept::Schema(tool) => tool.names_in(dialect),
        };
        let named = |example: &Map<String, Value>| {
            let names = own.iter().zip(&shown);
            let named =
                names.filter_map(|(own, shown)| Some((shown.clone(), example.get(*own)?.clone())));
            named.collect()
        };
        if self.examples.is_empty() {
            self.composed().iter().map(named).collect()
        } else {
            self.examples.iter().map(named).collect()
        }
    }

    /// Puts a call together from the examples of the inputs; none if a required input has no example.
    fn composed(&self) -> Option<Map<String, Value>> {
        let known = |name: &str| {
            let mut values = self.values.iter();
            values.find(|(own, _)| own == name).map(|(_, value)| value.clone())
        };
        let mut call = Map::new();
        match self.kept() {
            Kept::Signature(tool) => {
                for input in tool.input_parameters.iter() {
                    let first = match &input.kind {
                        InputType::Enum { allowed_values } => allowed_values.first(),
                        _ => None,
                    };
                    let first = || first.map(|value| Value::from(&*value.name));
                    match known(&input.name).or_else(|| first().filter(|_| input.required)) {
                        Some(value) => drop(call.insert(input.name.to_string(), value)),
                        None if input.required => return None,
                        None => {}
                    }
                }
            }
            Kept::Schema(tool) => {
                for (name, schema, is_required) in fit::inputs(tool) {
                    match known(name).or_else(|| example(schema, is_required)) {
                        Some(value) => drop(call.insert(name.to_owned(), value)),
                        None if is_required => return None,
                        None => {}
                    }
                }
            }
        }
        (!call.is_empty()).then_some(call)
    }
}

/// The example of a schema, or a value that a required input may have.
fn example(schema: &Value, is_required: bool) -> Option<Value> {
    let first = |name: &str| schema.get(name)?.as_array()?.first().cloned();
    let fixed = || schema.get("const").cloned().or_else(|| first("enum"));
    first("examples").or_else(|| {
        let given = schema.get("default").cloned().or_else(fixed);
        given.filter(|_| is_required)
    })
}
