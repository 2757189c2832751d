//! Random rules and callers: on every route of every protocol, what a caller sees is what a server shows that
//! has those tools alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use a2t::__private::{Call, Entry, Older, Reply};
use a2t::mcp::Service;
use a2t::rap::Server;
use a2t::{Caller, ToolSignature, Toolset};
use axum::Router;
use http::request::Parts;
use serde_json::{Value, json};

use crate::rig::{get, send, spoken};
use crate::seeded::Seeded;

/// Tools: a name, the scopes of each version that has a function, and a published version before those.
const TOOLS: [(&str, &[&[&str]], bool); 7] = [
    ("alpha", &[&[]], false),
    ("beta", &[&["a"]], true),
    ("gamma", &[&[], &["b"]], false),
    ("delta", &[&["a", "b"]], false),
    ("epsilon", &[&["a"], &["b"], &["c"]], true),
    ("zeta", &[&[]], true),
    ("eta", &[&["c"]], false),
];

const SCOPES: [&str; 3] = ["a", "b", "c"];

fn id(tool: usize) -> String {
    format!("00000000-0000-4000-8000-00000000000{tool}")
}

fn signature(tool: usize, version: usize) -> Value {
    let tags = if tool.is_multiple_of(2) { json!(["even"]) } else { json!([]) };
    json!({
        "toolId": id(tool), "name": TOOLS[tool].0, "description": "A tool.", "version": version,
        "tags": tags, "input_parameters": [],
        "output_parameters": [{ "id": "n", "name": "n", "type": "int", "description": "A number." }],
    })
}

fn run(call: Call<()>) -> Reply {
    let number = call.signature.version;
    let mut writer = call.writer();
    Box::pin(async move {
        writer.output("n", &i64::from(number));
        writer.finish()
    })
}

/// Version 1, as it was published.
fn published(tool: usize) -> String {
    let mut text = signature(tool, 1);
    text["currentVersion"] = json!(1);
    let parsed = a2t_core::signature::parse(text.to_string().as_bytes()).unwrap();
    a2t_core::published::text(&parsed.signature)
}

/// Functions of a tool, with their scopes or without.
fn entries(tool: usize, scoped: bool) -> Vec<&'static Entry<()>> {
    let (_, versions, has_older) = TOOLS[tool];
    let first = if has_older { 2 } else { 1 };
    let each = versions.iter().enumerate().map(|(index, scopes)| {
        let mut text = signature(tool, first + index);
        text["currentVersion"] = json!(first + versions.len() - 1);
        let parsed = a2t_core::signature::parse(text.to_string().as_bytes()).unwrap();
        let entry = Entry::new(Box::leak(Box::new(parsed.signature)), run);
        let entry = if scoped { entry.scopes(scopes) } else { entry };
        let older = has_older && index == 0;
        let older = older.then(|| Older { version: 1, text: published(tool).leak() });
        let entry = entry.older(Vec::from_iter(older).leak());
        &*Box::leak(Box::new(entry))
    });
    each.collect()
}

fn newest(tool: usize) -> usize {
    let (_, versions, has_older) = TOOLS[tool];
    versions.len() + usize::from(has_older)
}

/// These tools over every protocol.
fn every_protocol(tools: impl Fn() -> Toolset<()>) -> Router {
    let mcp = Service::new(tools(), ()).version_names();
    let router = tools().into_router().nest_service("/mcp", mcp);
    match Server::new(tools(), ()).version_names().into_router() {
        Ok((rap, _workers)) => router.merge(rap),
        // RAP has no manifests without tools.
        Err(_) => router,
    }
}

/// A rule: for strangers and for callers, a bit for each tool.
#[derive(Clone, Default)]
struct Rule(Arc<[AtomicU64; 2]>);

impl Rule {
    fn set(&self, bits: [u64; 2]) {
        for (cell, bits) in self.0.iter().zip(bits) {
            cell.store(bits, Ordering::SeqCst);
        }
    }

    fn shows(&self, caller: Option<&Caller>, name: &str) -> bool {
        let tool = TOOLS.iter().position(|tool| tool.0 == name).unwrap();
        self.0[usize::from(caller.is_some())].load(Ordering::SeqCst) >> tool & 1 == 1
    }
}

/// Tokens are letters of scopes; a caller without a name has none.
async fn by_letters(head: Parts) -> Result<Option<Caller>, a2t::AuthError> {
    let token = head.headers.get("authorization").map(|value| value.to_str().unwrap().to_owned());
    Ok(token.map(|token| {
        let letters = token.trim_start_matches("Bearer x").chars().map(String::from);
        Caller::new(token.clone()).with_scopes(letters)
    }))
}

