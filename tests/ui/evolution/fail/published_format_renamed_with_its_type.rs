#![allow(unused)]

/// Pays a fine.
///
/// # Returns
/// The number of the receipt.
#[a2t::tool(
    version = 1,
    idempotent,
    destructive = false,
    scopes = ["fines:pay", "fines:read"],
    idempotency_key = "required",
    id = "f1190000-0000-4000-8000-000000000006"
)]
pub fn pay_fine(
    /// The account that pays.
    #[a2t(text, max_length = 39, expected = "an IP address", example = "::1")]
    account: std::net::IpAddr,
    /// The number of the fine.
    fine: FineNumber,
) -> String {
    unimplemented!()
}

/// The number of a fine.
#[derive(a2t::Input)]
#[a2t(text)]
pub struct FineNumber(pub u64);

impl std::str::FromStr for FineNumber {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

fn main() {}
