#![no_implicit_prelude]

/// Temperature scale.
#[derive(::a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// A reading.
#[derive(::a2t::Output)]
struct Reading {
    /// Its scale.
    units: Units,
    /// Its value.
    value: ::std::option::Option<i32>,
}

/// Reads.
#[::a2t::tool(version = 1)]
async fn read(
    /// The scale.
    units: Units,
    /// The correction.
    #[a2t(default = 0, min = -5, max = 5)]
    correction: i32,
) -> ::std::result::Result<Reading, ::a2t::ToolError> {
    let value = ::std::option::Option::Some(correction);
    ::std::result::Result::Ok(Reading { units, value })
}

fn main() {
    let toolset: ::a2t::Toolset<()> = ::a2t::toolset![read];
    let mut signatures = toolset.signatures();
    let first = ::std::iter::Iterator::next(&mut signatures).unwrap();
    ::std::assert_eq!(first.input_parameters.len(), 2);
}
