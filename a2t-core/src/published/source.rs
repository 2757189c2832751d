//! Rust source becomes words, texts and punctuation, without comments.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'s> {
    /// An identifier or keyword, raw ones without `r#`.
    Word(&'s str),
    /// Text between the quotes of a string.
    Text(&'s str),
    /// Any other character.
    Mark(char),
}

/// The tokens of a source; what is not Rust becomes some tokens, too.
pub(super) fn tokens(source: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = source;
    std::iter::from_fn(move || next(&mut rest))
}

fn next<'s>(rest: &mut &'s str) -> Option<Token<'s>> {
    *rest = skipped(rest);
    let first = rest.chars().next()?;
    if first == '"' {
        let (text, after) = string(rest.get(1..)?);
        *rest = after;
        return Some(Token::Text(text));
    }
    if first == '\'' {
        *rest = character(rest);
        return Some(Token::Mark(first));
    }
    if !is_word(first) {
        *rest = rest.get(first.len_utf8()..)?;
        return Some(Token::Mark(first));
    }
    let (word, after) = split(rest, |c| !is_word(c));
    *rest = after;
    if word.ends_with('r')
        && let Some((text, after)) = raw_string(after)
    {
        *rest = after;
        return Some(Token::Text(text));
    }
    if word == "r"
        && let Some(raw) = after.strip_prefix('#')
    {
        let (word, after) = split(raw, |c| !is_word(c));
        *rest = after;
        return Some(Token::Word(word));
    }
    Some(Token::Word(word))
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn split(text: &str, end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(end).unwrap_or(text.len()))
}

/// Text behind white space and comments.
fn skipped(mut rest: &str) -> &str {
    loop {
        rest = rest.trim_start();
        if rest.starts_with("//") {
            rest = split(rest, |c| c == '\n').1;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = after_comment(comment);
        } else {
            return rest;
        }
    }
}

/// Text behind a comment that may have others in it.
fn after_comment(mut rest: &str) -> &str {
    let mut depth = 1;
    while depth > 0 {
        let Some(at) = rest.find("*/") else {
            return "";
        };
        let (before, after) = rest.split_at(at);
        if let Some((_, inner)) = before.split_once("/*") {
            rest = rest.get(at - inner.len()..).unwrap_or_default();
            depth += 1;
        } else {
            rest = after.get(2..).unwrap_or_default();
            depth -= 1;
        }
    }
    rest
}

fn string(rest: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = rest.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
    (text, after.get(1..).unwrap_or_default())
}

fn raw_string(rest: &str) -> Option<(&str, &str)> {
    let (hashes, text) = split(rest, |c| c != '#');
    let closing = format!("\"{hashes}");
    let text = text.strip_prefix('"')?;
    Some(text.split_once(&closing).unwrap_or((text, "")))
}

/// Text behind a character in quotes, or behind the quote of a lifetime.
fn character(rest: &str) -> &str {
    let mut inside = rest.char_indices().skip(1);
    let end = match (inside.next(), inside.next()) {
        // The character behind the backslash may be a quote.
        (Some((_, '\\')), Some((at, escaped))) => {
            let from = at + escaped.len_utf8();
            let closing = rest.get(from..).and_then(|text| text.find('\''));
            closing.map_or(rest.len(), |closing| from + closing + 1)
        }
        (_, Some((at, '\''))) => at + 1,
        _ => 1,
    };
    rest.get(end..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn an_escaped_quote_does_not_end_its_character() {
        let source = r#"'\''<'"' "text" '\u{27}'<'"' "more""#;
        let texts = tokens(source).filter(|token| matches!(token, Token::Text(_)));
        assert_eq!(texts.collect::<Vec<_>>(), [Token::Text("text"), Token::Text("more")]);
    }

    #[test]
    fn comments_are_left_out_and_strings_are_texts() {
        let source = r###"// toolset![a]
            /* b /* c */ d */ fn r#type<'a>(x: &'a str) -> char { '"' } // '
            "e \" f" r"g\" br#"h " i"# '\'' b'\\' '"' "j
            k" 'l: loop {} r_"m" 1_000u8 "###;
        let words: Vec<_> =
            tokens(source).filter(|token| !matches!(token, Token::Mark(_))).collect();
        let (word, text) = (Token::Word, Token::Text);
        let expected = [
            word("fn"),
            word("type"),
            word("a"),
            word("x"),
            word("a"),
            word("str"),
            word("char"),
            text("e \\\" f"),
            text("g\\"),
            text("h \" i"),
            word("b"),
            text("j\n            k"),
            word("l"),
            word("loop"),
            word("r_"),
            text("m"),
            word("1_000u8"),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn what_ends_too_soon_ends() {
        for source in ["\"a", "r#\"a", "/* a /* b */", "'", "'\\", "'\\'", "r#", "//"] {
            assert!(tokens(source).count() < 4, "{source}");
        }
    }
}
