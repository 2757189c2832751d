//! One generator behind three doors: `client!`, a build script's `Builder` and `cargo a2t generate` write the same client.
#![allow(clippy::unwrap_used)]

mod vendor;

use std::fs;
use std::path::Path;

use a2t_codegen::Builder;
use proc_macro2::TokenStream;
use vendor::{run, scratch};

/// The client that the macro writes is one, beside being the same.
mod used {
    a2t::client!(weather = "../tests/codegen/catalogs/weather.json");
    a2t::client!("../examples/weather-vendor/published");
    a2t::client!(sky = "../tests/codegen/catalogs/weather.json", tag = "weather");
}

/// One page of several is told, or the expectation would not be fulfilled.
#[deny(unfulfilled_lint_expectations)]
#[expect(deprecated)]
mod told {
    a2t::client!("tests/vendor/page.json");
}

/// Text as tokens, as what is written is compared once layout is gone.
fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().unwrap().to_string()
}

#[test]
fn the_three_doors_write_the_same_client() {
    let folder = scratch("doors");
    let catalogs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen/catalogs");
    let doors = [
        (
            "draft_weather",
            a2t_client_macro::client_tokens!("../tests/codegen/catalogs/draft_weather.json"),
        ),
        (
            "every_type",
            a2t_client_macro::client_tokens!("../tests/codegen/catalogs/every_type.json"),
        ),
        ("hostile", a2t_client_macro::client_tokens!("../tests/codegen/catalogs/hostile.json")),
        ("weather", a2t_client_macro::client_tokens!("../tests/codegen/catalogs/weather.json")),
    ];
    for (name, by_macro) in doors {
        let catalog = catalogs.join(name).with_extension("json");
        Builder::new(&catalog).out_dir(&folder).generate().unwrap();
        let by_build_script = fs::read_to_string(folder.join(name).with_extension("rs")).unwrap();
        let catalog = catalog.to_str().unwrap();
        run(&folder, &["generate", catalog, "-o", "cli.rs"]).assert(0, &["written"], &[]);
        let by_command = fs::read_to_string(folder.join("cli.rs")).unwrap();
        assert_eq!(by_command, by_build_script, "{name}");
        assert_eq!(tokens(by_macro), tokens(&by_build_script), "{name}");
        fs::remove_file(folder.join("cli.rs")).unwrap();
    }
}

#[test]
fn names_and_derives_are_asked_for_at_each_door() {
    let folder = scratch("doors-wishes");
    let catalog =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen/catalogs/every_type.json");
    let by_macro = a2t_client_macro::client_tokens!(
        "../tests/codegen/catalogs/every_type.json",
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
