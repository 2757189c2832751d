//! The keys of `#[a2t::tool(…)]`.

use a2t_core::ToolId;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Expr, LitStr, Path};

use super::call_options::CallOptions;
use super::deprecated::{self, Deprecated};
use super::errors::{self, Part};
use super::hint::Hints;
use super::key::{Key, Target};
use super::keys::{literal_text, version_of};
use super::{At, Keys, Name, Value, default_crate};
use crate::ctxt::Ctxt;

/// Keys of the attribute; a key that is wrong has been reported and counts as absent, and a
/// missing version as 1.
pub(crate) struct ToolAttr {
    pub(crate) krate: Path,
    /// Name of the marker type. By default it is the function's name.
    pub(crate) marker: Option<Ident>,
    pub(crate) version: At<u32>,
    pub(crate) name: Name,
    pub(crate) id: Option<At<ToolId>>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) img: Option<LitStr>,
    pub(crate) deprecated: Vec<Deprecated>,
    pub(crate) title: Option<LitStr>,
    pub(crate) hints: Hints,
    /// A function that is not `async`, and too short to be worth another thread.
    pub(crate) quick: Option<Ident>,
    pub(crate) options: CallOptions,
    pub(crate) scopes: Vec<LitStr>,
    /// The errors that the tool lists. `None` means all of its error type.
    pub(crate) errors: Option<Part>,
    pub(crate) description: Option<At<String>>,
}

impl ToolAttr {
    fn new(version: At<u32>) -> Self {
        Self {
            krate: default_crate(),
            marker: None,
            version,
            name: Name::Own,
            id: None,
            tags: Vec::new(),
            img: None,
            deprecated: Vec::new(),
            title: None,
            hints: Hints::default(),
            quick: None,
            options: CallOptions::default(),
            scopes: Vec::new(),
            errors: None,
            description: None,
        }
    }

    /// `location` is where an error about the whole attribute points.
    pub(crate) fn parse(tokens: TokenStream, location: &TokenStream, ctxt: &Ctxt) -> Self {
        if let Some(version) = only_version(&tokens) {
            return Self::new(version);
        }
        let (tokens, deprecated) = deprecated::part(tokens, ctxt);
        let (tokens, errors) = errors::part(tokens, ctxt);
        let mut keys = Keys::parse(tokens, Target::TOOL, ctxt);
        deprecated::refuse_bare(&mut keys, ctxt);
        errors::refuse_bare(&mut keys, ctxt);
        let version = version(&mut keys, location, ctxt);
        // Without a version it is not known which ones may be deprecated.
        let known = version.is_some();
        let version = version.unwrap_or_else(|| At::new(1, location));
        let deprecated = deprecated.iter();
        Self {
            krate: keys.krate(ctxt),
            deprecated: deprecated
                .filter_map(|unread| unread.read(&version, ctxt))
                .filter(|_| known)
                .collect(),
            version,
            marker: keys.text(Key::Marker, ctxt).and_then(|text| marker(&text, ctxt)),
            name: keys.name(Key::Name, ctxt),
            id: keys.text(Key::Id, ctxt).and_then(|text| id(&text, ctxt)),
            tags: keys.take(Key::Tags).map(|value| tags(&value, ctxt)).unwrap_or_default(),
            img: keys.text(Key::Img, ctxt),
            title: keys.text(Key::Title, ctxt),
            hints: Hints::take(&mut keys, ctxt),
            quick: keys.flag(Key::Quick, ctxt),
            options: CallOptions::take(&mut keys, ctxt),
            errors,
            scopes: keys.take(Key::Scopes).map(|value| scopes(&value, ctxt)).unwrap_or_default(),
            description: keys.described(),
        }
    }
}

