//! Reads what an event holds from the provider's object: queries, sources, code, output, files and errors, by one name
//! for all providers.

use serde_json::Value;

use super::{HostedEvent, Status};
use crate::hosted::Kind;

/// Contents of a [`HostedEvent`], by names that providers share. What the provider does not send is empty.
///
/// ```
/// use a2t_dialect::Dialect;
/// use a2t_dialect::hosted::HostedEvent;
/// use serde_json::json;
///
/// let reply = json!({ "role": "assistant", "content": [
///     { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "rain" } },
///     { "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [
///         { "type": "web_search_result", "url": "https://example.com", "title": "Rain" },
///     ] },
/// ] });
/// let events = HostedEvent::all(Dialect::Anthropic, &reply);
/// assert_eq!(events[0].details().queries, ["rain"]);
/// assert_eq!(events[1].details().sources[0].url.as_deref(), Some("https://example.com"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// Texts that were searched for.
    pub queries: Vec<String>,
    /// Pages, files and passages that were found or cited.
    pub sources: Vec<Source>,
    /// Code, commands and patches.
    pub code: Vec<String>,
    /// Output as text: what code printed, or what the tool of a server returned.
    pub logs: Vec<String>,
    /// Tools that a search found, by the names that the model knows.
    pub tools: Vec<String>,
    /// Files and pictures that were made.
    pub files: Vec<HostedFile>,
    /// The exit code of the code; the first that is not 0, if there are several.
    pub exit_code: Option<i64>,
    /// The provider's error: its code or its text.
    pub error: Option<String>,
}

/// A page, a file or a passage that was found or cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The address.
    pub url: Option<String>,
    /// The title, or the name of the file.
    pub title: Option<String>,
    /// The provider's id of the file.
    pub id: Option<String>,
    /// The passage.
    pub text: Option<String>,
}

/// A file that a hosted tool made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostedFile {
    /// The provider's id, by which the file can be fetched.
    pub id: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The address, which can be a `data:` URL.
    pub url: Option<String>,
    /// The media type, such as `text/csv`.
    pub media_type: Option<String>,
    /// The content, in base64.
    pub base64: Option<String>,
}

/// Where a provider writes each: the beginning of the event's word, and a JSON pointer in which `*` is every item.
type Places = &'static [(&'static str, &'static str)];

struct Reader {
    queries: Places,
    sources: Places,
    code: Places,
    logs: Places,
    tools: Places,
    files: Places,
    exit_code: Places,
    error: Places,
}

const ANTHROPIC: Reader = Reader {
    queries: &[
        ("web_search", "/input/query"),
        ("tool_search_tool", "/input/query"),
        ("a2t_tool_search", "/input/query"),
        ("tool_search_tool", "/input/pattern"),
    ],
    sources: &[
        ("web_search_tool_result", "/content/*"),
        ("web_fetch", "/input"),
        ("web_fetch_tool_result", "/content"),
        ("web_search_result_location", ""),
        ("search_result_location", ""),
        ("char_location", ""),
        ("page_location", ""),
        ("content_block_location", ""),
    ],
    code: &[("code_execution", "/input/code"), ("bash_code_execution", "/input/command")],
    logs: &[
        ("", "/content/stdout"),
        ("", "/content/stderr"),
        ("text_editor_code_execution_tool_result", "/content/content"),
        ("mcp_tool_result", "/content"),
        ("mcp_tool_result", "/content/*/text"),
    ],
    tools: &[("tool_search_tool_result", "/content/tool_references/*/tool_name")],
    files: &[("", "/content/content/*"), ("container_upload", "")],
    exit_code: &[("", "/content/return_code")],
    error: &[("", "/content/error_code")],
};

