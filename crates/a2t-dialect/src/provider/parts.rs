//! Parts of a result in each provider's own form; what has no place becomes text.

use serde_json::{Value, json};

use super::write::set;
use crate::{Call, Caller, Media, Outcome, Part};

/// Writes the parts of an outcome, those that have no place as text. `None` where one text has all of them: if no part has a
/// place, and for code of a model, which reads text only. Empty texts are left out, because providers refuse them.
pub(super) fn shown(
    call: &Call,
    outcome: &Outcome,
    write: impl FnMut(&Part) -> Option<Value>,
    text: impl Fn(String) -> Value,
) -> Option<Vec<Value>> {
    let Outcome::Parts(parts) = outcome else { return None };
    let written: Vec<_> = parts.iter().map(write).collect();
    let has_place = call.caller() == Caller::Model && written.iter().any(Option::is_some);
    let pairs = parts.iter().zip(written).filter(|(part, _)| !is_blank(part));
    has_place.then(|| {
        pairs.map(|(part, written)| written.unwrap_or_else(|| text(part.text()))).collect()
    })
}

pub(super) fn is_blank(part: &Part) -> bool {
    matches!(part, Part::Text(text) if text.trim().is_empty())
}

/// A text in the form of several providers.
pub(super) fn text(text: String) -> Value {
    json!({ "type": "text", "text": text })
}

/// The pictures that every provider takes, and how each begins in base64: a provider refuses the whole request for a
/// picture of another format than its media type.
const PICTURES: [(&str, &str); 4] = [
    ("image/gif", "R0lGOD"),
    ("image/jpeg", "/9j/"),
    ("image/png", "iVBORw0KGgo"),
    ("image/webp", "UklGR"),
];

fn is_picture(media: &Media) -> bool {
    let is_this =
        |(kind, start): &(&str, &str)| media.media_type == *kind && media.base64.starts_with(start);
    PICTURES.iter().any(is_this)
}

const PDF: &str = "application/pdf";
const OFFICE: &str = "0M8R4K";
const ZIP: &str = "UEsDB";

/// Documents that OpenAI and Bedrock take, with the name of their format, and how each begins in base64.
const DOCUMENTS: [(&str, &str, &str); 9] = [
    (PDF, "pdf", "JVBERi"),
    ("application/msword", "doc", OFFICE),
    ("application/vnd.ms-excel", "xls", OFFICE),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx", ZIP),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx", ZIP),
    ("text/csv", "csv", ""),
    ("text/html", "html", ""),
    ("text/markdown", "md", ""),
    ("text/plain", "txt", ""),
];

fn document(media: &Media) -> Option<&'static str> {
    let known = DOCUMENTS.iter().find(|(kind, ..)| media.media_type == *kind);
    known.filter(|(.., start)| media.base64.starts_with(start)).map(|(_, format, _)| *format)
}

fn is_pdf(media: &Media) -> bool {
    media.media_type == PDF && document(media).is_some()
}

/// Whether a framework can pass on a part to each provider: a picture that all take, and no document of another format than
/// its media type.
fn is_taken(part: &Part, media: &Media) -> bool {
    match part {
        Part::Image(_) => is_picture(media),
        _ => {
            let is_known = DOCUMENTS.iter().any(|(kind, ..)| media.media_type == *kind);
            !is_known || document(media).is_some()
        }
    }
}

fn with(mut value: Value, member: &str, text: Option<&str>) -> Value {
    if let (Some(text), Value::Object(members)) = (text, &mut value) {
        members.insert(member.to_owned(), text.into());
    }
    value
}

pub(super) fn anthropic(part: &Part) -> Option<Value> {
    let media = part.media()?;
    let source =
        || json!({ "type": "base64", "media_type": media.media_type, "data": media.base64 });
    if is_picture(media) {
        return Some(json!({ "type": "image", "source": source() }));
    }
    let document = is_pdf(media).then(|| json!({ "type": "document", "source": source() }))?;
    Some(with(document, "title", media.name.as_deref()))
}

pub(super) fn openai(part: &Part) -> Option<Value> {
    let media = part.media()?;
    if is_picture(media) {
        return Some(json!({ "type": "input_image", "image_url": media.data_url() }));
    }
    let format = document(media)?;
    let name = media.name.clone().unwrap_or_else(|| format!("file.{format}"));
    Some(json!({ "type": "input_file", "filename": name, "file_data": media.data_url() }))
}

