//! The hosted tools and their options, as providers share them.

mod connect;
mod find;
mod run;

use std::fmt;

use serde_json::{Map, Value};

use super::Kind;
use crate::Dialect;

pub use connect::{
    Approval, Fabric, LogicApp, OpenApi, OpenApiAuth, Queues, RemoteMcp, StatefulFunction,
};
pub use find::{
    AzureIndex, Bing, ContextSize, Location, Search, SearchMethod, SearchMode, ToolSearch,
    WebSearch,
};
pub use run::{CodeInterpreter, Computer, DataSource, Environment, ImageGeneration, TextEditor};

/// Members that one dialect knows and these types do not.
pub(crate) type Extras = Vec<(Dialect, String, Value)>;

/// A struct of required and optional members with a builder: `one` is set, `many` are listed,
/// `pairs` are listed with a name each.
macro_rules! options {
    // Numbers are taken as they are, so that literals need no suffix.
    (@argument u32) => { u32 };
    (@argument $type:ident) => { impl Into<$type> };
    (@type one $type:ty) => { Option<$type> };
    (@type many $type:ty) => { Vec<$type> };
    (@type pairs $type:ty) => { Vec<(String, $type)> };
    (@set one $(#[$doc:meta])* $field:ident $type:ident) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(
            mut self,
            $field: $crate::hosted::tool::options!(@argument $type),
        ) -> Self {
            self.$field = Some($field.into());
            self
        }
    };
    (@set many $(#[$doc:meta])* $field:ident $type:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: impl IntoIterator<Item = impl Into<$type>>) -> Self {
            self.$field = $field.into_iter().map(Into::into).collect();
            self
        }
    };
    (@set pairs $(#[$doc:meta])* $field:ident $type:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(
            mut self,
            $field: impl IntoIterator<Item = (impl Into<String>, impl Into<$type>)>,
        ) -> Self {
            let pairs = $field.into_iter();
            self.$field = pairs.map(|(name, value)| (name.into(), value.into())).collect();
            self
        }
    };
    (
        $(#[$meta:meta])*
        $name:ident($($required:ident: $kind:ident),*) {
            $($(#[$doc:meta])* $many:ident $field:ident: $type:ident,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $(pub(crate) $required: $kind,)*
            $(pub(crate) $field: $crate::hosted::tool::options!(@type $many $type),)*
            pub(crate) extras: $crate::hosted::tool::Extras,
        }

        impl $name {
            #[doc = concat!("A [`", stringify!($name), "`] with the options that it needs.")]
            #[allow(clippy::new_without_default)]
            pub fn new(
                $($required: $crate::hosted::tool::options!(@argument $kind)),*
            ) -> Self {
                Self {
                    $($required: $required.into(),)*
                    $($field: Default::default(),)*
                    extras: Vec::new(),
                }
            }

            $($crate::hosted::tool::options!(@set $many $(#[$doc])* $field $type);)*

            /// Adds a member that this dialect knows and this type does not to the object that
            /// defines the tool. If an option wrote the member too, objects become one; two
            /// different values are an [`Error::Extra`](crate::Error::Extra).
            #[must_use]
            pub fn extra(
                mut self,
                dialect: $crate::Dialect,
                member: impl Into<String>,
                value: impl Into<serde_json::Value>,
            ) -> Self {
                self.extras.push((dialect, member.into(), value.into()));
                self
            }
        }
    };
}
pub(crate) use options;

macro_rules! hosted {
    ($($(#[doc = $doc:literal])+ $name:ident;)*) => {
        /// A tool that the provider runs, or whose calls have the provider's own format.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum HostedTool {
            $($(#[doc = $doc])+ $name($name),)*
            /// A tool without a type here, as the provider writes it.
            Raw(Raw),
        }

        impl HostedTool {
            /// Returns the kind of the tool.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Self::$name(_) => Kind::$name,)*
                    Self::Raw(_) => Kind::Other,
                }
            }

            pub(crate) fn extras(&self) -> &Extras {
                const NONE: &Extras = &Vec::new();
                match self {
                    $(Self::$name(tool) => &tool.extras,)*
                    Self::Raw(_) => NONE,
                }
            }
        }

        $(
            impl From<$name> for HostedTool {
                fn from(tool: $name) -> Self {
                    Self::$name(tool)
                }
            }
        )*
    };
}

hosted! {
    /// Code that the model writes and the provider runs.
    CodeInterpreter;
    /// Passages of documents that the provider stores.
    Search;
    /// The web.
    WebSearch;
    /// The tools of an MCP server.
    RemoteMcp;
    /// A screen, a keyboard and a mouse.
    Computer;
    /// The operations of an HTTP API.
    OpenApi;
    /// Functions in the provider's cloud.
    StatefulFunction;
    /// Files to view and to edit.
    TextEditor;
    /// A workflow of Azure Logic Apps.
    LogicApp;
    /// A data agent of Microsoft Fabric.
    Fabric;
    /// Pictures.
    ImageGeneration;
    /// Tools that are loaded later.
    ToolSearch;
}

/// A part of a request of one dialect, written by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Raw {
    pub(crate) dialect: Dialect,
    pub(crate) fragment: Map<String, Value>,
}

impl Raw {
    /// Creates the members of the request, such as `{"tools": [...]}`, as this dialect takes them.
    pub fn new(dialect: Dialect, fragment: impl IntoIterator<Item = (String, Value)>) -> Self {
        Self { dialect, fragment: fragment.into_iter().collect() }
    }

    /// Creates one entry of the request's `tools`.
    pub fn tool(dialect: Dialect, tool: Value) -> Self {
        Self::new(dialect, [("tools".to_owned(), Value::Array(vec![tool]))])
    }
}

impl From<Raw> for HostedTool {
    fn from(raw: Raw) -> Self {
        Self::Raw(raw)
    }
}

/// A token or the value of a header: written into the request, shown nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
