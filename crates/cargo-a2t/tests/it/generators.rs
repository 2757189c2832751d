//! One generator behind three entry points: `client!`, a build script's `Builder` and `cargo a2t generate` write the same client.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{run, scratch};
use a2t_codegen::Builder;
use proc_macro2::TokenStream;

/// The client that the macro writes works, in addition to having the same text.
mod used {
    a2t::client!(weather = "../../tests/codegen/catalogs/weather.json");
    a2t::client!("../../examples/weather-vendor/published");
    a2t::client!(sky = "../../tests/codegen/catalogs/weather.json", tag = "weather");
}

/// One page of several is reported, or the expectation would not be fulfilled.
#[deny(unfulfilled_lint_expectations)]
#[expect(deprecated)]
mod errors {
    a2t::client!("tests/it/vendor/page.json");
}

/// Text as tokens, as what is written is compared once layout is gone.
fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().unwrap().to_string()
}

/// The client that `client!` writes of a catalog is that of a build script and of the command.
fn assert_same(folder: &Path, by_macro: &str, catalog: &Path, tools: &[&str]) {
    let by_builder = tools.iter().fold(Builder::new(catalog), |all, tool| all.tool(*tool));
    by_builder.out_dir(folder).generate().unwrap();
    let name = Path::new(catalog.file_name().unwrap());
    let by_build_script = fs::read_to_string(folder.join(name.with_extension("rs"))).unwrap();
    let mut command = vec!["generate", catalog.to_str().unwrap(), "-o", "cli.rs"];
    command.extend(tools.iter().flat_map(|tool| ["--tool", tool]));
    run(folder, &command).assert(0, &["written"], &[]);
    let by_command = fs::read_to_string(folder.join("cli.rs")).unwrap();
    assert_eq!(by_command, by_build_script, "{name:?} {tools:?}");
    assert_eq!(tokens(by_macro), tokens(&by_build_script), "{name:?} {tools:?}");
    fs::remove_file(folder.join("cli.rs")).unwrap();
}

fn catalogs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/codegen/catalogs")
}

#[test]
fn the_three_entry_points_write_the_same_client() {
    let folder = scratch("generators");
    let generators = [
        (
            "draft_weather",
            a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/draft_weather.json"),
        ),
        (
            "every_type",
            a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/every_type.json"),
        ),
        ("errors", a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/errors.json")),
        ("hostile", a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/hostile.json")),
        (
            "versions",
            a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/versions.json"),
        ),
        ("weather", a2t_client_macro::client_tokens!("../../tests/codegen/catalogs/weather.json")),
    ];
    for (name, by_macro) in generators {
        let catalog = catalogs().join(name).with_extension("json");
        assert_same(&folder, by_macro, &catalog, &[]);
    }
}

#[test]
fn versions_side_by_side_have_the_same_names_at_each_entry_point() {
    let folder = scratch("generators-versions");
    let catalog = catalogs().join("versions.json");
    let generators: [(&str, &[&str], &str); 3] = [
        (
            a2t_client_macro::client_tokens!(
                "../../tests/codegen/catalogs/versions.json",
                tool = "lookup_weather@1",
                tool = "lookup_weather@2"
            ),
            &["lookup_weather@1", "lookup_weather@2"],
            "pub fn lookup_weather_v2(",
        ),
        (
            a2t_client_macro::client_tokens!(
                "../../tests/codegen/catalogs/versions.json",
                tool = "lookup_weather",
                tool = "lookup_weather@1"
            ),
            &["lookup_weather", "lookup_weather@1"],
            "pub fn lookup_weather_v1(",
        ),
        (
            a2t_client_macro::client_tokens!(
                "../../tests/codegen/catalogs/versions.json",
                tool = "lookup_weather@1"
            ),
            &["lookup_weather@1"],
            "pub fn lookup_weather(",
        ),
    ];
    for (by_macro, tools, method) in generators {
        assert_same(&folder, by_macro, &catalog, tools);
        let text = fs::read_to_string(folder.join("versions.rs")).unwrap();
        assert!(text.contains(method), "{tools:?}: no {method} in {text}");
    }
}

/// The snapshot remembers that version 2 alone was held at first, so that it has the tool's name.
#[test]
fn versions_that_are_held_have_the_same_names_at_each_entry_point() {
    let folder = scratch("generators-held");
    fs::copy(catalogs().join("versions.json"), folder.join("versions.json")).unwrap();
    let fetch = ["fetch", "versions.json", "-o", "held.json", "--hold", "lookup_weather@2"];
    run(&folder, &fetch).assert(0, &["written, 1 tool"], &[]);
    let both = [&fetch[..], &["--hold", "lookup_weather@1"]].concat();
    run(&folder, &both).assert(0, &["written, 1 tool in 2 versions"], &[]);
    let held = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/vendor/held.json");
    if std::env::var_os("A2T_UPDATE").is_some() {
        fs::copy(folder.join("held.json"), &held).unwrap();
    }
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    let advice = "`A2T_UPDATE=1 cargo test -p cargo-a2t --test it generators` writes it again";
    assert_eq!(text(&held), text(&folder.join("held.json")), "{advice}");

    let by_macro = a2t_client_macro::client_tokens!("tests/it/vendor/held.json");
    assert_same(&folder, by_macro, &held, &[]);
    let client = text(&folder.join("held.rs"));
    for method in ["pub fn lookup_weather(", "pub fn lookup_weather_v1("] {
        assert!(client.contains(method), "no {method} in {client}");
    }
}

#[test]
fn names_and_derives_are_asked_for_at_each_entry_point() {
    let folder = scratch("generators-wishes");
    let catalog = catalogs().join("every_type.json");
    let by_macro = a2t_client_macro::client_tokens!(
        "../../tests/codegen/catalogs/every_type.json",
        rename("book_flight", "book"),
        rename("book_flight.inputs.side.enum.AISLE", "Gangway"),
        derive("serde::Serialize, serde::Deserialize"),
        derive_for("ping", "Eq, Hash")
    );
    let by_builder = Builder::new(&catalog)
        .rename("book_flight", "book")
        .rename("book_flight.inputs.side.enum.AISLE", "Gangway")
        .derive("serde::Serialize, serde::Deserialize")
        .derive_for("ping", "Eq, Hash")
        .source()
        .unwrap();
    assert!(by_builder.contains("pub fn book(") && by_builder.contains("Gangway"));
    let command = [
        &["generate", catalog.to_str().unwrap(), "-o", "cli.rs"][..],
        &["--rename", "book_flight=book"],
        &["--rename", "book_flight.inputs.side.enum.AISLE=Gangway"],
        &["--derive", "serde::Serialize, serde::Deserialize"],
        &["--derive-for", "ping=Eq, Hash"],
    ];
    run(&folder, &command.concat()).assert(0, &["written"], &[]);
    let by_command = fs::read_to_string(folder.join("cli.rs")).unwrap();
    assert_eq!(by_command, by_builder);
    assert_eq!(tokens(by_macro), tokens(&by_builder));
}

#[test]
fn the_macro_writes_a_client_that_works() {
    let client = used::weather::Client::new("https://api.weather.example").unwrap();
    let debug = format!("{client:?}");
    assert!(debug.contains("api.weather.example"), "{debug}");
    assert!(used::sky::Client::new("nonsense").is_err());
}
