//! Any bytes as a published version, a tombstone, a list of digests and a folder's name.
#![no_main]

use a2t_core::published;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(signature) = published::read_version(bytes) {
        let text = published::text(&signature);
        assert_eq!(published::read_version(text.as_bytes()).ok(), Some(signature));
    }
    let _ = published::read_tombstone(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Some(tool) = published::tool(text) {
            assert_eq!(published::folder(&tool), text);
        }
        let folder = published::folder(text);
        assert!(folder.len() <= 255);
        if !folder.contains('~') {
            assert_eq!(published::tool(&folder).as_deref(), Some(text), "{folder}");
        }
        let plain =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_%ABCDEF~".contains(c);
        assert!(folder.chars().all(plain), "{folder}");
        let _ = published::Sums::parse(text);
    }
});
