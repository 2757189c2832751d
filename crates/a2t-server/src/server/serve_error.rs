//! Error of a server that did not start, with advice.

use std::fmt;
use std::io;

use crate::SetupError;

/// Error of a server that did not start.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// # /// Adds two numbers.
/// # ///
/// # /// # Returns
/// # /// The sum.
/// # #[a2t::tool(version = 1)]
/// # fn add(
/// #     /// First addend.
/// #     a: i32,
/// #     /// Second addend.
/// #     b: i32,
/// # ) -> i32 { a + b }
/// # let toolset = a2t::toolset![add];
/// let error = a2t::Server::new(toolset, ()).bind("192.0.2.1:80").await.unwrap_err();
/// assert!(error.to_string().starts_with("cannot listen on 192.0.2.1:80: "));
/// # }
/// ```
pub struct ServeError {
    what: String,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl ServeError {
    pub(crate) fn new(what: String, source: io::Error) -> Self {
        Self { what, source: source.into() }
    }

    pub(crate) fn setup(source: SetupError) -> Self {
        Self { what: "cannot set the server up".to_owned(), source }
    }

    fn advice(&self) -> &'static str {
        let Some(error) = self.source.downcast_ref::<io::Error>() else {
            return "";
        };
        match error.kind() {
            io::ErrorKind::AddrInUse => {
                "; another program listens there: choose another port, or 0 for any free one"
            }
            io::ErrorKind::AddrNotAvailable => {
                "; this machine does not have the address: 127.0.0.1 is local, 0.0.0.0 is all of \
                 its addresses"
            }
            io::ErrorKind::PermissionDenied => {
                "; ports below 1024 need privileges: choose a higher one"
            }
            io::ErrorKind::InvalidInput => "; give host and port, such as 127.0.0.1:8080",
            _ => "",
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.what, self.source, self.advice())
    }
}

/// Prints as [`Display`](fmt::Display) does, because `main` prints it when it returns the error.
impl fmt::Debug for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}
