//! An item of `a2t::toolset![…]`.

use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Path, Token};

/// A path, optionally with conditions: `#[cfg(unix)] ports`.
pub(crate) struct Listed {
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) path: Path,
}

impl Parse for Listed {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let cfgs =
            if input.peek(Token![#]) { input.call(Attribute::parse_outer)? } else { Vec::new() };
        if input.peek(Token![..]) {
            return Err(
                input.error("toolsets are merged by a method: `toolset![add].and(others())?`")
            );
        }
        Ok(Self { cfgs, path: input.parse()? })
    }
}
