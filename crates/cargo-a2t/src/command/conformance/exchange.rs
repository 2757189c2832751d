//! Requests of scenarios and their replies, each sent once in a run, within limits.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use a2t_codegen::fetch::{Error, Probe, ProbeReply, ProbeRequest};
use a2t_core::error::inert;
use a2t_core::signature::rule::TOOLS_MAX;
use a2t_core::wire::page::{DOCUMENT_MAX, PAGES_MAX};
use serde_json::{Map, Value, json};

use super::bound::Bound;
use super::package::Step;
use crate::report::CommandError;
use crate::text::percent_encoded;

/// Maximum number of bytes of all replies of a run.
const BYTES_MAX: usize = 64 << 20;

/// A reply as scenarios see it, with the request as people see it.
#[derive(Clone)]
pub(super) struct Exchange {
    pub(super) sent: String,
    /// The reply, or the reason why there is none.
    pub(super) reply: Result<Rc<Value>, String>,
}

pub(super) struct Client<'a> {
    probe: Probe<'a>,
    known: HashMap<String, Exchange>,
    bytes: usize,
    /// What makes the idempotency keys of this run its own.
    started: u128,
    sent: usize,
    /// Requests without a reply because a limit of the run was reached.
    unanswered: usize,
}

impl<'a> Client<'a> {
    pub(super) fn new(probe: Probe<'a>) -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH);
        let started = started.map_or(0, |since| since.as_nanos());
        Self { probe, known: HashMap::new(), bytes: BYTES_MAX, started, sent: 0, unanswered: 0 }
    }

    /// Returns the number of requests that were sent.
    pub(super) fn sent(&self) -> usize {
        self.sent
    }

    /// Returns the number of requests that have no reply because a limit of the run was reached.
    pub(super) fn unanswered(&self) -> usize {
        self.unanswered
    }

    /// Returns why no more requests are sent, if a limit of the run is reached.
    pub(super) fn limit_reached(&self) -> Option<&'static str> {
        if self.probe.is_over() {
            Some("the time of the run is over; see `--total-timeout`")
        } else if self.bytes == 0 {
            Some("the replies have more than 64 MiB together")
        } else {
            None
        }
    }

    /// Reads all pages of the list of tools.
    ///
    /// # Errors
    /// A server that does not answer at all.
    pub(super) fn list(&mut self) -> Result<Rc<Value>, CommandError> {
        let first = self.once(&request("GET", "/tools".to_owned()));
        first.reply.map_err(CommandError::unreached)?;
        let all = self.pages("/tools", "");
        all.reply.map_err(CommandError::unreached)
    }

    /// Reads all pages of the versions of a tool.
    pub(super) fn versions(&mut self, path: &str) -> Option<Rc<Value>> {
        self.pages(path, "").reply.ok()
    }

    /// Runs a step of a scenario; `None` if a template of it has no value.
    pub(super) fn step(&mut self, step: &Step, bound: &Bound) -> Option<Exchange> {
        let path = bound.fill_text(&step.path)?;
        let pair = |(name, value): (&String, &String)| {
            let value =
                if value.contains('{') { bound.fill_text(value)? } else { percent_encoded(value) };
            Some(format!("{name}={value}"))
        };
        let query: Vec<_> = step.query.iter().map(pair).collect::<Option<_>>()?;
        let query = query.join("&");
        if step.pages {
            return Some(self.pages(&path, &query));
        }
        let body = match (&step.json, &step.text) {
            (Some(template), _) => Some(bound.fill(template)?.to_string()),
            (None, text) => text.clone(),
        };
        let mut request = request(&step.method, target(&path, &query));
        request.body = body.map(String::into_bytes);
        Some(if step.again { self.send(&request) } else { self.once(&request) })
    }

    /// Sends a `GET` once in a run, and a `POST` each time.
    fn once(&mut self, request: &ProbeRequest) -> Exchange {
        if request.method != "GET" {
            return self.send(request);
        }
        if let Some(known) = self.known.get(&request.target) {
            return known.clone();
        }
        let unanswered = self.unanswered;
        let exchange = self.send(request);
        self.keep(request.target.clone(), &exchange, unanswered);
        exchange
    }

    /// Keeps an exchange for other steps. One that a limit of the run left without a reply is no reply of the
    /// server, and each step that asks for it has to find the limit.
    fn keep(&mut self, key: String, exchange: &Exchange, unanswered: usize) {
        if self.unanswered == unanswered {
            self.known.insert(key, exchange.clone());
        }
    }

    fn send(&mut self, request: &ProbeRequest) -> Exchange {
        let mut request = request.clone();
        let mut sent = format!("{} {}", request.method, request.target);
        if let Some(body) = &request.body {
            sent = format!("{sent} {}", String::from_utf8_lossy(body));
            let key = format!("a2t-conformance-{}-{}", self.started, self.sent);
            request.headers.push(("idempotency-key".to_owned(), key));
        }
        if let Some(limit) = self.limit_reached() {
            self.unanswered = self.unanswered.saturating_add(1);
            return Exchange { sent, reply: Err(limit.to_owned()) };
        }
        self.sent = self.sent.saturating_add(1);
        let reply = match self.probe.send(&request) {
            Ok(reply) => {
                self.bytes = self.bytes.saturating_sub(reply.body.len());
                Ok(Rc::new(shown(&reply)))
            }
            Err(error) => {
                if let Error::TooLarge { .. } = error {
                    self.bytes = self.bytes.saturating_sub(DOCUMENT_MAX);
                }
                if self.probe.is_over() {
                    self.unanswered = self.unanswered.saturating_add(1);
                }
                Err(hidden(&error.to_string()).into_owned())
            }
        };
        Exchange { sent, reply }
    }

    /// Reads a list once in a run.
    fn pages(&mut self, path: &str, query: &str) -> Exchange {
        let key = format!("all pages of {}", target(path, query));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let unanswered = self.unanswered;
        let exchange = self.walk(path, query);
        self.keep(key, &exchange, unanswered);
        exchange
    }

    /// Follows `next` to the end, and puts the items of all pages together.
    fn walk(&mut self, path: &str, query: &str) -> Exchange {
        let (mut items, mut cursors) = (Vec::new(), HashSet::new());
        let first = self.once(&request("GET", target(path, query)));
        let sent = first.sent.clone();
        let Ok(mut reply) = first.reply.clone() else { return first };
        if reply.get("status") != Some(&json!(200)) {
            return first;
        }
        let mut pages = 1_usize;
        let fault = loop {
            if let Some(status) = reply.get("status").filter(|status| **status != json!(200)) {
                break Some(format!("page {pages} has the status {status}"));
            }
            let page = |name: &str| reply.get("body").and_then(|body| body.get(name));
            let found = page("items").and_then(Value::as_array).into_iter().flatten();
            items.extend(found.take(TOOLS_MAX + 1).cloned());
            if items.len() > TOOLS_MAX {
                items.truncate(TOOLS_MAX);
                break Some(format!("there are more than {TOOLS_MAX} items"));
            }
            let next = page("paging").and_then(|paging| paging.get("next"));
            let cursor = match next {
                None | Some(Value::Null) => break None,
                Some(Value::String(text)) if text.is_empty() => break None,
                Some(Value::String(text)) => text.clone(),
                Some(Value::Number(number)) => number.to_string(),
                Some(other) => break Some(format!("`next` is {}", short(&other.to_string()))),
            };
            if !cursors.insert(cursor.clone()) {
                break Some(format!("the cursor `{}` comes again", short(&cursor)));
            }
            if pages == PAGES_MAX {
                break Some(format!("there are more than {PAGES_MAX} pages"));
            }
            let cursor = format!("pageCursor={}", percent_encoded(&cursor));
            let query = if query.is_empty() { cursor } else { format!("{query}&{cursor}") };
            pages = pages.saturating_add(1);
            let page = self.once(&request("GET", target(path, &query)));
            match &page.reply {
                Ok(page) => reply = Rc::clone(page),
                // The pages before it are not the list.
                Err(_) => return page,
            }
        };
        let mut whole = reply.as_object().cloned().unwrap_or_default();
        // The list as a whole; the other members are those of its last page.
        whole.insert("body".to_owned(), json!({"items": items}));
        whole.insert("pages".to_owned(), pages.into());
        whole.insert("ended".to_owned(), fault.is_none().into());
        if let Some(fault) = fault {
            whole.insert("fault".to_owned(), fault.into());
        }
        let sent = if pages > 1 { format!("{sent}, and {} more pages", pages - 1) } else { sent };
        Exchange { sent, reply: Ok(Rc::new(Value::Object(whole))) }
    }
}

