use std::num::{NonZeroI32, NonZeroU8, NonZeroU32, NonZeroU128, NonZeroUsize};

use a2t::{InputType, Tool};

type Plates = NonZeroU8;
type Minutes = u32;

#[derive(a2t::Input)]
struct Slices(NonZeroU8);

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
    /// How many forks.
    #[a2t(max = 9, default = NonZeroU8::MIN)]
    forks: NonZeroU8,
) -> u32 {
    let _ = (layers, candles, forks);
    grams / guests
}

/// Serves a cake.
///
/// # Returns
/// The slices.
#[a2t::tool(version = 1)]
fn serve(
    /// How many plates.
    #[a2t(max = 9, default = Plates::MIN)]
    plates: Plates,
    /// How many slices.
    #[a2t(max = 9, default = NonZeroU8::new(8).unwrap())]
    slices: Slices,
    /// How long it may take.
    #[a2t(max = 10_000, default = 60 * 24)]
    minutes: Minutes,
) -> u32 {
    let _ = (plates, minutes);
    slices.0.get().into()
}

/// Counts crumbs.
///
/// # Returns
/// The crumbs.
#[a2t::tool(version = 1)]
fn count(
    /// Crumbs of the cake.
    crumbs: NonZeroUsize,
    /// Grains of its sugar.
    grains: NonZeroU128,
) -> Option<NonZeroI32> {
    let _ = grains;
    NonZeroI32::new(i32::try_from(crumbs.get()).unwrap())
}

pub(crate) fn main() {
    let most = [u32::MAX.into(), (1 << 53) - 1];
    for (input, max) in count::SIGNATURE.input_parameters.iter().zip(most) {
        let min = Some(1);
        assert_eq!(input.kind, InputType::Int { min, max });
    }
    assert_eq!(
        count(NonZeroUsize::MIN, NonZeroU128::MIN),
        NonZeroI32::new(1)
    );
    assert_eq!(share(900, NonZeroU32::MIN, None, NonZeroU8::MIN, NonZeroU8::MIN), 900);
    assert_eq!(serve(NonZeroU8::MIN, Slices(NonZeroU8::MIN), 1), 1);
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
