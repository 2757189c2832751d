//! The gate for text, tested with every scalar value there is against a list that people can read.
#![allow(clippy::unwrap_used)]

use std::ops::RangeInclusive;

use a2t_core::error::inert;
use a2t_core::signature::rule;
use serde_json::{Value, json};

fn listed() -> Vec<RangeInclusive<u32>> {
    let lines = include_str!("../forbidden_characters.txt").lines();
    let ranges = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let (range, _) = line.split_once(' ').unwrap();
        let (first, last) = range.split_once("..").unwrap();
        let number = |text| u32::from_str_radix(text, 16).unwrap();
        number(first)..=number(last)
    });
    ranges.collect()
}

#[test]
fn exactly_the_listed_characters_are_refused_and_shown_escaped() {
    let listed = listed();
    let mut checked = 0;
    for character in '\0'..=char::MAX {
        let code = u32::from(character);
        let expected = listed.iter().any(|range| range.contains(&code));
        assert_eq!(rule::is_forbidden(character), expected, "U+{code:04X}");
        let text = String::from(character);
        assert_eq!(rule::visible(&text).is_err(), expected, "U+{code:04X}");
        let one_line = expected || character == '\n';
        assert_eq!(rule::one_line(&text).is_err(), one_line, "U+{code:04X}");
        let shown = inert(&text);
        assert_eq!(shown != text, one_line, "U+{code:04X}");
        assert!(!one_line || shown.is_ascii(), "U+{code:04X}");
        checked += 1;
    }
    assert_eq!(checked, 1_112_064);
}

fn hides(text: &str) -> bool {
    rule::visible(text).is_err()
}

#[test]
fn selectors_stand_once_behind_characters_that_take_them() {
    for shown in ["\u{2602}\u{fe0f} rain", "\u{2602}\u{fe0e}", "1\u{fe0f}\u{20e3}", "❤️‍🔥"]
    {
        assert!(!hides(shown), "{shown:?}");
    }
    let bits = "\u{fe0e}\u{fe0f}".repeat(180);
    for hidden in [
        "\u{fe0f}",
        "a\u{fe0f}",
        "ci\u{fe0f}ty",
        "é\u{fe0e}",
        "漢\u{fe0f}",
        " \u{fe0f}",
        "\n\u{fe0f}",
        "\u{2602}\u{fe0f}\u{fe0f}",
        "\u{2602}\u{fe0e}\u{fe0f}",
        "\u{1f600}\u{1f3fb}\u{fe0f}",
        "👩\u{200d}🚀\u{fe0f}",
        "\u{2602}\u{fe00}",
        "1\u{fe0f}",
        "1\u{fe0e}\u{20e3}",
        "#\u{fe0f}1",
        &format!("city{bits}"),
        &format!("\u{2602}{bits}"),
    ] {
        assert!(hides(hidden), "{hidden:?}");
        assert!(inert(hidden).contains("\\u{fe0"), "{hidden:?}");
    }
}

/// An emoji may come in two styles, as writers mix them by chance, but not spell bits.
#[test]
fn one_emoji_does_not_change_its_style_again_and_again() {
    let (plain, styled, text) = ("\u{26a0}", "\u{26a0}\u{fe0f}", "\u{26a0}\u{fe0e}");
    assert!(!hides(&[plain, styled, styled, styled, plain].join(" a ")));
    assert!(!hides(&format!("\u{2602}\u{fe0f} {}", styled.repeat(300))));
    for bits in [[styled, text], [plain, styled], [plain, text]] {
        let hidden = bits.concat().repeat(8);
        assert!(hides(&hidden), "{hidden:?}");
        let shown = inert(&hidden);
        assert!(shown.matches("\\u{fe0").count() > 4, "{shown}");
    }
}

