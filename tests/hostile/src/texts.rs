//! Texts that mean something to rustdoc, Markdown, HTML, Rust, cargo, a terminal or a template.
//! `@RUN@` stands for a program that leaves the marker.

use serde_json::Value;

use crate::{RUN, everywhere};

/// Each stands alone in a catalog, in every place that takes a text.
const TEXTS: &[&str] = &[
    // What rustdoc would run.
    "```\n@RUN@\n```",
    "```rust\n@RUN@\n```",
    "```rust,no_run\ncompile_error!(\"ran\");\n```",
    "```should_panic\n@RUN@\n```",
    "```edition2015\nfn main() { @RUN@ }\n```",
    "~~~\n@RUN@\n~~~",
    "````\n@RUN@\n````",
    "   ```\n@RUN@",
    "```\n@RUN@",
    "Text.\n\n    @RUN@",
    "    @RUN@",
    "Text:\n\n        @RUN@\n\nMore text.",
    "- item\n\n      @RUN@",
    "1. item\n\n       @RUN@",
    "> ```\n> @RUN@\n> ```",
    "* list\n\n  ```\n  @RUN@\n  ```",
    "[^1]: note\n\n    ```\n    @RUN@\n    ```",
    "Text\u{a0}\n\n\u{a0}\u{a0}\u{a0}\u{a0}@RUN@",
    "Text\n\u{3000}\n    @RUN@",
    "<pre><code class=\"language-rust\">@RUN@</code></pre>",
    "<div>\n\n```\n@RUN@\n```\n\n</div>",
    "```ignore\n@RUN@\n```\n```\n@RUN@\n```",
    "```custom,{class=rust}\n@RUN@\n```",
    "# Examples\n\n```\n@RUN@\n```\n\n# Panics\n\nAlways.",
    // What would leave a comment or a string.
    "*/ fn evil() { @RUN@ } /*",
    "*/",
    "/*",
    "/* /* /*",
    "*/ */ */",
    "/",
    "//",
    "///",
    "//! inner",
    "ends with a backslash \\",
    "ends with two \\\\",
    "\\",
    "\\\n",
    "quote \" and \\\" and \\\\\"",
    "\"#; @RUN@ //",
    "\"##\"###\"####",
    "r#\"raw\"# br#\"x\"#",
    "']; @RUN@ //",
    "\"]\n#[doc = \"x",
    "#[test]\nfn t() { @RUN@ }",
    "#![doc(test(attr(deny(warnings))))]",
    "#[cfg(doctest)]",
    "macro_rules! doc { () => { @RUN@ } }",
    "include_str!(\"/etc/passwd\") env!(\"HOME\") concat!(\"a\", \"b\")",
    "\\u{202e} \\x1b[2J \\n \\0 \\r",
    "\\u0000 \\ud800 &#0; &#x202e;",
    // HTML, scripts and what rustdoc warns about.
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- a comment -->",
    "<!-- never closed",
    "--> <!-- -->",
    "<details><summary>x</summary>",
    "<b>never closed",
    "</div></div></div>",
    "Vec<String> and Option<&'a str>",
    "a < b && c > d",
    "<?php system('id'); ?>",
    "<![CDATA[ x ]]>",
    "<!DOCTYPE html>",
    "&lt;script&gt; &amp; &copy; &unknown; &#x41; &#65;",
    "javascript:alert(1)",
    "[x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "[a](b \"c\")",
    "[a][b]\n\n[b]: https://evil.example",
    "[b]: https://evil.example 'title'",
    "<https://evil.example> <me@evil.example>",
    "https://evil.example http://evil.example www.evil.example",
    "See https://evil.example/a_(b)?c=d#e, (http://x.example).",
    "mailto:me@evil.example ftp://x.example",
    "[Client] [`Client::new`] [String] [std::fs] [crate] [self::x] [nothing::here]",
    "[`nothing`](nothing) [x]: y",
    "[link][] [link]",
    "![",
    "[",
    "]",
    "[]()",
    "[^1] and [^1]: note",
    "- [ ] task\n- [x] done",
    // Markdown that would change the page.
    "# Heading\n## Another\n### And one",
    "Heading\n=======\nAnother\n-------",
    "---\n***\n___",
    "===",
    "- a\n- b\n  - c\n* d\n+ e",
    "1. a\n2) b\n10. c",
    "> quote\n>> deeper",
    "| a | b |\n|---|---|\n| c | d |",
    "a | b\n-|-\nc | d",
    "**bold** *em* __bold__ _em_ ~~gone~~ `code` ``co`de``",
    "a_b_c *a*b* _a_b_ ***",
    "`",
    "``",
    "`` ` ``",
    "$x$ $$y$$ \\(z\\)",
    "{#id} {.class} {{handlebars}} {% jinja %} {{{x}}} ${x} #{x} <%= x %>",
    "term\n: definition",
    ": a",
    "| ",
    "|-",
    "!!! note\n    admonition",
    "+++\ntoml = 1\n+++",
    "@mention #1 :emoji: \\command",
    "\"quotes\" 'single' -- --- ... (c) (tm)",
    // cargo, shells, log readers.
    "x\ncargo::rustc-link-arg=-evil",
    "cargo:rustc-env=PATH=/tmp",
    "\ncargo::warning=evil\ncargo::rerun-if-changed=/",
    "::error file=a.rs,line=1::evil\n::set-output name=a::b",
    "##[error]evil\n##vso[task.setvariable variable=x]y",
    "$(touch a-hostile-catalog-ran) `touch a-hostile-catalog-ran` ; touch a-hostile-catalog-ran",
    "%n%n%n%s%s {} {0} {:?} {name}",
    "\n",
    "\n\n\n\n",
    " ",
    "  \n  \n  ",
    "\n\n  leading and trailing  \n\n",
    // Text beyond ASCII.
    "Z\u{fc}rich \u{6771}\u{4eac} \u{1f642} \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{645}\u{631}\u{62d}\u{628}\u{627}",
    "\u{a0}\u{2000}\u{2003}\u{2009}\u{202f}\u{205f}\u{3000}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{1f468}\u{1f3fd} \u{2764}\u{fe0f} \u{1f1e9}\u{1f1ea}",
    "\u{ff0f}\u{ff0f} \u{ff0a}\u{ff0f} \u{ff40}\u{ff40}\u{ff40} \u{2018}x\u{2019} \u{201c}y\u{201d}",
    "\u{2044}\u{2215} \u{2217}\u{2215} \u{37e} \u{1fef}",
    "\u{10000} \u{1f000} \u{20000}",
];

/// Every text of the table.
pub(crate) fn all() -> Vec<String> {
    TEXTS
        .iter()
        .map(|text| text.replace("@RUN@", RUN))
        .collect()
}

pub(crate) fn catalogs() -> Vec<Vec<Value>> {
    let all = all();
    let long = [
        "a".repeat(1_999),
        "`".repeat(1_999),
        "[".repeat(1_999),
        "<".repeat(1_999),
        "\\".repeat(1_999),
        "\u{1f642}".repeat(1_999),
        "a\n".repeat(999),
        "\n".repeat(1_999),
        "> ".repeat(999),
        "*a".repeat(999),
    ];
    let together = all.chunks(12).map(|texts| texts.join("\n\n"));
    let close = all.chunks(9).map(|texts| texts.join(" "));
    let texts = all.iter().cloned().chain(long).chain(together).chain(close);
    texts
        .map(|text| everywhere("look_up", crate::cut(&text, 1_999).as_str()))
        .collect()
}
