//! Checks `README.md` and the pages of the book: their programs are those of this crate, the vendor and the agent
//! understand each other, and the compiler's message is quoted as it is.

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag};

#[expect(dead_code, reason = "`main` runs in the program only")]
mod vendor {
    include!("../src/bin/vendor.rs");

    pub fn toolset() -> a2t::Toolset<()> {
        a2t::toolset![lookup_weather_by_city]
    }
}

a2t::include_client!("weather");

const README: &str = include_str!("../../../README.md");
const AGENTS: &str = include_str!("../../../docs/agents.md");
const MCP: &str = include_str!("../../../docs/mcp.md");
const MODELS: &str = include_str!("../../../docs/models.md");
const RAP: &str = include_str!("../../../docs/rap.md");
const START: &str = include_str!("../../../docs/start.md");
const TESTING: &str = include_str!("../../../docs/testing.md");
const VENDORS: &str = include_str!("../../../docs/vendors.md");

/// Returns the texts of the fenced blocks of a page that open with this line.
fn blocks<'p>(page: &'p str, opening: &str) -> Vec<&'p str> {
    let opening = format!("\n```{opening}\n");
    let after = page.split(&opening).skip(1);
    after.filter_map(|text| text.split_once("```\n")).map(|(block, _)| block).collect()
}

#[test]
fn the_programs_are_those_of_this_crate() {
    let vendor = include_str!("../src/bin/vendor.rs");
    let (build, agent) = (include_str!("../build.rs"), include_str!("../src/bin/agent.rs"));
    let (both, clock) = (include_str!("../src/bin/both.rs"), include_str!("../src/bin/clock.rs"));
    let assistant = include_str!("../src/bin/assistant.rs");
    assert_eq!(blocks(README, "rust,no_run"), [vendor, build, agent]);
    assert_eq!(blocks(AGENTS, "rust,no_run"), [build, agent]);
    assert_eq!(blocks(MCP, "rust,no_run"), [both, clock]);
    assert_eq!(blocks(MODELS, "rust,no_run"), [assistant]);
    assert_eq!(blocks(RAP, "rust,no_run"), [include_str!("../src/bin/later.rs")]);
    assert_eq!(blocks(START, "rust,no_run"), [include_str!("../../hello/src/main.rs")]);
    assert_eq!(blocks(TESTING, "rust,test_harness")[1..], [include_str!("advice.rs")]);
}

#[test]
fn the_mistaken_program_and_its_message_are_those_of_the_macro_tests() {
    let program = include_str!("../../../tests/ui/several/fail/attribute_and_documentation.rs");
    let [shown] = blocks(README, "rust,compile_fail")[..] else { panic!("one mistaken program") };
    assert_eq!(format!("{shown}\nfn main() {{}}\n"), program);
    let held = include_str!("../../../tests/ui/several/fail/attribute_and_documentation.stderr");
    let quoted = held.replace("several/fail/attribute_and_documentation.rs", "src/main.rs");
    assert_eq!(blocks(README, "text"), [quoted.as_str()]);
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
    let vendor = a2t::Server::new(vendor::toolset(), ()).bind("127.0.0.1:0").await.unwrap();
    let weather = weather::Client::new(format!("http://{}", vendor.local_addr())).unwrap();
    let call = weather.lookup_weather_by_city("Omaha, Nebraska").units(weather::Units::Celsius);
    let reply = tokio::select! {
        served = vendor.serve() => panic!("the vendor stopped: {served:?}"),
        reply = call.send() => reply.unwrap(),
    };
    assert_eq!(reply.temperature, 21);
}

/// Where the repository will be read.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a page links to; names of items, which rustdoc resolves, are not defined in it.
fn links(page: &str) -> Vec<String> {
    let parser = Parser::new(page);
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parser.filter_map(link).collect()
}

/// Compares each block in one of these languages with the file that is named before it. Returns their number.
fn compared(page: &str, languages: &[&str]) -> usize {
    let mut count = 0;
    let mut texts = page.split("\n```");
    let mut before = texts.next().unwrap();
    while let Some(block) = texts.next() {
        let (language, code) = block.split_once('\n').unwrap();
        if languages.contains(&language) {
            let file = before.trim_end().lines().next_back().unwrap();
            let file = file.trim_start_matches('`').trim_end_matches("`:");
            let source = fs::read_to_string(root().join(file)).expect(file);
            let is_there = source.contains(&format!("{code}\n"));
            assert!(is_there, "{file} has something else than\n{code}");
            count += 1;
        }
        before = texts.next().unwrap();
    }
    count
}

#[test]
fn each_block_of_the_guides_is_of_the_file_before_it() {
    let count = compared(VENDORS, &["rust", "sql"]);
    assert!(count > 20, "{count}");
    assert_eq!(compared(AGENTS, &["rust,ignore"]), 1);
}

