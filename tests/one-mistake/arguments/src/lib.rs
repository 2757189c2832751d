//! Expands to the command line of the rustc that compiles the caller: the crates that cargo selected, with the
//! features of this build. A test that compiles programs against them needs no separate build.

use proc_macro::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

/// Expands to the arguments, as an array of string literals.
#[proc_macro]
pub fn arguments(_: TokenStream) -> TokenStream {
    let comma = || TokenTree::from(Punct::new(',', Spacing::Alone));
    let arguments = std::env::args()
        .flat_map(|argument| [TokenTree::from(Literal::string(&argument)), comma()]);
    let array = Group::new(Delimiter::Bracket, arguments.collect());
    [TokenTree::from(Punct::new('&', Spacing::Alone)), array.into()].into_iter().collect()
}
