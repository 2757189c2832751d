//! The matrix of support agrees with what is written, and with its table in the documentation.

use a2t_dialect::hosted::{Fragment, Kind, NotSupported, Support, support};
use a2t_dialect::{Dialect, Error};

use super::dialect;
use super::samples::bare;

#[test]
fn what_the_matrix_says_is_what_is_written() {
    for dialect in Dialect::ALL {
        for kind in Kind::ALL {
            let found = Fragment::new(*dialect).hosted(bare(*kind, *dialect));
            match (support(*kind, *dialect), found) {
                (Support::Yes { how }, Ok(fragment)) => {
                    assert!(!how.is_empty());
                    assert_ne!(fragment.body(), serde_json::json!({}), "{dialect} {kind}");
                }
                (Support::No { why, instead }, Err(Error::NotSupported(refusal))) => {
                    let NotSupported { tool, option, .. } = refusal;
                    assert_eq!((tool, option), (*kind, None));
                    assert_eq!((refusal.why, refusal.instead), (why, instead));
                    assert_eq!(refusal.dialect, dialect.id());
                }
                (claimed, found) => panic!("{dialect} {kind}: {claimed:?}, but {found:?}"),
            }
        }
    }
}

#[test]
fn every_provider_has_at_least_what_the_comparison_of_providers_says() {
    let cells = |dialect: Dialect| {
        let kinds = Kind::ALL.iter();
        let has = |kind: &&Kind| matches!(support(**kind, dialect), Support::Yes { .. });
        kinds.filter(has).count()
    };
    let counts = [
        ("anthropic", 6),
        ("azure-foundry", 9),
        ("azure-foundry-v2", 11),
        ("bedrock-agents", 6),
        ("bedrock-converse", 2),
        ("gemini", 5),
        ("openai-assistants", 2),
        ("openai-chat", 1),
        ("openai-responses", 7),
    ];
    for (id, count) in counts {
        assert_eq!(cells(dialect(id)), count, "{id}");
    }
    let bare = Dialect::ALL.iter().filter(|dialect| cells(**dialect) == 0);
    assert_eq!(bare.count(), 6);
}

#[test]
fn the_documentation_has_the_table_of_the_matrix() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosted.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (start, end) = ("<!-- matrix -->\n", "<!-- /matrix -->\n");
    let (before, rest) = page.split_once(start).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let table = a2t_dialect::hosted::table();
    let anew = format!("{before}{start}{table}{end}{after}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &anew).unwrap();
    }
    assert!(
        page == anew || std::env::var_os("UPDATE_GOLDEN").is_some(),
        "docs/hosted.md differs: run with UPDATE_GOLDEN=1, and read what changed"
    );
}
