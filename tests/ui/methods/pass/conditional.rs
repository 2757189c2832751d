use std::sync::Arc;

use a2t::Toolset;

pub(crate) struct Station;

/// Of a feature that is off.
#[cfg(any())]
pub(crate) struct Extra;

#[a2t::tools]
impl Station {
    #[cfg_attr(all(), doc = "Adds.")]
    #[cfg_attr(any(), doc = "Adds more.")]
    ///
    /// # Returns
    /// The sum.
    #[tool(version = 1)]
    fn add(
        &self,
        /// First addend.
        a: u8,
        /// Second addend.
        b: u8,
    ) -> u8 {
        a + b
    }

    /// Needs the feature.
    ///
    /// # Returns
    /// Nothing of use.
    #[cfg(any())]
    #[tool(version = 1)]
    fn extra(&self, #[a2t(context)] extra: Extra) -> bool {
        extra.is_on()
    }

    /// Runs on one platform.
    ///
    /// # Returns
    /// Whether it did.
    #[cfg(not(target_os = "none"))]
    #[tool(version = 1)]
    fn run(&self) -> bool {
        true
    }

    /// Runs on another platform.
    ///
    /// # Returns
    /// Whether it did.
    #[cfg(not(all()))]
    #[tool(version = 1)]
    fn run(&self) -> bool {
        false
    }

    #[cfg_attr(all(), tool(version = 1))]
    /// Is a tool where the condition holds.
    ///
    /// # Returns
    /// A number.
    fn count(&self) -> u8 {
        7
    }

    #[cfg(any())]
    const LIMIT: u8 = 1;
}

pub(crate) fn main() {
    let tools: Toolset<Arc<Station>> = a2t::toolset![Station];
    let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["add", "count", "run"]);
    let add = tools.signatures().next().unwrap();
    assert_eq!(add.description, "Adds.");
    assert!(Station.run());
    assert_eq!(Station.add(1, 2) + Station.count(), 10);
}
