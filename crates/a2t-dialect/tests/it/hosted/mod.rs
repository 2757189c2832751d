//! Hosted tools, in golden files: what is written for each provider, what is read from its replies.

mod answers;
mod details;
mod events;
mod extras;
mod matrix;
mod refusals;
mod renderings;
mod samples;

use std::{env, fs};

use a2t_dialect::Dialect;
use serde_json::Value;

fn dialect(id: &str) -> Dialect {
    Dialect::find(id).unwrap()
}

/// Compares with a golden file; `UPDATE_GOLDEN=1` writes it again.
fn assert_golden(name: &str, found: &Value) {
    let path = format!("{}/tests/it/hosted/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = serde_json::to_string_pretty(found).unwrap() + "\n";
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{name} differs: run with UPDATE_GOLDEN=1, and read what changed");
}
