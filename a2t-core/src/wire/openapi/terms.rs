//! Terms of a call that a signature does not have: who may make it, and that it needs a key.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{insert, problems, reference};

/// Name of the one security scheme.
const SCHEME: &str = "bearer";

/// Terms of the calls of one version of a tool, which are between the vendor and its callers and not
/// part of the signature: scopes, keys, and the defaults and examples of inputs.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"pay","description":"Pays.",
/// #   "version":1,"currentVersion":1}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::wire::openapi::{OpenApi, Terms};
///
/// let terms = Terms::default().scopes(["payments:write"]).idempotency_key(true);
/// let document = OpenApi::with_terms([(&signature, terms)]).to_value();
/// let path = "/paths/~1tools~10479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke/post";
/// let operation = document.pointer(path).unwrap();
/// assert_eq!(operation["security"][0]["bearer"][0], "payments:write");
/// assert_eq!(operation["parameters"][0]["$ref"], "#/components/parameters/requiredIdempotencyKey");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Terms {
    scopes: Vec<String>,
    key: bool,
    /// By the names of inputs.
    defaults: BTreeMap<String, Value>,
    examples: BTreeMap<String, Value>,
}

impl Terms {
    /// Sets the scopes that a caller's token needs, all of them (`security`).
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Sets whether a call without an `Idempotency-Key` is refused; otherwise it may have one.
    pub fn idempotency_key(mut self, required: bool) -> Self {
        self.key = required;
        self
    }

    /// Sets the value that stands for an input that a call leaves out (`default`). It must be valid by the signature.
    pub fn default_value(mut self, input: impl Into<String>, value: impl Into<Value>) -> Self {
        self.defaults.insert(input.into(), value.into());
        self
    }

    /// Sets an example of an input's value (`examples`). It must be valid by the signature.
    ///
    /// ```
    /// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"Looks.",
    /// #   "version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"days","name":"days","type":"int","description":"","required":false}]}"#;
    /// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
    /// use a2t_core::wire::openapi::{OpenApi, Terms};
    ///
    /// let terms = Terms::default().default_value("days", 1).example("days", 7);
    /// let document = OpenApi::with_terms([(&signature, terms)]).to_value();
    /// let days = "/components/schemas/forecast.v1.Invocation/properties/input_parameters/items/oneOf/0";
    /// let value = &document.pointer(days).unwrap()["properties"]["value"];
    /// assert_eq!((&value["default"], &value["examples"][0]), (&1.into(), &7.into()));
    /// ```
    pub fn example(mut self, input: impl Into<String>, value: impl Into<Value>) -> Self {
        self.examples.insert(input.into(), value.into());
        self
    }

    /// Adds the default and the example of an input to the schema of its value.
    pub(super) fn fill(&self, input: &str, value: &mut Value) {
        if let Some(default) = self.defaults.get(input) {
            insert(value, "default", default.clone());
        }
        if let Some(example) = self.examples.get(input) {
            insert(value, "examples", json!([example]));
        }
    }

    pub(super) fn parameter(&self) -> Value {
        let name = if self.key { "requiredIdempotencyKey" } else { "idempotencyKey" };
        reference("parameters", name)
    }

    /// Adds to the operation what concerns callers.
    pub(super) fn secure(&self, operation: &mut Value) {
        if self.scopes.is_empty() {
            return;
        }
        if let Some(responses) = operation.get_mut("responses") {
            for (status, response) in problems::of_secured() {
                // One with errors of the tool is its own, and has the words of scopes besides.
                match responses.get_mut(&status).filter(|known| known.get("$ref").is_none()) {
                    Some(own) => problems::add_secured(own, &status),
                    None => insert(responses, &status, response),
                }
            }
        }
        insert(operation, "security", json!([{ SCHEME: self.scopes }]));
    }
}

/// Components that the terms of some operation refer to, as members of `components`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Referred {
    scopes: bool,
    key: bool,
}

impl Referred {
    pub(super) fn by(&mut self, terms: &Terms) {
        self.scopes |= !terms.scopes.is_empty();
        self.key |= terms.key;
    }

    /// Adds the parameter of those calls that need a key.
    pub(super) fn parameters(self, parameters: &mut Value) {
        if !self.key {
            return;
        }
        let mut required = parameters.get("idempotencyKey").cloned().unwrap_or_default();
        insert(&mut required, "required", true);
        insert(parameters, "requiredIdempotencyKey", required);
    }

    /// Adds the responses to callers who lack a scope.
    pub(super) fn responses(self, responses: &mut Value) {
        if self.scopes {
            for (name, response) in problems::secured() {
                insert(responses, &name, response);
            }
        }
    }

    /// Adds the header of those responses.
    pub(super) fn headers(self, headers: &mut Value) {
        if self.scopes {
            let challenge = json!({
                "description": "What a token has to have, and where there are tokens (RFC 6750, section 3; \
                                RFC 9728, section 5.1).",
                "schema": { "type": "string" },
            });
            insert(headers, "WWWAuthenticate", challenge);
        }
    }

    /// The security schemes.
    pub(super) fn schemes(self) -> Option<Value> {
        let scheme = json!({
            "type": "http",
            "scheme": "bearer",
            "description": "A token with the scopes that the operation names (RFC 6750). A tool whose scopes \
                            a token lacks may be 404 as one that there is not.",
        });
        self.scopes.then(|| json!({ SCHEME: scheme }))
    }
}
