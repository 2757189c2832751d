//! Any bytes as a foreign catalog: signatures that obey every rule and findings that are inert, or
//! a refusal that is. The first byte selects the kind of document.
#![no_main]

use a2t_core::{catalog, signature::rule};
use a2t_dialect::import::{self, Kind, Options};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else {
        return;
    };
    let options = Options::new("fuzz");
    let options = match Kind::ALL.get(usize::from(first % 8)) {
        Some(kind) => options.kind(*kind),
        None => options,
    };
    match import::parse(text, &options) {
        Ok(found) => {
            let page = serde_json::json!({ "items": found.tools }).to_string();
            let read = catalog::parse(page.as_bytes()).expect("what was imported obeys every rule");
            assert_eq!(read.tools, found.tools);
            for diagnostic in &found.diagnostics {
                let text = diagnostic.to_string();
                assert!(!text.contains('\n') && !text.chars().any(rule::is_forbidden));
            }
        }
        Err(refusal) => assert!(!refusal.to_string().chars().any(rule::is_forbidden)),
    }
});
