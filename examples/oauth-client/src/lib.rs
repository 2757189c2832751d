//! Bearer tokens by the client credentials of OAuth 2.0 (RFC 6749 section 4.4).
//!
//! [`ClientCredentials`] asks for a token and returns it with its lifetime. The client decides when
//! to ask: once for all calls that wait, ahead of the token's end, and once more where the vendor
//! refuses the token.

use std::pin::Pin;
use std::time::Duration;

use a2t::client::middleware::BoxError;
use a2t::client::{Token, TokenError, TokenSource};
use oauth2::basic::{BasicClient, BasicErrorResponse, BasicErrorResponseType, BasicTokenType};
use oauth2::url::Host;
use oauth2::{
    AsyncHttpClient, AuthType, ClientId, ClientSecret, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, RequestTokenError, Scope, TokenResponse, TokenUrl,
};
use reqwest::redirect::Policy;
use rustls::crypto::ring;

a2t::include_client!("accounts");

/// A client that knows its token server, and no other endpoint.
type OAuth =
    BasicClient<EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// Source of tokens that a token server gives for an id and a secret. `Debug` shows no secret.
#[derive(Clone, Debug)]
pub struct ClientCredentials {
    oauth: OAuth,
    scopes: Vec<Scope>,
    http: Http,
}

impl ClientCredentials {
    /// Credentials that are sent over `https` alone, or to this machine: in the header
    /// `Authorization` (RFC 6749 section 2.3.1).
    ///
    /// # Errors
    /// The URL is not one, or the system offers no certificates.
    pub fn new(
        token_url: impl Into<String>,
        id: impl Into<String>,
        secret: impl Into<String>,
    ) -> Result<Self, BoxError> {
        let token_url = TokenUrl::new(token_url.into())?;
        // Another part of the program may have chosen one.
        let _ = ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .https_only(!is_this_machine(&token_url))
            // One would carry the secret to another host.
            .redirect(Policy::none())
            .timeout(Duration::from_secs(10))
            .build()?;
        let oauth = BasicClient::new(ClientId::new(id.into()))
            .set_client_secret(ClientSecret::new(secret.into()))
            .set_token_uri(token_url);
        Ok(Self { oauth, scopes: Vec::new(), http: Http(http) })
    }

    /// Asks for this scope too; without one, the token server chooses.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.push(Scope::new(scope.into()));
        self
    }

    /// Sends the credentials in the body, to token servers that take them nowhere else.
    #[must_use]
    pub fn in_body(mut self) -> Self {
        self.oauth = self.oauth.set_auth_type(AuthType::RequestBody);
        self
    }
}

impl TokenSource for ClientCredentials {
    async fn token(&self) -> Result<Token, BoxError> {
        let asked = self.oauth.exchange_client_credentials().add_scopes(self.scopes.clone());
        let given = asked.request_async(&self.http).await.map_err(failed)?;
        if *given.token_type() != BasicTokenType::Bearer {
            return Err("the token server gave a token that is not a bearer token".into());
        }
        let token = Token::new(given.access_token().secret());
        Ok(match given.expires_in() {
            Some(time) => token.expires_in(time),
            None => token,
        })
    }
}

/// Requests to the token server.
#[derive(Clone, Debug)]
struct Http(reqwest::Client);

impl<'a> AsyncHttpClient<'a> for Http {
    type Error = reqwest::Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, reqwest::Error>> + Send + 'a>>;

    fn call(&'a self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let reply = self.0.execute(request.try_into()?).await?;
            let (status, headers) = (reply.status(), reply.headers().clone());
            let mut response = HttpResponse::new(reply.bytes().await?.to_vec());
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(response)
        })
    }
}

fn failed(error: RequestTokenError<reqwest::Error, BasicErrorResponse>) -> BoxError {
    match error {
        // Another code may stand for a server that is busy.
        RequestTokenError::ServerResponse(ref response)
            if !matches!(response.error(), BasicErrorResponseType::Extension(_)) =>
        {
            TokenError::new(error.to_string()).into()
        }
        // Its bytes stay out of errors, because there may be a token among them.
        RequestTokenError::Parse(..) => {
            "the reply of the token server is not one of RFC 6749 section 5".into()
        }
        error => error.into(),
    }
}

fn is_this_machine(url: &TokenUrl) -> bool {
    match url.url().host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
