//! A list as a stream: it yields tools before the later pages are requested.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::vec;

use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature};
use futures_core::Stream;

use crate::catalog::list::Pages;
use crate::transport::deadline;
use crate::{Client, Result};

impl Client {
    /// Returns the tools of the server as [`Client::tools`] does, but each as soon as its page has arrived.
    ///
    /// The next page is requested when all tools of the previous one have been taken. Here, the total time
    /// of the client applies to each page, because the program may take long between tools. The limits of the list are
    /// those of [`Client::tools`].
    ///
    /// ```no_run
    /// # async fn run() -> a2t::client::Result<()> {
    /// # let client = a2t::client::Client::new("https://api.weather.example")?;
    /// let mut tools = client.tools_stream();
    /// while let Some(tool) = tools.next().await {
    ///     println!("{}", tool?.name);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn tools_stream(&self) -> Signatures {
        Signatures::new(self.clone(), Route::Tools)
    }

    /// Returns the versions of a tool as [`Client::versions`] does, as a stream like that of
    /// [`Client::tools_stream`].
    pub fn versions_stream(&self, id: ToolId) -> Signatures {
        Signatures::new(self.clone(), Route::Versions(id))
    }
}

/// The signatures of a list, one after the other; an error ends it.
#[must_use = "a stream asks for nothing until it is polled"]
pub struct Signatures {
    ready: vec::IntoIter<ToolSignature>,
    state: State,
}

enum State {
    Idle(Box<Pages>),
    Asking(Pin<Box<dyn Future<Output = Asked> + Send>>),
    Ended,
}

type Asked = (Box<Pages>, Result<Option<Vec<ToolSignature>>>);

impl Signatures {
    fn new(client: Client, route: Route) -> Self {
        Self {
            ready: Vec::new().into_iter(),
            state: State::Idle(Box::new(Pages::new(client, route))),
        }
    }

    /// Returns the next signature, without a crate for streams.
    pub async fn next(&mut self) -> Option<Result<ToolSignature>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl Stream for Signatures {
    type Item = Result<ToolSignature>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(signature) = self.ready.next() {
                return Poll::Ready(Some(Ok(signature)));
            }
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Idle(pages) => State::Asking(Box::pin(ask(pages))),
                State::Ended => return Poll::Ready(None),
                State::Asking(mut asking) => match asking.as_mut().poll(context) {
                    Poll::Ready((pages, Ok(Some(page)))) => {
                        self.ready = page.into_iter();
                        State::Idle(pages)
                    }
                    Poll::Ready((_, Ok(None))) => State::Ended,
                    Poll::Ready((_, Err(error))) => return Poll::Ready(Some(Err(error))),
                    Poll::Pending => {
                        self.state = State::Asking(asking);
                        return Poll::Pending;
                    }
                },
            };
        }
    }
}

async fn ask(mut pages: Box<Pages>) -> Asked {
    let page = pages.next(deadline(pages.client.total)).await;
    (pages, page)
}

impl fmt::Debug for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signatures").finish_non_exhaustive()
    }
}
