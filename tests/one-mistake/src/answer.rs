//! Checks whether rustc's output for a mistake is good.

use serde_json::Value;

use crate::operators::Mutant;

/// Maximum number of characters of the output.
const LONGEST: usize = 1_500;

/// Fails with the reason if the output is not good.
pub(crate) fn is_good(shown: &[Value], mutant: &Mutant) -> Result<(), String> {
    let errors: Vec<_> = shown.iter().filter(|message| message["level"] == "error").collect();
    let [error] = *errors else {
        return Err(format!("{} errors", errors.len()));
    };
    let text = self::shown(shown);
    if text.contains("__A2T") || text.contains("__a2t") {
        return Err("a generated name".to_owned());
    }
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
    if span["file_name"] != mutant.path || line("line_end") < first || line("line_start") > last {
        return Err(format!("not at {}:{first}", mutant.path));
    }
    Ok(())
}

pub(crate) fn shown(errors: &[Value]) -> String {
    errors.iter().filter_map(|error| error["rendered"].as_str()).collect()
}
