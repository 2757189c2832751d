//! Properties of every signature, every document and every character.

use std::ops::RangeInclusive;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::arbitrary;
use crate::{catalog, json};

proptest! {
    #[test]
    fn a_signature_breaks_no_rule_and_survives_writing(signature in arbitrary::signature()) {
        let found = signature.check();
        prop_assert!(found.is_empty(), "{}", found);
        let text = signature.canonical();
        let parsed = parse(&text).unwrap();
        prop_assert!(parsed.unknown.is_empty());
        prop_assert_eq!(&parsed.signature, &signature);
        prop_assert_eq!(parsed.signature.canonical(), text);
    }

    #[test]
    fn only_equal_signatures_have_the_same_canonical_bytes(
        signature in arbitrary::signature(),
        other in arbitrary::signature(),
        field in 0..10_u8,
    ) {
        let mut changed = signature.clone();
        match field {
            0 => changed.tool_id = other.tool_id,
            1 => changed.name = other.name,
            2 => changed.description = other.description,
            3 => changed.img = other.img,
            4 => changed.version = other.version,
            5 => changed.current_version = other.current_version,
            6 => changed.tags = other.tags,
            8 => changed.deprecated = other.deprecated,
            7 => changed.input_parameters = other.input_parameters,
            _ => changed.output_parameters = other.output_parameters,
        }
        prop_assert_eq!(signature.canonical() == changed.canonical(), signature == changed);
    }

    #[test]
    fn spelling_out_or_reordering_changes_nothing(signature in arbitrary::signature()) {
        let mut value: Value = serde_json::from_slice(&signature.canonical()).unwrap();
        for input in value["input_parameters"].as_array_mut().unwrap() {
            let input = input.as_object_mut().unwrap();
            input.retain(|member, value| match member.as_str() {
                "required" => *value != true,
                "type" => *value != "string",
                "max" => *value != DEFAULT_MAX,
                _ => true,
            });
        }
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(parse(pretty.as_bytes()).unwrap().signature, signature);
    }

    #[test]
    fn any_json_is_a_signature_or_mistakes_at_locations_that_exist(value in arbitrary::json()) {
        let text = value.to_string();
        let _ = catalog::parse(text.as_bytes());
        if let Err(found) = parse_value(&value, "") {
            for violation in &found {
                json::locate(&text, &violation.pointer);
                let parent = violation.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
                prop_assert!(value.pointer(parent).is_some(), "{}", violation);
            }
        }
    }

    #[test]
    fn a_signature_with_one_member_replaced_is_checked(
        signature in arbitrary::signature(),
        at in any::<prop::sample::Index>(),
        odd in arbitrary::json(),
    ) {
        let mut value: Value = serde_json::from_slice(&signature.canonical()).unwrap();
        let mut all_pointers = Vec::new();
        pointers(&value, String::new(), &mut all_pointers);
        let pointer = &all_pointers[at.index(all_pointers.len())];
        *value.pointer_mut(pointer).unwrap() = odd;
        match parse_value(&value, "") {
            Ok(parsed) => prop_assert!(parsed.signature.check().is_empty()),
            Err(found) => prop_assert!(!found.is_empty()),
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in any::<Vec<u8>>()) {
        prop_assert!(parse(&text).is_err());
        let text = String::from_utf8_lossy(&text);
        json::locate(&text, &text);
    }
}

fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| pointers(item, format!("{at}/{index}"), found));
        }
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(name, member)| pointers(member, format!("{at}/{name}"), found));
        }
        _ => {}
    }
    found.push(at);
}

