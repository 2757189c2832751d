//! The public API of the facade, one item per line, from rustdoc's JSON of the crates that it re-exports. Declarations are
//! quoted from the sources, so nothing here has to know Rust's types.
// An index of JSON that is absent gives null.
#![allow(clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::Cargo;

const FILE: &str = "public-api.txt";
const CRATES: &str = "a2t a2t-client a2t-core a2t-dialect a2t-executor a2t-http a2t-mcp a2t-rap \
                      a2t-schema a2t-server a2t-store a2t-testing a2t-tool a2t-webhook";

/// Writes the file, or compares it with the API if `check` is set.
pub(crate) fn run(root: &Path, check: bool) -> Result<bool, String> {
    let mut arguments = vec!["doc", "--no-deps", "--all-features", "--quiet"];
    arguments.extend(CRATES.split(' ').flat_map(|name| ["-p", name]));
    let cargo = Cargo::new(root).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json").run(&arguments)?;
    let failed = |error: std::io::Error| format!("{FILE}: {error}");
    let (path, mut api) = (root.join(FILE), Api::read(root)?);
    let start = api.crates["a2t"]["root"].to_string();
    api.module("a2t", &start, "a2t");
    if !check {
        let text: String = api.lines.iter().map(|line| format!("{line}\n")).collect();
        return fs::write(path, text).map(|()| true).map_err(failed);
    }
    let known = fs::read_to_string(path).map_err(failed)?;
    let known: BTreeSet<_> = known.lines().map(str::to_owned).collect();
    known.difference(&api.lines).for_each(|line| println!("- {line}"));
    api.lines.difference(&known).for_each(|line| println!("+ {line}"));
    if known != api.lines {
        println!("the public API has changed: run `cargo xtask public-api` and commit {FILE}");
    }
    Ok(known == api.lines)
}

struct Api<'r> {
    root: &'r Path,
    /// JSON of each crate, by the name that paths have.
    crates: BTreeMap<String, Value>,
    /// Ids of the items of all crates, by kind and path of their definition.
    defined: BTreeMap<String, String>,
    lines: BTreeSet<String>,
}

impl<'r> Api<'r> {
    fn read(root: &'r Path) -> Result<Self, String> {
        let (mut crates, mut defined) = (BTreeMap::new(), BTreeMap::new());
        for name in CRATES.split(' ').map(|name| name.replace('-', "_")) {
            let path = root.join(format!("target/doc/{name}.json"));
            let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let json: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
            let paths = json["paths"].as_object().into_iter().flatten();
            let own = paths.filter(|(_, path)| path["crate_id"] == 0);
            defined.extend(own.map(|(id, path)| (definition(path), id.clone())));
            crates.insert(name, json);
        }
        Ok(Self { root, crates, defined, lines: BTreeSet::new() })
    }

    fn item(&self, of: &str, id: &str) -> Value {
        self.crates[of]["index"][id].clone()
    }

    fn module(&mut self, of: &str, id: &str, path: &str) {
        for id in ids(&self.item(of, id)["inner"]["module"]["items"]) {
            let item = self.item(of, &id);
            if item["visibility"] == "public" {
                self.public(of, &id, text(&item["name"]), path);
            }
        }
    }

    /// Lists an item that is public as `name` in the module `path`.
    fn public(&mut self, of: &str, id: &str, name: &str, path: &str) {
        let item = self.item(of, id);
        let Some((kind, inner)) = item["inner"].as_object().and_then(|inner| inner.iter().next())
        else {
            return;
        };
        if kind == "use" {
            let (name, target) = (text(&inner["name"]), inner["id"].to_string());
            let named = &self.crates[of]["paths"][&target];
            let owner = named["path"][0].as_str().unwrap_or(of).to_owned();
            let is_glob = inner["is_glob"] == true;
            match self.defined.get(&definition(named)).cloned() {
                Some(id) if is_glob => return self.module(&owner, &id, path),
                Some(id) => return self.public(&owner, &id, name, path),
                None if self.item(of, &target).is_object() => {
                    return self.public(of, &target, name, path);
                }
                None => self.lines.insert(format!("{path}: pub use {}", text(&inner["source"]))),
            };
            return;
        }
        let path = format!("{path}::{name}");
        if kind == "module" {
            return self.module(of, id, &path);
        }
        let declared = self.declaration(&item);
        self.lines.insert(format!("{path}: {declared}"));
        let fields = ids(&inner["kind"]["plain"]["fields"]).into_iter();
        let parts = ["items", "variants"].into_iter().flat_map(|part| ids(&inner[part]));
        for id in parts.chain(fields) {
            self.part(of, &id, &path);
        }
        for id in ids(&inner["impls"]) {
            self.implementation(of, &id, &path);
        }
    }

    /// Lists a field, a variant or a method, unless it is private.
    fn part(&mut self, of: &str, id: &str, path: &str) {
        let item = self.item(of, id);
        if item["visibility"] == "public" || item["visibility"] == "default" {
            let line = format!("{path}::{}: {}", text(&item["name"]), self.declaration(&item));
            self.lines.insert(line);
        }
    }

    fn implementation(&mut self, of: &str, id: &str, path: &str) {
        let item = self.item(of, id);
        let inner = &item["inner"]["impl"];
        let implemented = text(&inner["trait"]["path"]);
        if inner["is_synthetic"] != false
            || !inner["blanket_impl"].is_null()
            || implemented == "StructuralPartialEq"
        {
        } else if implemented.is_empty() {
            ids(&inner["items"]).iter().for_each(|id| self.part(of, id, path));
        } else {
            let declared = self.declaration(&item);
            let derived = format!("derive {implemented}");
            let line = if declared.starts_with("impl") { declared } else { derived };
            self.lines.insert(format!("{path}: {line}"));
        }
    }

    /// The source of an item up to its body, on one line.
    fn declaration(&self, item: &Value) -> String {
        let span = &item["span"];
        let at = |end: &str| usize::try_from(span[end][0].as_u64().unwrap_or(1)).unwrap_or(1);
        let source = fs::read_to_string(self.root.join(text(&span["filename"])));
        let source = source.unwrap_or_default();
        let lines = source.lines().take(at("end")).skip(at("begin").saturating_sub(1));
        let lines = lines.map(|line| line.split("//").next().unwrap_or_default().trim());
        let lines: Vec<_> = lines.filter(|line| !line.starts_with('#')).collect();
        let declared = lines.join(" ");
        let declared = declared.split('{').next().unwrap_or_default().trim();
        declared.trim_end_matches([';', ',']).to_owned()
    }
}

fn definition(path: &Value) -> String {
    format!("{} {}", text(&path["kind"]), path["path"])
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(Value::to_string).collect()
}
