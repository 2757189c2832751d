//! Names that a dialect takes: a pure function of the full name and the dialect's rule, so that no
//! name ever depends on what else a model is shown.

use uuid::Uuid;

use crate::limits::Name;

/// The name that a dialect takes for `name`: `name` itself wherever it is accepted.
///
/// Any other becomes a readable stem and a digest of the whole name. An accepted name that ends as
/// if it had such a digest gets one too; so no name that is kept equals one that was mapped.
pub(crate) fn accepted(name: &str, rule: Option<&Name>) -> String {
    match rule {
        Some(rule) if !is_kept(name, rule) => mapped(name, rule),
        _ => name.to_owned(),
    }
}

fn is_kept(name: &str, rule: &Name) -> bool {
    name.len() <= rule.max && rule.accepts(name) && !looks_mapped(name)
}

/// What stands between the stem and the digest; every dialect takes it there.
const MARK: &str = "_x";
/// The hexadecimal digits of the digest: 48 bits.
const DIGITS: usize = 12;

fn looks_mapped(name: &str) -> bool {
    let digits = name.rsplit_once(MARK).map(|(_, digits)| digits);
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.is_some_and(|digits| digits.len() == DIGITS && digits.bytes().all(is_digit))
}

fn mapped(name: &str, rule: &Name) -> String {
    let most = rule.max.saturating_sub(MARK.len() + DIGITS);
    format!("{}{MARK}{}", stem(name, rule, most), digest(name))
}

/// The words of a name, with the case that the rule takes.
fn stem(name: &str, rule: &Name, most: usize) -> String {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut stem = words.join("_");
    if stem.is_empty() {
        stem.push_str("name");
    }
    if !rule.accepts(&stem) {
        stem.make_ascii_lowercase();
    }
    if !rule.accepts(&stem) {
        stem.insert(0, 'n'); // a digit may not come first
    }
    let mut stem: String = stem.chars().take(most).collect();
    stem.truncate(stem.trim_end_matches('_').len());
    stem
}

fn digest(name: &str) -> String {
    const NAMES: Uuid = Uuid::from_u128(0x8f35_6a0e_5c1b_4d0e_9a53_21d7_60c4_b2ee);
    let hash = Uuid::new_v5(&NAMES, name.as_bytes()).as_u128();
    // The last 48 bits of a UUID are all of the hash.
    format!("{:012x}", hash & 0xffff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::limits;

    fn rules() -> impl Iterator<Item = (&'static str, Name)> {
        limits::ALL.iter().flat_map(|limits| {
            let rules = limits.tool_name.into_iter().chain(limits.parameter_name);
            rules.map(|rule| (limits.id, rule))
        })
    }

    fn openai(name: &str) -> String {
        accepted(
            name,
            limits::find("openai-chat").unwrap().tool_name.as_ref(),
        )
    }

    /// Names as vendors give them, and names made to fall together.
    fn name() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z]{1,8}(_[a-z]{1,8}){0,3}",
            "[a-zA-Z0-9_.: -]{1,12}",
            "[aA_.-]{1,4}",
            "[aé漢😀 ]{1,3}",
            "(a|_){60,66}",
            "a{1,2}_x[0-9a-f]{11,13}",
            "[0-9][ -~]{0,200}",
        ]
    }

    #[test]
    fn a_refused_name_gets_a_readable_stem_and_a_digest() {
        assert_eq!(openai("lookup_weather"), "lookup_weather");
        assert_eq!(openai("Lookup Weather"), "Lookup_Weather_x39a8f8233eb9");
        assert!(openai("漢").starts_with("name_x"));
        let long = openai(&"long_name_".repeat(20));
        assert_eq!(long.len(), 63);
        assert!(long.starts_with("long_name_long_name_"), "{long}");
        let rule = |id: &str| limits::find(id).unwrap().tool_name;
        let crewai = accepted("LookUp", rule("crewai").as_ref());
        assert!(crewai.starts_with("lookup_x"), "{crewai}");
        let gemini = accepted("2nd lookup", rule("gemini").as_ref());
        assert!(gemini.starts_with("n2nd_lookup_x"), "{gemini}");
    }

    #[test]
    fn a_legitimate_name_that_looks_mapped_does_not_meet_the_mapped_one() {
        let mapped = openai("a b");
        assert_ne!(openai(&mapped), mapped);
        assert_ne!(openai(&openai(&mapped)), openai(&mapped));
    }

    #[test]
    fn words_that_only_end_like_a_digest_are_kept() {
        for name in ["run_xdefaced", "start_conversation", "a_x0123456789AB"] {
            assert_eq!(openai(name), name);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_name_is_within_the_limits_and_accepted_ones_are_kept(name in name()) {
            for (id, rule) in rules() {
                let mapped = accepted(&name, Some(&rule));
                prop_assert!(rule.accepts(&mapped), "{id}: {mapped}");
                prop_assert!(mapped.len() <= rule.max, "{id}: {mapped}");
                let fits = name.len() <= rule.max && rule.accepts(&name);
                prop_assert_eq!(mapped == name, fits && !looks_mapped(&name));
            }
            prop_assert_eq!(accepted(&name, None), name);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4, max_shrink_iters: 0, ..ProptestConfig::default() })]

        /// 500 names and their mapped forms, each compared with each: over 100,000 pairs a case.
        #[test]
        fn no_two_names_become_one(names in prop::collection::vec(name(), 500)) {
            for (id, rule) in rules() {
                let again: Vec<_> = names.iter().map(|name| accepted(name, Some(&rule))).collect();
                let mut known = HashMap::new();
                for name in names.iter().chain(&again) {
                    let mapped = accepted(name, Some(&rule));
                    if let Some(other) = known.insert(mapped.clone(), name) {
                        prop_assert_eq!(other, name, "{}: {}", id, mapped);
                    }
                }
            }
        }
    }
}
