//! Tools that a provider runs itself: one typed model in, a part of its request out, and what the
//! model did with them back.
//!
//! [`HostedTool`] has options that several providers share, with one type each, and options of a
//! single provider, which are named after it. [`Fragment`] writes hosted tools and the function
//! tools of a [`Selection`](crate::Selection) into one part of a request. If a provider does not
//! offer a tool, you get [`Error::NotSupported`](crate::Error::NotSupported) with advice on what to
//! do instead; [`support`] has the same knowledge as data, and `docs/hosted.md` as a table.
//! [`HostedEvent`]s are the calls and results of hosted tools in a provider's reply.
//!
//! ```
//! use a2t_dialect::Dialect;
//! use a2t_dialect::hosted::{Fragment, HostedEvent, Kind, WebSearch};
//! use serde_json::json;
//!
//! let search = WebSearch::new().allowed_domains(["example.com"]).max_uses(3);
//! let fragment = Fragment::new(Dialect::Anthropic).hosted(search)?;
//! assert_eq!(fragment.body(), json!({ "tools": [{
//!     "type": "web_search_20250305", "name": "web_search",
//!     "allowed_domains": ["example.com"], "max_uses": 3,
//! }] }));
//!
//! let reply = json!({ "role": "assistant", "content": [
//!     { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "rain" } },
//! ] });
//! let events = HostedEvent::all(Dialect::Anthropic, &reply);
//! assert_eq!((events[0].kind(), events[0].id()), (Kind::WebSearch, Some("srvtoolu_1")));
//! assert!(Dialect::Anthropic.calls(&reply)?.is_empty()); // nothing that the program has to run
//! # Ok::<(), a2t_dialect::Error>(())
//! ```

pub(crate) mod event;
mod fragment;
mod matrix;
mod not_supported;
mod render;
mod tool;
mod versions;

use std::fmt;

pub use event::{Answer, Details, HostedEvent, HostedFile, RunBy, Source, Stage, Status};
pub(crate) use event::{anthropic_program, bedrock_program};
pub use fragment::{Fragment, LeftOut};
pub use matrix::{CHECKED, Support, support, table};
pub use not_supported::NotSupported;
pub use tool::{
    Approval, AzureIndex, Bing, CodeInterpreter, Computer, ContextSize, DataSource, Environment,
    Fabric, HostedTool, ImageGeneration, Location, LogicApp, OpenApi, OpenApiAuth, Queues, Raw,
    RemoteMcp, Search, SearchMethod, SearchMode, Secret, StatefulFunction, TextEditor, ToolSearch,
    WebSearch,
};
pub use versions::{AnthropicMcp, BedrockAgent, Versions};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)*) => {
        /// Kind of a hosted tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])+ $name,)*
            /// Something that these types have no word for: a [`Raw`] tool, an event of such a one.
            Other,
        }

        impl Kind {
            /// Every kind that has a word.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the id, such as `web_search`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* Self::Other => "other" }
            }

            /// Returns the name in prose, such as `web search`.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* Self::Other => "raw tool" }
            }
        }
    };
}

kinds! {
    /// Code that the model writes and the provider runs.
    CodeInterpreter = "code_interpreter", "code interpreter";
    /// Passages of documents that the provider stores.
    Search = "search_retrieval", "search and retrieval";
    /// The web.
    WebSearch = "web_search", "web search";
    /// The tools of a server of the Model Context Protocol, which the provider calls.
    RemoteMcp = "remote_mcp", "remote MCP server";
    /// A screen, a keyboard and a mouse that the program lends to the model.
    Computer = "computer_use", "computer use";
    /// The operations of an HTTP API, which the provider calls.
    OpenApi = "openapi", "OpenAPI tool";
    /// Functions that run in the provider's cloud, behind queues or as a Lambda.
    StatefulFunction = "stateful_functions", "stateful function";
    /// Files that the program lets the model view and edit.
    TextEditor = "text_editor", "text editor";
    /// A workflow of Azure Logic Apps.
    LogicApp = "logic_apps", "Logic Apps";
    /// A data agent of Microsoft Fabric.
    Fabric = "fabric", "Microsoft Fabric";
    /// Pictures that the provider makes.
    ImageGeneration = "image_generation", "image generation";
    /// Tools that are loaded later.
    ToolSearch = "tool_search", "tool search";
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}
