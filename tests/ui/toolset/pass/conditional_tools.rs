/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// Added.
    a: u8,
) -> u8 {
    a
}

/// Needs a feature.
///
/// # Returns
/// Nothing of use.
#[cfg(any())]
#[a2t::tool(version = 1)]
fn extra() -> u8 {
    1
}

/// Runs on this platform.
///
/// # Returns
/// Whether it did.
#[cfg(not(target_os = "none"))]
#[a2t::tool(version = 1)]
fn run() -> bool {
    true
}

mod other_platform {
    /// Runs on another platform.
    ///
    /// # Returns
    /// Whether it did.
    #[cfg(not(all()))]
    #[a2t::tool(version = 1)]
    pub(crate) fn run() -> bool {
        true
    }
}

pub(crate) fn main() {
    let tools: a2t::Toolset<()> = a2t::toolset![
        add,
        #[cfg(any())]
        extra,
        #[cfg(not(target_os = "none"))]
        #[cfg(not(any()))]
        run,
        #[cfg(not(all()))]
        other_platform::run,
    ];
    let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["add", "run"]);
    let none: a2t::Toolset<()> = a2t::toolset![
        #[cfg(any())]
        extra
    ];
    assert!(none.is_empty());
    assert!(run());
}
