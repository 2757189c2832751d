use std::sync::Arc;

use a2t::Toolset;

pub(crate) struct Station;

#[a2t::tools]
impl Station {
    /// Measures.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1)]
    fn measure(&self) -> i8 {
        20
    }
}

#[a2t::tools(marker = "StationAdmin")]
impl Station {
    /// Resets the gauge.
    ///
    /// # Returns
    /// Whether it was reset.
    #[tool(version = 1)]
    pub(crate) fn reset(&self) -> bool {
        true
    }

    /// Of a platform that is another.
    ///
    /// # Returns
    /// Nothing of use.
    #[cfg(any())]
    #[tool(version = 1)]
    fn restart(&self) -> bool {
        true
    }
}

#[a2t::tools(marker = "OtherPlatform")]
impl Station {
    /// Of a platform that is another.
    ///
    /// # Returns
    /// Nothing of use.
    #[cfg(any())]
    #[tool(version = 1)]
    pub(crate) fn reboot(&self) -> bool {
        true
    }
}

pub(crate) fn main() {
    let tools: Toolset<Arc<Station>> = a2t::toolset![Station, StationAdmin, OtherPlatform];
    let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["measure", "reset"]);
    let public: Toolset<Arc<Station>> = a2t::toolset![Station];
    assert_eq!(public.len(), 1);
    assert!(Station.reset() && Station.measure() == 20);
}
