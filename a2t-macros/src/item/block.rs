//! `#[a2t::tools]` on an `impl` block.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, ImplItem, ImplItemFn, ItemImpl, Meta, Path, Visibility};

use super::configured;
use super::function::strip;
use crate::ast::{Marker, Receiver, Tool};
use crate::attr::{Key, Keys, Target, ToolAttr, default_crate, is_doc, is_tool, marker};
use crate::ctxt::Ctxt;
use crate::source::block_without_generics;
use crate::{check, expand, fallback, published, siblings, span};

pub(crate) fn tools(attr: TokenStream, item: TokenStream) -> TokenStream {
    block(attr, item, false)
}

/// Expands the block within the enum of [`configured`], whose conditions have been evaluated.
pub(crate) fn decided(item: TokenStream) -> TokenStream {
    let (attr, block_tokens) = configured::decided(item);
    span::enter(&block_tokens, 0);
    block(attr, block_tokens, true)
}

/// Expands a block. `decided` means that its conditions have been evaluated, which may leave no tool.
fn block(attr: TokenStream, item: TokenStream, decided: bool) -> TokenStream {
    let ctxt = Ctxt::new();
    let mut block = match syn::parse2::<ItemImpl>(item.clone()) {
        Ok(block) => block,
        Err(error) => {
            if let Ok(block) = syn::parse2::<ItemImpl>(fallback::bare(item.clone())) {
                // The parser of rustc refuses one of our attributes: `#[a2t = max = 5, min = 1]`.
                ctxt.finish();
                let listed = fallback::block(&default_crate(), &block, None);
                return quote!(#block #listed);
            }
            let help = "put it on `impl Type { … }`, or `#[a2t::tool]` on a function";
            ctxt.misplaced(&item, error, "`#[a2t::tools]` belongs on an `impl` block", help);
            let (errors, item) = (ctxt.finish(), fallback::bare(item));
            return quote!(#errors #item);
        }
    };
    if !decided && configured::is_conditional(&block) {
        ctxt.finish();
        return configured::decide(&attr, &item, &block);
    }
    let mut keys = Keys::parse(attr, Target::BLOCK, &ctxt);
    let krate = keys.krate(&ctxt);
    let marker = keys.text(Key::Marker, &ctxt).and_then(|text| marker(&text, &ctxt));
    let marker = marker.map(|name| Marker { vis: visibility(&block), name });
    if let Some((path, _)) = &block.trait_ {
        ctxt.error(
            path,
            "the tools of a trait's `impl` block cannot be listed",
            "move them into `impl Type { … }`",
        );
    }
    check::generics(&block.generics, "the `impl` block of tools", &ctxt);
    let second = marker.is_none() && !decided && siblings::is_second(&block);
    if second {
        second_block(&block, &ctxt);
    }
    let is_empty = decided || block.trait_.is_some();
    let mut tools = read(&mut block, &krate, is_empty, &ctxt);
    let sound = ctxt.is_clean();
    for tool in tools.iter_mut().filter(|_| sound) {
        tool.lock = published::read(tool, &ctxt);
    }
    // Only now is known which ids they have.
    let clashes = Ctxt::new();
    let read: Vec<_> = tools.iter().filter(|tool| !tool.refused).collect();
    check::block(&read, &clashes);
    let clashes = clashes.finish();
    let is_refused = tools.iter().any(|tool| tool.refused);
    let generated = if sound && !is_refused && clashes.is_none() {
        expand::tools(&krate, &tools, &block.self_ty, marker.as_ref())
    } else if second {
        // Another impl of the list would be a second error.
        TokenStream::new()
    } else {
        fallback::block(&krate, &block, marker.as_ref())
    };
    let errors = ctxt.finish();
    let block = block_without_generics(&block);
    quote!(#errors #clashes #block #generated)
}

fn second_block(block: &ItemImpl, ctxt: &Ctxt) {
    let ty = block.self_ty.to_token_stream().to_string().replace(' ', "");
    let name = format!("{}Tools", ty.rsplit("::").next().unwrap_or(&ty));
    let help = format!(
        "name the list of this block, `#[a2t::tools(marker = \"{name}\")]`, and list both: `toolset![{ty}, {name}]`"
    );
    ctxt.error(&block.self_ty, format!("`{ty}` has an earlier block of tools"), help);
}

/// Returns the widest visibility of the tools.
fn visibility(block: &ItemImpl) -> Visibility {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let tools = methods.filter(|method| method.attrs.iter().any(is_tool));
    let all: Vec<_> = tools.map(|method| &method.vis).collect();
    let public = all.iter().find(|vis| matches!(vis, Visibility::Public(_)));
    let wide = || all.iter().find(|vis| !matches!(vis, Visibility::Inherited));
    public.or_else(wide).map_or(Visibility::Inherited, |vis| (*vis).clone())
}

fn read(block: &mut ItemImpl, krate: &Path, may_be_empty: bool, ctxt: &Ctxt) -> Vec<Tool> {
    let (mut tools, mut found) = (Vec::new(), false);
    let this = block.self_ty.clone();
    for item in &mut block.items {
        let method = match item {
            ImplItem::Fn(method) => method,
            ImplItem::Const(item) => {
                refuse(&mut item.attrs, ctxt);
                continue;
            }
            ImplItem::Type(item) => {
                refuse(&mut item.attrs, ctxt);
                continue;
            }
            _ => continue,
        };
        let Some(attr) = take_tool(&mut method.attrs, ctxt) else {
            found |= forgotten(method, ctxt);
            continue;
        };
        found = true;
        tools.push(self::method(method, &attr, &this, krate, ctxt));
    }
    if !found && !may_be_empty {
        let help = "mark a method with `#[tool(version = 1)]`";
        ctxt.error(&block.self_ty, "this `impl` block has no tools", help);
    }
    tools
}

/// Returns `true`, and reports it, if a method without `#[tool]` has attributes or doc comments on its parameters
/// that only tools may have.
fn forgotten(method: &mut ImplItemFn, ctxt: &Ctxt) -> bool {
    let ours = |attr: &Attribute| is_doc(attr) || attr.path().is_ident("a2t");
    let marked = method.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) => typed.attrs.iter().find(|attr| ours(attr)),
        FnArg::Receiver(_) => None,
    });
    let Some(marked) = marked else {
        return false;
    };
    let what = if is_doc(marked) { "doc comments" } else { "`#[a2t]`" };
    let name = &method.sig.ident;
    let wrong = format!("`{name}` has {what} on its parameters and no `#[tool(version = 1)]`");
    let help = "add the attribute if the method is a tool, or remove them";
    ctxt.error(name, wrong, help);
    strip(&mut method.sig);
    true
}

