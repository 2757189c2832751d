//! Signs of a further page where the protocol has no cursor: `pagination`, `nextCursor`, `has_more`, `total`.

use serde_json::{Map, Value};

use crate::error::{Code, Violation};
use crate::json::segment;
use crate::signature::rule::quote;

/// Sign of a page without `paging.next` that the list goes on (spec note AMB-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Further {
    pointer: String,
    name: String,
    hint: Hint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    /// There is a further page.
    Next,
    /// There are so many items.
    Items(u64),
    /// There are so many pages.
    Pages(u64),
}

/// Number of levels below a page that are looked at: `/links/next/href`.
const DEPTH: usize = 3;

impl Further {
    pub(super) fn from_page(page: &Map<String, Value>) -> Option<Self> {
        let mut found = Vec::new();
        for (name, value) in page.iter().filter(|(name, _)| *name != "items") {
            signs(name, value, "", DEPTH, &mut found);
        }
        // A cursor identifies the next page better than a number.
        let next = found.iter().position(|sign| sign.hint == Hint::Next);
        found.into_iter().nth(next.unwrap_or_default())
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Returns the remark on a list of which so many pages and items were read.
    pub(super) fn remark(&self, pages: usize, items: usize) -> Option<Violation> {
        let more_than = |total, read| usize::try_from(total).is_ok_and(|total: usize| total > read);
        let goes_on = match self.hint {
            Hint::Next => true,
            Hint::Items(total) => more_than(total, items),
            Hint::Pages(total) => more_than(total, pages),
        };
        goes_on.then(|| remark(self.pointer.clone(), quote(&self.name)))
    }
}

/// Returns the remark on a list that may go on, as this location indicates.
pub fn remark(pointer: String, got: String) -> Violation {
    Violation::new(Code::MayGoOn, pointer)
        .expected("the cursor of the next page as the string `paging.next`")
        .got(got)
        .reason("the list may go on, and no further page is read (spec note AMB-9)")
}

fn signs(name: &str, value: &Value, at: &str, depth: usize, found: &mut Vec<Further>) {
    let pointer = format!("{at}/{}", segment(name));
    if let Some(hint) = parse(name, value) {
        return found.push(Further { pointer, name: name.to_owned(), hint });
    }
    if let (Value::Object(members), Some(depth)) = (value, depth.checked_sub(1)) {
        members.iter().for_each(|(name, value)| signs(name, value, &pointer, depth, found));
    }
}

fn parse(name: &str, value: &Value) -> Option<Hint> {
    let letters = name.chars().take(64).filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    match &*name {
        "total" | "totalcount" | "totalitems" | "totaltools" | "totalresults" => {
            value.as_u64().map(Hint::Items)
        }
        "totalpages" | "pagecount" | "pages" | "lastpage" => value.as_u64().map(Hint::Pages),
        "more" | "hasmore" | "istruncated" | "truncated" => (value == true).then_some(Hint::Next),
        "cursor" | "pagecursor" | "pagetoken" | "endcursor" => is_some(value).then_some(Hint::Next),
        name => (is_next(name) && is_some(value)).then_some(Hint::Next),
    }
}

/// Returns whether a name is `next`, `nextCursor`, `hasNextPage`, `@odata.nextLink` or alike.
fn is_next(name: &str) -> bool {
    let name = name.trim_start_matches("odata").trim_start_matches("has");
    let words =
        ["page", "cursor", "link", "token", "url", "uri", "offset", "start", "marker", "key"];
    name.strip_prefix("next").is_some_and(|rest| {
        let rest = words.iter().fold(rest.to_owned(), |rest, word| rest.replace(word, ""));
        rest.is_empty()
    })
}

/// A cursor, a link, a number of a page, or `true`.
fn is_some(value: &Value) -> bool {
    match value {
        Value::Null | Value::Array(_) => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_u64() != Some(0),
        Value::String(text) => !text.is_empty(),
        Value::Object(members) => members.get("href").is_some_and(is_some),
    }
}
