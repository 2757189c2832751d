//! A snapshot with one byte changed: either it is refused and the tool is named, or its content is
//! as before.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use a2t_schema::snapshot::{is_snapshot, looks_written};
use a2t_schema::{Listed, Server, Snapshot, Source};

fn approved() -> Snapshot {
    let listed = include_bytes!("../listed.json");
    let listed: serde_json::Value = serde_json::from_slice(listed).unwrap();
    let listed = Listed::read(listed["tools"].as_array().unwrap(), "/tools");
    assert_eq!(listed.rejected, []);
    let source = Source::Stdio { command: vec!["uvx".into(), "weather-server".into()] };
    let server = Server::new("weather", "1.4.0").instructions(Some("Ask for the city.".into()));
    let mut snapshot = Snapshot::new(source, listed.tools).of_server(server, "2026-07-28");
    snapshot.names.insert("getForecast".into(), "get_forecast".into());
    snapshot
}

/// Changes a byte and reads what is left.
fn flip(approved: &Snapshot, text: &[u8], at: usize, with: u8) {
    let mut bytes = text.to_vec();
    bytes[at] = with;
    let label = format!("byte {at}: {:?} became {:?}", char::from(text[at]), char::from(with));
    let known = match serde_json::from_slice(&bytes) {
        Ok(document) => is_snapshot(&document),
        Err(_) => looks_written(&String::from_utf8_lossy(&bytes)),
    };
    assert!(known, "{label}: no snapshot any more");
    match Snapshot::parse(&bytes) {
        Ok(read) => assert_eq!(&read, approved, "{label}"),
        Err(refused) => {
            let tools = text.windows(7).position(|part| part == b"\"tools\"").unwrap();
            let named = refused.diagnostics.iter().any(|diagnostic| diagnostic.tool.is_some());
            let inside = at > tools + 12 && at + 6 < text.len();
            assert!(named || !inside, "{label}: {refused}");
            assert!(refused.diagnostics.iter().all(|diagnostic| diagnostic.line > 0), "{label}");
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
#[ignore = "every byte in all its other values"]
fn every_flip_is_refused_by_name_or_changes_nothing() {
    let approved = approved();
    let text = approved.to_text().into_bytes();
    for at in 0..text.len() {
        for with in 0..=255 {
            flip(&approved, &text, at, with);
        }
    }
}

#[test]
fn what_is_written_is_read_as_it_was() {
    let approved = approved();
    let text = approved.to_text();
    assert_eq!(Snapshot::parse(text.as_bytes()).as_ref(), Ok(&approved));
    assert_eq!(approved.to_text(), text);
    let compact: serde_json::Value = serde_json::from_str(&text).unwrap();
    let laid_out = Snapshot::parse(compact.to_string().as_bytes());
    assert_eq!(laid_out.as_ref(), Ok(&approved), "only the layout may change");
}

#[test]
fn tools_that_change_places_or_are_left_out_are_an_edit() {
    let approved = approved();
    let mut document: serde_json::Value = serde_json::from_str(&approved.to_text()).unwrap();
    document["tools"].as_array_mut().unwrap().reverse();
    let refused = Snapshot::parse(document.to_string().as_bytes()).unwrap_err();
    assert!(refused.to_string().contains("the order of"), "{refused}");
    document["tools"].as_array_mut().unwrap().reverse();
    document["tools"].as_array_mut().unwrap().pop();
    assert!(Snapshot::parse(document.to_string().as_bytes()).is_err());
    document["tools"][0]["x-hidden"] = "IMPORTANT".into();
    let refused = Snapshot::parse(document.to_string().as_bytes()).unwrap_err();
    assert!(refused.to_string().contains("does not match its digest"), "{refused}");
}
