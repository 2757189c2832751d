//! A snapshot with one byte changed: either it is refused and the tool is named, or its content is
//! as before.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use a2t_codegen::Selection;
use a2t_codegen::snapshot::Snapshot;
use a2t_codegen::source::{self, Source};

fn approved() -> Snapshot {
    let catalog = include_bytes!("../../../tests/codegen/catalogs/weather.json");
    let other = include_bytes!("../../../tests/codegen/catalogs/draft_weather.json");
    let mut tools = a2t_core::catalog::parse(catalog).unwrap().tools;
    tools.extend(a2t_core::catalog::parse(other).unwrap().tools);
    let mut ids = std::collections::BTreeSet::new();
    tools.retain(|tool| ids.insert(tool.tool_id));
    let selection = Selection::default().tool("lookup_weather_by_city").tag("weather");
    let url = "https://api.weather.example";
    Snapshot::new(url, tools).selected(selection)
}

/// Changes a byte and reads what is left, as the builder, the macro and the command do.
fn flip(approved: &Snapshot, text: &[u8], at: usize, with: u8) {
    let mut bytes = text.to_vec();
    bytes[at] = with;
    let label = format!("byte {at}: {:?} became {:?}", char::from(text[at]), char::from(with));
    match source::parse(&bytes).and_then(|document| source::read(&document)) {
        Ok(Source::Snapshot(read)) => assert_eq!(&read, approved, "{label}"),
        Ok(_) => panic!("{label}: no snapshot any more, and read all the same"),
        Err(refusal) => {
            let items = text.windows(10).position(|part| part == b"\n  \"tools\"").unwrap();
            // By the name that stands there now, or by its id where no name does.
            let named = |diagnostic: &source::Diagnostic| diagnostic.to_string().contains("tool `");
            let named = refusal.diagnostics.iter().any(named);
            let inside = at > items + 15 && at + 6 < text.len();
            assert!(named || !inside, "{label}: {:?}", refusal.diagnostics);
        }
    }
}

#[test]
fn ten_thousand_flips_are_refused_by_name_or_change_nothing() {
    let approved = approved();
    let text = approved.to_text().into_bytes();
    // SplitMix64, the same in every run.
    let mut state = 2_026_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ (bits >> 31)) >> 8).unwrap()
    };
    for _ in 0..10_000 {
        let (at, with) = (next() % text.len(), u8::try_from(next() % 256).unwrap());
        flip(&approved, &text, at, with);
    }
}

#[test]
#[ignore = "more than a million flips: every byte in all its other values"]
fn every_flip_is_refused_by_name_or_changes_nothing() {
    let approved = approved();
    let text = approved.to_text().into_bytes();
    for at in 0..text.len() {
        for with in 0..=255 {
            flip(&approved, &text, at, with);
        }
    }
}
