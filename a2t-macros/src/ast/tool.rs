//! A function, read as a tool.

use a2t_core::ToolId;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{
    Attribute, FnArg, Ident, LitStr, Pat, PatType, Path, ReturnType, Signature, Type, Visibility,
};

use super::Lock;
use crate::attr::{
    At, Bound, CallOptions, Deprecated, Doc, Fill, Hints, Name, ParameterAttr, Part, Text,
    ToolAttr, cfgs, check_headings, conditional, doc, is_doc, take_a2t,
};
use crate::ctxt::Ctxt;

/// A tool: its signature, as far as tokens show it, and how to call its function.
pub(crate) struct Tool {
    pub(crate) krate: Path,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) head: Head,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returned: Returned,
    pub(crate) asynchronous: bool,
    pub(crate) deprecated: bool,
    pub(crate) receiver: Receiver,
    /// The name of the marker type, if it differs from the function's.
    pub(crate) marker: Option<Ident>,
    pub(crate) lock: Option<Lock>,
    /// A mistake in it is reported, so its name and id may not be the ones that were meant.
    pub(crate) refused: bool,
}

/// A marker type with its own name for an `impl` block.
pub(crate) struct Marker {
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
}

pub(crate) struct Head {
    pub(crate) id: At<ToolId>,
    /// Its author gave the id; another one gives way to what is published.
    pub(crate) id_is_given: bool,
    pub(crate) name: At<String>,
    /// Whether the author allows a name that is not snake case.
    pub(crate) any_case: bool,
    pub(crate) description: Option<At<String>>,
    pub(crate) version: At<u32>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) img: Option<LitStr>,
    pub(crate) deprecated: Vec<Deprecated>,
    pub(crate) title: Option<LitStr>,
    pub(crate) hints: Hints,
    pub(crate) quick: Option<Ident>,
    pub(crate) options: CallOptions,
    pub(crate) scopes: Vec<LitStr>,
    /// The errors that the tool lists. `None` means all of its error type.
    pub(crate) errors: Option<Part>,
}

impl Head {
    /// Returns the scopes in order, as toolsets compare them and signatures list them.
    pub(crate) fn sorted_scopes(&self) -> Vec<&LitStr> {
        let mut scopes: Vec<_> = self.scopes.iter().collect();
        scopes.sort_by_key(|scope| scope.value());
        scopes
    }
}

pub(crate) enum Parameter {
    Context(Box<Type>),
    Input(Box<Input>),
}

pub(crate) struct Input {
    pub(crate) id: At<String>,
    pub(crate) name: At<String>,
    pub(crate) description: Option<At<String>>,
    pub(crate) ty: Type,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) max_length: Option<Bound>,
    pub(crate) default: Option<Fill>,
    pub(crate) text: Option<Text>,
}

pub(crate) struct Returned {
    pub(crate) ty: Type,
    pub(crate) description: Option<At<String>>,
}

pub(crate) enum Receiver {
    /// A function of a module.
    None,
    /// A function of a type, without `self`.
    Associated(Box<Type>),
    /// A method with `&self`.
    Shared(Box<Type>),
}

impl Tool {
    /// Reads a function; its parameters lose the attributes that only this macro understands.
    pub(crate) fn read(
        attr: ToolAttr,
        attrs: &[Attribute],
        vis: &Visibility,
        sig: &mut Signature,
        receiver: Receiver,
        ctxt: &Ctxt,
    ) -> Self {
        let doc = doc(attrs, ctxt);
        if doc.returns.is_none() {
            check_headings(attrs, ctxt);
        }
        let parameters = parameters(sig, ctxt);
        let returned = returned(sig, doc.returns, ctxt);
        Self {
            vis: vis.clone(),
            ident: sig.ident.clone(),
            cfgs: cfgs(attrs),
            parameters,
            returned,
            deprecated: attrs.iter().any(|attr| attr.path().is_ident("deprecated")),
            asynchronous: sig.asyncness.is_some(),
            marker: attr.marker.clone(),
            receiver,
            lock: None,
            refused: false,
            krate: attr.krate.clone(),
            head: head(attr, attrs, &sig.ident, doc.description),
        }
    }

    pub(crate) fn inputs(&self) -> impl Iterator<Item = &Input> + Clone {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Input(input) => Some(&**input),
            Parameter::Context(_) => None,
        })
    }

    pub(crate) fn contexts(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Context(ty) => Some(&**ty),
            Parameter::Input(_) => None,
        })
    }
}

fn head(
    attr: ToolAttr,
    attrs: &[Attribute],
    ident: &Ident,
    description: Option<At<String>>,
) -> Head {
    let name = named(&attr.name, ident.unraw().to_string(), ident);
    let description = description.or(attr.description);
    let id_is_given = attr.id.is_some();
    let id = attr.id.unwrap_or_else(|| {
        let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
        At::new(ToolId::derive(&package, &name.value), ident)
    });
    Head {
        id,
        id_is_given,
        name,
        any_case: attrs.iter().any(allows_any_case),
        description,
        version: attr.version,
        tags: attr.tags,
        img: attr.img,
        deprecated: attr.deprecated,
        title: attr.title,
        hints: attr.hints,
        quick: attr.quick,
        options: attr.options,
        scopes: attr.scopes,
        errors: attr.errors,
    }
}

