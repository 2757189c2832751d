//! Two documents, parted by a line feed: a report about them, and none about one and itself.
#![no_main]

use a2t_core::evolution::{Profile, diff};
use a2t_core::signature::parse;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some(middle) = bytes.iter().position(|byte| *byte == b'\n') else {
        return;
    };
    let (old, new) = bytes.split_at(middle);
    if let (Ok(old), Ok(new)) = (parse(old), parse(new)) {
        for profile in [Profile::Default, Profile::Letter] {
            let report = diff(&old.signature, &new.signature, profile);
            let shown: String =
                report.changes().iter().map(|change| format!("{change}\n")).collect();
            assert!(!shown.contains(|c: char| c != '\n' && c.is_control()), "{shown:?}");
            let _ = (format!("{report:?}"), diff(&new.signature, &old.signature, profile));
            assert!(diff(&old.signature, &old.signature, profile).changes().is_empty());
        }
    }
});