/// `version = 1`, as most attributes are, read without the grammar of expressions.
fn only_version(tokens: &TokenStream) -> Option<At<u32>> {
    let mut trees = tokens.clone().into_iter();
    let (key, equals, value) = (trees.next()?, trees.next()?, trees.next()?);
    match (&key, &equals, &value, trees.next()) {
        (TokenTree::Ident(key), TokenTree::Punct(equals), TokenTree::Literal(literal), None)
            if equals.as_char() == '=' && key == "version" =>
        {
            let version = literal.to_string().parse().ok();
            let version = version.filter(|version| *version > 0)?;
            Some(At::new(version, literal))
        }
        _ => None,
    }
}

fn version(keys: &mut Keys, location: &TokenStream, ctxt: &Ctxt) -> Option<At<u32>> {
    let help = "a tool starts with `version = 1`, and each change of its signature adds 1 [A2T-26]";
    if keys.lack(Key::Version) {
        ctxt.error(location, "this tool has no version", help);
    }
    let expr = keys.take(Key::Version)?.expr(ctxt)?;
    version_of(&expr, help, ctxt)
}

fn id(text: &LitStr, ctxt: &Ctxt) -> Option<At<ToolId>> {
    match text.value().parse() {
        Ok(id) => Some(At::new(id, text)),
        Err(error) => {
            let help = "leave `id` out to have it derived from the names of the package and the tool [A2T-13]";
            ctxt.error(text, format!("the tool's `id` is {error}"), help);
            None
        }
    }
}

pub(crate) fn marker(text: &LitStr, ctxt: &Ctxt) -> Option<Ident> {
    let marker = text.parse::<Ident>().ok();
    if marker.is_none() {
        let help = "write `marker = \"AddTool\"`, and list `AddTool` in the toolset";
        ctxt.error(text, "`marker` is not the name of a type", help);
    }
    marker
}

fn tags(value: &Value, ctxt: &Ctxt) -> Vec<LitStr> {
    let help = "write `tags = [\"weather\", \"forecast\"]`";
    texts(value, ["`tags` is not a list", "a tag is a string literal"], help, ctxt)
        .unwrap_or_default()
}

/// Scopes that a caller needs; a list without one would let everybody in.
fn scopes(value: &Value, ctxt: &Ctxt) -> Vec<LitStr> {
    let help = "write `scopes = [\"weather:read\"]`, or leave `scopes` out if the tool needs none";
    let wrong = ["`scopes` is not a list", "a scope is a string literal"];
    let scopes = texts(value, wrong, help, ctxt);
    if scopes.as_ref().is_some_and(Vec::is_empty) {
        ctxt.error(&value.tokens, "`scopes` is empty", help);
    }
    scopes.unwrap_or_default()
}

/// The literals of a list; `None` if something is wrong with it, which is reported.
fn texts(value: &Value, wrong: [&str; 2], help: &str, ctxt: &Ctxt) -> Option<Vec<LitStr>> {
    let [no_list, no_text] = wrong;
    let expr = value.expr(ctxt)?;
    let Expr::Array(array) = expr else {
        ctxt.error(expr, no_list, help);
        return None;
    };
    let text = |element: &Expr| {
        if literal_text(element).is_none() {
            ctxt.error(element, no_text, help);
        }
        literal_text(element).cloned()
    };
    let texts: Vec<_> = array.elems.iter().filter_map(text).collect();
    (texts.len() == array.elems.len() || !texts.is_empty()).then_some(texts)
}

/// Returns `true` for `#[tool(…)]` on a method, under any path.
pub(crate) fn is_tool(attr: &Attribute) -> bool {
    let segments = &attr.path().segments;
    let Some(last) = segments.last().filter(|_| segments.len() <= 2) else {
        return false;
    };
    last.ident == "tool" || is_renamed(attr, &last.ident.to_string())
}

/// Returns `true` for the attribute under another name: `use a2t::tool as mcp_tool`.
fn is_renamed(attr: &Attribute, name: &str) -> bool {
    let version = |tree| matches!(tree, TokenTree::Ident(ident) if ident == "version");
    let list = attr.meta.require_list().ok().filter(|_| name.ends_with("_tool"));
    list.is_some_and(|list| list.tokens.clone().into_iter().any(version))
}
