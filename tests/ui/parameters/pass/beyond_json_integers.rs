use a2t::{InputType, Tool};

/// Looks up an account.
///
/// # Returns
/// Whether it is there.
#[a2t::tool(version = 1)]
fn look_up_account(
    /// Its number, up to 19 digits.
    #[a2t(max = 9_223_372_036_854_775_807)]
    number: u64,
) -> bool {
    number > 0
}

pub(crate) fn main() {
    assert!(look_up_account(u64::MAX));
    let kind = &look_up_account::SIGNATURE.input_parameters[0].kind;
    assert_eq!(
        *kind,
        InputType::Int {
            min: Some(0),
            max: i64::MAX
        }
    );
}