fn request(method: &str, target: String) -> ProbeRequest {
    ProbeRequest { method: method.to_owned(), target, ..ProbeRequest::default() }
}

fn target(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The reply as an object; `text` is what people see of a body that is not JSON.
fn shown(reply: &ProbeReply) -> Value {
    let essence = reply.media_type.split(';').next().unwrap_or_default();
    let mut shown = Map::new();
    shown.insert("status".to_owned(), reply.status.into());
    shown.insert("media_type".to_owned(), essence.trim().to_ascii_lowercase().into());
    let name = if (200..300).contains(&reply.status) { "body" } else { "problem" };
    match serde_json::from_slice::<Value>(&reply.body) {
        Ok(body) => shown.insert(name.to_owned(), body),
        Err(_) => {
            let text = reply.body.get(..1_000).unwrap_or(&reply.body);
            shown.insert("text".to_owned(), String::from_utf8_lossy(text).into())
        }
    };
    Value::Object(shown)
}

/// Maximum number of characters of a value that are shown.
const SHOWN_MAX: usize = 300;

/// Texts that a server may send back and no report may show.
static HIDDEN: OnceLock<Vec<String>> = OnceLock::new();

/// Hides the values of headers, in each form in which a reply or a request may have them.
pub(super) fn hide<'v>(values: impl IntoIterator<Item = &'v str>) {
    let mut hidden = Vec::new();
    for value in values {
        // After a scheme such as `Bearer` comes the secret, which may be sent back without the scheme.
        let secret = value.split_once(' ').map(|(_, secret)| secret.trim());
        // What is shorter is no secret, and part of many texts.
        for text in [Some(value), secret].into_iter().flatten().filter(|text| text.len() > 3) {
            let json = Value::from(text).to_string();
            hidden.extend([
                text.to_owned(),
                json.trim_matches('"').to_owned(),
                percent_encoded(text),
            ]);
        }
    }
    // A longer text may have a shorter one in it.
    hidden.sort_unstable_by_key(|text| std::cmp::Reverse(text.len()));
    // A second run in one process does not exist.
    let _ = HIDDEN.set(hidden);
}

fn hidden(text: &str) -> Cow<'_, str> {
    let secrets = HIDDEN.get().map_or(&[][..], Vec::as_slice);
    secrets.iter().fold(Cow::Borrowed(text), |text, secret| {
        if text.contains(secret) { Cow::Owned(text.replace(secret, "(hidden)")) } else { text }
    })
}

/// A text of a server, inert, not too long, and without the headers of the user.
pub(super) fn short(text: &str) -> String {
    let text = hidden(text);
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(SHOWN_MAX).collect();
    let dots = if letters.next().is_some() { "…" } else { "" };
    format!("{}{dots}", inert(&start))
}
