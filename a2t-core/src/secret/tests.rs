use super::*;

#[test]
fn what_looks_like_a_secret_is_hidden_in_a_command() {
    for (word, shown) in [
        ("--api-key=s3cret", "--api-key=…"),
        ("--apiKey=s3cret", "--apiKey=…"),
        ("GITHUB_TOKEN=s3cret", "GITHUB_TOKEN=…"),
        ("Authorization: Bearer s3cret", "Authorization: …"),
        ("x-api-key: s3cret", "x-api-key: …"),
        ("Authorization:Bearer s3cret", "Authorization:…"),
        ("x-api-key:s3cret", "x-api-key:…"),
        ("--header=Authorization:Bearer s3cret", "--header=Authorization:…"),
        ("--env=API_KEY=s3cret", "--env=API_KEY=…"),
        ("-HAuthorization:Bearer s3cret", "-HAuthorization:…"),
        (r#"{"apiKey":"s3cret"}"#, r#"{"apiKey":"…"}"#),
        (r#"{"a": {"b": 1, "token" : "s3cret"}}"#, r#"{"a": {"b": 1, "token" : "…"}}"#),
        (r#"{\"apiKey\":\"s3cret\"}"#, r#"{\"apiKey\":\"…\"}"#),
        ("{a:1,apiKey:s3cret}", "{a:1,apiKey:…"),
        ("Endpoint=https;AccountKey=s3cret==", "Endpoint=https;AccountKey=…"),
        (
            "npx mcp-remote https://x --header 'Authorization: Bearer s3cret'",
            "npx mcp-remote https://x --header 'Authorization: Bearer …'",
        ),
        (
            "npx x https://x?api_key=s3cret -H Authorization:Bearer s3cret --token s3cret -v",
            "npx x https://x?api_key=… -H Authorization:Bearer … --token … -v",
        ),
        ("curl https://x -H \"x-api-key: s3cret\"", "curl https://x -H \"x-api-key: …\""),
        ("say bearer s3cret", "say bearer …"),
        ("--token=s3cret-${USER}", "--token=…"),
        ("--token=${USER:-s3cret}", "--token=…"),
        ("--auth=s3cret-0f", "--auth=…"),
        ("user:s3cret", "…"),
        ("postgres://ada:s3cret@db.example/x", "postgres://…@db.example/x"),
        ("postgres://ada:s3cret/0f@db.example/x", "postgres://…@db.example/x"),
        ("--dsn=postgres://ada:s3cret@db.example/x", "--dsn=postgres://…@db.example/x"),
        ("https://mcp.example/mcp?api_key=s3cret&t=git", "https://mcp.example/mcp?api_key=…&t=git"),
        ("https://mcp.example/s/Zk3Jd92kLmQpX7vB1nTq/mcp", "https://mcp.example/s/…/mcp"),
        ("ghp_0123456789abcdefABCDEF", "…"),
        ("sk-proj-0123456789abcdef", "…"),
        ("0123456789abcdef0123456789abcdef", "…"),
    ] {
        assert_eq!(hide_in_command([word]), [shown], "{word}");
    }
    assert_eq!(hide_in_command(["--token", "s3cret", "next"]), ["--token", "…", "next"]);
    assert_eq!(hide_in_command(["--token", "--verbose"]), ["--token", "--verbose"]);
    let header = ["--header", "Authorization:Bearer s3cret"];
    assert_eq!(hide_in_command(header), ["--header", "Authorization:…"]);
}

#[test]
fn what_does_not_look_like_one_stays() {
    for word in [
        "npx",
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/home/ada/projects",
        "mcp/git:1.2.3-alpine",
        "postgres:latest",
        "localhost:8080",
        "--port=8080",
        "--token-limit=100",
        "--author=ada",
        "0479a45d-7a0b-4c1e-9e3c-1f6d2f5b8a11",
        "https://tools.example/mcp?toolset=git",
        "ssh://git@github.com/a/b",
        "--api-key=${API_KEY}",
        "--pair=${USER}:${API_KEY}",
        "Authorization: Bearer ${API_KEY}",
        "Authorization:Bearer ${API_KEY}",
        "sh -c \"x --header 'Authorization: Bearer ${API_KEY}'\"",
        "--auth=oauth",
        "--sort-key=name",
        "--rev=0123456789abcdef0123456789abcdef01234567",
        "postgres@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "acme/auth:1.2.3-alpine",
        "https://git.example/a/commit/0123456789abcdef0123456789abcdef01234567",
        "https://x.example/id/0123456789abcdef0123456789abcdef/mcp",
        r#"{"auth": {"type": "oauth", "name": "ada"}}"#,
        "C:\\Users\\ada",
        "",
    ] {
        assert_eq!(hide_in_command([word]), [word]);
    }
    let commit = "0123456789abcdef0123456789abcdef01234567";
    for words in [["--auth", "none"], ["--sort-key", "name"], ["--rev", commit]] {
        assert_eq!(hide_in_command(words), words);
    }
    for word in ["ollama:mistral", "npm:lodash", "env:production", "redis:bookworm"] {
        assert_eq!(hide_in_kept_command([word]), [word]);
    }
}

#[test]
fn hiding_twice_is_hiding_once() {
    for word in [
        "--key=s3cret",
        "postgres://a:b@c/d?password=e",
        "user:s3cret",
        "Authorization:Bearer s3cret",
        "x 'Authorization: Bearer s3cret'",
        r#"{"apiKey":"s3cret"}"#,
        "x",
    ] {
        let once = hide_in_command([word]);
        assert_eq!(hide_in_command(&once), once);
    }
}

#[test]
fn a_shown_url_has_no_value_of_its_query() {
    for (given, shown) in [
        ("https://tools.example/mcp", "https://tools.example/mcp"),
        ("https://tools.example?s3cret", "https://tools.example?…"),
        ("https://tools.example/?a=1&b=", "https://tools.example/?a=…&b="),
        ("https://s3cret@tools.example/", "https://…@tools.example/"),
        ("tools.example", "tools.example"),
    ] {
        assert_eq!(url(given), shown);
    }
}

#[test]
fn known_secrets_are_hidden_wherever_they_stand() {
    assert_eq!(hide("bad key `s3cret!`, cat", ["s3cret!", "cat", ""]), "bad key `…`, cat");
    assert_eq!(hide("s3cret-long", ["s3cret", "s3cret-long"]), "…");
}
