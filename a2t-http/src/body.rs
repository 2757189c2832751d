//! The body of a reply, bounded.

use reqwest::{Error, Response};

/// The body; `None` if it is longer than `limit` bytes.
///
/// Bytes are counted as they arrive, because `Content-Length` may be absent, or lie.
///
/// # Errors
/// The connection breaks before the end.
pub async fn read(mut response: Response, limit: usize) -> Result<Option<Vec<u8>>, Error> {
    let length = response.content_length();
    if length.is_some_and(|length| length > limit as u64) {
        return Ok(None);
    }
    let length = length.and_then(|length| usize::try_from(length).ok());
    let mut body = Vec::with_capacity(length.unwrap_or_default());
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > limit - body.len() {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

/// Tells if a media type is JSON's (RFC 8259, RFC 6839) or absent.
///
/// ```
/// use a2t_http::is_json;
///
/// assert!(is_json("application/json; charset=utf-8") && is_json("application/problem+json"));
/// assert!(is_json(""));
/// assert!(!is_json("text/html"));
/// ```
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    essence.is_empty() || essence.ends_with("/json") || essence.ends_with("+json")
}
