//! The bearer token of a request (RFC 6750 section 2.1).

use http::HeaderMap;
use http::header::AUTHORIZATION;

use super::AuthError;

/// Returns the token of `Authorization: Bearer …` (RFC 6750 section 2.1). It is not read from
/// the query or the body, because these end up in logs.
///
/// ```
/// use http::{HeaderMap, header::AUTHORIZATION};
///
/// let mut headers = HeaderMap::new();
/// assert_eq!(a2t::bearer(&headers).unwrap_err().status(), 401);
/// headers.insert(AUTHORIZATION, "Bearer mF_9.B5f-4.1JqM".parse().unwrap());
/// assert_eq!(a2t::bearer(&headers).unwrap(), "mF_9.B5f-4.1JqM");
/// ```
///
/// # Errors
/// There is no such header, there are two, its scheme is another one, or the token has characters
/// that no token has.
pub fn bearer(headers: &HeaderMap) -> Result<&str, AuthError> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let value = match (given.next(), given.next()) {
        (None, _) => return Err(AuthError::missing()),
        (Some(_), Some(_)) => {
            return Err(AuthError::invalid_request("send one Authorization header, not several"));
        }
        (Some(value), None) => value,
    };
    let text = value.to_str().unwrap_or_default();
    match text.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            let token = token.trim_start_matches(' ');
            if is_token(token) {
                Ok(token)
            } else {
                Err(AuthError::invalid_request("the bearer token has characters that no token has"))
            }
        }
        _ => Err(AuthError::missing()),
    }
}

/// `b64token` of RFC 6750 section 2.1.
fn is_token(token: &str) -> bool {
    let body = token.trim_end_matches('=');
    !body.is_empty()
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_the_one_header_that_it_may_be_in() {
        let read = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            bearer(&headers).map(str::to_owned).map_err(|refusal| refusal.status())
        };
        assert_eq!(read(&["bearer abc="]), Ok("abc=".to_owned()));
        assert_eq!(read(&["BEARER  a.b-c_~+/"]), Ok("a.b-c_~+/".to_owned()));
        for missing in [&[][..], &["Basic abc"], &["Bearer"], &["Bearerabc"]] {
            assert_eq!(read(missing), Err(401), "{missing:?}");
        }
        for bad in [&["Bearer a", "Bearer a"][..], &["Bearer a b"], &["Bearer =a"], &["Bearer "]] {
            assert_eq!(read(bad), Err(400), "{bad:?}");
        }
    }
}
