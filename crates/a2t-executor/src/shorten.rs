//! Outcomes of any size are cut to a size that a model can be shown, with a note.

use a2t_dialect::{Outcome, Part};
use serde_json::{Map, Value};

/// The maximum number of files in one result. Providers limit those of a request.
const FILES: usize = 20;

/// The maximum number of parts in one result, before the text that has all others.
const PARTS: usize = 100;

/// Bytes beyond the limit that notes on what was cut may take.
const NOTES: usize = 1 << 10;

/// Returns the outcome, cut to `limit` bytes of text and [`NOTES`].
///
/// Small outputs among several stay whole, and the large ones share the rest. An output that is cut
/// becomes a text: its beginning, and a note. Outputs whose names or whose number are too much for
/// that become one text, which is cut. Files have a limit of their bytes, `media`.
pub(super) fn shorten(outcome: Outcome, limit: usize, media: usize) -> Outcome {
    match outcome {
        Outcome::Done(outputs) => shorten_outputs(outputs, limit),
        Outcome::Text(text) => Outcome::Text(cut(text, limit)),
        Outcome::Parts(parts) => Outcome::Parts(shorten_parts(parts, limit, media)),
        Outcome::Refused(message) => Outcome::Refused(cut(message, limit)),
        Outcome::Failed(message) => Outcome::Failed(cut(message, limit)),
        Outcome::Denied(message) => Outcome::Denied(cut(message, limit)),
        other => other,
    }
}

/// Cuts the texts of parts, which share the limit in their order: what follows on a text that is cut is left out. Files
/// that are too large or too many become texts, and so do the parts after the first [`PARTS`], in one.
fn shorten_parts(mut parts: Vec<Part>, limit: usize, media: usize) -> Vec<Part> {
    let rest = parts.split_off(parts.len().min(PARTS));
    if !rest.is_empty() {
        parts.push(Part::Text(Outcome::Parts(rest).text()));
    }
    let (mut left, mut media_left, mut files_left) = (Some(limit), media, FILES);
    let short = |part: Part| {
        let part = part.within(media_left);
        if let Some(media) = part.media().filter(|_| files_left > 0) {
            files_left -= 1;
            media_left = media_left.saturating_sub(media.size());
            return Some(part);
        }
        let limit = left?;
        let text = part.text();
        // The text of a link is short; the link itself may not be.
        let size = match &part {
            Part::Link { uri, name } => text.len().max(uri.len() + name.len()),
            _ => text.len(),
        };
        left = limit.checked_sub(size);
        let is_whole = left.is_some() && part.media().is_none();
        Some(if is_whole { part } else { Part::Text(cut(text, limit)) })
    };
    parts.into_iter().filter_map(short).collect()
}

fn shorten_outputs(outputs: Map<String, Value>, limit: usize) -> Outcome {
    let whole = Value::Object(outputs);
    let text = whole.to_string();
    let Value::Object(mut outputs) = whole else { return Outcome::Text(text) };
    if text.len() <= limit {
        return Outcome::Done(outputs);
    }
    let share = share(&outputs, limit);
    let mut size = "{}".len();
    for (name, value) in &mut outputs {
        let own = value.to_string();
        if own.len() > share {
            let text = match value.take() {
                Value::String(text) => text,
                _ => own,
            };
            *value = Value::String(cut(text, share));
        }
        size += Value::from(name.as_str()).to_string().len() + value.to_string().len() + 2;
        // Escapes, notes and names count as well.
        if size > limit.saturating_add(NOTES) {
            return Outcome::Text(cut(text, limit));
        }
    }
    Outcome::Done(outputs)
}

/// Maximum number of bytes that one output may have: the small outputs' rest, divided evenly.
fn share(outputs: &Map<String, Value>, limit: usize) -> usize {
    let sizes = outputs.values().map(|value| value.to_string().len());
    let mut sizes: Vec<_> = sizes.collect();
    sizes.sort_unstable();
    let names: usize = outputs.keys().map(|name| name.len() + 4).sum();
    let mut left = limit.saturating_sub(names);
    for (index, size) in sizes.iter().enumerate() {
        let fair = left / (sizes.len() - index);
        if *size > fair {
            return fair;
        }
        left -= size;
    }
    usize::MAX
}

