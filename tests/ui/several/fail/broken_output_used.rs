/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    pub celsius: i32,
}

/// Reads the thermometer.
#[a2t::tool(version = 1)]
pub fn read() -> Result<Reading, a2t::ToolError> {
    Ok(Reading { celsius: 1 })
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read];
}
