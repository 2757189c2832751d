//! Every lint that a strict vendor denies.
#![deny(
    missing_docs,
    missing_debug_implementations,
    unused,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    unnameable_types,
    trivial_casts,
    trivial_numeric_casts,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    single_use_lifetimes,
    non_ascii_idents,
    let_underscore_drop,
    unit_bindings,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    warnings
)]
#![forbid(unsafe_code)]

/// What the vendor publishes.
pub mod api {
    use std::sync::Arc;

    use axum::extract::State;

    /// Temperature scale.
    #[derive(a2t::Enum, Clone, Copy, Debug)]
    pub enum Units {
        /// Degrees Fahrenheit.
        Fahrenheit,
        /// Degrees Celsius.
        Celsius,
    }

    /// A reading.
    #[derive(a2t::Output, Debug)]
    pub struct Reading {
        /// Its value.
        pub value: i32,
        /// Its scale.
        pub units: Option<Units>,
    }

    /// Reads.
    #[a2t::tool(version = 1)]
    pub async fn read(
        /// The scale.
        units: Units,
        /// The correction.
        #[a2t(min = -5, max = 5, default = 0)]
        correction: i32,
        #[a2t(context)] State(station): State<Arc<Station>>,
    ) -> Result<Reading, a2t::ToolError> {
        let value = station.celsius + correction;
        Ok(Reading { value, units: Some(units) })
    }

    /// A weather station.
    #[derive(Debug)]
    pub struct Station {
        pub(crate) celsius: i32,
    }

    #[a2t::tools]
    impl Station {
        /// Measures.
        ///
        /// # Returns
        /// Degrees.
        #[tool(version = 1)]
        pub fn measure(&self) -> i32 {
            self.celsius
        }
    }

    /// All of them.
    pub fn toolset() -> a2t::Toolset<Arc<Station>> {
        a2t::toolset![read, Station]
    }
}

fn main() {
    let station = api::Station { celsius: 3 };
    assert_eq!(station.measure(), 3);
    assert_eq!(api::toolset().len(), 2);
    let units = [api::Units::Fahrenheit, api::Units::Celsius];
    assert_eq!(units.len(), 2);
}
