//! Names that a dialect takes, readable ones where it takes no others.

use std::collections::{HashMap, HashSet};

use a2t_core::signature::rule::look;
use uuid::Uuid;

use crate::limits::Name;

/// The names that a dialect takes for these, in their order: a name itself wherever it is accepted.
///
/// Any other becomes its words in snake case, `City Name` `city_name`. Where another of these names
/// is the same (in any case, since some readers ignore it), where the words do not fit, or where
/// they are not written in ASCII, the digest of the whole name stands behind them. A name that is
/// accepted never changes, and one more name behind the others changes none of them, unless it is
/// itself what another one reads as.
///
/// An accepted name that ends as if it had such a digest gets one too; so no name that is kept equals
/// one that was mapped.
pub(crate) fn accepted(names: &[&str], rule: Option<&Name>) -> Vec<String> {
    let Some(rule) = rule else {
        return names.iter().map(|name| (*name).to_owned()).collect();
    };
    let kept = names.iter().filter(|name| is_kept(name, rule));
    let mut taken: HashSet<_> = kept.map(|name| name.to_lowercase()).collect();
    let mut known: HashMap<&str, String> = HashMap::new();
    for name in names {
        if known.contains_key(name) {
            continue;
        }
        let new = if is_kept(name, rule) {
            (*name).to_owned()
        } else {
            let words = readable(name, rule).filter(|words| taken.insert(words.clone()));
            words.unwrap_or_else(|| mapped(name, rule))
        };
        known.insert(name, new);
    }
    let accepted = names.iter().filter_map(|name| known.get(name).cloned());
    accepted.collect()
}

/// Returns whether a dialect takes all these names as they are, which costs a tenth of mapping them.
pub(crate) fn are_accepted<'n>(
    mut names: impl Iterator<Item = &'n str>,
    rule: Option<&Name>,
) -> bool {
    rule.is_none_or(|rule| names.all(|name| is_kept(name, rule)))
}

/// Returns what names must not share if their authors do not know one another: the look of the name in any case, and its
/// words as a dialect may write them. `sendMail`, `Send Mail` and `send_mai\u{217c}` share both with `send_mail`.
pub(crate) fn confusables(name: &str) -> [String; 2] {
    let seen = look(&look(name).to_lowercase());
    // Of ASCII letters, only the case is ignored: `I` is the letter of `i` here, not that of `l`.
    let plain = |letter: char| {
        if letter.is_ascii() {
            letter.to_string()
        } else {
            look(&letter.to_lowercase().to_string())
        }
    };
    let plain: String = name.chars().map(plain).collect();
    let words = plain.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).map(snake).collect();
    let words = if words.is_empty() { plain } else { words.join("_").to_lowercase() };
    [format!("look {seen}"), format!("words {words}")]
}

fn is_kept(name: &str, rule: &Name) -> bool {
    name.len() <= rule.max && rule.accepts(name) && !looks_mapped(name)
}

/// Separates the words from the digest; every dialect takes it there.
const MARK: &str = "_x";
/// The hexadecimal digits of the digest: 48 bits.
const DIGITS: usize = 12;

fn looks_mapped(name: &str) -> bool {
    let digits = name.len().checked_sub(DIGITS).and_then(|start| name.split_at_checked(start));
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.is_some_and(|(words, digits)| words.ends_with(MARK) && digits.bytes().all(is_digit))
}

/// All words of a name, where nothing that can be read is lost.
fn readable(name: &str, rule: &Name) -> Option<String> {
    let is_lost = |character: char| character.is_alphanumeric() && !character.is_ascii();
    let has_words = name.contains(|character: char| character.is_ascii_alphanumeric());
    let words = words(name, rule);
    let fits =
        has_words && !name.contains(is_lost) && words.len() <= rule.max && !looks_mapped(&words);
    fits.then_some(words)
}

fn mapped(name: &str, rule: &Name) -> String {
    let most = rule.max.saturating_sub(MARK.len() + DIGITS);
    let mut stem: String = words(name, rule).chars().take(most).collect();
    stem.truncate(stem.trim_end_matches('_').len());
    format!("{stem}{MARK}{}", digest(name))
}

/// The words of a name in snake case, as the rule takes them.
fn words(name: &str, rule: &Name) -> String {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(snake);
    let mut words = words.collect::<Vec<_>>().join("_");
    if words.is_empty() {
        words.push_str("name");
    }
    // Reserved words are taken with another behind them; a digit may not come first.
    let others = [format!("{words}_value"), format!("n{words}")];
    let mut taken = [words.clone()].into_iter().chain(others);
    taken.find(|words| rule.accepts(words)).unwrap_or(words)
}

fn snake(word: &str) -> String {
    let mut snake = String::new();
    let mut before = 'A';
    for character in word.chars() {
        if character.is_ascii_uppercase() && !before.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
        before = character;
    }
    snake
}