/// Every character of a class that Unicode calls invisible, between letters, in names, and at the ends.
#[test]
fn a_model_reads_the_escapes_of_all_that_is_hidden() {
    use a2t_core::error::sanitized;
    for code in listed().into_iter().flatten() {
        let Some(hidden) = char::from_u32(code) else { continue };
        let text = format!("a{hidden}b {hidden}");
        let shown = sanitized(&text);
        if matches!(hidden, '\t' | '\r') {
            assert_eq!(shown, text);
            continue;
        }
        let escape = hidden.escape_default();
        assert_eq!(shown, format!("a{escape}b {escape}"), "U+{code:04X}");
        assert_eq!(sanitized(&shown), shown);
    }
    let quiet = "a\n\tb\r\n \u{2602}\u{fe0f} 👩‍🚀 é 漢 می\u{200c}خواهم क्\u{200d}ष";
    assert_eq!(sanitized(quiet), quiet);
    assert_eq!(sanitized("a\u{200c}b م\u{200c}"), "a\\u{200c}b م\\u{200c}");
}

/// A signature with a text in each place that has one.
fn full() -> Value {
    json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "t", "title": "T", "description": "d",
        "version": 1, "currentVersion": 1, "img": "https://a.example/i.png", "tags": ["tag"],
        "deprecated": {"since": "2026-01-01", "note": "n"},
        "errors": [{"name": "E", "type": "https://a.example/e", "status": 409, "description": "e"}],
        "input_parameters": [
            {"id": "i", "name": "i", "description": "d"},
            {"id": "c", "name": "c", "description": "d", "type": "enum",
             "allowed-values": [{"name": "ONE", "description": "d"}]},
        ],
        "output_parameters": [
            {"id": "o", "name": "o", "description": "d"},
            {"id": "e", "name": "e", "description": "d", "type": "enum",
             "allowed-values": [{"name": "ONE", "description": "d"}]},
            {"id": "s", "name": "s", "description": "d", "type": "json", "schema": {"type": "object",
             "properties": {"a": {"type": "string", "description": "d"},
                "b": {"oneOf": [{"const": "ONE", "description": "d"}]}}, "required": []}},
        ],
    })
}

/// Puts `hidden` into the string, or name of a member, number `left`; returns whether there is one.
fn put(value: &mut Value, hidden: char, left: &mut usize) -> bool {
    let mut hit = || {
        let hit = *left == 0;
        *left = left.wrapping_sub(1);
        hit
    };
    match value {
        Value::String(text) if hit() => {
            text.push(hidden);
            text.push('x');
            true
        }
        Value::Array(items) => items.iter_mut().any(|item| put(item, hidden, left)),
        Value::Object(members) => {
            let names: Vec<_> = members.keys().cloned().collect();
            if let Some(name) = names.iter().find(|_| hit()) {
                let value = members.remove(name).unwrap();
                members.insert(format!("{name}{hidden}x"), value);
                return true;
            }
            members.values_mut().any(|value| put(value, hidden, left))
        }
        _ => false,
    }
}

/// What is hidden is refused or left out, wherever it stands: the ends of each range with a property that hides.
#[test]
fn no_signature_that_is_read_has_a_hidden_character_anywhere() {
    a2t_core::signature::parse(full().to_string().as_bytes()).unwrap();
    let ends = listed().into_iter().take(40).flat_map(|range| [*range.start(), *range.end()]);
    for hidden in ends.filter_map(char::from_u32) {
        for position in 0.. {
            let mut signature = full();
            if !put(&mut signature, hidden, &mut position.clone()) {
                assert!(position > 60, "{position} places");
                break;
            }
            if let Ok(read) = a2t_core::signature::parse(signature.to_string().as_bytes()) {
                let text: Value = serde_json::from_slice(&read.signature.canonical()).unwrap();
                let text = format!("{text}");
                let code = u32::from(hidden);
                assert!(!text.contains(hidden), "U+{code:04X} in {text}");
                let escape = serde_json::to_string(&hidden).unwrap();
                assert!(!text.contains(escape.trim_matches('"')), "U+{code:04X} in {text}");
            }
        }
    }
}

