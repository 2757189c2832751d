//! The builder of clients, for build scripts.

use std::path::{Path, PathBuf};

use a2t_core::ToolSignature;

use crate::emit::Target;
use crate::error::{Error, shown};
use crate::ident;
use crate::names::{self, Side};
#[cfg(feature = "fetch")]
use crate::origin::{self, Origin};
use crate::overrides::{Applied, Overrides};
use crate::source::{self, Source};
use crate::{Selection, expand, file, plan, schema};

const ONE_PAGE: &str = "one page of a longer catalog; `cargo a2t fetch` reads all its pages";

/// Generates one client.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), a2t_codegen::Error> {
///     a2t_codegen::Builder::new("approved/weather.json").generate()
/// }
/// ```
///
/// The catalog is what a vendor gives: an approved snapshot (`cargo a2t fetch`), a page of
/// `GET /tools` or of a tool's versions, an array of signatures, one signature, such as
/// `published/add/v1.json`, or the folder `published`; or the approved snapshot of an MCP server
/// (`cargo a2t fetch --mcp`), whose client needs `a2t`'s feature `mcp-client`. The client calls each tool at the version that
/// stands there, the newest where there are several; at several versions where the snapshot was approved at
/// several, or [`Builder::tool`] names them.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `generate`"]
pub struct Builder {
    catalog: PathBuf,
    root: PathBuf,
    module: Option<String>,
    crate_path: String,
    out_dir: Option<PathBuf>,
    selection: Selection,
    overrides: Overrides,
    #[cfg(feature = "fetch")]
    origin: Option<Origin>,
}

impl Builder {
    /// Creates a client for the catalog at this path, relative to the package's root.
    pub fn new(catalog: impl AsRef<Path>) -> Self {
        Self {
            catalog: catalog.as_ref().to_owned(),
            root: PathBuf::new(),
            module: None,
            crate_path: "::a2t".to_owned(),
            out_dir: None,
            selection: Selection::default(),
            overrides: Overrides::default(),
            #[cfg(feature = "fetch")]
            origin: None,
        }
    }

    /// Sets the name of the generated module and file, and what `include_client!` is given; that of
    /// the catalog's file in snake case by default, which `approved/Weather.json` makes `weather`.
    pub fn module(mut self, name: impl Into<String>) -> Self {
        self.module = Some(name.into());
        self
    }

    /// Sets the folder that the catalog's path is relative to; by default that in which the program
    /// runs, which for a build script is the package's root. Messages name the path without it.
    pub fn root(mut self, folder: impl Into<PathBuf>) -> Self {
        self.root = folder.into();
        self
    }

    /// Sets the path of the `a2t` crate where it has another name: `"::my_a2t"`.
    pub fn crate_path(mut self, path: impl Into<String>) -> Self {
        self.crate_path = path.into();
        self
    }

    /// Selects only this tool, by `NAME` or `ID`, or one version of it by `NAME@2`. Repeat it for
    /// more tools, or for several versions of one tool.
    ///
    /// Without this and [`Builder::tag`] the client has every tool of the catalog.
    ///
    /// ```no_run
    /// a2t_codegen::Builder::new("approved/weather.json")
    ///     .tool("lookup_weather_by_city@2")
    ///     .tag("storms")
    ///     .generate()?;
    /// # Ok::<(), a2t_codegen::Error>(())
    /// ```
    pub fn tool(mut self, tool: impl Into<String>) -> Self {
        self.selection = self.selection.tool(tool);
        self
    }

