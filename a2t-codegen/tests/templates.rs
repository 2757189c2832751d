//! No text of a stranger can become Rust: neither a string nor a captured variable is part of a template.

#[test]
fn a_text_is_no_part_of_a_template() {
    trybuild::TestCases::new().compile_fail("tests/templates/*.rs");
}