/// Google's parts of a `functionResponse`.
pub(super) fn gemini(part: &Part) -> Option<Value> {
    let media = part.media().filter(|media| is_picture(media) || is_pdf(media))?;
    Some(json!({ "inlineData": { "mimeType": media.media_type, "data": media.base64 } }))
}

/// Google's parts of a `function_result` step.
pub(super) fn interactions(part: &Part) -> Option<Value> {
    let media = part.media()?;
    let kind = match part {
        Part::Image(_) if is_picture(media) => "image",
        Part::Audio(_) => "audio",
        Part::File(_) if is_pdf(media) => "document",
        _ => return None,
    };
    Some(json!({ "type": kind, "mime_type": media.media_type, "data": media.base64 }))
}

pub(super) fn converse(part: &Part, call: &Call, number: usize) -> Option<Value> {
    let media = part.media()?;
    let source = json!({ "bytes": media.base64 });
    if is_picture(media) {
        let format = media.media_type.strip_prefix("image/");
        return Some(json!({ "image": { "format": format, "source": source } }));
    }
    let format = document(media)?;
    // Names have to differ in a request, and that of the file could mislead the model, as the SDK warns.
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let id: String = call.id().unwrap_or_default().chars().map(plain).collect();
    let name = format!("document {number} of {id}");
    Some(json!({ "document": { "format": format, "name": name, "source": source } }))
}

/// LangChain's standard blocks of content.
pub(super) fn langchain(part: &Part) -> Option<Value> {
    let kind = match part {
        Part::Image(_) => "image",
        Part::Audio(_) => "audio",
        Part::File(_) => "file",
        Part::Text(_) | Part::Link { .. } => return None,
    };
    let media = part.media().filter(|media| is_taken(part, media))?;
    let mut block = json!({ "type": kind, "base64": media.base64, "mime_type": media.media_type });
    if let (Part::File(_), Some(name)) = (part, &media.name) {
        set(&mut block, "extras", json!({ "filename": name }));
    }
    Some(block)
}

/// Parts of the AI SDK that its versions 6 and 7 take.
pub(super) fn vercel(part: &Part) -> Option<Value> {
    let media = part.media().filter(|media| is_taken(part, media))?;
    let kind = if matches!(part, Part::Image(_)) { "image-data" } else { "file-data" };
    let data = json!({ "type": kind, "data": media.base64, "mediaType": media.media_type });
    Some(with(data, "filename", media.name.as_deref().filter(|_| kind == "file-data")))
}

pub(super) fn mcp(part: &Part) -> Value {
    let data = |kind: &str, media: &Media| json!({ "type": kind, "data": media.base64, "mimeType": media.media_type });
    match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Image(media) => data("image", media),
        Part::Audio(media) => data("audio", media),
        Part::File(media) => {
            let uri = format!("file:///{}", segment(media.name.as_deref().unwrap_or("file")));
            json!({ "type": "resource", "resource": {
                "uri": uri, "mimeType": media.media_type, "blob": media.base64,
            } })
        }
        Part::Link { uri, name } => json!({ "type": "resource_link", "uri": uri, "name": name }),
    }
}

/// A name as one segment of a path.
fn segment(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect()
}

/// A part of A2A; `old` is version 0.3, in which every object has a `kind`.
pub(super) fn a2a(part: &Part, old: bool) -> Value {
    let file = |content: Value, media_type: Option<&str>, name: Option<&str>| {
        if old {
            let file = with(with(content, "mimeType", media_type), "name", name);
            return json!({ "kind": "file", "file": file });
        }
        with(with(content, "mediaType", media_type), "filename", name)
    };
    match part {
        Part::Text(text) => with(json!({ "text": text }), "kind", old.then_some("text")),
        Part::Image(media) | Part::Audio(media) | Part::File(media) => {
            let content = json!({ (if old { "bytes" } else { "raw" }): media.base64 });
            file(content, Some(&media.media_type), media.name.as_deref())
        }
        Part::Link { uri, name } => {
            let content = json!({ (if old { "uri" } else { "url" }): uri });
            file(content, None, Some(name))
        }
    }
}
