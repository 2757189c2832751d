//! Any bytes: a snapshot that survives writing, or findings with places.
#![no_main]

use a2t_codegen::snapshot;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match snapshot::read(bytes) {
        Ok(snapshot) => {
            let again = snapshot::read(snapshot.to_text().as_bytes());
            assert_eq!(again.ok(), Some(snapshot));
        }
        Err(error) => {
            assert!(!error.diagnostics.is_empty());
            let shown = error.to_string();
            assert!(!shown.contains(|c: char| c != '\n' && c.is_control()), "{shown:?}");
        }
    }
});
