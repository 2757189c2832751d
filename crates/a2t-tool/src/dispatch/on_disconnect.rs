//! Calls whose client leaves before the reply.

use serde::de::{Deserialize, Deserializer, Error};

/// What happens to a call whose client disconnects before the reply. A program sets it for its tools by
/// [`Limits::on_disconnect`](crate::Limits::on_disconnect), and a tool for itself by `#[a2t::tool(on_disconnect = "cancel")]`.
///
/// ```
/// use a2t::{OnDisconnect, Limits};
///
/// /// Searches the archive.
/// ///
/// /// # Returns
/// /// The first line found.
/// #[a2t::tool(version = 1, read_only, on_disconnect = "cancel")]
/// async fn search_archive(
///     /// Words to look for.
///     words: String,
/// ) -> String {
///     words
/// }
///
/// let tools = a2t::toolset![search_archive];
/// // Applies to the tools that do not set it themselves, and is the default.
/// let limits = Limits::new().on_disconnect(OnDisconnect::Finish);
/// let router: axum::Router = tools.into_router_with(limits);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDisconnect {
    /// The call goes on to its end, within its time, because half a payment is worse than one
    /// without a reply.
    #[default]
    Finish,
    /// The tool's future is dropped where it awaits: for tools that only read, whose work is lost
    /// with the client. A function that is not `async` and has begun cannot be stopped.
    Cancel,
}

impl<'de> Deserialize<'de> for OnDisconnect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*String::deserialize(deserializer)? {
            "finish" => Ok(Self::Finish),
            "cancel" => Ok(Self::Cancel),
            other => Err(D::Error::unknown_variant(other, &["finish", "cancel"])),
        }
    }
}
