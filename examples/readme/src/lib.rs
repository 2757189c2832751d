//! The programs of `README.md`, of some crates and of the book, in a crate that has what a reader's crate has.
//!
//! They are doctests here and not in `a2t`, which has no build script to generate a client in.

macro_rules! pages {
    ($($page:ident: $file:literal,)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../", $file))]
            pub struct $page;
        )*
    };
}

pages! {
    Readme: "README.md",
    Agents: "docs/agents.md",
    Callers: "docs/callers.md",
    ClientMacro: "a2t-codegen/macro/README.md",
    Dialect: "crates/a2t-dialect/README.md",
    Macros: "a2t-macros/README.md",
    Mcp: "docs/mcp.md",
    Models: "docs/models.md",
    Production: "docs/production.md",
    Rap: "docs/rap.md",
    Start: "docs/start.md",
    Testing: "docs/testing.md",
}
