//! The query of a list and the page that answers it: read by servers and by clients.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::further::Further;
use crate::error::{Code, ValidationError, Violation, Violations, nearest};
use crate::json::{self, segment, wrong_type};
use crate::signature::{Parsed, parse_value, read_value, rule};

/// Items of a page when the query is silent.
pub const LIMIT_DEFAULT: usize = 100;
/// The maximum number of items of a page; `paging.pageLimit` has it for a client that asked for
/// more.
pub const LIMIT_MAX: usize = 1_000;
/// Maximum number of bytes a document is read with: a page, a catalog, a signature; also all pages of a list
/// together.
pub const DOCUMENT_MAX: usize = 8 << 20;
/// Maximum number of pages that a client reads of one list.
pub const PAGES_MAX: usize = 1_000;
/// Maximum number of bytes of a cursor that a client sends back.
pub const CURSOR_MAX: usize = 4_096;

/// Query of a list (draft section 6.4; spec notes AMB-7, AMB-8, AMB-9).
///
/// `tag` and `name` are extensions of `GET /tools`: the draft promises filters and names none, so
/// a client must not rely on them. Unknown parameters are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageQuery {
    /// `pageCursor`: the `paging.next` of the page before; absent or empty for the first page.
    pub cursor: Option<String>,
    /// `pageLimit`: the most items of the page, from 1 to [`LIMIT_MAX`].
    pub limit: usize,
    /// `tag`, which may be repeated: the tool has each of these tags, to the letter.
    pub tags: Vec<String>,
    /// `name`: the tool's name has this text in it, in either case.
    pub name: Option<String>,
}

impl Default for PageQuery {
    fn default() -> Self {
        Self { cursor: None, limit: LIMIT_DEFAULT, tags: Vec::new(), name: None }
    }
}

impl PageQuery {
    /// Reads what follows the `?` of a URL, still percent-encoded.
    ///
    /// ```
    /// use a2t_core::wire::page::PageQuery;
    /// let query = PageQuery::parse(Some("pageLimit=20&tag=air+quality&unknown=1")).unwrap();
    /// assert_eq!((query.limit, &*query.tags), (20, &["air quality".to_owned()][..]));
    /// assert!(PageQuery::parse(Some("pageLimit=0")).is_err());
    /// ```
    ///
    /// # Errors
    /// A `pageLimit` that is no positive integer, a value that is not percent-encoded UTF-8, a
    /// parameter other than `tag` given twice.
    pub fn parse(query: Option<&str>) -> Result<Self, Violations> {
        let mut reader = Reader::default();
        for pair in query.unwrap_or_default().split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match decode(name).as_deref() {
                Some("pageCursor") => reader.single(0, "pageCursor", value),
                Some("pageLimit") => reader.single(1, "pageLimit", value),
                Some("name") => reader.single(2, "name", value),
                Some("tag") => {
                    let tag = reader.decoded("tag", value);
                    reader.tags.extend(tag.filter(|tag| !tag.is_empty()));
                }
                _ => {}
            }
        }
        reader.finish()
    }

    /// Returns the query of the page with this cursor, without its `?`. It does not repeat `pageLimit`, which a server may
    /// keep in the cursor (spec note AMB-7).
    pub fn of_cursor(cursor: &str) -> String {
        let mut query = "pageCursor=".to_owned();
        encode(cursor, &mut query);
        query
    }

    /// Returns the query that [`PageQuery::parse`] reads as this, without its `?`.
    pub fn to_query(&self) -> String {
        let mut query = format!("pageLimit={}", self.limit);
        let cursor = self.cursor.iter().map(|cursor| ("pageCursor", cursor));
        let tags = self.tags.iter().map(|tag| ("tag", tag));
        let name = self.name.iter().map(|name| ("name", name));
        for (parameter, value) in cursor.chain(tags).chain(name) {
            query.push_str(&format!("&{parameter}="));
            encode(value, &mut query);
        }
        query
    }
}

#[derive(Default)]
struct Reader {
    /// `pageCursor`, `pageLimit`, `name`.
    singles: [Option<String>; 3],
    tags: Vec<String>,
    found: Violations,
}

impl Reader {
    fn single(&mut self, index: usize, parameter: &'static str, value: &str) {
        let value = self.decoded(parameter, value);
        let Some(slot) = self.singles.get_mut(index) else {
            return;
        };
        if slot.is_some() {
            let violation = Violation::new(Code::BadQuery, "").parameter(parameter);
            self.found.push(violation.expected("the parameter once").got("it twice"));
        } else {
            *slot = value;
        }
    }

    fn decoded(&mut self, parameter: &'static str, value: &str) -> Option<String> {
        let decoded = decode(value).map(Cow::into_owned);
        if decoded.is_none() {
            let violation = Violation::new(Code::BadQuery, "").parameter(parameter);
            let violation = violation.expected("percent-encoded UTF-8");
            self.found.push(violation.got(rule::quote(value)));
        }
        decoded
    }