/// These tools alone, with their scopes, of which everybody has all: a document names them.
fn granted_alone(seen: &BTreeSet<usize>) -> Router {
    let all = a2t::authenticate(async |_: Parts| Ok(Caller::new("all").with_scopes(SCOPES)));
    let entries = seen.iter().flat_map(|tool| entries(*tool, true));
    Toolset::from_entries(entries).into_router().layer(all)
}

struct World {
    rule: Rule,
    /// With the rule and the scopes, and the same that also shows what is beyond the scopes.
    guarded: [Router; 2],
    /// Servers of these tools alone.
    alone: BTreeMap<BTreeSet<usize>, Router>,
    tags: BTreeMap<String, BTreeSet<usize>>,
    tagged: BTreeMap<BTreeSet<usize>, String>,
    asked: usize,
}

impl World {
    fn new() -> Self {
        let rule = Rule::default();
        let guarded = [false, true].map(|step_up| {
            let rule = rule.clone();
            let tools = move || {
                let rule = rule.clone();
                let all = (0..TOOLS.len()).flat_map(|tool| entries(tool, true));
                let shows = move |caller: Option<&Caller>, tool: &ToolSignature| {
                    rule.shows(caller, &tool.name)
                };
                let tools = Toolset::from_entries(all).visible(shows);
                if step_up { tools.step_up() } else { tools }
            };
            every_protocol(tools).layer(a2t::authenticate(by_letters))
        });
        let (alone, tags, tagged) = Default::default();
        Self { rule, guarded, alone, tags, tagged, asked: 0 }
    }

    fn alone(&mut self, seen: &BTreeSet<usize>) -> Router {
        let of = || {
            let tools =
                || Toolset::from_entries(seen.iter().flat_map(|tool| entries(*tool, false)));
            every_protocol(tools).layer(a2t::authenticate(by_letters))
        };
        self.alone.entry(seen.clone()).or_insert_with(of).clone()
    }

    /// Asks both servers the same; status and body are the same, JSON as a value.
    async fn same(
        &mut self,
        pair: &[Router; 2],
        ask: impl Fn() -> http::Request<axum::body::Body>,
    ) {
        self.asked += 1;
        let [ours, theirs] = [send(&pair[0], ask()).await, send(&pair[1], ask()).await];
        let request = ask();
        let request_line =
            format!("{} {} {:?}", request.method(), request.uri(), request.headers());
        assert_eq!(ours.status, theirs.status, "{request_line}: {}", ours.json());
        if request.uri().path().starts_with("/tools") {
            assert_eq!(ours.body, theirs.body, "{request_line}");
        }
        assert_eq!(ours.json(), theirs.json(), "{request_line}");
    }

    /// One rule, one caller, every route.
    async fn verify(&mut self, random: &mut Seeded) {
        let bits = [random.next(), random.next()];
        self.rule.set(bits);
        let step_up = random.next().is_multiple_of(2);
        let scopes = random.next();
        let token = match random.next() % 4 {
            0 => None,
            _ => {
                let letters = SCOPES.iter().enumerate().filter(|(at, _)| scopes >> at & 1 == 1);
                Some(format!("x{}", letters.map(|(_, letter)| *letter).collect::<String>()))
            }
        };
        let granted = |tool: usize| {
            let needed = TOOLS[tool].1.iter().copied().flatten();
            needed.into_iter().all(|scope| {
                token.as_deref().is_some_and(|token| token.trim_start_matches('x').contains(scope))
            })
        };
        let shown = |tool: &usize| bits[usize::from(token.is_some())] >> tool & 1 == 1;
        let seen: BTreeSet<usize> =
            (0..TOOLS.len()).filter(shown).filter(|tool| step_up || granted(*tool)).collect();
        let pair = [self.guarded[usize::from(step_up)].clone(), self.alone(&seen)];
        let token = token.clone().unwrap_or_default();
        self.lists(&pair, &token, &seen, random).await;
        for tool in 0..TOOLS.len() {
            let refused = step_up && seen.contains(&tool) && !granted(tool);
            self.routes(&pair, &token, tool).await;
            self.calls(&pair, &token, tool, refused).await;
        }
    }

