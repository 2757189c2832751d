//! Any bytes: a signature that obeys every rule and survives writing, or an error.
#![no_main]

use a2t_core::{ValidationError, catalog, json, signature, wire::page::read_page};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = (read_page(bytes), catalog::parse(bytes));
    match signature::parse(bytes) {
        Ok(read) => {
            assert!(read.signature.check().is_empty());
            let canonical = read.signature.canonical();
            let again = signature::parse(&canonical).expect("what was written is read");
            assert_eq!(again.signature, read.signature);
            assert_eq!(again.signature.canonical(), canonical);
        }
        Err(ValidationError::Rules(violations)) => {
            assert!(!violations.is_empty());
            let text = String::from_utf8_lossy(bytes);
            let pointers = violations.iter().map(|violation| &*violation.pointer);
            for (line, column) in json::locate_all(&text, pointers) {
                assert!(line > 0 && column > 0);
            }
        }
        Err(ValidationError::Syntax(error)) => assert!(error.line > 0),
    }
});