    fn finish(mut self) -> Result<PageQuery, Violations> {
        let [cursor, limit, name] = self.singles;
        let limit = limit.map_or(Some(LIMIT_DEFAULT), |text| {
            let limit = page_limit(&text);
            if limit.is_none() {
                let violation = Violation::new(Code::BadPageLimit, "").parameter("pageLimit");
                let violation = violation.expected("an integer from 1");
                self.found.push(violation.got(rule::quote(&text)));
            }
            limit
        });
        self.found.into_result()?;
        Ok(PageQuery {
            cursor: cursor.filter(|cursor| !cursor.is_empty()),
            limit: limit.unwrap_or(LIMIT_DEFAULT),
            tags: self.tags,
            name: name.filter(|name| !name.is_empty()),
        })
    }
}

/// A positive integer of any size, lowered to what the server offers.
fn page_limit(text: &str) -> Option<usize> {
    let digits = text.trim_start_matches('0');
    if digits.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(LIMIT_MAX).min(LIMIT_MAX))
}

/// Decodes `%41` and `+`; `None` where that is not UTF-8 or an escape is cut short.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['%', '+']) {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => hex(bytes.next()?)? << 4 | hex(bytes.next()?)?,
            other => other,
        });
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn encode(text: &str, query: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            query.push(char::from(byte));
        } else {
            query.push_str(&format!("%{byte:02X}"));
        }
    }
}

/// A page as a client reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The items, in the server's order.
    pub items: Vec<Parsed>,
    /// The cursor of the page after this one; `None` on the last.
    pub next: Option<String>,
    /// The page size that the server really applies, if the page has it.
    pub limit: Option<u64>,
    /// Members of the page and its `paging` that the protocol does not define; those of an item
    /// are in its [`Parsed::unknown`].
    pub unknown: Violations,
    further: Option<Further>,
}

impl Page {
    /// Takes the remark that the list may go on although this page, after which so many pages and items of the list were
    /// read, has no [`next`](Self::next) (spec note AMB-9): the cursor is elsewhere, such as in
    /// `pagination`.
    ///
    /// ```
    /// use a2t_core::{Code, wire::page::read_page};
    /// let mut page = read_page(br#"{"items": [], "pagination": {"nextCursor": "x"}}"#).unwrap();
    /// assert_eq!(page.take_further(1, 0).unwrap().code, Code::MayGoOn);
    /// ```
    pub fn take_further(&mut self, pages: usize, items: usize) -> Option<Violation> {
        let further = self.further.take()?;
        let remark = further.remark(pages, items)?;
        // One mistake: the member that leads on is not unknown as well.
        self.unknown.remove_around(further.pointer());
        Some(remark)
    }
}

/// Reads one page of `GET /tools` or `GET /tools/{toolId}/versions`.
///
/// `paging` may be absent, and its `next` absent, `null` or empty, on the last page (AMB-9).
/// [`Page::take_further`] distinguishes a last page from one that has its cursor elsewhere.
///
/// # Errors
/// A document of more than [`DOCUMENT_MAX`] bytes, text that is not JSON, or everything that is
/// wrong with the page and its items, with pointers such as `/items/3/name`.
pub fn read_page(text: &[u8]) -> Result<Page, ValidationError> {
    let value = read_document(text)?;
    page(&value).map_err(ValidationError::Rules)
}

/// Reads JSON of at most [`DOCUMENT_MAX`] bytes: what every reader of a catalog begins with.
///
/// # Errors
/// A longer document, text that is not JSON, and nesting of more than [`json::DOCUMENT_DEPTH_MAX`] levels.
pub fn read_document(text: &[u8]) -> Result<Value, ValidationError> {
    if text.len() > DOCUMENT_MAX {
        let violation = Violation::new(Code::DocumentTooLarge, "");
        let violation = violation.expected(format!("at most {DOCUMENT_MAX} bytes"));
        let violation = violation.got(text.len().to_string());
        return Err(ValidationError::Rules(violation.into()));
    }
    Ok(json::parse_document(text)?)
}

const PAGE: [&str; 2] = ["items", "paging"];
const PAGING: [&str; 2] = ["pageLimit", "next"];

