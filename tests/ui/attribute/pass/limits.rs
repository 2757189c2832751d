use a2t::Tool;

/// Answers.
///
/// # Returns
/// The answer.
#[a2t::tool(
    version = 4294967295,
    name = "answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_answer_ab"
)]
fn answer() -> u8 {
    42
}

pub(crate) fn main() {
    assert_eq!(answer(), 42);
    assert_eq!(answer::SIGNATURE.name.len(), 254);
    assert_eq!(answer::SIGNATURE.version, u32::MAX);
}