    /// Selects only the tools with exactly this tag, and those that [`Builder::tool`] names. Repeat
    /// it for more tags.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.selection = self.selection.tag(tag);
        self
    }

    /// Sets the folder that is written to; `OUT_DIR` by default.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Gives something in the catalog another Rust name; what is sent stays the same.
    ///
    /// | path | what | for example |
    /// | --- | --- | --- |
    /// | `TOOL` | a method and its types | `lookup` (and `Lookup`) |
    /// | `TOOL.inputs.ID` | an argument or setter | `place` |
    /// | `TOOL.outputs.ID` | a field of a reply | `degrees` |
    /// | `TOOL.inputs.ID.enum`, `TOOL.outputs.ID.enum` | an enum | `Scale` |
    /// | `TOOL.inputs.ID.enum.VALUE`, also of outputs | a variant | `Kelvin` |
    ///
    /// `TOOL` and `VALUE` are names on the wire, `ID` is the `id` of a parameter. An enum that tools
    /// share is renamed through any of them. An error is `TOOL.errors.NAME`, and its member
    /// `TOOL.errors.NAME.MEMBER`. Of several versions, one is `TOOL@2`.
    ///
    /// For tools of an MCP server, `ID` is the name of a property, a member of an object inside is
    /// `TOOL.inputs.ID.MEMBER`, and the struct of an object `TOOL.inputs.ID.struct`.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), a2t_codegen::Error> {
    /// a2t_codegen::Builder::new("approved/weather.json")
    ///     .rename("lookup_weather_by_city", "lookup")
    ///     .rename("lookup_weather_by_city.inputs.units.enum", "Scale")
    ///     .generate()
    /// # }
    /// ```
    ///
    /// A path that leads nowhere, a name that is not Rust's, and one that two would have, are
    /// mistakes that `generate` reports.
    pub fn rename(mut self, path: impl Into<String>, rust_name: impl Into<String>) -> Self {
        self.overrides.name(path.into(), rust_name.into());
        self
    }

    /// Derives more for the replies and the enums; your package needs the crates that are named.
    ///
    /// With serde's derives, values and outputs have their names on the wire. Enums of errors have none
    /// of them, because an unknown error holds its problem.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), a2t_codegen::Error> {
    /// a2t_codegen::Builder::new("approved/weather.json")
    ///     .derive("serde::Serialize, serde::Deserialize")
    ///     .derive_for("lookup_weather_by_city.inputs.units.enum", "clap::ValueEnum")
    ///     .generate()
    /// # }
    /// ```
    pub fn derive(mut self, derives: impl Into<String>) -> Self {
        self.overrides.derive(None, derives.into());
        self
    }

    /// Derives more for one type: the reply of a tool, `TOOL`, or an enum, `TOOL.inputs.ID.enum` or
    /// `TOOL.outputs.ID.enum` (see [`Builder::rename`]).
    pub fn derive_for(mut self, path: impl Into<String>, derives: impl Into<String>) -> Self {
        self.overrides.derive(Some(path.into()), derives.into());
        self
    }

    /// Writes the client to `{out_dir}/{module}.rs`, if it is not there already, and asks cargo to
    /// run the build script again when the catalog changes.
    ///
    /// # Errors
    /// A catalog that cannot be read or breaks the protocol, with every mistake by line and
    /// column; a selection of what the catalog does not have; a module name or crate path that is
    /// not Rust; a folder that cannot be written to.
    pub fn generate(&self) -> Result<(), Error> {
        let file = self.file();
        let watched = file.to_str().filter(|path| !path.contains(['\n', '\r']));
        let Some(catalog) = watched else {
            let path = shown(&self.catalog);
            return Err(Error::new(format!(
                "{path}: cargo cannot watch this path; rename the file"
            )));
        };
        self.named()?;
        println!("cargo::rerun-if-changed={catalog}");
        #[cfg(feature = "fetch")]
        if let Some(origin) = &self.origin {
            println!("cargo::rerun-if-env-changed={}", origin::VARIABLE);
            let is_reported = origin::is_reported();
            if let Some(news) = origin.refresh(&file, &self.selection, is_reported)? {
                println!("cargo::warning={catalog}: {news}");
            }
        }
        let folder = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
                Error::new("OUT_DIR is not set, as this is not a build script; name a folder with `.out_dir(..)`")
            })?,
        };
        let target = self.target()?;
        let path = folder.join(format!("{}.rs", target.module));
        let source = source::read_file(&self.file(), &self.catalog)?;
        for warning in self.warnings(&source) {
            println!("cargo::warning={catalog}: {warning}");
        }
        file::write(&path, &self.render(&source, &target)?)
    }

    /// Returns the text of the client, without writing it.
    ///
    /// # Errors
    /// Those of [`Builder::generate`] that concern the catalog and the names.
    pub fn source(&self) -> Result<String, Error> {
        Ok(self.source_and_warnings()?.0)
    }

    /// Returns the text of the client, and what [`Builder::generate`] would warn of, for who writes
    /// the text himself.
    ///
    /// # Errors
    /// Those of [`Builder::source`].
    pub fn source_and_warnings(&self) -> Result<(String, Vec<String>), Error> {
        self.named()?;
        let target = self.target()?;
        let source = source::read_file(&self.file(), &self.catalog)?;
        let text = self.render(&source, &target)?;
        let catalog = shown(&self.catalog);
        let warnings = self.warnings(&source).into_iter();
        let warnings = warnings.map(|warning| format!("{catalog}: {warning}"));
        Ok((text, warnings.collect()))
    }

    fn warnings(&self, source: &Source) -> Vec<String> {
        let page = source.goes_on().then(|| ONE_PAGE.to_owned());
        let costs = || cost(&self.selection.pick(source.tools()).ok()?);
        // Few catalogs are so large that a separate count of the selected tools is worth its time.
        let costs = cost(source.tools()).and_then(|_| costs());
        page.into_iter().chain(costs).collect()
    }

    fn render(&self, source: &Source, target: &Target) -> Result<String, Error> {
        if let Source::Described(snapshot) = source {
            let (selection, overrides) = (&self.selection, &self.overrides);
            return schema::render(snapshot, selection, overrides, target, &self.catalog);
        }
        let called = plan::called::of(
            source.tools(),
            source.approved_selection(),
            source.table(),
            &self.selection,
        )
        .map_err(|unmatched| {
            let catalog = shown(&self.catalog);
            Error::lines(unmatched.iter().map(|line| format!("{catalog}: {line}")))
        })?;
        let mut applied = Applied::new(&self.overrides);
        let plan = plan::plan(called, source.names(), &mut applied).at(source.url());
        applied.finish()?;
        Ok(expand::expand(&plan, target))
    }

    fn file(&self) -> PathBuf {
        self.root.join(&self.catalog)
    }

    fn named(&self) -> Result<(), Error> {
        if self.catalog.as_os_str().is_empty() {
            let help = "name the snapshot's file with `.snapshot(\"approved/NAME.json\")`";
            return Err(Error::new(help));
        }
        Ok(())
    }

    fn target(&self) -> Result<Target, Error> {
        let stem = || self.catalog.file_stem().map(|stem| ident::module(&stem.to_string_lossy()));
        let module = self.module.clone().or_else(stem).unwrap_or_default();
        Ok(Target { module: module_name(&module)?, a2t: crate_path(&self.crate_path)? })
    }
}

