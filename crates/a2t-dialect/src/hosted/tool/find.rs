//! Tools that find something: in documents that the provider stores, on the web.

use super::options;

options! {
    /// Passages of documents that the provider stores.
    Search() {
        /// Stores to search: OpenAI's and Azure's vector stores, Bedrock's knowledge bases, and
        /// Google's resource names (`fileSearchStores/...`, or `projects/...` of a data store, an
        /// engine or a RAG corpus).
        many stores: String,
        /// Maximum number of passages that are returned.
        one max_results: u32,
        /// Contents of the stores (an inline agent of Bedrock chooses by it).
        one description: String,
        /// Way to match passages (Bedrock).
        one mode: SearchMode,
        /// Indexes of Azure AI Search (Azure).
        many azure_indexes: AzureIndex,
    }
}

/// Way to match passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchMode {
    /// By meaning.
    Semantic,
    /// By meaning and by words.
    Hybrid,
}

options! {
    /// An index of Azure AI Search, by the id of its connection and its name.
    AzureIndex(connection: String, index: String) {
        /// `simple`, `semantic`, `vector`, `vector_simple_hybrid` or `vector_semantic_hybrid`.
        one query_type: String,
        /// Maximum number of passages of this index.
        one top_k: u32,
        /// An OData filter.
        one filter: String,
    }
}

options! {
    /// A search among tools that are loaded later
    /// ([`ToolOptions::defer_loading`](crate::ToolOptions::defer_loading)).
    ToolSearch() {
        /// Text for the model about the search, if the program runs it.
        one description: String,
        /// Way to search; without it, the provider's own.
        one method: SearchMethod,
    }
}

/// Way to search for tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchMethod {
    /// By words, run by the provider (Anthropic): a hint elsewhere.
    Words,
    /// By a regular expression, run by the provider (Anthropic): a hint elsewhere.
    Pattern,
    /// By the program, which answers with [`HostedEvent::found`](crate::hosted::HostedEvent::found). An executor with
    /// `tool_search` does it.
    Program,
}

options! {
    /// The web.
    WebSearch() {
        /// The only domains to search. A provider that cannot be kept to them refuses the tool.
        many allowed_domains: String,
        /// Domains not to search. A provider that cannot be kept from them refuses the tool.
        many blocked_domains: String,
        /// Maximum number of searches of one request. A provider that does not count refuses the tool.
        one max_uses: u32,
        /// Rough location of the user: a hint, left out where it has no place.
        one location: Location,
        /// Amount of what is found that the model is shown: a hint, left out where it has no place.
        one context: ContextSize,
        /// The connection to Bing (Azure: needed by its first API, used by its second if set).
        one bing: Bing,
    }
}

options! {
    /// Rough location of the user.
    Location() {
        /// The city.
        one city: String,
        /// The region.
        one region: String,
        /// The country, in two letters (ISO 3166-1).
        one country: String,
        /// The time zone, such as `Europe/Paris` (IANA).
        one timezone: String,
    }
}

/// Amount of what is found that the model is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContextSize {
    /// Little.
    Low,
    /// The amount that providers give by default.
    Medium,
    /// Much.
    High,
}

options! {
    /// Grounding with Bing, by the id of its connection.
    Bing(connection: String) {
        /// The market, such as `en-US`.
        one market: String,
        /// The language of Bing's texts, such as `en`.
        one language: String,
        /// Maximum number of results.
        one count: u32,
        /// `Day`, `Week`, `Month`, or two dates.
        one freshness: String,
    }
}
