//! One mistake in each attribute.
use a2t::ToolError;

/// Sizes.
#[derive(a2t::Enum)]
#[a2t{serd}]
pub enum Size {
    /// Small.
    #[a2t[nam = "S"]]
    Small,
}

/// A number.
#[derive(a2t::Input, a2t::Output)]
#[a2t{max = 9; min = 1}]
pub struct Number(u8);

/// What was made.
#[derive(a2t::Output, a2t::Record)]
pub struct Made {
    /// Number of the first.
    #[a2t[name = 5]]
    number: Number,
}

/// Errors.
#[derive(a2t::Error)]
pub enum MakeError {
    /// It is taken.
    #[a2t{statsu = 409}]
    Taken,
    #[a2t[transparent = true]]
    Other(ToolError),
}

/// Makes one.
#[a2t::tool(version = 1)]
pub fn make(
    /// The number.
    #[a2t[max: 5]]
    number: u8,
    #[a2t{contxt}] caller: a2t::Caller,
) -> Result<Made, MakeError> {
    let _ = (number, caller);
    unimplemented!()
}

fn main() {}
