//! Bearer tokens that expire: asked of their source once for all calls, and ahead of their end.

use std::error::Error as StdError;
use std::fmt;
use std::mem::take;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderValue;
use tokio::time::Instant;

use crate::error::{Error, Kind, Result};
use crate::middleware::BoxError;
use crate::transport::limits::TOKEN_AHEAD;

pub(crate) mod error;
#[cfg(test)]
mod tests;

pub use error::TokenError;

/// Bearer token (RFC 6750), perhaps with its end. `Debug` does not show it.
///
/// ```
/// # use std::time::Duration;
/// use a2t::client::Token;
///
/// let token = Token::new("s3cret").expires_in(Duration::from_secs(3600));
/// assert!(!format!("{token:?}").contains("s3cret"));
/// ```
#[derive(Clone)]
pub struct Token {
    text: String,
    /// The time from which it counts, and how long it is good.
    life: Option<(Instant, Duration)>,
}

impl Token {
    /// Creates a token whose end is not known: the source is asked again for the next request. Requests that
    /// wait for one at the same time have the same one.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), life: None }
    }

    /// Sets how long the token is valid from now: the `expires_in` of OAuth (RFC 6749 section 5.1). It is
    /// kept for that long, less a tenth and at most 60 s.
    #[must_use]
    pub fn expires_in(mut self, time: Duration) -> Self {
        self.life = Some((Instant::now(), time));
        self
    }
}

impl From<String> for Token {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&str> for Token {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("life", &self.life).finish_non_exhaustive()
    }
}

/// Source of bearer tokens, for [`Builder::bearer_token_from`](crate::Builder::bearer_token_from).
///
/// An async closure that answers a [`Token`] or a `String` is one; so is a type of your own:
///
/// ```
/// # use std::time::Duration;
/// use a2t::client::{Client, Token, TokenError, TokenSource, middleware::BoxError};
///
/// struct Vault;
///
/// impl TokenSource for Vault {
///     async fn token(&self) -> Result<Token, BoxError> {
///         let text = std::env::var("VAULT_TOKEN").map_err(TokenError::new)?;
///         Ok(Token::new(text).expires_in(Duration::from_secs(900)))
///     }
/// }
///
/// let client = Client::builder("https://api.weather.example").bearer_token_from(Vault).build()?;
/// # Ok::<_, a2t::client::Error>(())
/// ```
pub trait TokenSource: Send + Sync + 'static {
    /// A token that is good now.
    ///
    /// # Errors
    /// [`TokenError`] where other credentials are needed; anything else where the same question
    /// may succeed later.
    fn token(&self) -> impl Future<Output = Result<Token, BoxError>> + Send;
}

impl<F, A, T> TokenSource for F
where
    F: Fn() -> A + Send + Sync + 'static,
    A: Future<Output = Result<T, BoxError>> + Send,
    T: Into<Token>,
{
    async fn token(&self) -> Result<Token, BoxError> {
        self().await.map(Into::into)
    }
}

type Asking<'a> = Pin<Box<dyn Future<Output = Result<Token, BoxError>> + Send + 'a>>;

/// [`TokenSource`], without its type.
trait Source: Send + Sync {
    fn ask(&self) -> Asking<'_>;
}

impl<S: TokenSource> Source for S {
    fn ask(&self) -> Asking<'_> {
        Box::pin(self.token())
    }
}

/// A source and what it last said, which the calls of a client share.
pub(crate) struct Tokens {
    source: Box<dyn Source>,
    state: Mutex<State>,
    /// Held by the one call that asks the source.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    /// Number of answers of the source.
    answers: u64,
    last: Option<Result<Kept, Fault>>,
}

#[derive(Clone)]
struct Kept {
    header: HeaderValue,
    /// The time to ask for the next one, and the end; none of a token that is used once.
    life: Option<(Instant, Instant)>,
}

/// Failure of the source, for each call that waited for it.
#[derive(Clone)]
enum Fault {
    Source(Arc<dyn StdError + Send + Sync>),
    Empty,
    NotAHeader,
}

/// Token that is kept, as it is now.
enum Now {
    Good(HeaderValue),
    /// Good, and due to be replaced.
    Aging(HeaderValue),
    None,
}

