//! reqwest as the transport of a client, held to what the client promises.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http_body_util::BodyExt as _;
use reqwest::redirect::Policy;
use rustls::crypto::CryptoProvider;
use tower_service::Service;

use crate::error::{Error, Result};
use crate::middleware::{Body, BoxError, NotSent, Request, Response, Sender, erase};
use crate::transport::limits::Limits;

pub(super) fn sender(
    builder: reqwest::ClientBuilder,
    provider: Arc<CryptoProvider>,
    limits: &Limits,
) -> Result<Sender> {
    if CryptoProvider::get_default().is_none() {
        // Another thread may have been faster, with the provider of its choice.
        let _ = CryptoProvider::clone(&provider).install_default();
    }
    let client = builder
        .redirect(Policy::none())
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd()
        .connect_timeout(limits.connect)
        .build();
    Ok(Sender::Own(erase(ByReqwest(client.map_err(Error::setup)?))))
}

#[derive(Clone)]
struct ByReqwest(reqwest::Client);

impl Service<Request> for ByReqwest {
    type Response = Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let client = self.0.clone();
        Box::pin(async move {
            let request = request.map(reqwest::Body::wrap).try_into().map_err(NotSent::new)?;
            let response = client.execute(request).await.map_err(reqwest::Error::without_url)?;
            let response = http::Response::<reqwest::Body>::from(response);
            Ok(response.map(|body| Body::wrap(body.map_err(reqwest::Error::without_url))))
        })
    }
}