fn cut(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let end = text.floor_char_boundary(limit);
    let beginning = text.get(..end).unwrap_or_default();
    let all = text.len();
    format!("{beginning}… [cut: these are the first {end} of {all} bytes; ask for less to see all]")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn done(outputs: Value, limit: usize) -> Value {
        let Value::Object(outputs) = outputs else { panic!("no object") };
        match shorten(Outcome::Done(outputs), limit, 0) {
            Outcome::Done(outputs) => Value::Object(outputs),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let outputs = json!({"count": 3, "days": [1, 2, 3]});
        assert_eq!(done(outputs.clone(), 30), outputs);
    }

    #[test]
    fn small_outputs_stay_whole_beside_a_large_one() {
        let list: Vec<_> = (0..100).collect();
        let large = json!({"count": 100, "days": list, "text": "é".repeat(100)});
        let outputs = done(large, 103);
        assert_eq!(outputs["count"], 100);
        let days = outputs["days"].as_str().unwrap();
        assert!(days.starts_with("[0,1,2,3,"), "{days}");
        assert!(days.contains("[cut: these are the first 37 of 291 bytes;"), "{days}");
        let text = outputs["text"].as_str().unwrap();
        assert!(text.starts_with("éé") && text.contains("the first 36 of 200 bytes"), "{text}");
    }

    #[test]
    fn a_limit_of_nothing_leaves_the_notes() {
        let outputs = done(json!({"a": "long", "b": "longer"}), 0);
        assert!(outputs["b"].as_str().unwrap().starts_with("… [cut"));
    }

    #[test]
    fn no_shape_of_the_outputs_evades_the_limit() {
        let many: Map<_, _> = (0..100_000).map(|number| (format!("m{number}"), json!(1))).collect();
        let long: Map<_, _> = (0..8).map(|n| (n.to_string().repeat(1 << 20), json!(n))).collect();
        let texts: Map<_, _> = (0..500).map(|n| (n.to_string(), json!("x".repeat(900)))).collect();
        let escaped = json!({"a": "\u{1}".repeat(100_000), "b": "\"".repeat(100_000)});
        let deep = json!({"a": (0..100_000).collect::<Vec<_>>(), "b": many});
        for outputs in [json!(many), json!(long), json!(texts), escaped, deep] {
            let Value::Object(outputs) = outputs else { panic!("no object") };
            for limit in [0, 1_000, 32 << 10] {
                let text = shorten(Outcome::Done(outputs.clone()), limit, 0).text();
                assert!(text.len() <= limit + NOTES, "{} bytes of {limit}", text.len());
                assert!(text.contains("[cut: "), "{text:.200}");
            }
        }
    }

    #[test]
    fn words_are_cut_like_outputs() {
        let outcome = shorten(Outcome::Failed("é".repeat(40)), 25, 0);
        assert!(outcome.is_error());
        assert!(outcome.text().contains("the first 24 of 80 bytes"), "{}", outcome.text());
        let short = Outcome::Refused("no".to_owned());
        assert_eq!(shorten(short.clone(), 25, 0), short);
    }

    #[test]
    fn files_are_whole_or_named_and_texts_share_the_limit() {
        let image = |bytes: usize| Part::file("image/png", "AAAA".repeat(bytes / 3), None);
        let text = |size: usize| Part::Text("x".repeat(size));
        let parts = vec![text(4), image(6), text(96), image(6), image(3), text(1)];
        let Outcome::Parts(parts) = shorten(Outcome::Parts(parts), 10, 9) else { panic!() };
        assert_eq!((&parts[0], &parts[1], &parts[3]), (&text(4), &image(6), &image(3)));
        let note = "xxxxxx… [cut: these are the first 6 of 96 bytes; ask for less to see all]";
        assert_eq!(parts[2].text(), note);
        assert_eq!(parts.len(), 4, "{parts:?}");
    }

    #[test]
    fn many_parts_are_cut_to_the_limit() {
        let image = Part::file("image/png", "AAAA", None);
        let size = |part: Part| {
            let parts = Outcome::Parts(vec![part; 100_000]);
            let Outcome::Parts(parts) = shorten(parts, 1_000, 1_000) else { panic!() };
            let files = parts.iter().filter(|part| part.media().is_some()).count();
            assert!(parts.len() <= PARTS + 1, "{} parts", parts.len());
            (files, parts.iter().map(|part| part.text().len()).sum::<usize>() < 2_000)
        };
        assert_eq!(size(Part::Text("x".to_owned())), (0, true));
        assert_eq!(size(Part::Text(String::new())), (0, true));
        assert_eq!(size(image), (FILES, true));
    }

    #[test]
    fn the_parts_after_the_limit_are_one_text() {
        let parts = (0..PARTS + 3).map(|number| Part::Text(number.to_string())).collect();
        let Outcome::Parts(parts) = shorten(Outcome::Parts(parts), 1_000, 0) else { panic!() };
        assert_eq!((parts.len(), parts[PARTS].text()), (PARTS + 1, "100\n101\n102".to_owned()));
    }

    #[test]
    fn a_long_link_is_a_short_text() {
        let link = |size: usize| Part::Link { uri: "u".repeat(size), name: "The week".to_owned() };
        let short = |size| match shorten(Outcome::Parts(vec![link(size)]), 1_000, 0) {
            Outcome::Parts(mut parts) => parts.remove(0),
            other => panic!("{other:?}"),
        };
        assert_eq!(short(900), link(900));
        assert!(matches!(short(1_000), Part::Text(text) if text.len() < 400), "{:?}", short(1_000));
    }
}
