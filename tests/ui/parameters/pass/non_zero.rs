use std::num::{NonZeroU8, NonZeroU32};

use a2t::{InputType, Tool};

/// Shares a cake.
///
/// # Returns
/// Grams a guest.
#[a2t::tool(version = 1)]
fn share(
    /// Grams of cake.
    grams: u32,
    /// How many guests.
    guests: NonZeroU32,
    /// How many layers.
    #[a2t(max = 3)]
    layers: Option<NonZeroU8>,
    /// How many candles.
    #[a2t(min = 1, max = 9, default = 5)]
    candles: NonZeroU8,
) -> u32 {
    let _ = (layers, candles);
    grams / guests
}

pub(crate) fn main() {
    assert_eq!(share(900, NonZeroU32::MIN, None, NonZeroU8::MIN), 900);
    let inputs = &share::SIGNATURE.input_parameters;
    assert_eq!(
        inputs[1].kind,
        InputType::Int {
            min: Some(1),
            max: u32::MAX.into()
        }
    );
    assert_eq!(
        inputs[2].kind,
        InputType::Int {
            min: Some(1),
            max: 3
        }
    );
}
