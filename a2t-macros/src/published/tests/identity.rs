//! Which tool a function is that gives no `id`.

use super::*;
use a2t_core::published::{Tombstone, folder_of};

/// A function without `id`, as its attribute has its name.
fn nameless(number: u32, name: &str) -> Tool {
    let attr = quote!(version = #number, name = #name);
    let function = parse_quote! {
        /// Adds.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// First.
            a: i32,
            /// Second.
            #[a2t(max_length = 9)]
            b: Option<String>,
        ) -> i32 {}
    };
    tool(attr, function)
}

/// The id of a tool of this package that was never published.
fn derived(name: &str) -> String {
    ToolId::derive(env!("CARGO_PKG_NAME"), name).to_string()
}

impl Package {
    /// The id that the function has, or the compiler's message.
    fn identify(&self, mut tool: Tool) -> Result<String, String> {
        match self.record(&tool) {
            Ok(record) => {
                record.identify(&mut tool);
                Ok(tool.head.id.value.to_string())
            }
            Err(_) => Err(self.messages(&tool)),
        }
    }
}

#[test]
fn the_published_id_wins_over_that_of_the_package() {
    let package = twice("id-published");
    assert_eq!(package.identify(nameless(2, "add")).unwrap(), ADD);
    let (new, old) = (nameless(3, "add"), nameless(1, "add"));
    assert_eq!(package.identify(new).unwrap(), ADD, "a version to come");
    assert_eq!(package.identify(old).unwrap(), ADD, "a version kept apart");
    let stranger = nameless(1, "minus");
    assert_eq!(package.identify(stranger).unwrap(), derived("minus"));
}

#[test]
fn a_tool_is_known_by_the_name_that_it_has_now() {
    let first = version(ADD, "add", 1);
    let renamed = version(ADD, "plus", 2);
    let files = [sums(), ("add/v1.json", first), ("add/v2.json", renamed)];
    let package = Package::new("id-renamed", &files);
    assert_eq!(package.identify(nameless(2, "plus")).unwrap(), ADD);
    let free = package.identify(nameless(1, "add")).unwrap();
    assert_eq!(free, derived("add"), "the old name is free");
}

#[test]
fn a_folder_with_the_id_in_its_name_is_one_as_well() {
    let id: ToolId = OTHER.parse().unwrap();
    let beside = format!("{}/v1.json", folder_of("add", id));
    let files = [
        sums(),
        ("add/v1.json", version(ADD, "add", 1)),
        ("add/v2.json", version(ADD, "plus", 2)),
        (beside.as_str(), version(OTHER, "add", 1)),
    ];
    let package = Package::new("id-beside", &files);
    assert_eq!(package.identify(nameless(1, "add")).unwrap(), OTHER);
    assert_eq!(package.identify(nameless(2, "plus")).unwrap(), ADD);
}

#[test]
fn a_retired_tool_is_still_the_same() {
    let tombstone =
        Tombstone { tool_id: ADD.parse().unwrap(), version: 1, reason: "Nobody adds.".to_owned() };
    let mut files = vec![sums(), ("add/v1.retired.json", tombstone.text())];
    let package = Package::new("id-retired", &files);
    assert_eq!(package.identify(nameless(2, "add")).unwrap(), ADD);

    let beside = format!("{}/v1.json", folder_of("add", OTHER.parse().unwrap()));
    files.push((&beside, version(OTHER, "add", 1)));
    let package = Package::new("id-successor", &files);
    let successor = package.identify(nameless(2, "add")).unwrap();
    assert_eq!(successor, OTHER, "what is not retired has the name");
}

#[test]
fn a_derived_id_that_is_published_belongs_to_one_tool() {
    let own = derived("add");
    let beside = format!("{}/v1.json", folder_of("add", own.parse().unwrap()));
    let files = [
        sums(),
        ("add/v1.json", version(ADD, "add", 1)),
        (beside.as_str(), version(&own, "add", 1)),
    ];
    let package = Package::new("id-own", &files);
    assert_eq!(package.identify(nameless(1, "add")).unwrap(), own);
}

#[test]
fn two_tools_of_one_name_are_distinguished_by_their_author() {
    let beside = format!("{}/v1.json", folder_of("add", OTHER.parse().unwrap()));
    let files = [
        sums(),
        ("add/v1.json", version(ADD, "add", 1)),
        (beside.as_str(), version(OTHER, "add", 1)),
    ];
    let package = Package::new("id-ambiguous", &files);
    let message = package.identify(nameless(1, "add")).unwrap_err();
    let beside = format!("published: {OTHER} (published/{beside}:2)");
    let parts = [
        "several published tools are named `add`",
        &format!("published: {ADD} (published/add/v1.json:2)"),
        &beside,
        "name it with `id = ",
        "A2T-L001",
    ];
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message}");
    }
    for id in [ADD, OTHER] {
        assert_eq!(package.identify(add(1, "add", id)).unwrap(), id);
    }
}

#[test]
fn a_damaged_file_does_not_make_another_tool() {
    let first = version(ADD, "add", 1);
    let damaged = version(ADD, "plus", 2).replace("Adds.", "Adds.\"");
    let files = [sums(), ("add/v1.json", first), ("add/v2.json", damaged)];
    let package = Package::new("id-damaged", &files);
    let message = package.identify(nameless(2, "add")).unwrap_err();
    assert!(message.contains("published/add/v2.json"), "{message}");
}