pub(super) fn named(name: &Name, own: String, ident: &Ident) -> At<String> {
    match name {
        Name::Own => At::new(own, ident),
        Name::Given(text) => At::new(text.value(), text),
        Name::Unknown => At { known: false, ..At::new(own, ident) },
    }
}

fn allows_any_case(attr: &Attribute) -> bool {
    let lint = |tokens: &TokenStream| tokens.to_string().contains("non_snake_case");
    let allow = attr.path().is_ident("allow") || attr.path().is_ident("expect");
    allow && attr.meta.require_list().is_ok_and(|list| lint(&list.tokens))
}

fn parameters(sig: &mut Signature, ctxt: &Ctxt) -> Vec<Parameter> {
    let (mut parameters, mut names) = (Vec::new(), Vec::new());
    for arg in &mut sig.inputs {
        if let FnArg::Typed(typed) = arg {
            let read = parameter(typed, ctxt);
            if let Some(Parameter::Input(input)) = &read {
                rename_again(input, &mut typed.pat, &mut names);
            }
            parameters.extend(read);
        }
    }
    parameters
}

/// Renames a parameter that has the name of an earlier one. The inputs have one name, which is reported, and rustc would
/// report the parameters.
fn rename_again(input: &Input, pat: &mut Pat, names: &mut Vec<String>) {
    let Pat::Ident(pat) = pat else { return };
    let name = pat.ident.to_string();
    if input.name.tokens.to_string() != name {
        return;
    }
    if names.contains(&name) {
        pat.ident = format_ident!("_{}_again", pat.ident);
    }
    names.push(name);
}

fn parameter(typed: &mut PatType, ctxt: &Ctxt) -> Option<Parameter> {
    let ours = take_a2t(&mut typed.attrs);
    let mut described = doc(&typed.attrs, ctxt);
    typed.attrs.retain(|attr| !is_doc(attr));
    if let Some(attr) = conditional(&mut typed.attrs, ctxt) {
        described.description.get_or_insert_with(|| At::new("?".to_owned(), attr));
    }
    let attr = ParameterAttr::parse(&ours, ctxt);
    if let Some(key) = &attr.context {
        refuse_constraints(key, &attr, ctxt);
        if let Type::Reference(ty) = &*typed.ty {
            let help = "take it by value: it is made for this call";
            ctxt.error(ty, "a context cannot be a reference", help);
        }
        return Some(Parameter::Context(typed.ty.clone()));
    }
    input(typed, attr, described, ctxt).map(|input| Parameter::Input(Box::new(input)))
}

/// Reports the first key that does not belong to a context, because the mistake is one: `context`, or all other keys.
fn refuse_constraints(key: &Ident, attr: &ParameterAttr, ctxt: &Ctxt) {
    let bounds = [&attr.min, &attr.max, &attr.max_length].into_iter().flatten();
    let texts = [&attr.name, &attr.id].into_iter().filter_map(Name::given);
    let mut given = bounds
        .map(|bound| bound.whole.clone())
        .chain(texts.map(ToTokens::to_token_stream))
        .chain(attr.default.iter().map(|default| default.whole.clone()))
        .chain(attr.text.iter().map(|text| text.flag.to_token_stream()));
    if let Some(tokens) = given.next() {
        let wrong = format!("a `{key}` parameter has no constraint, name or default");
        let help = "it never comes from the caller: remove this key, or remove `context`";
        ctxt.error(tokens, wrong, help);
    }
}

fn input(typed: &PatType, attr: ParameterAttr, described: Doc, ctxt: &Ctxt) -> Option<Input> {
    let Pat::Ident(pat) = &*typed.pat else {
        if attr.unreadable {
            return None;
        }
        ctxt.error(
            &typed.pat,
            "an input of a tool needs a name, and this is a pattern",
            "write `name: Type` and destructure it inside the function; an axum extractor is \
             marked `#[a2t(context)]`",
        );
        return None;
    };
    let own = pat.ident.unraw().to_string();
    let own = own.trim_start_matches('_');
    let name = named(&attr.name, own.to_owned(), &pat.ident);
    Some(Input {
        id: named(&attr.id, own.to_owned(), &pat.ident),
        name,
        description: described.description.or(attr.description),
        ty: (*typed.ty).clone(),
        min: attr.min,
        max: attr.max,
        max_length: attr.max_length,
        default: attr.default,
        text: attr.text,
    })
}

fn returned(sig: &Signature, description: Option<At<String>>, ctxt: &Ctxt) -> Returned {
    let ty = match &sig.output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default => {
            let help = "a tool has at least one output, so that the model learns what it did: \
                          return a `String`, an enum with `#[derive(a2t::Enum)]`, or a `Result` of one";
            ctxt.error(&sig.ident, "this tool returns nothing", help);
            syn::parse_quote!(())
        }
    };
    Returned { ty, description }
}