/// Reads a page out of JSON, as [`read_page`] does out of bytes.
///
/// # Errors
/// Everything that is wrong with the page and its items.
pub fn page(value: &Value) -> Result<Page, Violations> {
    let mut found = Violations::default();
    let mut unknown = Violations::default();
    let empty = Map::new();
    let object = object(value, "", &PAGE, &mut found, &mut unknown);
    let items = match object.and_then(|object| object.get("items")) {
        Some(Value::Array(values)) => items(values, "/items", &mut found),
        Some(other) => {
            found.push(wrong_type("/items", "an array", other));
            Vec::new()
        }
        None => {
            if object.is_some() {
                let misspelt = object.and_then(misspelt_items);
                let violation = Violation::new(Code::MissingMember, "/items");
                let violation = violation.expected("the member `items`");
                found.push(
                    violation.got(misspelt.map_or_else(|| "nothing".to_owned(), rule::quote)),
                );
            }
            Vec::new()
        }
    };
    let paging = object.and_then(|object| present(object, "paging"));
    let paging = paging
        .and_then(|value| self::object(value, "/paging", &PAGING, &mut found, &mut unknown))
        .unwrap_or(&empty);
    let next = present(paging, "next").and_then(|next| cursor(next, &mut found, &mut unknown));
    let further = object.filter(|_| next.is_none()).and_then(Further::from_page);
    let limit = present(paging, "pageLimit").and_then(Value::as_u64);
    found.into_result()?;
    Ok(Page { items, next, limit, unknown, further })
}

/// The member that holds the items under another name, such as `tools`.
fn misspelt_items(page: &Map<String, Value>) -> Option<&str> {
    let is_meant = |name: &str| {
        let name = name.to_ascii_lowercase();
        matches!(&*name, "tools" | "data" | "results" | "signatures")
            || nearest("items", [&*name]).is_some()
    };
    let mut arrays = page.iter().filter(|(_, value)| value.is_array()).map(|(name, _)| &**name);
    arrays.find(|name| is_meant(name))
}

/// The cursor in `paging.next`, also if it is an integer (spec note AMB-51).
fn cursor(next: &Value, found: &mut Violations, unknown: &mut Violations) -> Option<String> {
    match next {
        Value::String(next) => Some(next.clone()).filter(|next| !next.is_empty()),
        Value::Number(number) if number.as_u64().is_some_and(|number| number > 0) => {
            let violation =
                Violation::new(Code::OtherSpelling, "/paging/next").expected("a string");
            let read = format!("sent as `{number}` (spec note AMB-51)");
            unknown.push(violation.got(number.to_string()).reason(&read));
            Some(number.to_string())
        }
        other => {
            found.push(wrong_type("/paging/next", "a string", other));
            None
        }
    }
}

pub(crate) fn unknown_members(page: &Value) -> Violations {
    let (mut found, mut unknown) = (Violations::default(), Violations::default());
    let members = object(page, "", &PAGE, &mut found, &mut unknown);
    if let Some(paging) = members.and_then(|members| present(members, "paging")) {
        object(paging, "/paging", &PAGING, &mut found, &mut unknown);
    }
    let items = page.get("items").and_then(Value::as_array);
    unknown.append(unknown_of_items(items.map_or(&[], Vec::as_slice), "/items"));
    unknown
}

pub(crate) fn unknown_of_items(values: &[Value], at: &str) -> Violations {
    let mut unknown = Violations::default();
    for (index, value) in values.iter().enumerate() {
        unknown.append(read_value(value, &format!("{at}/{index}")).unknown);
    }
    unknown
}

pub(crate) fn items(values: &[Value], at: &str, found: &mut Violations) -> Vec<Parsed> {
    if let Some(violation) = too_many(values.len(), at) {
        found.push(violation);
        return Vec::new();
    }
    let mut items = Vec::with_capacity(values.len());
    for (index, value) in values.iter().enumerate() {
        match parse_value(value, &format!("{at}/{index}")) {
            Ok(parsed) => items.push(parsed),
            Err(violations) => found.append(violations),
        }
    }
    items
}

pub(super) fn too_many(tools: usize, at: &str) -> Option<Violation> {
    let violation = || {
        Violation::new(Code::TooMany, at)
            .expected(format!("at most {} tools", rule::TOOLS_MAX))
            .got(tools.to_string())
    };
    (tools > rule::TOOLS_MAX).then(violation)
}

fn object<'v>(
    value: &'v Value,
    at: &str,
    known: &[&str],
    found: &mut Violations,
    unknown: &mut Violations,
) -> Option<&'v Map<String, Value>> {
    let Value::Object(object) = value else {
        found.push(wrong_type(at, "an object", value));
        return None;
    };
    let strangers = object.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name);
    for member in strangers.filter(|member| !known.contains(&&***member)) {
        unknown.push_with(|| {
            let pointer = format!("{at}/{}", segment(member));
            Violation::new(Code::UnknownMember, pointer)
                .expected("a member that the protocol defines")
                .got(rule::quote(member))
                .allowed(known.iter().copied(), member)
        });
    }
    Some(object)
}

fn present<'v>(object: &'v Map<String, Value>, member: &str) -> Option<&'v Value> {
    object.get(member).filter(|value| !value.is_null())
}
