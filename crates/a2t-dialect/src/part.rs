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
    /// The address of something that is not in the result. A2A and MCP have a part for it; the other dialects write text,
    /// because a provider would fetch the address.
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
    /// The media type without parameters, in lower case, such as `image/png`; at most 100 characters.
    pub media_type: String,
    /// The bytes, in base64.
    pub base64: String,
    /// The name of the file, at most 120 characters.
    pub name: Option<String>,
}

/// The maximum number of characters in a file's name.
const NAME: usize = 120;

/// The maximum number of characters in a media type. Those of Office documents have more than 70.
const MEDIA_TYPE: usize = 100;

impl Part {
    /// Creates the part for a file: a picture, a sound or another file, by its media type. Bytes that are not in base64,
    /// and a media type that is none, become a text that names the file, because a provider would refuse the request.
    ///
    /// A name can be the end of an address: what follows on `?` or `#`, such as the signature of a signed URL, is cut off.
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
        let media = Media { media_type, base64: base64.into(), name: name.and_then(plain_name) };
        let is_readable = is_base64(&media.base64) && is_media_type(&media.media_type);
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
            Self::Image(media) | Self::Audio(media) | Self::File(media) => {
                format!("[{}: not shown]", media.described(self.kind()))
            }
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Image(_) => "an image",
            Self::Audio(_) => "a sound",
            _ => "a file",
        }
    }

    /// Returns this part as it is if its content has at most this many bytes, and else a text that names it. With 0, no
    /// file is shown.
    #[must_use]
    pub fn within(self, bytes: usize) -> Self {
        match self.media() {
            Some(_) if bytes == 0 => Self::Text(self.text()),
            Some(media) if media.size() > bytes => {
                let (file, size) = (media.described(self.kind()), media.size());
                Self::Text(format!("[{file}, {size} bytes: too large to be shown]"))
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

/// A name for a request: without the query of an address, in which a secret can be, and with characters that can be seen.
fn plain_name(name: String) -> Option<String> {
    let name = name.split(['?', '#']).next().unwrap_or_default();
    let name: String = inert(name).chars().take(NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// Whether this is a type and a subtype in the characters of RFC 6838.
fn is_media_type(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
    let is_token = |part: &str| !part.is_empty() && part.bytes().all(is_plain);
    let parts = text.split_once('/');
    text.len() <= MEDIA_TYPE && parts.is_some_and(|(kind, own)| is_token(kind) && is_token(own))
}

fn is_base64(text: &str) -> bool {
    let plain = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    let is_padded = text.len().is_multiple_of(4) && text.len() - plain.len() <= 2;
    !plain.is_empty() && is_padded && plain.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(given: &str) -> Option<String> {
        let part = Part::file("image/png", "AAAA", Some(given.to_owned()));
        part.media().unwrap().name.clone()
    }

    #[test]
    fn the_name_of_a_file_is_short_and_has_no_query() {
        assert_eq!(name("a b.pdf").as_deref(), Some("a b.pdf"));
        for signed in ["a.pdf?sig=SECRET", "a.pdf#SECRET", "a.pdf?x=/SECRET#y"] {
            assert_eq!(name(signed).as_deref(), Some("a.pdf"), "{signed}");
        }
        assert_eq!((name(""), name("?sig=SECRET")), (None, None));
        assert_eq!(name(&"é".repeat(1 << 20)), Some("é".repeat(NAME)));
        assert_eq!(name("a\u{202e}fdp.\nexe").as_deref(), Some(r"a\u{202e}fdp.\nexe"));
    }

    #[test]
    fn a_media_type_that_is_none_makes_a_text() {
        let long = format!("image/{}", "x".repeat(MEDIA_TYPE));
        for wrong in
            ["", "image", "/png", "image/", "image/p ng", "image/a/b", "image/p\u{ad}", &long]
        {
            let part = Part::file(wrong, "AAAA", None);
            assert!(part.media().is_none() && part.text().len() < 400, "{wrong}: {part:?}");
        }
        let office = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
        for right in [office, "image/svg+xml", "Image/PNG; q=1"] {
            assert!(Part::file(right, "AAAA", None).media().is_some(), "{right}");
        }
    }

    #[test]
    fn a_file_beyond_the_limit_is_named() {
        let image = || Part::file("image/png", "AAAA", Some("a: not shown]".to_owned()));
        assert_eq!(image().within(3), image());
        let text = "[an image a: not shown], image/png, 3 bytes: too large to be shown]";
        assert_eq!(image().within(2).text(), text);
        let text = "[an image a: not shown], image/png: not shown]";
        assert_eq!(image().within(0).text(), text);
    }
}