fn digest(name: &str) -> String {
    const NAMES: Uuid = Uuid::from_u128(0x8f35_6a0e_5c1b_4d0e_9a53_21d7_60c4_b2ee);
    let hash = Uuid::new_v5(&NAMES, name.as_bytes()).as_u128();
    // The last 48 bits of a UUID are all of the hash.
    format!("{:012x}", hash & 0xffff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits;

    fn rules() -> impl Iterator<Item = (&'static str, Name)> {
        limits::ALL.iter().flat_map(|limits| {
            let rules = limits.tool_name.into_iter().chain(limits.parameter_name);
            rules.map(|rule| (limits.id, rule))
        })
    }

    fn rule(id: &str) -> Option<Name> {
        limits::find(id).unwrap().tool_name
    }

    fn openai(name: &str) -> String {
        one(name, rule("openai-chat").as_ref())
    }

    fn one(name: &str, rule: Option<&Name>) -> String {
        accepted(&[name], rule).remove(0)
    }

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
    fn a_refused_name_becomes_its_words() {
        assert_eq!(openai("lookup_weather"), "lookup_weather");
        assert_eq!(openai("Lookup Weather"), "lookup_weather");
        assert_eq!(openai("getWeather (v2)!"), "get_weather_v2");
        assert_eq!(one("LookUp", rule("crewai").as_ref()), "look_up");
        assert_eq!(one("2nd lookup", rule("gemini").as_ref()), "n2nd_lookup");
        let key = limits::find("mcp").unwrap().parameter_name;
        assert_eq!(one("constructor", key.as_ref()), "constructor_value");
        assert_eq!(one("toString", key.as_ref()), "to_string");
    }

    #[test]
    fn a_digest_stands_where_words_are_lost_or_do_not_fit() {
        assert!(openai("漢").starts_with("name_x"));
        assert!(openai("🌡").starts_with("name_x"));
        assert!(openai("Größe").starts_with("gr_e_x"));
        let long = openai(&"long_name_".repeat(20));
        assert_eq!(long.len(), 63);
        assert!(long.starts_with("long_name_long_name_"), "{long}");
    }

    #[test]
    fn a_digest_distinguishes_names_that_read_alike() {
        let names = |names: &[&str]| accepted(names, rule("openai-chat").as_ref());
        let [first, second] = &*names(&["City Name", "City-Name!"]) else { panic!() };
        assert_eq!(first, "city_name");
        assert!(second.starts_with("city_name_x"), "{second}");
        for kept in ["city_name", "City_Name"] {
            let both = names(&["City Name", kept]);
            assert!(both[0].starts_with("city_name_x") && both[1] == kept, "{both:?}");
        }
        // Versions of one tool have one name.
        assert_eq!(names(&["City Name"; 2]), ["city_name"; 2]);
    }

    #[test]
    fn a_legitimate_name_that_looks_mapped_does_not_meet_the_mapped_one() {
        let mapped = openai("漢");
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
                let mapped = one(&name, Some(&rule));
                prop_assert!(rule.accepts(&mapped), "{id}: {mapped}");
                prop_assert!(mapped.len() <= rule.max, "{id}: {mapped}");
                let fits = name.len() <= rule.max && rule.accepts(&name);
                prop_assert_eq!(mapped == name, fits && !looks_mapped(&name));
            }
            prop_assert_eq!(one(&name, None), name);
        }

        /// One more name behind the others changes only what would read like it.
        #[test]
        fn one_more_name_changes_no_other(names in prop::collection::vec(name(), 1..9), last in name()) {
            let mut names: Vec<&str> = names.iter().map(|name| &**name).collect();
            for (id, rule) in rules() {
                let before = accepted(&names, Some(&rule));
                prop_assert_eq!(are_accepted(names.iter().copied(), Some(&rule)), before == names);
                names.push(&last);
                let after = accepted(&names, Some(&rule));
                names.pop();
                for (old, new) in before.iter().zip(&after) {
                    prop_assert!(old == new || *old == last.to_lowercase(), "{id}: {old} {new}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 0, ..ProptestConfig::default() })]

        /// 500 names and what they become alone, each compared with each, in any case.
        #[test]
        fn no_two_names_become_one(names in prop::collection::vec(name(), 500)) {
            for (id, rule) in rules() {
                let again: Vec<_> = names.iter().map(|name| one(name, Some(&rule))).collect();
                let all: Vec<&str> = names.iter().chain(&again).map(|name| &**name).collect();
                let mut known = HashMap::new();
                for (name, mapped) in all.iter().zip(accepted(&all, Some(&rule))) {
                    if let Some(other) = known.insert(mapped.clone(), name) {
                        prop_assert_eq!(other, name, "{}: {}", id, mapped);
                    }
                }
            }
        }
    }
}
