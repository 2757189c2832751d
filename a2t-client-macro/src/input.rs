//! What stands between the parentheses: a path, a name before it, keys after it.

use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Path, Token};

const KEYS: &str = "`tool`, `tag` or `crate`";

/// `weather = "approved/weather.json", tool = "add@2", tag = "storms", crate = ::renamed`
pub(crate) struct Input {
    pub(crate) module: Option<Ident>,
    pub(crate) path: LitStr,
    pub(crate) tools: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) crate_path: Option<String>,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let module = if input.peek(Ident::peek_any) && input.peek2(Token![=]) {
            let name = input.call(Ident::parse_any)?;
            if syn::parse_str::<Ident>(&name.to_string()).is_err() {
                let reason = format!("`{name}` is a word of Rust, so no module has that name");
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