impl Tokens {
    pub(crate) fn new(source: impl TokenSource) -> Self {
        Self {
            source: Box::new(source),
            state: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// The header of a request; of a token that is not the `refused` one, if the source has
    /// another.
    pub(crate) async fn header(&self, refused: Option<&HeaderValue>) -> Result<HeaderValue> {
        let (now, answers) = self.now(refused);
        let (aging, turn) = match now {
            Now::Good(header) => return Ok(header),
            // One call asks for the next token, and the others use this one meanwhile.
            Now::Aging(header) => match self.turn.try_lock() {
                Ok(turn) => (Some(header), turn),
                Err(_) => return Ok(header),
            },
            Now::None => (None, self.turn.lock().await),
        };
        let answer = match self.answer_since(answers) {
            Some(answer) => answer,
            None => self.ask().await,
        };
        drop(turn);
        match (answer, aging) {
            (Ok(kept), _) => Ok(kept.header),
            (Err(_), Some(header)) => Ok(header),
            (Err(fault), None) => Err(fault.into()),
        }
    }

    fn now(&self, refused: Option<&HeaderValue>) -> (Now, u64) {
        let state = self.state();
        let now = match &state.last {
            Some(Ok(Kept { header, life: Some((renew, end)) })) if Some(header) != refused => {
                match Instant::now() {
                    now if now < *renew => Now::Good(header.clone()),
                    now if now < *end => Now::Aging(header.clone()),
                    _ => Now::None,
                }
            }
            _ => Now::None,
        };
        (now, state.answers)
    }

    /// The answer that another call got while this one waited for its turn.
    fn answer_since(&self, answers: u64) -> Option<Result<Kept, Fault>> {
        let state = self.state();
        if state.answers == answers { None } else { state.last.clone() }
    }

    async fn ask(&self) -> Result<Kept, Fault> {
        let answer = match self.source.ask().await {
            Ok(token) => Kept::new(token),
            Err(error) => Err(Fault::Source(error.into())),
        };
        let mut state = self.state();
        state.answers += 1;
        match (&answer, &mut state.last) {
            // A source that is away for a moment is asked again halfway to the end.
            (Err(_), Some(Ok(Kept { life: Some((renew, end)), .. }))) if Instant::now() < *end => {
                let now = Instant::now();
                *renew = now + (*end - now) / 2;
            }
            (_, last) => *last = Some(answer.clone()),
        }
        answer
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Token of the attempts of one call.
#[derive(Default)]
pub(crate) struct Grant {
    /// The token of the last attempt.
    used: Option<HeaderValue>,
    /// The token of the next one, after the server refused the last.
    next: Option<HeaderValue>,
    is_renewed: bool,
    /// Whether a token was asked for and has not arrived.
    is_waiting: bool,
}

impl Grant {
    pub(crate) async fn header(&mut self, tokens: &Tokens) -> Result<HeaderValue> {
        let header = match self.next.take() {
            Some(header) => header,
            None => {
                self.is_waiting = true;
                let answer = tokens.header(None).await;
                self.is_waiting = false;
                answer?
            }
        };
        self.used = Some(header.clone());
        Ok(header)
    }

    /// The error of an attempt that ended after this time, if it was still waiting for its token.
    pub(crate) fn late(&mut self, after: Duration) -> Option<Error> {
        let cause = || format!("the source gave none within {after:?}").into();
        take(&mut self.is_waiting).then(|| Error::new(Kind::Token { cause: cause() }))
    }

    /// Looks for a token in place of the refused one, once.
    pub(crate) async fn renew(&mut self, tokens: &Tokens) -> bool {
        let Some(used) = self.used.as_ref().filter(|_| !self.is_renewed) else {
            return false;
        };
        self.is_renewed = true;
        let another = tokens.header(Some(used)).await.ok();
        self.next = another.filter(|another| another != used);
        self.next.is_some()
    }
}

impl Kept {
    fn new(Token { text, life }: Token) -> Result<Self, Fault> {
        if text.is_empty() {
            return Err(Fault::Empty);
        }
        let header = HeaderValue::try_from(format!("Bearer {text}"));
        let mut header = header.map_err(|_| Fault::NotAHeader)?;
        header.set_sensitive(true);
        let life = life.and_then(|(made, time)| {
            let end = made.checked_add(time)?;
            Some((end.checked_sub(TOKEN_AHEAD.min(time / 10))?, end))
        });
        Ok(Self { header, life })
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::new(match fault {
            Fault::Source(error) => Kind::Token { cause: Shared(error).into() },
            Fault::Empty => Kind::Token { cause: "the source gave an empty one".into() },
            Fault::NotAHeader => Kind::Header { name: "authorization".to_owned() },
        })
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens(..)")
    }
}

/// Error that several calls have.
#[derive(Debug)]
struct Shared(Arc<dyn StdError + Send + Sync>);

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for Shared {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}
