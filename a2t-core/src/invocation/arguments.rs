//! Arguments as a caller collects them: checked against the signature, written as a body.

use serde::Serialize;
use serde_json::Value;

use super::Scalar;
use super::checker::Checker;
use super::fast::is_plain;
use super::scalar::verdict;
use crate::error::Violations;
use crate::signature::ToolSignature;

/// The name/value pairs of one invocation, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    pairs: Vec<(String, Value)>,
}

impl Arguments {
    /// Creates an empty set of arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pair; a name given twice is found by [`check_arguments`].
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.pairs.push((name.into(), value.into()));
    }

    /// Returns the pairs, in the order they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the body of `POST …:invoke` (draft section 7).
    ///
    /// ```
    /// let mut arguments = a2t_core::invocation::Arguments::new();
    /// arguments.push("City", "Omaha, Nebraska");
    /// assert_eq!(
    ///     arguments.to_body("lookup_weather_by_city"),
    ///     br#"{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha, Nebraska"}]}"#,
    /// );
    /// ```
    pub fn to_body(&self, tool: &str) -> Vec<u8> {
        body(tool, self.pairs.len(), self.iter())
    }
}

/// Returns the body of an invocation with these values, one for each input by position, if they
/// obey the signature; values beyond its inputs are dropped.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"",
/// #   "version":1,"currentVersion":1,"input_parameters":[
/// #   {"id":"a","name":"a","type":"int","description":"","max":9},
/// #   {"id":"b","name":"b","type":"int","description":"","required":false}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::invocation::write_arguments;
/// let body = write_arguments(&signature, &[Some(7.into()), None]).unwrap();
/// assert_eq!(body, br#"{"name":"add","input_parameters":[{"name":"a","value":7}]}"#);
/// assert!(write_arguments(&signature, &[Some(10.into())]).is_err());
/// ```
///
/// # Errors
/// Everything that is wrong, as [`check_arguments`] finds it.
pub fn write_arguments(
    signature: &ToolSignature,
    values: &[Option<Value>],
) -> Result<Vec<u8>, Violations> {
    let inputs = &*signature.input_parameters;
    let right = inputs.iter().enumerate().all(|(position, input)| {
        match values.get(position).and_then(Option::as_ref) {
            None | Some(Value::Null) => !input.required,
            Some(value) => {
                Scalar::from_json(value).is_some_and(|value| verdict(&input.kind, &value).is_ok())
            }
        }
    });
    let pairs = inputs.iter().zip(values);
    let pairs = pairs.filter_map(|(input, value)| Some((&*input.name, value.as_ref()?)));
    if !right {
        let arguments = pairs.clone().map(|(name, value)| (name, value.clone())).collect();
        check_arguments(signature, &arguments).into_result()?;
    }
    Ok(body(&signature.name, values.len(), pairs))
}

fn body<'a>(
    tool: &str,
    count: usize,
    pairs: impl Iterator<Item = (&'a str, &'a Value)>,
) -> Vec<u8> {
    let mut body = Vec::with_capacity(64 + tool.len() + 64 * count);
    body.extend_from_slice(b"{\"name\":");
    write_text(&mut body, tool);
    body.extend_from_slice(b",\"input_parameters\":[");
    for (index, (name, value)) in pairs.enumerate() {
        let separator: &[u8] = if index == 0 { b"{\"name\":" } else { b",{\"name\":" };
        body.extend_from_slice(separator);
        write_text(&mut body, name);
        body.extend_from_slice(b",\"value\":");
        match value {
            Value::String(text) => write_text(&mut body, text),
            value => write(&mut body, value),
        }
        body.push(b'}');
    }
    body.extend_from_slice(b"]}");
    body
}

/// Most text needs no escapes, and is copied.
fn write_text(body: &mut Vec<u8>, text: &str) {
    if !is_plain(text) {
        return write(body, text);
    }
    body.push(b'"');
    body.extend_from_slice(text.as_bytes());
    body.push(b'"');
}

fn write<T: Serialize + ?Sized>(body: &mut Vec<u8>, value: &T) {
    // Writing text or a JSON value to memory has no way to fail.
    let _: serde_json::Result<()> = serde_json::to_writer(body, value);
}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for Arguments {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(pairs: T) -> Self {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        Self { pairs: pairs.collect() }
    }
}

impl IntoIterator for Arguments {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.into_iter()
    }
}

/// Returns every violation of these arguments. Pointers are into the body that
/// [`Arguments::to_body`] writes. The verdict is that of [`bind`](super::bind) on that body.
pub fn check_arguments(signature: &ToolSignature, arguments: &Arguments) -> Violations {
    let mut checker = Checker::new(signature);
    for (index, (name, value)) in arguments.iter().enumerate() {
        let at = || format!("/input_parameters/{index}");
        if let Some((position, _)) = checker.input(name, at) {
            checker.value(position, value, at);
        }
    }
    checker.finish()
}
