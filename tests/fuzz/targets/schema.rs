//! Any bytes as a snapshot of an MCP server, or as one of its tools: what is read survives writing, is
//! what it is, and has a shape; what is refused has places and is inert.
#![no_main]

use a2t_core::json;
use a2t_schema::evolution::{compare, compare_tools};
use a2t_schema::{Snapshot, Tool};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match Snapshot::parse(bytes) {
        Ok(snapshot) => {
            assert!(compare(&snapshot, &snapshot).is_empty());
            assert_eq!(Snapshot::parse(snapshot.to_text().as_bytes()), Ok(snapshot));
        }
        Err(refused) => {
            assert!(!refused.diagnostics.is_empty());
            let shown = refused.to_string();
            assert!(!shown.contains(|c: char| c != '\n' && c.is_control()), "{shown:?}");
        }
    }
    let Ok(value) = json::parse(bytes) else {
        return;
    };
    match Tool::read(&value, "") {
        Ok(tool) => {
            let again = Tool::read(&tool.to_value(), "").expect("what was read obeys every rule");
            assert_eq!((again.digest(), &again), (tool.digest(), &tool));
            assert_eq!(again.input.shape(), tool.input.shape());
            assert!(compare_tools(&tool, &again).is_empty());
            let remarks = tool.remarks("").to_string();
            assert!(!remarks.contains(|c: char| c != '\n' && c.is_control()), "{remarks:?}");
        }
        Err(violations) => assert!(!violations.is_empty()),
    }
});
