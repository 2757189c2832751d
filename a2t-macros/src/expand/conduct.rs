//! Conduct of the tool's calls, where its attribute says it.

use proc_macro2::TokenStream;

use super::copied::Copied;
use crate::attr::{Abandoned, Conduct};
use crate::span::quote;

pub(super) fn conduct(conduct: &Conduct, a2t: &Copied) -> Option<TokenStream> {
    let Conduct { abandoned, timeout, concurrency, key_required } = conduct;
    let abandoned = abandoned.map(|fate| match fate {
        Abandoned::Finish => quote!(.abandoned(#a2t::Abandoned::Finish)),
        Abandoned::Cancel => quote!(.abandoned(#a2t::Abandoned::Cancel)),
    });
    let timeout = timeout.map(|time| {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        quote!(.timeout(#milliseconds))
    });
    let concurrency = concurrency.map(|calls| quote!(.concurrency(#calls)));
    let key = key_required.as_ref().map(|_| quote!(.key_required()));
    let said = quote!(#abandoned #timeout #concurrency #key);
    (!said.is_empty()).then(|| quote!(const CONDUCT: #a2t::Conduct = #a2t::Conduct::DEFAULT #said;))
}
