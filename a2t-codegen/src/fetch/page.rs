//! Pages of a catalog in, signatures out, or everything that is wrong with them.

use std::collections::HashSet;

use a2t_core::error::nearest;
use a2t_core::json;
use a2t_core::signature::{check_catalog, parse_value};
use a2t_core::wire::route::Route;
use a2t_core::{Code, ToolSignature, Violation};
use serde_json::{Map, Value};

use super::http::Session;
use super::{Error, Fault, Finding};

/// The most mistakes, and the most warnings, that are located and kept.
pub const FINDINGS_MAX: usize = 100;
/// The longest cursor that is sent back.
const CURSOR_MAX: usize = 4_096;

/// Fetches page after page until one names no next; stops early at a page that cannot be read.
pub(super) async fn all(session: &mut Session<'_>) -> Result<Reader, Error> {
    let mut reader = Reader {
        url: format!("{}{}", session.endpoint.url(), Route::Tools),
        ..Reader::default()
    };
    let limits = session.endpoint.limits;
    let mut seen = HashSet::new();
    let mut cursor: Option<String> = None;
    loop {
        let request = session.request(Route::Tools, cursor.as_deref(), None)?;
        let reply = session.send(request).await?;
        let next = reader.page(&reply.body);
        if reader.tools.len() > limits.tools {
            return Err(reader.too_large(limits.tools, "tools"));
        }
        let Some(next) = next else {
            return Ok(reader);
        };
        if !seen.insert(next.clone()) {
            let page = reader.pages();
            return Err(Error::Loop {
                url: reader.url,
                cursor: next,
                page,
            });
        }
        if reader.pages() >= limits.pages {
            return Err(reader.too_large(limits.pages, "pages"));
        }
        cursor = Some(next);
    }
}

/// The pages so far: their texts, to find places in, and what they hold.
#[derive(Default)]
pub(super) struct Reader {
    url: String,
    texts: Vec<String>,
    tools: Vec<ToolSignature>,
    /// Page and index of each tool.
    places: Vec<(usize, usize)>,
    findings: Vec<Finding>,
    more: usize,
    warnings: Vec<Finding>,
}

impl Reader {
    /// How many pages there are.
    pub(super) fn pages(&self) -> usize {
        self.texts.len()
    }

    /// The tools and the warnings, if no page broke a rule.
    pub(super) fn judge(mut self) -> Result<(Vec<ToolSignature>, Vec<Finding>), Error> {
        let twins = check_catalog(&self.tools);
        self.more = self.more.saturating_add(twins.more());
        for mut violation in twins {
            let (page, pointer) = self.place(&violation.pointer);
            violation.pointer = pointer;
            self.note(page, violation);
        }
        if self.findings.is_empty() {
            return Ok((self.tools, self.warnings));
        }
        self.findings
            .sort_by_key(|finding| (finding.page, finding.line, finding.column));
        Err(Error::Invalid {
            url: self.url,
            findings: self.findings,
            more: self.more,
        })
    }

    /// Reads one page and says which cursor leads to the next.
    fn page(&mut self, body: &[u8]) -> Option<String> {
        self.texts.push(String::from_utf8_lossy(body).into_owned());
        let page = self.texts.len();
        let document = match json::parse(body) {
            Ok(Value::Object(members)) => members,
            Ok(other) => {
                self.note(page, wrong_type("", "an object with `items`", &other));
                return None;
            }
            Err(error) => {
                let fault = Fault::Syntax(error.message);
                self.findings.push(Finding {
                    page,
                    line: error.line,
                    column: error.column,
                    fault,
                });
                return None;
            }
        };
        self.unknown(page, "", &document, &["items", "paging"]);
        match document.get("items") {
            Some(Value::Array(items)) => self.items(page, items),
            Some(other) => self.note(page, wrong_type("/items", "an array", other)),
            None => {
                let violation = Violation::new(Code::MissingMember, "/items");
                self.note(
                    page,
                    violation.expected("the member `items`").got("nothing"),
                );
            }
        }
        self.next(page, document.get("paging"))
    }

