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
    agent_tools::toolset![read, Station]
}