const OPENAI: Reader = Reader {
    queries: &[
        ("", "/queries/*"),
        ("", "/action/query"),
        ("", "/action/queries/*"),
        ("web_search_call", "/action/pattern"),
        ("tool_search_call", "/arguments/query"),
    ],
    sources: &[
        ("web_search_call", "/action/sources/*"),
        ("web_search_call", "/action"),
        ("file_search_call", "/results/*"),
        ("url_citation", ""),
        ("url_citation", "/url_citation"),
        ("file_citation", ""),
        ("file_citation", "/file_citation"),
        ("container_file_citation", ""),
    ],
    code: &[
        ("code_interpreter_call", "/code"),
        ("program", "/code"),
        ("shell_call", "/action/commands/*"),
        ("local_shell_call", "/action/command"),
        ("apply_patch_call", "/operation/diff"),
    ],
    logs: &[
        ("", "/output"),
        ("", "/outputs/*/logs"),
        ("", "/output/*/stdout"),
        ("", "/output/*/stderr"),
        ("program_output", "/result"),
    ],
    tools: &[
        ("tool_search_output", "/tools/*/name"),
        ("tool_search_output", "/tools/*/tools/*/name"),
    ],
    files: &[
        ("", "/outputs/*"),
        ("image_generation_call", ""),
        ("container_file_citation", ""),
        ("file_path", ""),
        ("file_path", "/file_path"),
    ],
    exit_code: &[("", "/output/*/outcome/exit_code")],
    error: &[("", "/error"), ("", "/error/message"), ("", "/error/content/*/text")],
};

const RUNS: Reader = Reader {
    queries: &[("azure_ai_search", "/azure_ai_search/input")],
    sources: &[
        ("file_search", "/file_search/results/*"),
        ("bing_grounding", "/bing_grounding"),
        ("bing_custom_search", "/bing_custom_search"),
        ("url_citation", "/url_citation"),
        ("file_citation", "/file_citation"),
    ],
    code: &[("code_interpreter", "/code_interpreter/input")],
    logs: &[
        ("code_interpreter", "/code_interpreter/outputs/*/logs"),
        ("azure_ai_search", "/azure_ai_search/output"),
        ("fabric_dataagent", "/fabric_dataagent/output"),
        ("mcp", "/output"),
        ("openapi", "/openapi/output"),
        ("azure_function", "/azure_function/output"),
    ],
    tools: &[],
    files: &[
        ("code_interpreter", "/code_interpreter/outputs/*/image"),
        ("file_path", "/file_path"),
    ],
    exit_code: &[],
    error: &[("", "/error"), ("", "/error/message")],
};

const CONVERSE: Reader = Reader {
    queries: &[("toolUse", "/toolUse/input/query")],
    sources: &[("citationsContent", "/citationsContent/citations/*")],
    code: &[("toolUse", "/toolUse/input/snippet"), ("toolUse", "/toolUse/input/code")],
    logs: &[
        ("toolResult", "/toolResult/content/*/json/stdOut"),
        ("toolResult", "/toolResult/content/*/json/stdErr"),
        ("toolResult", "/toolResult/content/*/text"),
    ],
    tools: &[],
    files: &[],
    exit_code: &[("toolResult", "/toolResult/content/*/json/exitCode")],
    error: &[],
};

const AGENTS: Reader = Reader {
    queries: &[("knowledgeBaseLookupInput", "/text")],
    sources: &[
        ("knowledgeBaseLookupOutput", "/retrievedReferences/*"),
        ("attribution", "/citations/*/retrievedReferences/*"),
    ],
    code: &[("codeInterpreterInvocationInput", "/code")],
    logs: &[
        ("codeInterpreterInvocationOutput", "/executionOutput"),
        ("actionGroupInvocationOutput", "/text"),
    ],
    tools: &[],
    files: &[("codeInterpreterInvocationOutput", "/files/*"), ("files", "/files/files/*")],
    exit_code: &[],
    error: &[("codeInterpreterInvocationOutput", "/executionError")],
};

