//! Bodies of requests and replies, and the bounded read of one.

use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{CONTENT_ENCODING, HeaderMap, HeaderValue};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;

use crate::Watch;
use crate::keep_alive::Exchange;

/// Reason why there is no reply, or no more of it.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Body of a request or a reply.
///
/// ```
/// use a2t_http::Body;
///
/// assert_eq!(Body::from("{}").as_bytes(), Some(&b"{}"[..]));
/// ```
pub struct Body(Inner);

enum Inner {
    Whole(Bytes),
    /// Bytes of a request that reports when they are read.
    Watched(Bytes, Watch),
    /// Bytes of a reply, and the exchange that ends with it.
    Incoming {
        body: Incoming,
        _ends: Option<Exchange>,
    },
    Other(BoxBody<Bytes, BoxError>),
}

impl Body {
    /// Creates a body that another library made, such as one that a layer put around another.
    pub fn wrap<B>(body: B) -> Self
    where
        B: http_body::Body<Data = Bytes> + Send + Sync + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Inner::Other(body.map_err(Into::into).boxed()))
    }

    /// Creates a body that reports when it is read.
    #[doc(hidden)]
    pub fn watched(body: Bytes, watch: Watch) -> Self {
        Self(Inner::Watched(body, watch))
    }

    pub(crate) fn incoming(body: Incoming, ends: Option<Exchange>) -> Self {
        Self(Inner::Incoming { body, _ends: ends })
    }

    /// The same body, if it is there as a whole.
    pub(crate) fn copy(&self) -> Option<Self> {
        match &self.0 {
            Inner::Whole(bytes) => Some(Self(Inner::Whole(bytes.clone()))),
            Inner::Watched(bytes, watch) => Some(Self::watched(bytes.clone(), watch.clone())),
            Inner::Incoming { .. } | Inner::Other(_) => None,
        }
    }

    /// Notes that nothing of the request did reach the server.
    pub(crate) fn came_back(&self) {
        if let Inner::Watched(_, watch) = &self.0 {
            watch.came_back();
        }
    }

    /// Returns the bytes of a body that is there as a whole: that of each request, of no reply from
    /// a connection.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.0 {
            Inner::Whole(bytes) => Some(bytes),
            Inner::Watched(bytes, watch) => {
                // Once the bytes are read, they may be sent.
                watch.left();
                Some(bytes)
            }
            Inner::Incoming { .. } | Inner::Other(_) => None,
        }
    }
}

impl Default for Body {
    fn default() -> Self {
        Bytes::new().into()
    }
}

impl<T: Into<Bytes>> From<T> for Body {
    fn from(bytes: T) -> Self {
        Self(Inner::Whole(bytes.into()))
    }
}

/// Shows the length, since a body may hold secrets.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = http_body::Body::size_hint(self).exact();
        f.debug_struct("Body").field("length", &length).finish_non_exhaustive()
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let bytes = match &mut self.0 {
            Inner::Whole(bytes) => bytes,
            Inner::Watched(bytes, watch) => {
                watch.left();
                bytes
            }
            Inner::Incoming { body, .. } => {
                return Pin::new(body).poll_frame(context).map_err(Into::into);
            }
            Inner::Other(body) => return Pin::new(body).poll_frame(context),
        };
        let bytes = std::mem::take(bytes);
        Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Inner::Whole(bytes) | Inner::Watched(bytes, _) => bytes.is_empty(),
            Inner::Incoming { body, .. } => body.is_end_stream(),
            Inner::Other(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Inner::Whole(bytes) | Inner::Watched(bytes, _) => {
                SizeHint::with_exact(bytes.len() as u64)
            }
            Inner::Incoming { body, .. } => body.size_hint(),
            Inner::Other(body) => body.size_hint(),
        }
    }
}

/// Returns the whole body; `None` if it is longer than `limit` bytes.
///
/// Bytes are counted as they arrive, because `Content-Length` may be absent, or lie.
///
/// # Errors
/// The connection breaks before the end.
pub async fn read<B>(body: B, limit: usize) -> Result<Option<Vec<u8>>, B::Error>
where
    B: http_body::Body<Data = Bytes>,
{
    let mut body = pin!(body);
    let length = body.size_hint().exact();
    if length.is_some_and(|length| length > limit as u64) {
        return Ok(None);
    }
    let length = length.and_then(|length| usize::try_from(length).ok());
    let mut whole = Vec::with_capacity(length.unwrap_or_default());
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        // Trailers are of no use here.
        let Ok(chunk) = frame?.into_data() else { continue };
        if chunk.len() > limit - whole.len() {
            return Ok(None);
        }
        whole.extend_from_slice(&chunk);
    }
    Ok(Some(whole))
}

/// Returns the content coding of a reply's body (RFC 9110, section 8.4); `None` for a body as it
/// is.
///
/// ```
/// use http::HeaderMap;
///
/// let mut headers = HeaderMap::new();
/// headers.insert("content-encoding", "identity".parse()?);
/// assert_eq!(a2t_http::coding(&headers), None);
/// headers.insert("content-encoding", "gzip".parse()?);
/// assert_eq!(a2t_http::coding(&headers).unwrap(), "gzip");
/// # Ok::<_, http::header::InvalidHeaderValue>(())
/// ```
pub fn coding(headers: &HeaderMap) -> Option<&HeaderValue> {
    headers.get(CONTENT_ENCODING).filter(|coding| *coding != "identity")
}

/// Returns `true` if a media type is JSON's (RFC 8259, RFC 6839) or absent.
///
/// ```
/// use a2t_http::is_json;
///
/// assert!(is_json("application/json; charset=utf-8") && is_json("application/problem+json"));
/// assert!(is_json(""));
/// assert!(!is_json("text/html"));
/// ```
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    essence.is_empty() || essence.ends_with("/json") || essence.ends_with("+json")
}

/// Returns `true` for the media types of a reply that is read as JSON: those of [`is_json`], and the ones
/// that servers send which set none for their JSON.
///
/// ```
/// use a2t_http::may_be_json;
///
/// assert!(may_be_json("text/plain; charset=utf-8") && may_be_json("application/json"));
/// assert!(!may_be_json("text/html"));
/// ```
pub fn may_be_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let unset = ["text/plain", "application/octet-stream"];
    is_json(media_type) || unset.iter().any(|known| essence.eq_ignore_ascii_case(known))
}
