//! rustc accepts the keys of an attribute in brackets of each kind.
#![allow(dead_code)]

use a2t::{Caller, Tool, ToolError, Toolset};

/// Sizes.
#[derive(a2t::Enum, Clone, Copy)]
#[a2t{serde}]
enum Size {
    /// Small.
    #[a2t[name = "S"]]
    Small,
    /// Large.
    #[a2t{name = "L"}]
    Large,
}

/// A number.
#[derive(a2t::Input, a2t::Output)]
#[a2t{max = 9}]
struct Number(u8);

/// What was made.
#[derive(a2t::Output, a2t::Record)]
struct Made {
    /// Number of the first.
    #[a2t[name = "first"]]
    number: Number,
}

/// Errors.
#[derive(a2t::Error)]
#[a2t[display]]
enum MakeError {
    /// It is taken.
    #[a2t{status = 409, name = "GONE"}]
    Taken {
        /// The number.
        #[a2t[name = "first"]]
        number: Number,
    },
    #[a2t[transparent]]
    Other(ToolError),
}

impl std::fmt::Display for MakeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("taken")
    }
}

/// Makes one.
#[a2t::tool{version = 2, read_only}]
fn make(
    /// The number.
    #[a2t[name = "first"]]
    number: Number,
    /// The size.
    #[a2t{default = Size::Small}]
    size: Size,
    #[a2t[context]] _: Caller,
) -> Result<Made, MakeError> {
    match size {
        Size::Small => Ok(Made { number }),
        Size::Large => Err(MakeError::Taken { number }),
    }
}

struct Maker;

#[a2t::tools[marker = "OfMaker"]]
impl Maker {
    /// Counts.
    ///
    /// # Returns
    /// The count.
    #[tool{version = 3}]
    fn count(
        /// The lowest.
        #[a2t{min = 1, max = 5}]
        lowest: u8,
    ) -> u8 {
        lowest
    }
}

pub(crate) fn main() {
    let signature = make::SIGNATURE;
    assert_eq!((signature.version, &*signature.input_parameters[0].name), (2, "first"));
    assert_eq!(signature.errors[0].name, "GONE");
    assert_eq!(signature.errors[0].members[0].name, "first");
    assert_eq!(serde_json::to_value(Size::Large).unwrap(), "L");
    let tools: Toolset<()> = a2t::toolset![make, OfMaker];
    assert_eq!(tools.len(), 2);
}
