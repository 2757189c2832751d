//! Parts of a result that are more than text: pictures, sounds, files and links.

use std::fmt;

use a2t_core::error::{inert, sanitized};

/// A part of a result.
///
/// Each dialect passes it on in its provider's own part. Where there is none, the model reads in brackets what it is not
/// shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A text.
    Text(String),
    /// A picture.
    Image(Media),
    /// A sound.
    Audio(Media),
    /// Another file, such as a PDF.
    File(Media),
    /// The address of something that is not in the result. Models read it as text, because a provider would fetch it.
    Link {
        /// The address.
        uri: String,
        /// Its name.
        name: String,
    },
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Media {
    /// The media type without parameters, in lower case, such as `image/png`.
    pub media_type: String,
    /// The bytes, in base64.
    pub base64: String,
    /// The name of the file.
    pub name: Option<String>,
}

impl Part {
    /// Creates the part for a file: a picture, a sound or another file, by its media type. Bytes that are not in base64
    /// become a text that names the file, because a provider would refuse the request.
    ///
    /// ```
    /// use a2t_dialect::Part;
    ///
    /// assert!(matches!(Part::file("image/png", "iVBORw0KGgo=", None), Part::Image(_)));
    /// assert!(matches!(Part::file("image/png", "no base64", None), Part::Text(_)));
    /// ```
    pub fn file(media_type: &str, base64: impl Into<String>, name: Option<String>) -> Self {
        let plain = media_type.split(';').next().unwrap_or_default().trim();
        let media_type = match plain.to_ascii_lowercase() {
            // Many servers write it, and no provider takes it.
            jpeg if jpeg == "image/jpg" => "image/jpeg".to_owned(),
            other => other,
        };
        let media = Media { media_type, base64: base64.into(), name };
        let is_readable = is_base64(&media.base64);
        let part = match media.media_type.split('/').next() {
            Some("image") => Self::Image(media),
            Some("audio") => Self::Audio(media),
            _ => Self::File(media),
        };
        if is_readable { part } else { Self::Text(part.text()) }
    }

    /// Returns the content of a file.
    pub fn media(&self) -> Option<&Media> {
        match self {
            Self::Image(media) | Self::Audio(media) | Self::File(media) => Some(media),
            Self::Text(_) | Self::Link { .. } => None,
        }
    }

    /// Returns the part as text; in brackets, what a text cannot show.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Link { uri, name } => format!("[{}: {}]", inert(name), inert(uri)),
            Self::Image(media) => format!("[{}: not shown]", media.described("an image")),
            Self::Audio(media) => format!("[{}: not shown]", media.described("a sound")),
            Self::File(media) => format!("[{}: not shown]", media.described("a file")),
        }
    }

    /// Returns this part as it is if its content has at most this many bytes, and else a text that names it.
    #[must_use]
    pub fn within(self, bytes: usize) -> Self {
        match self.media() {
            Some(media) if media.size() > bytes => {
                let text = self.text();
                let text = text.strip_suffix(": not shown]").unwrap_or(&text);
                Self::Text(format!("{text}, {} bytes: too large to be shown]", media.size()))
            }
            _ => self,
        }
    }

    /// The part with every character that a person would not see as its escape.
    pub(crate) fn sanitized(self) -> Self {
        let clean = |text: String| sanitized(&text).into_owned();
        let clean_media = |media: Media| Media {
            media_type: clean(media.media_type),
            name: media.name.map(clean),
            ..media
        };
        match self {
            Self::Text(text) => Self::Text(clean(text)),
            Self::Image(media) => Self::Image(clean_media(media)),
            Self::Audio(media) => Self::Audio(clean_media(media)),
            Self::File(media) => Self::File(clean_media(media)),
            Self::Link { uri, name } => Self::Link { uri: clean(uri), name: clean(name) },
        }
    }
}

impl Media {
    /// Returns the size of the content, in bytes.
    pub fn size(&self) -> usize {
        let padding = self.base64.bytes().rev().take_while(|byte| *byte == b'=').count();
        (self.base64.len() / 4 * 3).saturating_sub(padding)
    }

    pub(crate) fn data_url(&self) -> String {
        format!("data:{};base64,{}", self.media_type, self.base64)
    }

    fn described(&self, what: &str) -> String {
        let name = self.name.as_ref().map(|name| format!(" {}", inert(name)));
        format!("{what}{}, {}", name.unwrap_or_default(), inert(&self.media_type))
    }
}

impl fmt::Debug for Media {
    /// Without the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Media")
            .field("media_type", &self.media_type)
            .field("name", &self.name)
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

fn is_base64(text: &str) -> bool {
    let plain = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    let is_padded = text.len().is_multiple_of(4) && text.len() - plain.len() <= 2;
    !plain.is_empty() && is_padded && plain.bytes().all(is_digit)
}
