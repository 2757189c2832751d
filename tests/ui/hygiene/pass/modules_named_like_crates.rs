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

    /// A number.
    #[derive(::a2t::Input, ::a2t::Output)]
    #[a2t(max = 9)]
    pub(crate) struct Number(u8);

    /// An address.
    #[derive(::a2t::Input, ::a2t::Output)]
    #[a2t(text)]
    pub(crate) struct Address(::std::net::IpAddr);

    impl ::std::str::FromStr for Address {
        type Err = ::std::net::AddrParseError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            text.parse().map(Self)
        }
    }

    impl ::std::fmt::Display for Address {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            self.0.fmt(f)
        }
    }

    /// A host.
    #[derive(::a2t::Record)]
    pub(crate) struct Host {
        /// Its number.
        pub(crate) number: Number,
        /// Its addresses.
        pub(crate) addresses: Vec<Address>,
    }

    /// Finds a host.
    ///
    /// # Returns
    /// The host.
    #[::a2t::tool(version = 1)]
    pub(crate) fn find(
        /// The number.
        number: Number,
        /// The address.
        address: Option<Address>,
    ) -> Vec<Host> {
        vec![Host { number, addresses: address.into_iter().collect() }]
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
        ::a2t::toolset![read, find, Station]
    }
}

pub(crate) fn main() {
    assert_eq!(inner::toolset().len(), 3);
}
