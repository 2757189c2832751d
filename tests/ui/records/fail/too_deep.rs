/// The ground.
#[derive(a2t::Record)]
pub struct Ground {
    /// Samples, by line, column, layer, hole and day.
    pub samples: Vec<Vec<Vec<Vec<Vec<i32>>>>>,
}

/// A field.
#[derive(a2t::Record)]
pub struct Field {
    /// Its grounds.
    pub grounds: Vec<Ground>,
}

/// A farm, whose fields stand in rows.
#[derive(a2t::Record)]
pub struct Farm {
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A country.
#[derive(a2t::Record)]
pub struct Country {
    /// Its farms.
    pub farms: Vec<Farm>,
}

/// Surveys.
///
/// # Returns
/// The countries.
#[a2t::tool(version = 1)]
pub fn survey() -> Vec<Country> {
    todo!()
}

fn main() {}
