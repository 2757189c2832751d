//! Every file is formatted as `prettyplease` formats it, whatever is long in it.

use proptest::prelude::*;
use proptest::sample::select;

use super::catalogs::catalog;
use super::often;
use crate::expand::{Names, expand};
use crate::ident::{Ident, Path};
use crate::plan::plan;
use crate::wish::{Grants, Wishes};

/// The text behind the first line is what `prettyplease` makes of it.
fn assert_formatted(text: &str) {
    let (_, text) = text.split_once("\n\n").unwrap();
    let whole = prettyplease::unparse(&syn::parse_file(text).unwrap());
    let lines = whole.lines().zip(text.lines());
    for (number, (wanted, found)) in lines.enumerate() {
        assert_eq!(found, wanted, "line {}", number + 3);
    }
    assert_eq!(whole.len(), text.len());
}

/// A path of a crate, mostly a short one.
fn crate_path() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("::a2t".to_owned()),
        "::[a-z]{1,60}",
        "crate(::[a-z]{1,30}){1,5}",
    ]
}

/// Derives for everything; those of serde have attributes come with them.
fn derives() -> impl Strategy<Value = &'static str> {
    select(
        &[
            "",
            "Eq",
            "serde::Serialize, serde::Deserialize",
            "::serde::Serialize,PartialOrd , Ord, another_crate::of_the_user::DerivesMore,",
        ][..],
    )
}

proptest! {
    #![proptest_config(often(40))]

    #[test]
    fn a_file_is_formatted_as_prettyplease_would(
        tools in catalog(),
        long in prop::collection::vec(0..110_usize, 24),
        a2t in crate_path(),
        derives in derives(),
    ) {
        // Names of every length, so that each line breaks at each of its places.
        let mut tools = tools;
        let mut lengths = long.iter().cycle().copied();
        let mut longer = |name: &str| format!("{name}_{}", "x".repeat(lengths.next().unwrap_or(0)));
        for tool in &mut tools {
            tool.name = longer(&tool.name).into();
            for input in tool.input_parameters.to_mut() {
                input.id = longer(&input.id).into();
            }
            for output in tool.output_parameters.to_mut() {
                output.id = longer(&output.id).into();
                output.name = output.id.clone();
            }
        }
        let mut wishes = Wishes::default();
        wishes.derive(None, derives.to_owned());
        let mut grants = Grants::new(&wishes);
        let plan = plan(&tools, &mut grants);
        let module = Ident::parse("r#type").unwrap();
        let text = expand(&plan, &Names { module, a2t: Path::parse(&a2t).unwrap() });
        assert_formatted(&text);
    }

    #[test]
    fn a_hostile_file_is_formatted_as_prettyplease_would(tools in catalog()) {
        assert_formatted(&expand(&plan(&tools, &mut Grants::default()), &super::names()));
    }
}
