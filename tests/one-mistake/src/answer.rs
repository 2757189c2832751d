//! Checks whether rustc's output for a mistake is good.

use std::collections::HashSet;

use serde_json::Value;

use crate::operators::Mutant;

/// Maximum number of characters of the output.
const LONGEST: usize = 1_500;

/// Fails with the reason if the output is not good.
pub(crate) fn is_good(shown: &[Value], mutant: &Mutant) -> Result<(), String> {
    let errors: Vec<_> = shown.iter().filter(|message| message["level"] == "error").collect();
    let text = self::shown(shown);
    if text.contains("__A2T") || text.contains("__a2t") {
        return Err("a generated name".to_owned());
    }
    if !mutant.operator.rustc.is_empty() {
        return is_only_rustc(&errors, mutant);
    }
    if errors.is_empty() && mutant.operator.compiles {
        return Ok(());
    }
    let [error] = *errors else {
        return Err(format!("{} errors", errors.len()));
    };
    if text.chars().count() > LONGEST {
        return Err(format!("{} characters", text.chars().count()));
    }
    if !text.contains("help: ") {
        return Err("no help".to_owned());
    }
    let spans = error["spans"].as_array().unwrap();
    let primary = spans.iter().find(|span| span["is_primary"] == true);
    let span = primary.ok_or_else(|| "no place".to_owned())?;
    let line = |key: &str| span[key].as_u64().unwrap_or_default() as usize;
    let (first, last) = (mutant.line, mutant.last);
    let is_elsewhere = line("line_end") < first && !mutant.operator.compiles;
    if span["file_name"] != mutant.path || is_elsewhere || line("line_start") > last {
        return Err(format!("not at {}:{first}", mutant.path));
    }
    Ok(())
}

/// A mistake that is not about tools: rustc reports each location that it breaks, and nothing of ours is reported with it.
fn is_only_rustc(errors: &[&Value], mutant: &Mutant) -> Result<(), String> {
    let (mut lines, mut ours) = (HashSet::new(), 0);
    for error in errors {
        let code = error["code"]["code"].as_str().unwrap_or_default();
        let message = error["message"].as_str().unwrap_or_default();
        let without_code = [
            "cannot find ",
            "documentation comments cannot be applied",
            "attribute value must be a literal",
            "expected one of ",
        ];
        let is_plain =
            code.is_empty() && without_code.iter().any(|start| message.starts_with(start));
        if mutant.operator.ours.is_some_and(|ours| message.contains(ours)) {
            ours += 1;
        } else if !is_plain && !mutant.operator.rustc.contains(&code) {
            return Err(format!("an error with the code {code:?}"));
        }
        let spans = error["spans"].as_array().unwrap();
        let primary = spans.iter().find(|span| span["is_primary"] == true);
        if !lines.insert(primary.map(|span| (&span["file_name"], &span["byte_start"]))) {
            return Err("two errors at one place".to_owned());
        }
        if error["rendered"].as_str().is_none_or(|text| text.chars().count() > LONGEST) {
            return Err("an error that is too long".to_owned());
        }
    }
    if ours > 1 { Err(format!("{ours} errors of ours")) } else { Ok(()) }
}

pub(crate) fn shown(errors: &[Value]) -> String {
    errors.iter().filter_map(|error| error["rendered"].as_str()).collect()
}
