//! A catalog and the arguments of a command become the tools that a model is shown.

use a2t_dialect::Selection;
use clap::{Arg, ArgMatches};

use crate::catalog::{Catalog, selection};
use crate::report::Failure;

/// The argument for what stands before the names of tools.
pub(crate) fn prefix_argument() -> Arg {
    Arg::new("prefix")
        .long("prefix")
        .value_name("TEXT")
        .default_value("")
        .help("What the agent puts before the names of these tools, as `weather_`")
}

/// The tools that the arguments select, each at one version, under their prefix.
pub(crate) fn tools(catalog: &Catalog, matches: &ArgMatches) -> Result<Selection, Failure> {
    if catalog.goes_on {
        return Err(Failure::new(
            "this is one page of a list that goes on; take the whole list with `cargo a2t fetch URL -o FILE`",
        ));
    }
    let picked = selection(matches).pick(&catalog.tools);
    let picked = picked.map_err(|unmatched| Failure::new(unmatched.join("\n")))?;
    let prefix = matches.get_one::<String>("prefix");
    let prefix = prefix.map_or("", String::as_str);
    Ok(Selection::approved(picked).newest().prefix(prefix))
}