fn method(
    method: &mut ImplItemFn,
    attr: &Attribute,
    this: &syn::Type,
    krate: &Path,
    ctxt: &Ctxt,
) -> Tool {
    let tokens = match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let earlier = ctxt.count();
    let mut attr = ToolAttr::parse(tokens, &attr.to_token_stream(), ctxt);
    attr.krate = krate.clone();
    check::signature(&method.sig, ctxt);
    check::receiver(&method.sig, ctxt);
    let receiver = match method.sig.receiver() {
        Some(_) => Receiver::Shared(Box::new(this.clone())),
        None => Receiver::Associated(Box::new(this.clone())),
    };
    let mut tool = Tool::read(attr, &method.attrs, &method.vis, &mut method.sig, receiver, ctxt);
    check::tool(&tool, ctxt);
    tool.refused = ctxt.count() > earlier;
    tool
}

fn refuse(attrs: &mut Vec<Attribute>, ctxt: &Ctxt) {
    if let Some(attr) = take_tool(attrs, ctxt) {
        let help = "put it on a method, or remove it";
        ctxt.error(attr, "only a method can be a tool", help);
    }
}

/// Takes the attribute `#[tool(…)]`, under any path, out of a method's list.
fn take_tool(attrs: &mut Vec<Attribute>, ctxt: &Ctxt) -> Option<Attribute> {
    let (ours, theirs): (Vec<_>, Vec<_>) = attrs.drain(..).partition(is_tool);
    *attrs = theirs;
    for extra in ours.iter().skip(1) {
        ctxt.error(extra, "this method is a tool already", "keep one `#[tool(…)]`");
    }
    ours.into_iter().next()
}
