//! Numbers of tokens, which each provider names in its own way.

use serde_json::Value;

/// Numbers of tokens of a reply.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the request.
    pub input_tokens: Option<u64>,
    /// Tokens of the reply.
    pub output_tokens: Option<u64>,
    /// The provider's own object, with its other numbers.
    pub raw: Value,
}

const INPUT: &[&str] =
    &["input_tokens", "prompt_tokens", "inputTokens", "promptTokenCount", "total_input_tokens"];
const OUTPUT: &[&str] = &[
    "output_tokens",
    "completion_tokens",
    "outputTokens",
    "candidatesTokenCount",
    "total_output_tokens",
];

impl Usage {
    pub(super) fn of(message: &Value) -> Option<Self> {
        let members = ["usage", "usageMetadata", "usage_metadata"];
        let raw = members.iter().find_map(|member| message.get(member));
        let raw = raw.filter(|raw| raw.is_object())?;
        let number = |names: &[&str]| names.iter().find_map(|name| raw.get(name)?.as_u64());
        Some(Self { input_tokens: number(INPUT), output_tokens: number(OUTPUT), raw: raw.clone() })
    }
}
