//! An invocation's bytes become one checked value for each input of the signature.

use serde_json::Value;

use super::{Scalar, envelope, fast};
use crate::error::ValidationError;
use crate::json;
use crate::signature::ToolSignature;

/// Levels that are kept of a body: the object, its `input_parameters`, and a pair.
const PAIRS_DEPTH: usize = 3;

/// The values of one invocation, by the position of the input in the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound<'a> {
    values: Vec<Option<Scalar<'a>>>,
}

impl<'a> Bound<'a> {
    pub(super) fn new(values: Vec<Option<Scalar<'a>>>) -> Self {
        Self { values }
    }

    /// Takes the value of the input at `index`; `None` when the invocation left it out.
    pub fn take(&mut self, index: usize) -> Option<Scalar<'a>> {
        self.values.get_mut(index).and_then(Option::take)
    }

    /// Sets the values in another order, as another version of the tool has its inputs. For each
    /// position, `order` has the index of the value that goes there, or `None` for an input without
    /// a value.
    ///
    /// ```
    /// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"",
    /// #   "version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"city","name":"City","description":""},
    /// #   {"id":"days","name":"Days","type":"int","description":"","max":14}]}"#;
    /// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
    /// use a2t_core::invocation::{Scalar, bind};
    /// let body = br#"{"input_parameters":[{"name":"City","value":"Rome"},{"name":"Days","value":3}]}"#;
    /// let mut later = bind(&signature, body).unwrap().ordered(&[Some(1), None, Some(0)]);
    /// assert_eq!(later.take(0), Some(Scalar::Int(3)));
    /// assert_eq!(later.take(1), None);
    /// ```
    #[must_use]
    pub fn ordered(mut self, order: &[Option<usize>]) -> Self {
        let values = order.iter().map(|from| self.take((*from)?));
        Self { values: values.collect() }
    }
}

/// Reads the body of `POST …:invoke` and checks it against the signature (draft section 7).
///
/// - `name` may be absent or `null`, since the path names the tool; another tool's name is a
///   mistake (spec note AMB-11).
/// - An integer may be written `80.0`, but every digit counts: `0.99999999999999999999` is not 1; the
///   name of an allowed value is compared with regard to case (AMB-24).
/// - An input that is `null` is absent; one that is unknown or given twice is a mistake (AMB-25).
///
/// An invocation that is spelt as programs spell it is read once, and its text is borrowed. One in an
/// unusual order, or with a mistake, is read again as a whole.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"",
/// #   "version":1,"currentVersion":1,"input_parameters":[
/// #   {"id":"city","name":"City","description":""},
/// #   {"id":"days","name":"Days","type":"int","description":"","max":14}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::invocation::bind;
/// let body = br#"{"input_parameters":[{"name":"Day","value":3},{"name":"City","value":7}]}"#;
/// let error = bind(&signature, body).unwrap_err();
/// assert_eq!(error.to_string(), "\
/// /input_parameters/0/name: expected an input of `forecast`, got `Day`; did you mean `Days`? [A2T-58]
/// /input_parameters/1/value: `City`: expected a string, got 7 [A2T-34]");
/// ```
///
/// # Errors
/// Text that is not JSON, or everything that is wrong with the invocation.
pub fn bind<'a>(signature: &ToolSignature, body: &'a [u8]) -> Result<Bound<'a>, ValidationError> {
    match bind_each(signature, body) {
        (bound, None) => Ok(bound),
        (_, Some(invalid)) => Err(invalid),
    }
}

/// Reads as [`bind`] does. If there are mistakes, it also returns the valid values, so that later checks
/// can find other kinds of mistakes in them.
pub fn bind_each<'a>(
    signature: &ToolSignature,
    body: &'a [u8],
) -> (Bound<'a>, Option<ValidationError>) {
    if let Some(values) = fast::call(signature, body) {
        return (Bound::new(values), None);
    }
    // A value must not be an array or an object, so their content does not matter.
    let value = match json::parse_outline(body, PAIRS_DEPTH) {
        Ok(value) => value,
        Err(error) => return (Bound::new(Vec::new()), Some(error.into())),
    };
    let (values, found) = envelope::read(signature, value, body);
    (Bound::new(values), found.into_result().err().map(ValidationError::Rules))
}

/// Returns the pointer to the value of an input in the body of an invocation:
/// `/input_parameters/2/value`; to all of them, as for an input that is missing, if the body does
/// not have it.
///
/// ```
/// use a2t_core::invocation::pointer_to;
/// let body = br#"{"input_parameters":[{"name":"To","value":1},{"name":"From","value":2}]}"#;
/// assert_eq!(pointer_to(body, "From"), "/input_parameters/1/value");
/// assert_eq!(pointer_to(body, "Via"), "/input_parameters");
/// ```
pub fn pointer_to(body: &[u8], name: &str) -> String {
    let body = json::parse(body).unwrap_or_default();
    let pairs = body.get("input_parameters").and_then(Value::as_array);
    let is_named = |pair: &Value| pair.get("name").and_then(Value::as_str) == Some(name);
    match pairs.and_then(|pairs| pairs.iter().position(is_named)) {
        Some(index) => format!("/input_parameters/{index}/value"),
        None => "/input_parameters".to_owned(),
    }
}