#[test]
fn joiners_stand_inside_emoji_of_unicode_alone() {
    for shown in ["👩‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈!", "a 🧑🏽‍❤️‍💋‍🧑🏿 b", "🐻‍❄️🐈‍⬛", "👁️‍🗨️"]
    {
        assert!(!hides(shown), "{shown:?}");
        assert_eq!(inert(shown), shown);
    }
    for hidden in [
        "\u{200d}",
        "ci\u{200d}ty",
        "👩\u{200d}",
        "\u{200d}🚀",
        "👩\u{200d}\u{200d}🚀",
        "🚀\u{200d}👩",
        "👩\u{200d}🚀\u{200d}",
        "👩\u{200d}🚀\u{200d}👩",
        "👩\u{200c}🚀",
        "क\u{200d}ष",
    ] {
        assert!(hides(hidden), "{hidden:?}");
        assert!(inert(hidden).contains("\\u{200"), "{hidden:?}");
    }
}

#[test]
fn names_that_look_alike_have_one_look() {
    for (one, other) in [
        ("city", "ci\u{fe0f}ty"),
        ("city", "c\u{456}ty"),
        ("city", "\u{ff43}\u{ff49}ty"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("a\u{323}\u{307}", "a\u{307}\u{323}"),
        ("\u{d55c}\u{ae00}", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"),
        ("sky blue", "sky\u{a0}blue"),
        ("add", "add "),
        ("add", "\u{2003}add"),
        ("sky blue", "sky  blue"),
        ("\u{416}", "\u{416}"),
    ] {
        assert_eq!(rule::look(one), rule::look(other), "{one:?} {other:?}");
    }
    for (one, other) in [("city", "City"), ("city", "cities"), ("\u{d55c}", "\u{d55d}"), ("é", "e")]
    {
        assert_ne!(rule::look(one), rule::look(other), "{one:?} {other:?}");
    }
    let duplicates = |names: &[&str]| rule::look_alikes(names.iter().copied());
    assert_eq!(duplicates(&["city", "day", "c\u{456}ty", "d\u{430}y"]), [(2, 0), (3, 1)]);
    assert_eq!(duplicates(&["add", "add ", "a b", "a  b"]), [(1, 0), (3, 2)]);
    assert_eq!(duplicates(&["x1", "xl ", "xl", "add", "add\u{a0}"]), [(2, 1), (4, 3)]);
    // An author of ASCII sees every character.
    assert_eq!(duplicates(&["x1", "xl", "xI"]), []);
    assert_eq!(duplicates(&["x1", "xl", "\u{e9}"]), []);
}

#[test]
fn a_tool_whose_inputs_look_alike_is_refused_at_the_second() {
    let input =
        |id: &str, name: &str| format!(r#"{{"id":"{id}","name":"{name}","description":""}}"#);
    let tool = |inputs: &str| {
        format!(
            r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"t","description":"","version":1,
            "currentVersion":1,"input_parameters":[{inputs}],"output_parameters":[]}}"#
        )
    };
    let parse = |one, other| {
        let inputs = [input("a", one), input("b", other)].join(",");
        a2t_core::signature::parse(tool(&inputs).as_bytes())
    };
    let error = parse("city", "c\u{456}ty").unwrap_err().to_string();
    assert_eq!(
        error,
        "/input_parameters/1/name: expected a name that does not look like `city`, got `c\\u{456}ty` [AMB-35]"
    );
    assert!(parse("city", "town").is_ok());
}

#[test]
fn tools_of_one_catalog_that_look_alike_are_refused_in_the_words_for_inputs() {
    let tools = |names: &[&str]| {
        let tool = |(index, name): (usize, &&str)| {
            format!(
                r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca{index}","name":"{name}",
                "description":"","version":1,"currentVersion":1}}"#
            )
        };
        let tools: Vec<_> = names.iter().enumerate().map(tool).collect();
        a2t_core::catalog::parse(format!("[{}]", tools.join(",")).as_bytes())
    };
    let error = tools(&["add", "day", "\u{430}dd"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "/2/name: expected a name that does not look like `add`, got `\\u{430}dd` [AMB-35]"
    );
    assert!(tools(&["caf\u{e9}", "cafe\u{301}"]).is_err());
    assert!(tools(&["add", "Add", "x1", "xl", "\u{e9}"]).is_ok());
}
