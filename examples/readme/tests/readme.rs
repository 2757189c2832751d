//! `README.md` holds: its programs are those of this crate, they understand each other, and the compiler
//! says what it is quoted to say.

#[expect(dead_code, reason = "`main` runs in the program only")]
mod vendor {
    include!("../src/bin/vendor.rs");

    pub fn toolset() -> a2t::Toolset<()> {
        a2t::toolset![lookup_weather_by_city]
    }
}

a2t::include_client!("weather");

const README: &str = include_str!("../../../README.md");

/// The texts of the fenced blocks that open with this line.
fn blocks(opening: &str) -> Vec<&'static str> {
    let opening = format!("\n```{opening}\n");
    let after = README.split(&opening).skip(1);
    after
        .filter_map(|text| text.split_once("```\n"))
        .map(|(block, _)| block)
        .collect()
}

#[test]
fn the_programs_are_those_of_this_crate() {
    let programs = [
        include_str!("../src/bin/vendor.rs"),
        include_str!("../build.rs"),
        include_str!("../src/bin/agent.rs"),
        include_str!("../src/bin/assistant.rs"),
    ];
    assert_eq!(blocks("rust,no_run"), programs);
    assert_eq!(blocks("rust,test_harness"), [include_str!("advice.rs")]);
}

#[test]
fn the_mistaken_program_and_its_message_are_those_of_the_macro_tests() {
    let program = include_str!("../../../tests/ui/several/fail/attribute_and_documentation.rs");
    let [shown] = blocks("rust,compile_fail")[..] else {
        panic!("one mistaken program")
    };
    assert_eq!(format!("{shown}\nfn main() {{}}\n"), program);
    let held = include_str!("../../../tests/ui/several/fail/attribute_and_documentation.stderr");
    let quoted = held.replace("several/fail/attribute_and_documentation.rs", "src/main.rs");
    assert_eq!(blocks("text"), [quoted.as_str()]);
}

#[test]
fn the_approved_catalog_is_what_the_vendor_offers() {
    let approved = include_bytes!("../approved/weather.json");
    let approved = a2t_codegen::snapshot::read(approved).unwrap();
    let offered: Vec<_> = vendor::toolset().signatures().cloned().collect();
    assert_eq!(approved.tools, offered);
}

#[tokio::test]
async fn the_agents_call_reaches_the_vendor() {
    let vendor = a2t::Server::new(vendor::toolset(), ())
        .bind("127.0.0.1:0")
        .await
        .unwrap();
    let weather = weather::Client::new(format!("http://{}", vendor.local_addr())).unwrap();
    let call = weather
        .lookup_weather_by_city("Omaha, Nebraska")
        .units(weather::Units::Celsius);
    let reply = tokio::select! {
        served = vendor.serve() => panic!("the vendor stopped: {served:?}"),
        reply = call.send() => reply.unwrap(),
    };
    assert_eq!(reply.temperature, 21);
}

#[test]
fn every_file_that_it_links_to_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let links = README
        .split("](")
        .skip(1)
        .filter_map(|text| text.split(')').next());
    for link in links.filter(|link| !link.starts_with("http")) {
        assert!(root.join(link).exists(), "{link}");
    }
}