    async fn lists(
        &mut self,
        pair: &[Router; 2],
        token: &str,
        seen: &BTreeSet<usize>,
        random: &mut Seeded,
    ) {
        let limit = random.next() % 4 + 1;
        for query in ["", "&tag=even", "&name=eta"] {
            let first = format!("/tools?pageLimit={limit}{query}");
            let (mut path, mut walked) = (first.clone(), Vec::new());
            loop {
                self.same(pair, || crate::rig::request("GET", &path, token, Value::Null)).await;
                let page = get(&pair[0], &path, token).await.json();
                let items = page["items"].as_array().unwrap().clone();
                walked.extend(items.iter().map(|item| item["name"].as_str().unwrap().to_owned()));
                let Some(next) = page["paging"]["next"].as_str() else { break };
                path = format!("{first}&pageCursor={next}");
            }
            if query.is_empty() {
                let names: BTreeSet<_> = seen.iter().map(|tool| TOOLS[*tool].0).collect();
                assert_eq!(walked, Vec::from_iter(names));
            }
        }
        // Cursors of the whole list, whose tools may be hidden.
        let whole = self.alone(&(0..TOOLS.len()).collect());
        let page = get(&whole, "/tools?pageLimit=3", token).await.json();
        let path = format!("/tools?pageCursor={}", page["paging"]["next"].as_str().unwrap());
        self.same(pair, || crate::rig::request("GET", &path, token, Value::Null)).await;
        for cursor in TOOLS.map(|tool| json!({ "cursor": tool.0 })).into_iter().chain([json!({})]) {
            let [ours, theirs] = [
                send(&pair[0], spoken("tools/list", token, cursor.clone())).await.json(),
                send(&pair[1], spoken("tools/list", token, cursor)).await.json(),
            ];
            assert_eq!(ours["error"], theirs["error"]);
            assert_eq!(ours["result"]["tools"], theirs["result"]["tools"]);
        }
        let document = || crate::rig::request("GET", "/tools/openapi.json", token, Value::Null);
        self.same(&[pair[0].clone(), granted_alone(seen)], document).await;
        if seen.is_empty() {
            let manifest = get(&pair[0], "/.well-known/rap-toolset", token).await;
            assert!([401, 403].contains(&manifest.status.as_u16()));
        } else {
            let path = "/.well-known/rap-toolset";
            self.same(pair, || crate::rig::request("GET", path, token, Value::Null)).await;
        }
        self.tag(&pair[0], token, seen).await;
    }

    /// Tags of lists are the same where the tools are, and nowhere else.
    async fn tag(&mut self, ours: &Router, token: &str, seen: &BTreeSet<usize>) {
        let tag = get(ours, "/tools", token).await.header("etag").to_owned();
        assert!(tag.starts_with("W/\""), "{tag}");
        assert_eq!(self.tagged.entry(seen.clone()).or_insert_with(|| tag.clone()), &tag);
        assert_eq!(self.tags.entry(tag).or_insert_with(|| seen.clone()), seen);
    }

    async fn routes(&mut self, pair: &[Router; 2], token: &str, tool: usize) {
        let (id, name) = (id(tool), TOOLS[tool].0);
        let mut paths = vec![
            format!("/tools/{id}"),
            format!("/tools/{id}/versions"),
            format!("/tools/{name}:invoke"),
            format!("/tools/{name}"),
        ];
        paths.extend((1..5).map(|version| format!("/tools/{id}/versions/{version}")));
        for path in paths {
            for method in ["GET", "PUT"] {
                self.same(pair, || crate::rig::request(method, &path, token, Value::Null)).await;
            }
        }
    }

    async fn calls(&mut self, pair: &[Router; 2], token: &str, tool: usize, refused: bool) {
        let (id, name, newest) = (id(tool), TOOLS[tool].0, newest(tool));
        let body = json!({ "input_parameters": [] });
        for version in [None, Some(1), Some(newest), Some(newest + 1)] {
            let path = match version {
                None => format!("/tools/{id}:invoke"),
                Some(version) => format!("/tools/{id}/versions/{version}:invoke"),
            };
            let call = || crate::rig::request("POST", &path, token, body.clone());
            let params = json!({ "name": name, "_meta": { "dev.a2t/version": version } });
            let speak = || spoken("tools/call", token, params.clone());
            if refused && version.is_none_or(|version| version <= newest) {
                let status = if token.is_empty() { 401 } else { 403 };
                assert_eq!(send(&pair[0], call()).await.status, status);
                assert_eq!(send(&pair[0], speak()).await.status, status);
            } else {
                self.same(pair, call).await;
                self.same(pair, speak).await;
            }
        }
        let older = json!({ "name": format!("{name}_v1"), "arguments": {} });
        if !refused {
            self.same(pair, || spoken("tools/call", token, older.clone())).await;
        }
    }
}

async fn verify(policies: usize) {
    let (mut world, mut random) = (World::new(), Seeded::new());
    for policy in 0..policies {
        world.verify(&mut random).await;
        if policy % 1_000 == 999 {
            println!("{} policies, {} requests", policy + 1, world.asked);
        }
    }
    println!("{policies} policies, {} requests, {} sets", world.asked, world.tagged.len());
    assert!(world.tagged.len() > 20 || policies < 50, "{} sets", world.tagged.len());
}

#[tokio::test]
async fn a_caller_sees_a_server_that_has_its_tools_alone() {
    verify(60).await;
}

#[tokio::test]
#[ignore = "takes minutes: 10,000 rules"]
async fn ten_thousand_rules_hide_what_they_hide() {
    verify(10_000).await;
}