const GEMINI: Reader = Reader {
    queries: &[
        ("", "/webSearchQueries/*"),
        ("", "/web_search_queries/*"),
        ("", "/retrievalQueries/*"),
        ("", "/retrieval_queries/*"),
        ("", "/imageSearchQueries/*"),
        ("", "/image_search_queries/*"),
        ("toolCall", "/toolCall/args/queries/*"),
        ("tool_call", "/tool_call/args/queries/*"),
        ("", "/arguments/queries/*"),
    ],
    sources: &[
        ("", "/groundingChunks/*/web"),
        ("", "/groundingChunks/*/retrievedContext"),
        ("", "/groundingChunks/*/maps"),
        ("", "/grounding_chunks/*/web"),
        ("", "/grounding_chunks/*/retrieved_context"),
        ("", "/grounding_chunks/*/maps"),
        ("", "/urlMetadata/*"),
        ("", "/url_metadata/*"),
        ("url_context_call", "/arguments/urls/*"),
        ("url_context_result", "/result/*"),
        ("google_maps_result", "/result/*/places/*"),
        ("url_citation", ""),
        ("file_citation", ""),
        ("place_citation", ""),
    ],
    code: &[
        ("", "/executableCode/code"),
        ("", "/executable_code/code"),
        ("code_execution_call", "/arguments/code"),
    ],
    logs: &[
        ("", "/codeExecutionResult/output"),
        ("", "/code_execution_result/output"),
        ("code_execution_result", "/result"),
        ("code_execution_result", "/result/*/text"),
        ("mcp_server_tool_result", "/result"),
        ("mcp_server_tool_result", "/result/*/text"),
    ],
    tools: &[("tool_search_result", "/result/*/name")],
    files: &[("code_execution_result", "/result/*")],
    exit_code: &[],
    error: &[],
};

impl HostedEvent {
    /// Returns what the event holds, by names that providers share: queries, sources, code, output, files and the error.
    pub fn details(&self) -> Details {
        let Some(reader) = self.reader() else { return Details::default() };
        let texts = |places| self.at(places).filter_map(filled).collect::<Vec<_>>();
        Details {
            queries: distinct(
                texts(reader.queries).into_iter().chain(self.query_in_text()).collect(),
            ),
            sources: distinct(self.at(reader.sources).filter_map(source).collect()),
            code: self.at(reader.code).filter_map(command).collect(),
            logs: texts(reader.logs),
            tools: texts(reader.tools),
            files: distinct(self.at(reader.files).filter_map(file).collect()),
            exit_code: self.exit_code(reader),
            error: self.error(reader),
        }
    }

    /// The query of a search whose arguments are JSON text.
    fn query_in_text(&self) -> Option<String> {
        let arguments = self.raw.get("arguments").and_then(Value::as_str)?;
        let arguments = a2t_core::json::parse(arguments.as_bytes()).ok()?;
        filled(arguments.get("query")?).filter(|_| self.kind == Kind::ToolSearch)
    }

    fn exit_code(&self, reader: &Reader) -> Option<i64> {
        let mut codes = self.at(reader.exit_code).filter_map(Value::as_i64);
        let first = codes.next()?;
        let failed = if first == 0 { codes.find(|code| *code != 0) } else { None };
        Some(failed.unwrap_or(first))
    }

    fn error(&self, reader: &Reader) -> Option<String> {
        let named = self.at(reader.error).find_map(filled);
        // An error without a text.
        named.or_else(|| Some(self.raw.get("error").filter(|error| error.is_object())?.to_string()))
    }

    /// Sets the status of an event that has an error, or code that ended with another exit code than 0.
    pub(super) fn settle(&mut self) {
        let Some(reader) = self.reader() else { return };
        let has_failed = |code: i64| code != 0;
        let failed = self.error(reader).is_some() || self.exit_code(reader).is_some_and(has_failed);
        if failed && self.status != Some(Status::Incomplete) {
            self.status = Some(Status::Failed);
        }
    }

