//! The words that are looked for, in lower case; rustfmt is kept away, so that they stay readable.

#[rustfmt::skip]
pub(super) const MARKUP: &[&str] = &[
    "<important", "</important", "<system", "</system", "<instruction", "</instruction", "<critical", "<secret",
    "<admin", "<hidden", "<assistant", "<user>", "<|", "[system", "[inst", "[important", "[hidden", "[admin",
    "<!--", "### instruction", "## instruction", "### system", "## system", "system:", "assistant:", "<note to",
    "note to the model", "note to ai", "note to the ai", "note to assistant", "note to the assistant",
    "note for the model", "instructions for the model", "instructions for the ai", "instructions for ai",
    "instruction for the model", "attention ai", "attention assistant", "dear ai", "as an ai", "```system",
    "<img", "<script", "<iframe", "<svg", "<object ", "<embed", "<a href",
];
#[rustfmt::skip]
pub(super) const HIDING: &[&str] = &[
    "do not tell", "don't tell", "never tell", "without telling", "do not mention", "don't mention",
    "never mention", "without mentioning", "do not inform", "don't inform", "without informing", "do not reveal",
    "don't reveal", "never reveal", "do not show the user", "don't show the user", "do not disclose",
    "don't disclose", "never disclose", "do not notify", "don't notify", "without notifying",
    "without asking the user", "do not ask the user", "don't ask the user", "without the user",
    "without confirmation", "without permission", "secretly", "keep this secret", "keep it secret",
    "keep this hidden", "keep this confidential", "hide this", "hide it from", "hide from the user",
    "hidden from the user", "invisible to the user", "user must not", "user should not know", "user must not know",
    "the user does not need to know", "so the user does not notice", "so that the user does not", "silently",
    "do not warn", "without alerting", "do not alert", "unnoticed", "do not explain why", "behind the scenes",
];
#[rustfmt::skip]
pub(super) const OVERRIDE: &[&str] = &[
    "ignore previous", "ignore all", "ignore any", "ignore the previous", "ignore prior", "ignore other",
    "ignore your", "ignore the user", "ignore earlier", "ignore safety", "disregard", "forget previous",
    "forget all", "forget your", "forget everything", "override", "overrides all", "supersede",
    "takes precedence over", "take precedence over", "you are now", "from now on", "new instructions",
    "your instructions", "system prompt", "developer mode", "you must first", "you must always", "before using any",
    "before you use any", "before calling any", "before any other tool", "before using this tool",
    "before calling this tool", "prior to using this tool", "always call this tool", "always use this tool",
    "must be called first", "must be called before", "call this tool first", "use this tool first",
    "when this tool is available", "whenever this tool is available", "instead of any other",
    "instead of other tools", "do not use any other", "don't use any other", "never use any other",
    "never use other tools", "do not use other tools", "other tools are deprecated", "other tools are broken",
    "other tools are unsafe", "all other tools", "best tool", "only trustworthy", "this tool is preferred over",
    "regardless of what the user", "no matter what the user", "even if the user", "must comply", "jailbreak",
    "tool will not work unless", "will not work otherwise", "this tool will fail unless",
    "the tool does not work unless", "like mathematical axioms", "bypass", "disable safety", "disable the",
    "act as", "pretend",
];
/// Places where secrets are.
#[rustfmt::skip]
pub(super) const FILES: &[&str] = &[
    "~/", "/etc/", "id_rsa", "id rsa", "id_ed25519", ".ssh", ".aws", ".env", ".netrc", ".npmrc", ".pypirc", ".kube",
    ".gnupg", ".git-credentials", "mcp.json", "known_hosts", "authorized_keys", "c:\\", "%appdata%",
    "%userprofile%", "/proc/", "/root/", "/home/", "/users/", "/var/", "../", ".bash_history", ".zshrc", ".bashrc",
    "secrets.json", "credentials.json", "config.json", "wallet.dat", "cookies.sqlite", "keychain", "/tmp/",
];
/// Secrets, which are only met where something is asked for as well.
#[rustfmt::skip]
pub(super) const SECRETS: &[&str] = &[
    "api key", "api_key", "apikey", "access token", "bearer token", "auth token", "session token", "oauth token",
    "refresh token", "password", "passphrase", "private key", "secret key", "ssh key", "credentials", "seed phrase",
    "environment variable", "env var", "conversation history", "chat history", "entire conversation",
    "full conversation", "whole conversation", "previous messages", "message history", "chain of thought",
    "your reasoning", "your context", "context window", "contents of the file", "content of the file",
    "file contents", "credit card number", "social security", "tool list", "list of tools", "available tools",
    "all tools", "user's email", "contact list", "address book", "browser history", "session cookie", "cookies",
];
#[rustfmt::skip]
pub(super) const ADDRESSES: &[&str] = &[
    "http://", "https://", "ftp://", "file://", "data:", "javascript:", "ws://", "wss://", "mailto:", "curl ",
    "wget ", "webhook", "@gmail.", "@proton", "bcc", ".onion", "ngrok", "pastebin", "requestbin",
    "](//", "=//", "=\"//", "='//",
];
/// Verbs that ask for something, as whole words.
#[rustfmt::skip]
pub(super) const ASKING: &[&str] = &[
    "send", "pass", "include", "read", "provide", "forward", "append", "attach", "copy", "put", "post", "supply",
    "upload", "output", "repeat", "reveal", "print", "collect", "return", "add", "extract", "exfiltrate", "share",
    "leak", "write", "fill",
];
