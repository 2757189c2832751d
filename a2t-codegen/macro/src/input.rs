//! Arguments of `client!`: a path, a name before it, keys after it.

use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitStr, Path, Token};

const KEYS: &str = "`tool`, `tag`, `crate`, `rename`, `derive` or `derive_for`";

/// `weather = "approved/weather.json", tool = "add@2", tag = "storms", crate = ::renamed,
/// rename("add", "sum"), derive("serde::Serialize"), derive_for("add", "Eq")`
pub(crate) struct Input {
    pub(crate) module: Option<Ident>,
    pub(crate) path: LitStr,
    pub(crate) tools: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) crate_path: Option<String>,
    /// Path in the catalog, and Rust name.
    pub(crate) renames: Vec<[String; 2]>,
    pub(crate) derives: Vec<[String; 1]>,
    /// Path of a type, and derives.
    pub(crate) derives_for: Vec<[String; 2]>,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let module = if input.peek(Ident::peek_any) && input.peek2(Token![=]) {
            let name = input.call(Ident::parse_any)?;
            if syn::parse_str::<Ident>(&name.to_string()).is_err() {
                let reason =
                    format!("`{name}` is a keyword of Rust, so a module cannot have this name");
                return Err(Error::new(name.span(), reason));
            }
            input.parse::<Token![=]>()?;
            Some(name)
        } else {
            None
        };
        let mut found = Self {
            module,
            path: path(input)?,
            tools: Vec::new(),
            tags: Vec::new(),
            crate_path: None,
            renames: Vec::new(),
            derives: Vec::new(),
            derives_for: Vec::new(),
        };
        while !input.is_empty() {
            let comma: Result<Token![,], Error> = input.parse();
            comma.map_err(|error| Error::new(error.span(), "expected `,` before the next key"))?;
            if !input.is_empty() {
                found.key(input)?;
            }
        }
        Ok(found)
    }
}

impl Input {
    fn key(&mut self, input: ParseStream<'_>) -> Result<(), Error> {
        let key = input.call(Ident::parse_any)?;
        match &*key.to_string() {
            "tool" => self.tools.push(text(input)?),
            "tag" => self.tags.push(text(input)?),
            "crate" if self.crate_path.is_some() => {
                return Err(Error::new(key.span(), "`crate` is given twice; keep one"));
            }
            "crate" => {
                input.parse::<Token![=]>()?;
                let path = input.call(Path::parse_mod_style).map_err(|error| {
                    let reason = "expected a path such as `::my_a2t`, without quotes";
                    Error::new(error.span(), reason)
                })?;
                self.crate_path = Some(quote::quote!(#path).to_string().replace(' ', ""));
            }
            "rename" => {
                let example = "`rename(\"lookup_weather_by_city\", \"lookup\")`";
                self.renames.push(texts(input, example)?);
            }
            "derive" => {
                let example = "`derive(\"serde::Serialize, serde::Deserialize\")`";
                self.derives.push(texts(input, example)?);
            }
            "derive_for" => {
                let example = "`derive_for(\"lookup_weather_by_city\", \"Eq\")`";
                self.derives_for.push(texts(input, example)?);
            }
            other => {
                let reason = format!("`{other}` is not a key of a client; expected {KEYS}");
                return Err(Error::new(key.span(), reason));
            }
        }
        Ok(())
    }
}

fn path(input: ParseStream<'_>) -> Result<LitStr, Error> {
    let span = input.span();
    input.parse().map_err(|_| {
        let reason = "expected the path of a catalog, such as `\"approved/weather.json\"`; \
                      it is relative to the package's Cargo.toml";
        Error::new(span, reason)
    })
}

fn text(input: ParseStream<'_>) -> Result<String, Error> {
    input.parse::<Token![=]>()?;
    Ok(input.parse::<LitStr>()?.value())
}

/// Arguments of a method of the builder, in parentheses.
fn texts<const COUNT: usize>(
    input: ParseStream<'_>,
    example: &str,
) -> Result<[String; COUNT], Error> {
    let span = input.span();
    let wrong = |span| Error::new(span, format!("expected an argument such as {example}"));
    let group: proc_macro2::Group = input.parse().map_err(|_| wrong(span))?;
    if group.delimiter() != proc_macro2::Delimiter::Parenthesis {
        return Err(wrong(span));
    }
    let list = Punctuated::<LitStr, Token![,]>::parse_terminated;
    let list = list.parse2(group.stream()).map_err(|_| wrong(group.span()))?;
    let texts: Vec<_> = list.iter().map(LitStr::value).collect();
    texts.try_into().map_err(|_| wrong(group.span()))
}
