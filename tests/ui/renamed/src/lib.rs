//! Tools of a crate that knows `a2t` as `agent_tools`.

// What the macros write names `::a2t`; this line gives the crate its name back.
extern crate agent_tools as a2t;

use std::sync::Arc;

/// Temperature scale.
#[derive(Clone, Copy, Debug, agent_tools::Enum)]
pub enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// A reading.
#[derive(Debug, agent_tools::Output)]
pub struct Reading {
    /// Its value.
    pub value: i32,
    /// Its scale.
    pub units: Units,
}

/// A number.
#[derive(Debug, agent_tools::Input, agent_tools::Output)]
#[a2t(max = 9)]
pub struct Number(pub u8);

/// An address.
#[derive(Debug, agent_tools::Input, agent_tools::Output)]
#[a2t(text, example = "::1")]
pub struct Address(pub std::net::IpAddr);

impl std::str::FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// An instrument.
#[derive(Debug, agent_tools::Record)]
pub struct Instrument {
    /// Its number.
    pub number: Number,
    /// Its addresses.
    pub addresses: Vec<Address>,
}

/// Finds an instrument.
///
/// # Returns
/// The instruments.
#[agent_tools::tool(version = 1)]
pub fn find(
    /// The number of the instrument.
    #[a2t(default = 1)]
    number: Number,
    /// Its address.
    address: Option<Address>,
) -> Vec<Instrument> {
    vec![Instrument { number, addresses: address.into_iter().collect() }]
}

/// Reads an instrument.
#[agent_tools::tool(version = 1)]
pub fn read(
    /// The number of the instrument.
    number: u8,
    /// The scale of the reading; Celsius if absent.
    units: Option<Units>,
) -> Reading {
    let units = units.unwrap_or(Units::Celsius);
    Reading { value: number.into(), units }
}

/// A weather station.
#[derive(Clone, Copy, Debug)]
pub struct Station;

#[agent_tools::tools]
impl Station {
    /// Measures.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1)]
    pub fn measure(&self) -> i32 {
        1
    }
}

/// Everything this crate offers.
pub fn toolset() -> agent_tools::Toolset<Arc<Station>> {
    agent_tools::toolset![read, find, Station]
}
