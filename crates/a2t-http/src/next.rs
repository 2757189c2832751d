//! The next page of a list as `Link` has it, and redirects that change a slash.

use http::HeaderMap;
use http::header::LINK;
use url::Url;

/// Returns the address of the next page in the `Link` header of a reply (RFC 8288), if it is the same list of the same
/// server: only the query differs.
///
/// ```
/// let mut headers = http::HeaderMap::new();
/// headers.insert("link", "</tools?page=2>; rel=\"next\"".parse().unwrap());
/// let address = "https://api.weather.example/tools";
/// assert_eq!(a2t_http::next_page(address, &headers).unwrap().unwrap(), "https://api.weather.example/tools?page=2");
/// ```
///
/// # Errors
/// Returns the target of a link that leads elsewhere, which must not be followed.
pub fn next_page(address: &str, headers: &HeaderMap) -> Result<Option<String>, String> {
    let values = headers.get_all(LINK).iter().filter_map(|value| value.to_str().ok());
    let Some(target) = values.flat_map(links).find_map(next) else {
        return Ok(None);
    };
    let Ok(asked) = Url::parse(address) else {
        return Err(target.to_owned());
    };
    let next = asked.join(target).ok().filter(|next| {
        let is_same = next.origin() == asked.origin() && next.username().is_empty();
        is_same && without_slash(next) == without_slash(&asked) && next.password().is_none()
    });
    match next {
        Some(mut next) => {
            next.set_fragment(None);
            next.set_path(asked.path());
            Ok(Some(next.into()))
        }
        None => Err(target.to_owned()),
    }
}

/// Returns the address with a slash at the end of its path, or without the one that it has, if a redirect leads there on
/// the same host. Everything else stays, so that no redirect chooses a server, a scheme or a query.
///
/// ```
/// let moved = |location| a2t_http::slashed("https://api.weather.example/tools?pageCursor=x", location);
/// assert_eq!(moved("/tools/?pageCursor=x").unwrap(), "https://api.weather.example/tools/?pageCursor=x");
/// // A server behind a proxy may not know that it is reached over TLS.
/// assert_eq!(moved("http://api.weather.example/tools/").unwrap(), "https://api.weather.example/tools/?pageCursor=x");
/// assert_eq!(moved("https://other.example/tools/"), None);
/// assert_eq!(moved("/login"), None);
/// ```
pub fn slashed(address: &str, location: &str) -> Option<String> {
    let asked = Url::parse(address).ok()?;
    let target = asked.join(location).ok()?;
    let is_same = target.host() == asked.host() && without_slash(&target) == without_slash(&asked);
    if !is_same || target.path() == asked.path() {
        return None;
    }
    let mut slashed = asked;
    slashed.set_path(target.path());
    Some(slashed.into())
}

fn without_slash(url: &Url) -> &str {
    url.path().strip_suffix('/').unwrap_or(url.path())
}

/// The links of a header: target and parameters each.
fn links(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once('<')?;
        let (target, parameters) = after.split_once('>')?;
        let mut quoted = false;
        let end = parameters.find(|letter| {
            quoted ^= letter == '"';
            letter == ',' && !quoted
        });
        let (parameters, others) = parameters.split_at(end.unwrap_or(parameters.len()));
        rest = others;
        Some((target, parameters))
    })
}

fn next<'t>((target, parameters): (&'t str, &str)) -> Option<&'t str> {
    let mut parameters = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
    let is_next = |(name, value): (&str, &str)| {
        let mut relations = value.trim().trim_matches('"').split_ascii_whitespace();
        name.trim().eq_ignore_ascii_case("rel")
            && relations.any(|relation| relation.eq_ignore_ascii_case("next"))
    };
    parameters.any(is_next).then_some(target.trim())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn of(values: &[&str]) -> Result<Option<String>, String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(LINK, HeaderValue::from_str(value).unwrap());
        }
        next_page("https://api.example/v1/tools?pageCursor=a", &headers)
    }

    #[test]
    fn the_next_page_of_the_same_list_is_followed() {
        let next = Ok(Some("https://api.example/v1/tools?page=2".to_owned()));
        for values in [
            &["<https://api.example/v1/tools?page=2>; rel=\"next\""][..],
            &["<?page=2>;rel=next"],
            &["</v1/tools?page=2#x>; REL=\"prefetch NEXT\""],
            &["</v1/tools/?page=2>; rel=next"],
            &["</v1/tools?page=1>; rel=\"prev\", </v1/tools?page=2>; title=\"a,b\"; rel=\"next\""],
            &["<x>; rel=self", "<tools?page=2>; rel=\"next\""],
        ] {
            assert_eq!(of(values), next, "{values:?}");
        }
    }

    #[test]
    fn other_links_are_not() {
        for none in
            ["", "<", "<x", "</v1/tools?page=2>", "<x>; rel=\"prev\"", "<x>; title=\"rel=next\""]
        {
            assert_eq!(of(&[none]), Ok(None), "{none}");
        }
        for elsewhere in [
            "https://other.example/v1/tools?page=2",
            "http://api.example/v1/tools?page=2",
            "https://api.example:444/v1/tools",
            "https://user@api.example/v1/tools",
            "/v1/admin?page=2",
            "//other.example/v1/tools",
            "file:///v1/tools",
        ] {
            let value = format!("<{elsewhere}>; rel=next");
            assert_eq!(of(&[&value]), Err(elsewhere.to_owned()), "{elsewhere}");
        }
    }

    #[test]
    fn a_redirect_changes_a_slash_and_nothing_else() {
        let moved = |location| slashed("https://api.example/v1/tools?pageCursor=a", location);
        for location in [
            "/v1/tools/",
            "tools/",
            "https://api.example/v1/tools/?pageCursor=b",
            "http://api.example:80/v1/tools/",
        ] {
            assert_eq!(
                moved(location).unwrap(),
                "https://api.example/v1/tools/?pageCursor=a",
                "{location}"
            );
        }
        for location in [
            "",
            "/v1/tools",
            "/v1/tools//",
            "/v2/tools/",
            "//other.example/v1/tools/",
            "http://[",
            "/",
        ] {
            assert_eq!(moved(location), None, "{location}");
        }
        assert_eq!(slashed("http://a/tools/", "/tools").unwrap(), "http://a/tools");
    }
}
