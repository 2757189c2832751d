//! The gate for text, judged over every scalar value there is against a list that people can read.
#![allow(clippy::unwrap_used)]

use std::ops::RangeInclusive;

use a2t_core::error::inert;
use a2t_core::signature::rule;

fn listed() -> Vec<RangeInclusive<u32>> {
    let lines = include_str!("forbidden_characters.txt").lines();
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
    let mut judged = 0;
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
        judged += 1;
    }
    assert_eq!(judged, 1_112_064);
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
        &format!("city{bits}"),
        &format!("\u{2602}{bits}"),
    ] {
        assert!(hides(hidden), "{hidden:?}");
        assert!(inert(hidden).contains("\\u{fe0"), "{hidden:?}");
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
        ("\u{416}", "\u{416}"),
    ] {
        assert_eq!(rule::look(one), rule::look(other), "{one:?} {other:?}");
    }
    for (one, other) in [("city", "City"), ("city", "cities"), ("\u{d55c}", "\u{d55d}"), ("é", "e")]
    {
        assert_ne!(rule::look(one), rule::look(other), "{one:?} {other:?}");
    }
    let twins = |names: &[&str]| rule::look_alikes(names.iter().copied());
    assert_eq!(twins(&["city", "day", "c\u{456}ty", "d\u{430}y"]), [(2, 0), (3, 1)]);
    // Whoever writes ASCII sees what he writes.
    assert_eq!(twins(&["x1", "xl", "xI"]), []);
    assert_eq!(twins(&["x1", "xl", "\u{e9}"]), []);
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
