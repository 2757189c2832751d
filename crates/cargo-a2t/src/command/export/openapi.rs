//! `--dialect openapi`: a catalog becomes the OpenAPI 3.1 document that its server has at
//! `/tools/openapi.json`.

use a2t_core::wire::openapi::OpenApi;
use clap::Args;
use serde_json::Value;

use crate::catalog::Catalog;
use crate::report::CommandError;
use crate::shown::Shown;

/// Name that stands for this document among the dialects.
pub(super) const DIALECT: &str = "openapi";

#[derive(Args)]
#[command(next_help_heading = "With --dialect openapi")]
pub(super) struct About {
    /// Title of the document
    #[arg(long, value_name = "TEXT", default_value = "Tools")]
    title: String,
    /// Root of the API that has the tools at /tools, as `https://api.example.com`
    #[arg(long, value_name = "URL", default_value = "/")]
    server_url: String,
}

impl About {
    pub(super) fn document(&self, shown: &Shown, catalog: &Catalog) -> Result<Value, CommandError> {
        let versions = shown.versions(catalog)?;
        let document = OpenApi::new(&versions).title(&*self.title).server(&*self.server_url);
        Ok(document.to_value())
    }
}
