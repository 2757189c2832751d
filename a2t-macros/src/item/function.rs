//! `#[a2t::tool]` on a function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, FnArg, ItemImpl, Signature, TraitItemFn};

use crate::ast::{Receiver, Tool};
use crate::attr::{ToolAttr, default_crate, is_doc, is_tool};
use crate::ctxt::Ctxt;
use crate::siblings::{self, Block};
use crate::source::Function;
use crate::{check, expand, fallback, published};

pub(crate) fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    let ctxt = Ctxt::new();
    let mut function = match Function::read(&item) {
        Ok(function) => function,
        Err(error) => {
            if let Ok(function) = Function::read(&fallback::bare(item.clone())) {
                ctxt.finish();
                return unreadable(attr, function);
            }
            misplaced(&item, error, &ctxt);
            // The fallback lets a toolset list the type without a further error.
            let block = syn::parse2::<ItemImpl>(item.clone()).ok();
            let listed = block.map(|block| fallback::block(&default_crate(), &block, None));
            let (errors, item) = (ctxt.finish(), fallback::bare(item));
            return quote!(#errors #item #listed);
        }
    };
    if is_associated(&function.sig, &ctxt) {
        let errors = ctxt.finish();
        strip(&mut function.sig);
        return quote!(#errors #function);
    }
    refuse_second(&mut function.attrs, &ctxt);
    let attr = ToolAttr::parse(attr, &whole_attribute(), &ctxt);
    let krate = attr.krate.clone();
    check::signature(&function.sig, &ctxt);
    let Function { attrs, vis, sig, .. } = &mut function;
    let mut tool = Tool::read(attr, attrs, vis, sig, Receiver::None, &ctxt);
    check::tool(&tool, &ctxt);
    let hidden = check::hidden(&tool, &function, &ctxt);
    if hidden {
        function.drop_body();
    }
    let sound = ctxt.is_clean();
    if sound {
        tool.lock = published::read(&mut tool, &ctxt);
    }
    let generated = if sound && !tool.refused {
        expand::tool(&tool)
    } else {
        if tool.marker.is_none() && check::is_primitive(&tool) {
            // Other code in the module still means the primitive type.
            check::refuse_primitive(&tool);
            tool.marker = Some(format_ident!("__A2t_{}", tool.ident));
        }
        let (marker, name) = expand::marker(&tool);
        fallback::tool(&krate, &marker, &name, &tool.cfgs)
    };
    let errors = ctxt.finish();
    let quiet = errors.is_some().then(|| quote!(#[allow(dead_code)]));
    let quiet = if hidden { Some(quote!(#[allow(unused)])) } else { quiet };
    quote!(#errors #quiet #function #generated)
}

/// Expands a function with an attribute of ours that the parser of rustc refuses, `#[a2t = max = 5, min = 1]`.
fn unreadable(attr: TokenStream, mut function: Function) -> TokenStream {
    let Function { attrs, vis, sig, .. } = &mut function;
    let tool = Ctxt::quiet(|ctxt| {
        let attr = ToolAttr::parse(attr, &whole_attribute(), ctxt);
        Tool::read(attr, attrs, vis, sig, Receiver::None, ctxt)
    });
    let (marker, name) = expand::marker(&tool);
    let generated = fallback::tool(&tool.krate, &marker, &name, &tool.cfgs);
    quote!(#[allow(unused)] #function #generated)
}

/// Returns `true`, and reports it, if the function stands in an `impl` or `trait` block.
fn is_associated(sig: &Signature, ctxt: &Ctxt) -> bool {
    let (receiver, block) = (sig.receiver(), siblings::around(&sig.ident));
    match (receiver, block) {
        (_, Some(Block::Trait)) => of_a_trait(&sig.ident, ctxt),
        (Some(receiver), _) => of_a_type(receiver, ctxt),
        (None, Some(Block::Impl)) => of_a_type(&sig.ident, ctxt),
        (None, None) => return false,
    }
    true
}

fn of_a_type(tokens: impl ToTokens, ctxt: &Ctxt) {
    let help = "put `#[a2t::tools]` on the `impl` block, and `#[tool(version = 1)]` on this method";
    ctxt.error(tokens, "`#[a2t::tool]` cannot see the type of this method", help);
}

fn of_a_trait(name: &Ident, ctxt: &Ctxt) {
    let help = "put `#[a2t::tools]` on an `impl Type { … }` block, and `#[tool(version = 1)]` on a \
                  method there; it may call the trait's";
    ctxt.error(name, "the method of a trait cannot be a tool", help);
}

fn misplaced(item: &TokenStream, error: syn::Error, ctxt: &Ctxt) {
    if let Ok(method) = syn::parse2::<TraitItemFn>(item.clone()) {
        return of_a_trait(&method.sig.ident, ctxt);
    }
    let help = "put it on a function with a body, or `#[a2t::tools]` on an `impl` block";
    ctxt.misplaced(item, error, "`#[a2t::tool]` belongs on a function", help);
}

/// Takes out a second `#[a2t::tool]`, which would make the same items again.
fn refuse_second(attrs: &mut Vec<Attribute>, ctxt: &Ctxt) {
    let (second, others): (Vec<_>, Vec<_>) = attrs.drain(..).partition(is_tool);
    *attrs = others;
    for attr in second {
        let help = "keep one `#[a2t::tool(…)]`; another version is another function";
        ctxt.error(attr, "this function is a tool already", help);
    }
}

fn whole_attribute() -> TokenStream {
    Ident::new("tool", Span::call_site()).into_token_stream()
}

pub(crate) fn strip(sig: &mut Signature) {
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.retain(|attr| !is_doc(attr) && !attr.path().is_ident("a2t"));
        }
    }
}