#[cfg(feature = "fetch")]
impl Builder {
    /// Creates a client for the catalog at `{url}/tools`, which is fetched into the file that
    /// [`Builder::snapshot`] names: when there is none yet, and when the environment variable
    /// `A2T_FETCH` is `1`. Every other build is offline. Feature `fetch`.
    ///
    /// A vendor that changed a published version stops the build; what else changed becomes a
    /// warning, and the snapshot's diff shows it.
    ///
    /// ```no_run
    /// // build.rs
    /// fn main() -> Result<(), a2t_codegen::Error> {
    ///     a2t_codegen::Builder::from_url("https://api.weather.example")
    ///         .snapshot("approved/weather.json")
    ///         .generate()
    /// }
    /// ```
    pub fn from_url(url: impl Into<String>) -> Self {
        let mut builder = Self::new("");
        builder.origin = Some(Origin::new(url.into()));
        builder
    }

    /// Sets the file that the catalog is fetched into, and generated from: committed and reviewed.
    /// Feature `fetch`.
    pub fn snapshot(mut self, file: impl AsRef<Path>) -> Self {
        file.as_ref().clone_into(&mut self.catalog);
        self
    }

    /// Sends a header with the catalog's requests, such as `authorization`. Feature `fetch`.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Some(origin) = &mut self.origin {
            origin.header(name.into(), value.into());
        }
        self
    }
}

const VALUES_MANY: usize = 100_000;
/// Measured: rustc checks a client of 20,000 allowed values in 1 s.
const VALUES_A_SECOND: usize = 20_000;

fn cost(tools: &[ToolSignature]) -> Option<String> {
    let enums =
        |tool, side| names::enums(tool, side).map(|(_, values)| values.len()).sum::<usize>();
    let values = tools.iter().map(|tool| enums(tool, Side::Inputs) + enums(tool, Side::Outputs));
    let values: usize = values.sum();
    (values > VALUES_MANY).then(|| {
        let seconds = values / VALUES_A_SECOND;
        format!(
            "{values} allowed values, so rustc takes about {seconds} s to check the client; \
             select what you call with `.tool(..)` or `.tag(..)`, `--tool` or `--tag` on the command line"
        )
    })
}

fn module_name(name: &str) -> Result<ident::Ident, Error> {
    ident::Ident::parse(name).ok_or_else(|| {
        let name = a2t_core::error::inert(name);
        Error::new(format!(
            "`{name}` is not the name of a module; give one with `.module(\"weather\")`, or `--module weather` on the command line"
        ))
    })
}

fn crate_path(path: &str) -> Result<ident::Path, Error> {
    ident::Path::parse(path).ok_or_else(|| {
        let path = a2t_core::error::inert(path);
        Error::new(format!("`{path}` is not the path of a crate such as `::a2t`"))
    })
}