#[test]
fn the_guide_depends_on_what_its_example_depends_on() {
    let names = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        lines.map(|line| line.split([' ', '.']).next().unwrap().to_owned()).collect()
    };
    let (_, shown) = VENDORS.split_once("```toml\n").unwrap();
    let shown = shown.split_once("```").unwrap().0;
    let manifest = fs::read_to_string(root().join("examples/library/Cargo.toml")).unwrap();
    let (_, manifest) = manifest.split_once("[dependencies]").unwrap();
    let (manifest, _) = manifest.split_once("[lints]").unwrap();
    // It compares the schemas that a2t makes with their values, which is our own test.
    let named = names(manifest).into_iter().filter(|name| name != "jsonschema");
    assert_eq!(names(shown), named.collect::<Vec<_>>());
}

/// Rustdoc puts a page at an address without the repository's files.
#[test]
fn every_link_of_a_page_that_rustdoc_shows_leads_somewhere() {
    let sources = sources();
    let pages: Vec<_> = sources.iter().flat_map(|source| shown(source)).collect();
    assert!(pages.len() > 12, "{}", pages.len());
    for page in pages {
        for link in links(&page) {
            assert!(link.starts_with("https://"), "{link}");
            if let Some(path) = link.strip_prefix(REPOSITORY) {
                let (kind, file) = path.split_once("/main/").unwrap();
                let (file, heading) = file.split_once('#').unwrap_or((file, ""));
                let file = root().join(file);
                let expected = if file.is_dir() { "tree" } else { "blob" };
                assert!(file.exists() && kind == expected, "{link}");
                if !heading.is_empty() {
                    let there = headings(&fs::read_to_string(&file).unwrap());
                    assert!(there.iter().any(|anchor| anchor == heading), "{link}");
                }
            }
        }
    }
}

/// The anchors of a page's headings, as GitHub makes them.
fn headings(page: &str) -> Vec<String> {
    let lines = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let text = line.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    lines.map(anchor).collect()
}

/// The files of all crates that are documented.
fn sources() -> Vec<PathBuf> {
    let crates = [root(), root().join("crates")].map(|folder| fs::read_dir(folder).unwrap());
    let crates = crates.into_iter().flatten().map(|entry| entry.unwrap());
    let mut folders: Vec<_> = crates.map(|entry| entry.path().join("src")).collect();
    folders.push(root().join("src"));
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.extension() {
                Some(rs) if rs == "rs" => files.push(path),
                _ => folders.push(path),
            }
        }
    }
    files
}

/// The pages that a file includes as documentation, below the links that it defines for them.
fn shown(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    let defined = text.lines().filter_map(|line| line.strip_prefix("//! ["));
    let defined: String = defined.map(|line| format!("[{line}\n")).collect();
    let included = text.split("doc = include_str!(\"").skip(1);
    let files = included.filter_map(|text| text.split('"').next());
    files
        .map(|file| source.parent().unwrap().join(file))
        .map(|file| format!("{defined}\n{}", fs::read_to_string(file).unwrap()))
        .collect()
}

#[test]
fn every_feature_is_in_the_table_of_the_readme_and_of_the_crate() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, features) = manifest.split_once("[features]\n").unwrap();
    let lines = features.split("\n[").next().unwrap().lines();
    let features: Vec<_> = lines
        .filter_map(|line| Some(line.split_once(" = [")?.0))
        .filter(|f| *f != "default")
        .collect();
    assert!(features.len() > 20, "{features:?}");
    let front = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for (page, row) in [(README, "| `"), (&front, "//! | `")] {
        let rows = page.lines().filter(|line| line.starts_with(row));
        let cells: String = rows.map(|line| line.split('|').nth(1).unwrap()).collect();
        for feature in &features {
            assert!(cells.contains(&format!("`{feature}`")), "no row with `{feature}`");
        }
    }
}

#[test]
fn the_manifests_name_what_there_is() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifests: Vec<_> =
        [README, AGENTS, MODELS, TESTING].iter().flat_map(|page| blocks(page, "toml")).collect();
    assert_eq!(manifests.len(), 5);
    let lines = manifests.iter().flat_map(|text| text.lines());
    for line in lines.filter(|line| line.starts_with("a2t")) {
        let (path, features) = line.split_once("features = [").unwrap_or((line, ""));
        let path = quoted(path).next().unwrap().strip_prefix("../a2t").unwrap();
        let folder = root().join(path.trim_matches('/'));
        assert!(folder.join("Cargo.toml").exists(), "{line}");
        for feature in quoted(features) {
            assert!(manifest.contains(&format!("\n{feature} = [")), "{line}");
        }
    }
}

fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}
