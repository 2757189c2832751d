use a2t::Tool;

#[doc = " Adds two numbers."]
#[doc = ""]
#[doc = " # Returns"]
#[doc = r" The sum, for example `\d`."]
#[a2t::tool(version = 1)]
fn add(
    #[doc = "First addend."] a: i32,
    /** Second addend. */
    b: i32,
) -> i32 {
    a + b
}

/**
 * Answers.
 *
 * # Returns
 * The answer.
 */
#[a2t::tool(version = 1)]
#[doc(hidden)]
#[doc(alias = "reply")]
fn answer() -> u8 {
    42
}

pub(crate) fn main() {
    assert_eq!(add(1, 2), 3);
    assert_eq!(answer(), 42);
    assert_eq!(add::SIGNATURE.description, "Adds two numbers.");
    assert_eq!(
        add::SIGNATURE.input_parameters[0].description,
        "First addend."
    );
    assert_eq!(
        add::SIGNATURE.input_parameters[1].description,
        "Second addend."
    );
    assert_eq!(
        add::SIGNATURE.output_parameters[0].description,
        "The sum, for example `\\d`."
    );
    assert_eq!(answer::SIGNATURE.description, "Answers.");
    assert_eq!(
        answer::SIGNATURE.output_parameters[0].description,
        "The answer."
    );
}