/// Characters that names and descriptions may not have, by the general category or property that is why.
const FORBIDDEN: &[(&str, &[RangeInclusive<u32>])] = &[
    ("Cc, but not the line feed", &[0..=0x9, 0xb..=0x1f, 0x7f..=0x9f]),
    (
        "Cf that shows nothing",
        &[
            0xad..=0xad,
            0x61c..=0x61c,
            0x180e..=0x180e,
            0x200b..=0x200f,
            0x202a..=0x202e,
            0x2060..=0x2064,
            0x2066..=0x206f,
            0xfeff..=0xfeff,
            0xfff9..=0xfffb,
            0x1bca0..=0x1bca3,
            0x1d173..=0x1d17a,
            0xe0001..=0xe0001,
            0xe0020..=0xe007f,
        ],
    ),
    ("Zl and Zp", &[0x2028..=0x2029]),
    ("Egyptian format controls", &[0x13430..=0x1343f]),
    ("blanks that are not spaces", &[0x2800..=0x2800, 0x16fe4..=0x16fe4, 0x1d159..=0x1d159]),
    (
        "Default_Ignorable letters and marks",
        &[
            0x34f..=0x34f,
            0x115f..=0x1160,
            0x17b4..=0x17b5,
            0x180b..=0x180d,
            0x180f..=0x180f,
            0x3164..=0x3164,
            0xffa0..=0xffa0,
        ],
    ),
    (
        "variation selectors, those of emoji behind an emoji only",
        &[0xfe00..=0xfe0f, 0xe0100..=0xe01ef],
    ),
    (
        "Default_Ignorable and not assigned",
        &[
            0x2065..=0x2065,
            0xfff0..=0xfff8,
            0xe0000..=0xe0000,
            0xe0002..=0xe001f,
            0xe0080..=0xe00ff,
            0xe01f0..=0xe0fff,
        ],
    ),
    ("joiners of letters and numbers", &[0x2d7f..=0x2d7f, 0x1107f..=0x1107f]),
    ("in the place of an object", &[0xfffc..=0xfffc]),
    ("Co", &[0xe000..=0xf8ff, 0xf0000..=0xffffd, 0x10_0000..=0x10_fffd]),
    (
        "Cn: noncharacters",
        &[
            0xfdd0..=0xfdef,
            0xfffe..=0xffff,
            0x1fffe..=0x1ffff,
            0x2fffe..=0x2ffff,
            0x3fffe..=0x3ffff,
            0x4fffe..=0x4ffff,
            0x5fffe..=0x5ffff,
            0x6fffe..=0x6ffff,
            0x7fffe..=0x7ffff,
            0x8fffe..=0x8ffff,
            0x9fffe..=0x9ffff,
            0xafffe..=0xaffff,
            0xbfffe..=0xbffff,
            0xcfffe..=0xcffff,
            0xdfffe..=0xdffff,
            0xefffe..=0xeffff,
            0xffffe..=0xfffff,
            0x10_fffe..=0x10_ffff,
        ],
    ),
];

#[test]
fn the_forbidden_characters_are_those_of_the_table_and_the_unassigned() {
    // The standard library escapes what its own tables of Unicode call unassigned.
    let is_unprintable = |character: char| character.escape_debug().len() > 1;
    for character in '\0'..=char::MAX {
        let code = u32::from(character);
        let listed =
            FORBIDDEN.iter().find(|(_, ranges)| ranges.iter().any(|range| range.contains(&code)));
        let forbidden = rule::is_forbidden(character);
        assert!(forbidden || listed.is_none(), "U+{code:04X} {listed:?}");
        assert!(
            !forbidden || listed.is_some() || is_unprintable(character),
            "U+{code:04X} is a character"
        );
    }
    for unassigned in ['\u{378}', '\u{2fe0}', '\u{1fc00}', '\u{40000}', '\u{50000}'] {
        assert!(rule::is_forbidden(unassigned), "{unassigned:?}");
    }
}

#[test]
fn visible_characters_of_every_kind_stay() {
    // Arabic signs that are Cf and yet are seen.
    for character in ['\n', ' ', '~', 'é', '漢', '😀', '\u{600}', '\u{6dd}', '\u{301}'] {
        assert!(!rule::is_forbidden(character), "{character:?}");
    }
}

#[test]
fn snake_case_holds_from_the_first_character_to_the_last() {
    for name in ["a", "add", "add_2", "a_b_c"] {
        assert!(rule::snake_case(name).is_ok(), "{name}");
    }
    for name in ["", "A", "_a", "a_", "a__b", "aB", "2a", "a-b", "\u{e4}"] {
        assert!(rule::snake_case(name).is_err(), "{name}");
    }
}

#[test]
fn a_value_s_name_is_shown_unless_it_is_too_long() {
    let got = |name: &str| rule::allowed_value_name(name).unwrap_err().got;
    assert_eq!(got(""), "none");
    assert_eq!(got("small"), "`small`");
    assert_eq!(got(&"A".repeat(256)), "256 characters");
}
