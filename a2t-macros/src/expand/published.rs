//! Expands to: comparisons with what is published that only rustc can make, and the files that a
//! build depends on.

use std::path::Path;

use a2t_core::{
    AllowedValue, InputParameter, InputType, JsonMember, JsonShape, OutputParameter, OutputType,
    ProblemType,
};
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{GenericArgument, PathArguments, Type};

use super::concrete::Parts;
use super::copied::Copied;
use super::option;
use super::signature::head;
use super::spans::over;
use super::taken::kind;
use crate::ast::{Input, Lock, Origin, WasInput};
use crate::plain::plain;
use crate::span::{Text, at, quote, quote_quiet};

pub(super) fn published(parts: &Parts<'_>, lock: &Lock) -> TokenStream {
    let tracked = tracked(lock);
    if !is_compared(lock) {
        return tracked;
    }
    let this = this(parts);
    let constant = constant(&this, parts, lock);
    let (returned, of) = (returned(&this), &parts.returned);
    let mut types = vec![quote!(type #returned = #of;)];
    let (mut together, mut separate) = (Vec::new(), Vec::new());
    let mut form = 0..;
    let inputs = parts.tool.inputs().zip(&parts.inputs).zip(&lock.inputs);
    for (index, ((input, ty), was)) in inputs.enumerate() {
        let taken = taken(&this, index, input).filter(|_| !was.forms.is_empty());
        types.extend(taken.as_ref().map(|alias| quote!(type #alias = #ty;)));
        let ty = kind(ty, input, parts);
        let checks = input_checks(&this, index, &ty, taken.as_ref(), was, &mut form);
        if was.suspect { separate.extend(checks) } else { together.extend(checks) }
    }
    together.extend(output_checks(&this, parts, lock));
    together.extend(error_check(&this, parts, lock));
    separate.extend(described(&this, parts, lock));
    // The constants have names, because `const _` would mark the tool as used although it may be in no toolset. The
    // label under the span shows the names. The underscore avoids warnings about dead code.
    let kept = format_ident!("_{}_as_published", parts.tool.ident.unraw(), span = this.span());
    let names = (0..separate.len()).map(|index| format_ident!("{kept}_{index}"));
    let a2t = &parts.a2t;
    let short = quote_quiet!(
        use #a2t as __a2t;
        #[allow(unused_imports)]
        use #a2t::{Undeclared as _, published::Unfit as _};
    );
    quote! {
        #short
        #tracked
        #constant
        #(#types)*
        #(const #names: () = #separate;)*
        const #kept: () = { #(#together;)* };
    }
}

/// Expands to the newest published version, which a toolset compares with those that it has. If the code is behind it and
/// differs from its own version, the version is probably the mistake: rustc reports the difference, and the toolset
/// would report the version again.
pub(super) fn newest(parts: &Parts<'_>) -> Option<TokenStream> {
    let lock = parts.tool.lock.as_ref().filter(|lock| lock.newest > 0)?;
    if !is_behind(parts, lock) {
        return Some(at(Literal::u32_unsuffixed(lock.newest)).into());
    }
    let (this, own) = (this(parts), option(lock.own.as_deref().map(Text)));
    let mut form = 0..;
    let (mut forms, mut lacking) = (Vec::new(), Vec::new());
    for (index, was) in lock.inputs.iter().enumerate() {
        let index = at(Literal::usize_unsuffixed(index));
        for (_, form) in was.forms.iter().zip(&mut form) {
            let form = at(Literal::usize_unsuffixed(form));
            forms.push(quote!((#index, #form)));
        }
        if let Some((version, _)) = &was.lacking {
            let version = at(Literal::u32_unsuffixed(*version));
            lacking.push(quote!((#index, #version)));
        }
    }
    Some(quote!(#this.newest_if_kept(&[#(#forms),*], &[#(#lacking),*], #own)))
}

fn is_behind(parts: &Parts<'_>, lock: &Lock) -> bool {
    lock.newest > parts.tool.head.version.value && is_compared(lock)
}

/// Returns `true` if the types of the code are compared with those of published versions.
fn is_compared(lock: &Lock) -> bool {
    let of_others = lock.outputs.is_empty() && lock.errors.is_empty() && lock.own.is_none();
    lock.newest > 0 && !(of_others && lock.inputs.iter().all(is_new))
}

/// Names the constant with the published forms.
fn this(parts: &Parts<'_>) -> Ident {
    format_ident!("{}_LOCK", parts.prefix)
}

fn is_new(input: &WasInput) -> bool {
    input.forms.is_empty() && input.lacking.is_none()
}

pub(super) fn older(lock: Option<&Lock>, a2t: &Copied) -> Option<TokenStream> {
    let older = &lock.filter(|lock| !lock.older.is_empty())?.older;
    let older = older.iter().map(|(version, file)| {
        let version = at(Literal::u32_unsuffixed(*version));
        let file = text(file);
        let file = Text(&file);
        quote!(#a2t::Older { version: #version, text: ::core::include_str!(#file) })
    });
    Some(quote!(const OLDER: &'static [#a2t::Older] = &[#(#older),*];))
}

/// Names the files without a use of them, so that cargo looks at them before the next build.
fn tracked(lock: &Lock) -> TokenStream {
    let files = lock.tracked.iter().map(|file| {
        let file = text(file);
        let file = Text(&file);
        quote!(
            const _: &[::core::primitive::u8] = ::core::include_bytes!(#file);
        )
    });
    let variable = lock.overridden.then(|| {
        quote!(
            const _: ::core::option::Option<&::core::primitive::str> =
                ::core::option_env!("A2T_PUBLISHED_DIR");
        )
    });
    quote!(#(#files)* #variable)
}

fn text(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}

fn constant(this: &Ident, parts: &Parts<'_>, lock: &Lock) -> TokenStream {
    let marker = &parts.marker;
    let code = if is_behind(parts, lock) {
        // The signature asks this constant for the newest version.
        let head = head(parts.tool, &parts.a2t);
        quote!(&#head.signature(<#marker as __a2t::AnyTool>::PARAMETERS))
    } else {
        quote!(<#marker as __a2t::AnyTool>::SIGNATURE)
    };
    let newest = at(Literal::u32_unsuffixed(lock.newest));
    let next = at(Literal::u32_unsuffixed(lock.next));
    let forms = lock.inputs.iter().flat_map(|was| &was.forms);
    let inputs = forms.map(|(origin, form)| was_input(origin, form));
    let outputs = lock.outputs.iter();
    let outputs = outputs.map(|(origin, output)| was_output(origin, output));
    let errors = lock.errors.iter().map(|(_, error)| was_error(error));
    let at = lock.errors.iter().map(|(origin, _)| {
        let (version, location) =
            (at(Literal::u32_unsuffixed(origin.version)), Text(&origin.location));
        quote!((#version, #location))
    });
    quote! {
        const #this: &__a2t::published::Lock = &__a2t::published::Lock {
            code: #code,
            newest: #newest,
            next: #next,
            inputs: &[#(#inputs),*],
            outputs: &[#(#outputs),*],
            errors: const { &[#(#errors),*] },
            errors_at: &[#(#at),*],
        };
    }
}

/// A name for the type of an input that may report the change of a bound or of a choice itself. It is a single token,
/// because all tokens before a call get its span. A type with a lifetime has no name, and is no such type.
fn taken(this: &Ident, index: usize, input: &Input) -> Option<Ident> {
    let lifetimes = ['&', '\''];
    let has_lifetime = input.ty.to_token_stream().to_string().contains(lifetimes);
    let may = input.text.is_none() && plain(&input.ty).is_none() && !has_lifetime;
    may.then(|| format_ident!("{this}_TAKEN_{index}"))
}

fn input_checks(
    this: &Ident,
    index: usize,
    ty: &TokenStream,
    taken: Option<&Ident>,
    was: &WasInput,
    form: &mut impl Iterator<Item = usize>,
) -> Vec<TokenStream> {
    let (path, number) = (quote!(#this.), at(Literal::usize_unsuffixed(index)));
    let forms = was.forms.iter().zip(form).map(|((_, was_form), form)| {
        let form = at(Literal::usize_unsuffixed(form));
        let (function, arguments) = match &was_form.kind {
            InputType::Enum { .. } => ("choice", quote!(#number, #form, #ty)),
            _ => ("input", quote!(#number, #form)),
        };
        let first = match taken {
            Some(taken) => {
                let path = quote!(__a2t::published::Taken::<#taken>::CHECK.);
                over(&was.location, &path, function, quote!(#this, #arguments))
            }
            None => over(&was.location, &path, function, arguments),
        };
        let again = was.second.as_ref().filter(|_| was.suspect);
        let again = again.map(|max| over(max, &path, "input_again", quote!(#number, #form)));
        [Some(first), again]
    });
    let lacking = was.lacking.as_ref().map(|(version, file)| {
        let version = at(Literal::u32_unsuffixed(*version));
        let file = Text(file);
        over(&was.location, &path, "new_input", quote!(#number, #version, #file))
    });
    forms.flatten().flatten().chain(lacking).collect()
}

/// A name for the return type. It is a single token, because all tokens before a call get its span.
fn returned(this: &Ident) -> Ident {
    format_ident!("{this}_RETURNED")
}

fn output_checks(this: &Ident, parts: &Parts<'_>, lock: &Lock) -> Vec<TokenStream> {
    let (location, returned) = (&parts.tool.returned.ty, returned(this));
    let path = quote!(__a2t::published::AsReturned::<#returned>::CHECK.);
    let described = at(Literal::u128_unsuffixed(lock.described));
    let kept = over(location, &path, "returns", quote!(#this, #described));
    let frozen = lock.own.as_ref().map(|file| {
        let file = Text(file);
        over(location, &path, "no_new_output", quote!(#this, #file))
    });
    std::iter::once(kept).chain(frozen).collect()
}

/// Check of the errors; none if no published version lists any and the code's own is not published.
fn error_check(this: &Ident, parts: &Parts<'_>, lock: &Lock) -> Option<TokenStream> {
    if lock.errors.is_empty() && lock.own.is_none() {
        return None;
    }
    let own = option(lock.own.as_deref().map(Text));
    let (location, returned) = (error_type(&parts.tool.returned.ty), returned(this));
    let locked = quote!(__a2t::Returned::<#returned>::LOCKED.);
    Some(match &parts.tool.head.errors {
        // The tool chose the list, so a variant that it leaves out is reported there.
        Some(part) => over(&part.brackets, &locked, "part_of_errors", quote!(#this, #own)),
        None => over(&location, &locked, "errors", quote!(#this, #own)),
    })
}

/// The error of a `Result`, as far as it is spelt out; else all that is returned.
fn error_type(returned: &Type) -> &Type {
    let Type::Path(path) = returned else {
        return returned;
    };
    match path.path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) if arguments.args.len() == 2 => {
            match arguments.args.last() {
                Some(GenericArgument::Type(error)) => error,
                _ => returned,
            }
        }
        _ => returned,
    }
}

fn described(this: &Ident, parts: &Parts<'_>, lock: &Lock) -> Option<TokenStream> {
    let (message, returns) =
        (Text(lock.misdescribed.as_ref()?), parts.tool.returned.description.as_ref()?);
    let returned = returned(this);
    let path = quote!(__a2t::published::AsReturned::<#returned>::CHECK.);
    Some(over(&returns.tokens, &path, "described", quote!(#message)))
}

fn was_input(origin: &Origin, input: &InputParameter) -> TokenStream {
    let kind = was_kind(&input.kind, input.format.as_deref(), origin.formats);
    was(origin, &input.id, &input.name, "", input.required, &kind)
}

/// Expands to the published type of an input. `has_formats` if the version records which texts have a format.
pub(super) fn was_kind(kind: &InputType, format: Option<&str>, has_formats: bool) -> TokenStream {
    match kind {
        InputType::String { max_length } => {
            let length = option(max_length.map(Literal::u64_unsuffixed).map(at));
            let format = option(format.map(Text));
            if has_formats { quote!(Text(#length, #format)) } else { quote!(String(#length)) }
        }
        InputType::Int { min, max } => {
            let max = at(Literal::i64_unsuffixed(*max));
            let min = option(min.map(Literal::i64_unsuffixed).map(at));
            quote!(Int(#min, #max))
        }
        InputType::Boolean => quote!(Boolean),
        InputType::Enum { allowed_values } => choice(allowed_values),
    }
}

fn was_output(origin: &Origin, output: &OutputParameter) -> TokenStream {
    let none = option(None::<TokenTree>);
    let kind = match &output.kind {
        OutputType::String => quote!(String(#none)),
        OutputType::Int => quote!(Int(#none, 0)),
        OutputType::Boolean => quote!(Boolean),
        OutputType::Json => quote!(Json),
        OutputType::Described { shape } => {
            let shape = self::shape(shape);
            quote!(Described(const { &#shape }))
        }
        OutputType::Enum { allowed_values } => choice(allowed_values),
    };
    was(origin, &output.id, &output.name, &output.description, true, &kind)
}

pub(super) fn was_error(error: &ProblemType) -> TokenStream {
    let (name, description) = (Text(&error.name), Text(&error.description));
    let status = at(Literal::u16_unsuffixed(error.status));
    let uri = option(error.uri.as_deref().map(Text));
    let members = error.members.iter().map(member);
    quote!(__a2t::error(#status, #name, #uri, #description, const { &[#(#members),*] }))
}

fn was(
    origin: &Origin,
    id: &str,
    name: &str,
    description: &str,
    required: bool,
    kind: &TokenStream,
) -> TokenStream {
    let (id, name, description) = (Text(id), Text(name), Text(description));
    let (version, location) = (at(Literal::u32_unsuffixed(origin.version)), Text(&origin.location));
    let (contract, text) = origin.fingerprint.bits();
    let (contract, text) =
        (at(Literal::u128_unsuffixed(contract)), at(Literal::u128_unsuffixed(text)));
    quote! {
        __a2t::published::Was {
            version: #version,
            location: #location,
            id: #id,
            name: #name,
            description: #description,
            required: #required,
            kind: __a2t::published::WasKind::#kind,
            contract: #contract,
            text: #text,
        }
    }
}

fn choice(values: &[AllowedValue]) -> TokenStream {
    let values = self::values(values);
    quote!(Enum(#values))
}

fn shape(shape: &JsonShape) -> TokenStream {
    let shape = match shape {
        JsonShape::Any => quote!(Any),
        JsonShape::String => quote!(String),
        JsonShape::Int => quote!(Int),
        JsonShape::Number => quote!(Number),
        JsonShape::Boolean => quote!(Boolean),
        JsonShape::Enum { allowed_values } => {
            let values = values(allowed_values);
            return quote!(__a2t::choices(#values));
        }
        JsonShape::Record { members } => {
            let members = members.iter().map(member);
            return quote!(__a2t::record(const { &[#(#members),*] }));
        }
        JsonShape::List { items } => {
            let items = self::shape(items);
            return quote!(__a2t::list(const { &#items }));
        }
        JsonShape::Nullable { shape } => {
            let shape = self::shape(shape);
            return quote!(__a2t::or_null(const { &#shape }));
        }
    };
    quote!(__a2t::JsonShape::#shape)
}

fn member(member: &JsonMember) -> TokenStream {
    let (name, description) = (Text(&member.name), Text(&member.description));
    let shape = shape(&member.shape);
    let required = member.required;
    let required = if required { quote!(true) } else { quote!(false) };
    quote!(__a2t::member(#name, #description, const { &#shape }, #required))
}

fn values(values: &[AllowedValue]) -> TokenStream {
    let values = values.iter().map(|value| {
        let (name, description) = (Text(&value.name), Text(&value.description));
        quote!(__a2t::value(#name, #description))
    });
    // A separate constant, because elsewhere a list that has to be dropped would not live on.
    quote!(const { &[#(#values),*] })
}
