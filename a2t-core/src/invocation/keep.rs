//! A reply of one version becomes a reply of another: some of its outputs, under other names.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::ResultWriter;

/// The outputs that `name` has a name for, under that name; their values stay byte for byte.
///
/// ```
/// use a2t_core::invocation::keep_outputs;
/// let reply = br#"{"output_parameters":[{"name":"sum","value":1e2},{"name":"carry","value":true}]}"#;
/// let kept = keep_outputs(reply, |name| (name == "sum").then_some("result")).unwrap();
/// assert_eq!(kept, br#"{"output_parameters":[{"name":"result","value":1e2}]}"#);
/// ```
///
/// # Errors
/// Bytes that a [`ResultWriter`] does not write.
pub fn keep_outputs<'n>(
    reply: &[u8],
    mut name: impl FnMut(&str) -> Option<&'n str>,
) -> serde_json::Result<Vec<u8>> {
    type Members<'a> = BTreeMap<&'a str, &'a RawValue>;
    let reply: Members<'_> = serde_json::from_slice(reply)?;
    let mut kept = ResultWriter::new();
    let outputs: Vec<Members<'_>> = match reply.get("output_parameters") {
        Some(outputs) => serde_json::from_str(outputs.get())?,
        None => Vec::new(),
    };
    for output in &outputs {
        if let (Some(given), Some(value)) = (output.get("name"), output.get("value")) {
            let given: String = serde_json::from_str(given.get())?;
            if let Some(name) = name(&given) {
                kept.output(name, value)?;
            }
        }
    }
    Ok(kept.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(reply: &str, names: &[&str]) -> Option<String> {
        let known = |name: &str| names.iter().copied().find(|known| *known == name);
        let kept = keep_outputs(reply.as_bytes(), known).ok()?;
        Some(String::from_utf8(kept).unwrap())
    }

    #[test]
    fn values_stay_as_they_were_written() {
        let reply = r#"{"output_parameters":[{"name":"a \"b\"","value":{"deep":[1.50,1e999,"\u00e9"]}},{"name":"c","value":18446744073709551616}]}"#;
        assert_eq!(keep(reply, &["a \"b\"", "c"]).unwrap(), reply);
    }

    #[test]
    fn what_has_no_name_is_left_out() {
        let reply = r#"{"output_parameters":[{"name":"a","value":1},{"name":"b","value":2},{"name":"c","value":3}]}"#;
        let kept = r#"{"output_parameters":[{"name":"b","value":2}]}"#;
        assert_eq!(keep(reply, &["b"]).unwrap(), kept);
        assert_eq!(keep(reply, &[]).unwrap(), r#"{"output_parameters":[]}"#);
    }

    #[test]
    fn what_is_no_reply_is_an_error() {
        for broken in [
            "",
            "[]",
            r#"{"output_parameters":7}"#,
            r#"{"output_parameters":[7]}"#,
        ] {
            assert_eq!(keep(broken, &[]), None, "{broken}");
        }
    }
}
