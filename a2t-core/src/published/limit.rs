//! Limits of a file of published versions, by its metadata.

use crate::wire::page::DOCUMENT_MAX;

/// Maximum number of bytes of a file below `published/` (spec note AMB-35).
pub const FILE_MAX: u64 = DOCUMENT_MAX as u64;

/// Returns why a file is not read: devices and pipes may never end, and no signature is so long.
///
/// ```
/// use a2t_core::published::{FILE_MAX, refusal};
/// assert_eq!(refusal(true, FILE_MAX), None);
/// assert!(refusal(true, FILE_MAX + 1).is_some_and(|reason| reason.contains("more than 8388608")));
/// assert!(refusal(false, 0).is_some());
/// ```
pub fn refusal(is_file: bool, bytes: u64) -> Option<String> {
    if !is_file {
        return Some("not a regular file; restore it from version control".to_owned());
    }
    (bytes > FILE_MAX).then(|| {
        format!("has {bytes} bytes, more than {FILE_MAX}, the most that is read; restore it from version control")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_if_it_is_one_and_not_too_long() {
        assert_eq!(refusal(true, FILE_MAX), None);
        assert!(refusal(true, FILE_MAX + 1).is_some());
        assert!(refusal(false, 0).is_some());
    }
}
