#![allow(unreachable_pub, unused)]

use a2t::Tool;

/// Pays a fine.
///
/// # Returns
/// The number of the receipt.
#[a2t::tool(
    version = 1,
    read_only,
    scopes = ["fines:pay"],
    id = "f1190000-0000-4000-8000-000000000006"
)]
pub fn pay_fine(
    /// The account that pays.
    #[a2t(max_length = 39)]
    account: String,
    /// The number of the fine.
    fine: FineNumber,
) -> String {
    unimplemented!()
}

/// The number of a fine, whose type has another name now.
#[derive(a2t::Input)]
#[a2t(text, format = "number")]
pub struct FineNumber(pub u64);

impl std::str::FromStr for FineNumber {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

pub(crate) fn main() {
    let needed = pay_fine::SIGNATURE.preconditions.as_ref().unwrap();
    assert_eq!((&*needed.scopes, needed.key_required), (&["fines:pay".into()][..], false));
    let formats: Vec<_> = pay_fine::SIGNATURE.input_parameters.iter().map(|input| input.format.as_deref()).collect();
    assert_eq!(formats, [None, Some("number")]);
}
