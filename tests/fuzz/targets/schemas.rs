//! Tools of an MCP server: the client of every accepted list parses, is ASCII, and has no item
//! twice. The input is a list of tools in JSON.
#![no_main]

use std::collections::HashSet;

use a2t_codegen::Builder;
use a2t_schema::{Listed, Server, Snapshot, Source};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(serde_json::Value::Array(tools)) = serde_json::from_slice(bytes) else {
        return;
    };
    let listed = Listed::read(&tools, "");
    let source = Source::Http { url: "https://tools.example/mcp".to_owned() };
    let snapshot = Snapshot::new(source, listed.tools).of_server(Server::new("a", "1"), "2026-07-28");
    let text = snapshot.to_text();
    assert_eq!(Snapshot::parse(text.as_bytes()).expect("what was written"), snapshot);
    let path = std::env::temp_dir().join(format!("a2t-fuzz-schemas-{}.json", std::process::id()));
    std::fs::write(&path, text).expect("a folder to write to");
    let text = Builder::new(&path).module("tools").source().expect("a client");
    assert!(text.is_ascii());
    let file = syn::parse_file(&text).expect("Rust");
    distinct(&file.items);
});

/// No two modules or methods in one place have one name.
fn distinct(items: &[syn::Item]) {
    let mut modules = HashSet::new();
    for item in items {
        match item {
            syn::Item::Mod(item) => {
                assert!(modules.insert(item.ident.to_string()));
                distinct(item.content.as_ref().map_or(&[], |content| &content.1));
            }
            syn::Item::Impl(item) => {
                let mut methods = HashSet::new();
                for item in &item.items {
                    if let syn::ImplItem::Fn(method) = item {
                        assert!(methods.insert(method.sig.ident.to_string()));
                    }
                }
            }
            _ => {}
        }
    }
}