    fn reader(&self) -> Option<&'static Reader> {
        Some(match self.dialect.id() {
            "anthropic" => &ANTHROPIC,
            "azure-foundry-v2" | "openai-chat" | "openai-responses" => &OPENAI,
            "azure-foundry" | "openai-assistants" => &RUNS,
            "bedrock-agents" => &AGENTS,
            "bedrock-converse" => &CONVERSE,
            "gemini" => &GEMINI,
            _ => return None,
        })
    }

    /// The event's word, or the name of the tool where all of a provider's have one word.
    fn word_or_tool(&self) -> &str {
        let name = self.raw.get("name").and_then(Value::as_str);
        name.filter(|_| self.word == "server_tool_use").unwrap_or(&self.word)
    }

    fn at(&self, places: Places) -> impl Iterator<Item = &Value> {
        let places = places.iter().filter(|(word, _)| self.word_or_tool().starts_with(word));
        places.flat_map(|(_, pointer)| {
            let steps = pointer.split('/').skip(1);
            steps.fold(vec![&self.raw], |values, step| {
                values.into_iter().flat_map(|value| below(value, step)).collect()
            })
        })
    }
}

fn below<'v>(value: &'v Value, step: &str) -> Vec<&'v Value> {
    match (value, step) {
        (Value::Array(items), "*") => items.iter().collect(),
        _ => value.get(step).into_iter().collect(),
    }
}

fn filled(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A command can be a list of its words.
fn command(value: &Value) -> Option<String> {
    match value {
        Value::Array(words) => {
            Some(words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
        }
        text => filled(text),
    }
}

fn source(value: &Value) -> Option<Source> {
    if let Some(url) = filled(value) {
        return Some(Source { url: Some(url), ..Source::default() });
    }
    let first = |pointers: &[&str]| pointers.iter().find_map(|at| filled(value.pointer(at)?));
    let location = value.get("location").and_then(Value::as_object);
    let mut places = location.into_iter().flatten().map(|(_, place)| place);
    let found = places.find_map(|place| filled(place.get("url").or(place.get("uri"))?));
    let urls = ["/url", "/uri", "/retrievedUrl", "/retrieved_url", "/document_uri", "/requesturl"];
    let passages = ["sourceContent", "content"].iter().find_map(|name| passage(value.get(*name)?));
    let source = Source {
        url: first(&urls).or(found).or_else(|| first(&["/source"])),
        title: first(&["/title", "/document_title", "/filename", "/file_name", "/name"]),
        id: first(&[
            "/file_id",
            "/document_id",
            "/place_id",
            "/media_id",
            "/location/customDocumentLocation/id",
        ]),
        text: first(&["/cited_text", "/quote", "/text", "/content/text"]).or(passages),
    };
    let is_known = source.url.is_some() || source.id.is_some() || source.title.is_some();
    (is_known || value.get("cited_text").is_some()).then_some(source)
}

/// The texts of a list of parts.
fn passage(parts: &Value) -> Option<String> {
    let texts = parts.as_array()?.iter().filter_map(|part| part.get("text")?.as_str());
    let text = texts.collect::<Vec<_>>().join("\n");
    (!text.is_empty()).then_some(text)
}

fn file(value: &Value) -> Option<HostedFile> {
    if let Some(name) = filled(value) {
        return Some(HostedFile { name: Some(name), ..HostedFile::default() });
    }
    let first = |names: &[&str]| names.iter().find_map(|name| filled(value.get(name)?));
    let file = HostedFile {
        id: first(&["file_id"]),
        name: first(&["filename", "file_name", "name"]),
        url: first(&["url", "uri"]),
        media_type: first(&["mime_type", "mimeType"]),
        base64: first(&["result", "bytes", "data"]),
    };
    let is_known = file.id.is_some() || file.url.is_some() || file.base64.is_some();
    // Bedrock writes the media type as the type of a file.
    let media_type =
        file.media_type.clone().or_else(|| first(&["type"]).filter(|kind| kind.contains('/')));
    is_known.then_some(HostedFile { media_type, ..file })
}

fn distinct<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}
