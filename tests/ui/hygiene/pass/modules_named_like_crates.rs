mod inner {
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod alloc {}
    pub(crate) mod a2t {}
    pub(crate) mod axum {}
    pub(crate) mod serde {}
    pub(crate) mod serde_json {}

    /// Temperature scale.
    #[derive(::a2t::Enum)]
    pub(crate) enum Units {
        /// Degrees Celsius.
        Celsius,
    }

    /// A reading.
    #[derive(::a2t::Output)]
    pub(crate) struct Reading {
        /// Its scale.
        pub(crate) units: Units,
    }

    /// Reads.
    #[::a2t::tool(version = 1)]
    pub(crate) async fn read(
        /// The scale.
        #[a2t(default = Units::Celsius)]
        units: Units,
        /// The correction.
        correction: Option<u8>,
    ) -> Result<Reading, ::a2t::ToolError> {
        let _ = correction;
        Ok(Reading { units })
    }

    pub(crate) struct Station;

    #[::a2t::tools]
    impl Station {
        /// Measures.
        ///
        /// # Returns
        /// Degrees.
        #[tool(version = 1)]
        pub(crate) fn measure(&self) -> u8 {
            1
        }
    }

    pub(crate) fn toolset() -> ::a2t::Toolset<::std::sync::Arc<Station>> {
        ::a2t::toolset![read, Station]
    }
}

pub(crate) fn main() {
    assert_eq!(inner::toolset().len(), 2);
}