    fn items(&mut self, page: usize, items: &[Value]) {
        for (index, item) in items.iter().enumerate() {
            match parse_value(item, &format!("/items/{index}")) {
                Ok(parsed) => {
                    self.tools.push(parsed.signature);
                    self.places.push((page, index));
                    for violation in parsed.unknown {
                        self.warn(page, violation);
                    }
                }
                Err(violations) => {
                    self.more = self.more.saturating_add(violations.more());
                    for violation in violations {
                        self.note(page, violation);
                    }
                }
            }
        }
    }

    /// The cursor of the next page: absent, `null` and empty mean there is none (reading AMB-9).
    fn next(&mut self, page: usize, paging: Option<&Value>) -> Option<String> {
        let members = match paging {
            None | Some(Value::Null) => return None,
            Some(Value::Object(members)) => members,
            Some(other) => {
                self.note(page, wrong_type("/paging", "an object", other));
                return None;
            }
        };
        self.unknown(page, "/paging", members, &["pageLimit", "next"]);
        match members.get("next") {
            None | Some(Value::Null) => None,
            Some(Value::String(next)) if next.len() <= CURSOR_MAX => {
                Some(next.clone()).filter(|next| !next.is_empty())
            }
            Some(Value::String(next)) => {
                let violation = Violation::new(Code::BadCursor, "/paging/next");
                let expected = format!("a cursor of at most {CURSOR_MAX} bytes");
                self.note(
                    page,
                    violation.expected(expected).got(next.len().to_string()),
                );
                None
            }
            Some(other) => {
                self.note(page, wrong_type("/paging/next", "a string", other));
                None
            }
        }
    }

    fn unknown(
        &mut self,
        page: usize,
        at: &str,
        members: &Map<String, Value>,
        known: &[&'static str],
    ) {
        for name in members
            .keys()
            .filter(|name| !known.contains(&name.as_str()))
        {
            let pointer = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
            let mut violation = Violation::new(Code::UnknownMember, pointer)
                .expected("a member that the protocol defines")
                .got(format!("`{}`", a2t_core::error::inert(name)));
            violation.did_you_mean = nearest(name, known.iter().copied()).map(str::to_owned);
            self.warn(page, violation);
        }
    }

    fn note(&mut self, page: usize, violation: Violation) {
        if self.findings.len() >= FINDINGS_MAX {
            self.more = self.more.saturating_add(1);
            return;
        }
        let finding = self.locate(page, violation);
        self.findings.push(finding);
    }

    fn warn(&mut self, page: usize, violation: Violation) {
        if self.warnings.len() < FINDINGS_MAX {
            let finding = self.locate(page, violation);
            self.warnings.push(finding);
        }
    }

    fn locate(&self, page: usize, violation: Violation) -> Finding {
        let text = self
            .texts
            .get(page.saturating_sub(1))
            .map_or("", String::as_str);
        let (line, column) = json::locate(text, &violation.pointer);
        Finding {
            page,
            line,
            column,
            fault: Fault::Rule(violation),
        }
    }

    /// The page, and the pointer into it, of a pointer into the list of all tools.
    fn place(&self, pointer: &str) -> (usize, String) {
        let rest = pointer.strip_prefix('/').unwrap_or(pointer);
        let (index, member) = rest.split_once('/').unwrap_or((rest, ""));
        let index = index.parse::<usize>().unwrap_or_default();
        let (page, item) = self.places.get(index).copied().unwrap_or((1, index));
        (page, format!("/items/{item}/{member}"))
    }

    fn too_large(self, limit: usize, what: &str) -> Error {
        Error::TooLarge {
            url: self.url,
            limit: format!("{limit} {what}"),
        }
    }
}

fn wrong_type(pointer: &str, expected: &str, found: &Value) -> Violation {
    let violation = Violation::new(Code::WrongMemberType, pointer);
    violation.expected(expected).got(json::kind(found))
}
