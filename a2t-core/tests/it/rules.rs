//! The table of rules: each id and each slug once, a meaning and a help text for each.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::Code;
use a2t_core::evolution::Rule;
use a2t_core::rule::{Family, Row};

/// Kinds of violations cite what the draft asks for, several of them the same sentence.
fn is_citation(id: &str) -> bool {
    let number = id.strip_prefix("A2T-").or(id.strip_prefix("AMB-"));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn each_id_and_each_slug_stands_in_one_row() {
    let (mut ids, mut slugs) = (BTreeMap::new(), BTreeMap::new());
    for (row, meaning) in Row::all() {
        assert_eq!(slugs.insert(row.slug, row), None, "{row:?}");
        if let Some(alias) = row.alias.filter(|alias| *alias != row.slug) {
            assert_eq!(slugs.insert(alias, row), None, "{row:?}");
        }
        let other = ids.insert(row.id, row);
        assert!(other.is_none() || is_citation(row.id), "{row:?}, {other:?}");
        assert!(is_citation(row.id) <= (row.family == Family::Document), "{row:?}");
        assert!(meaning.len() > 10 && meaning.ends_with(['.', ')']), "{row:?}: {meaning}");
        assert!(row.hint.len() > 5 && row.help().ends_with(['.', ')']), "{row:?}");
    }
    let of_views = Code::ALL.iter().map(|code| code.row());
    let of_views = of_views.chain(Rule::ALL.iter().map(|rule| rule.row()));
    for row in of_views {
        let found = slugs.get(row.slug).map(|found| found.id);
        assert_eq!(found, Some(row.id), "{row:?}");
    }
}

#[test]
fn a_letter_belongs_to_one_family() {
    let mut families: BTreeMap<char, BTreeSet<String>> = BTreeMap::new();
    for (row, _) in Row::all() {
        let letter = row.id.strip_prefix("A2T-").and_then(|rest| rest.chars().next());
        if let Some(letter) = letter.filter(char::is_ascii_uppercase) {
            let family = match row.family {
                Family::Change(_) => "change".to_owned(),
                other => format!("{other:?}"),
            };
            families.entry(letter).or_default().insert(family);
        }
    }
    assert!(families.values().all(|families| families.len() == 1), "{families:?}");
    assert_eq!(families.keys().collect::<String>(), "CEFIJLMOPSWX");
}

#[test]
fn a_rule_is_found_however_it_is_spelt() {
    for (row, _) in Row::all().filter(|(row, _)| !is_citation(row.id)) {
        let short = row.id.strip_prefix("A2T-").unwrap_or(row.id);
        for text in [row.id, short, row.slug, &row.id.to_lowercase(), &row.slug.to_uppercase()] {
            let mut found = Row::all().filter(|(row, _)| row.is_called(text));
            assert_eq!(found.next().map(|(row, _)| row), Some(row), "{text}");
            assert_eq!(found.next(), None, "{text}");
        }
    }
}

#[test]
fn what_a_document_and_a_change_both_break_is_one_rule() {
    let mut shared = 0;
    for rule in Rule::ALL {
        let Some(code) = Code::ALL.iter().find(|code| code.id() == rule.id()) else {
            continue;
        };
        let (change, document) = (rule.row(), code.row());
        let facts = |row: &Row| (row.family, row.severity, row.verdicts);
        assert_eq!(facts(change), facts(document), "{rule}");
        let named = change.slug == document.slug || change.alias == Some(document.slug);
        assert!(named, "{rule}");
        shared += 1;
    }
    assert_eq!(shared, 10);
}
