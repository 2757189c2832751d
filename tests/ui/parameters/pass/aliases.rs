#![allow(unused_qualifications)]

use a2t::{InputType, OutputType, Tool};

type Days = u8;
type Maybe<T> = Option<T>;
type City = String;
type Deep = Maybe<Days>;

mod model {
    pub(crate) type Id = u32;
    pub(crate) type Reply<T> = Result<T, a2t::ToolError>;
}

/// Looks up the weather.
///
/// # Returns
/// Degrees.
#[a2t::tool(version = 1)]
fn look_up(
    /// The city.
    #[a2t(max_length = 10)]
    city: City,
    /// Days ahead.
    #[a2t(max = 14)]
    days: Deep,
    /// The station.
    station: Maybe<model::Id>,
    /// Its owner.
    owner: std::option::Option<std::string::String>,
) -> model::Reply<Days> {
    let _ = (city, station, owner);
    Ok(days.unwrap_or_default())
}

pub(crate) fn main() {
    assert_eq!(look_up("Omaha".into(), Some(3), None, None).unwrap(), 3);
    let inputs = &look_up::SIGNATURE.input_parameters;
    assert_eq!(
        inputs[0].kind,
        InputType::String {
            max_length: Some(10)
        }
    );
    assert_eq!(
        inputs[1].kind,
        InputType::Int {
            min: Some(0),
            max: 14
        }
    );
    assert_eq!(
        inputs[2].kind,
        InputType::Int {
            min: Some(0),
            max: u32::MAX.into()
        }
    );
    let required: Vec<_> = inputs.iter().map(|input| input.required).collect();
    assert_eq!(required, [true, false, false, false]);
    assert_eq!(
        look_up::SIGNATURE.output_parameters[0].kind,
        OutputType::Int
    );
}
