//! Tools of a crate of the 2021 edition, with names that later editions reserve.
#![deny(rust_2018_idioms, unused)]

use std::sync::Arc;

/// Temperature scale.
#[derive(Clone, Copy, Debug, a2t::Enum)]
pub enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// A reading.
#[derive(Debug, a2t::Output)]
pub struct Reading {
    /// Its value.
    pub value: i32,
    /// Its scale, if it has one.
    pub units: Option<Units>,
}

/// Reads an instrument.
#[a2t::tool(version = 1)]
pub async fn read(
    /// The number of the instrument.
    #[a2t(min = 1, max = 9, default = 1)]
    number: u8,
    /// The scale of the reading.
    units: Option<Units>,
) -> Result<Reading, a2t::ToolError> {
    let value = i32::from(number);
    Ok(Reading { value, units })
}

/// Generates a number.
///
/// # Returns
/// The number.
#[a2t::tool(version = 1)]
pub fn gen(
    /// The seed.
    gen: u8,
) -> u8 {
    gen
}

/// A weather station.
#[derive(Clone, Copy, Debug)]
pub struct Station;

#[a2t::tools]
impl Station {
    /// Measures.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1)]
    pub async fn measure(&self) -> i32 {
        1
    }
}

/// Everything this crate offers.
pub fn toolset() -> a2t::Toolset<Arc<Station>> {
    a2t::toolset![read, gen, Station]
}
