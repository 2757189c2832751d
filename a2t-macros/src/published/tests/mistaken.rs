//! Mistakes that would differ from a published version in every text, but are one error each.

use super::*;

/// A function that multiplies, under this version and name.
fn times(number: u32, name: &str) -> Tool {
    let attr = quote!(version = #number, name = #name);
    let function = parse_quote! {
        /// Multiplies.
        ///
        /// # Returns
        /// The product.
        fn times(
            /// One factor.
            a: i32,
            /// The other, in words.
            #[a2t(max_length = 9)]
            b: Option<String>,
        ) -> i32 {}
    };
    tool(attr, function)
}

/// Returns what is published of `times`.
fn published_times(number: u32, id: &str) -> String {
    let texts =
        [("Adds.", "Multiplies."), ("First.", "One factor."), ("Second.", "The other, in words.")];
    let first = version(id, "times", number);
    texts.iter().fold(first, |text, (old, new)| text.replace(old, new))
}

impl Package {
    /// Returns the message of the compiler for a tool that takes the published id.
    fn reports(&self, mut tool: Tool) -> String {
        if let Ok(record) = self.record(&tool) {
            record.identify(&mut tool);
        }
        self.messages(&tool)
    }
}

fn errors(reports: &str) -> usize {
    reports.matches("compile_error").count()
}

#[test]
fn a_version_that_was_set_back_is_one_error_with_the_number_to_write() {
    let (first, second) = (version(ADD, "times", 1), published_times(2, ADD));
    let files = [sums(), ("times/v1.json", first), ("times/v2.json", second)];
    let package = Package::new("set-back", &files);
    let reports = package.reports(times(1, "times"));
    assert_eq!(errors(&reports), 1, "{reports}");
    for part in ["`times` declares version 1", "A2T-L004", "set `version = 2`, or `version = 3`"] {
        assert!(reports.contains(part), "no {part:?} in {reports}");
    }
    assert_eq!(package.reports(times(2, "times")), "");
}

#[test]
fn an_older_function_with_another_text_is_no_version_set_back() {
    let (first, second) = (published_times(1, ADD), version(ADD, "times", 2));
    let files = [sums(), ("times/v1.json", first), ("times/v2.json", second)];
    let package = Package::new("kept-apart", &files);
    assert_eq!(package.reports(times(1, "times")), "");
}

#[test]
fn the_name_of_another_published_tool_is_one_error() {
    let files = [
        sums(),
        ("add/v1.json", version(ADD, "add", 1)),
        ("times/v1.json", published_times(1, OTHER)),
    ];
    let package = Package::new("named-for-another", &files);
    let reports = package.reports(times(1, "add"));
    assert_eq!(errors(&reports), 1, "{reports}");
    for part in [
        "the name `add` belongs to another published tool (published/add/v1.json)",
        "remove `name`",
        "published as `times` (published/times/v1.json)",
    ] {
        assert!(reports.contains(part), "no {part:?} in {reports}");
    }
}

#[test]
fn a_missing_list_of_files_is_an_error_of_one_tool() {
    let files =
        [("add/v1.json", version(ADD, "add", 1)), ("times/v1.json", published_times(1, OTHER))];
    let package = Package::new("unpinned-once", &files);
    for _ in 0..2 {
        assert_eq!(errors(&package.reports(times(1, "times"))), 1);
        assert_eq!(package.reports(add(1, "add", ADD)), "");
    }
}
