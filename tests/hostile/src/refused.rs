//! Documents that break a rule, or are no documents: nothing is generated from them, and messages
//! about them are inert.

use serde_json::{Value, json};

use crate::{Case, input, output, tool};

/// Text that acts on a terminal, a build script, a log or a reader's eye.
const ACTING: &[&str] = &[
    "\u{1b}[2J",
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]8;;https://evil.example\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}[8mhidden\u{1b}[0m",
    "\u{9b}31m",
    "\u{0}",
    "\u{7}\u{8}\u{b}\u{c}",
    "\u{7f}\u{80}\u{85}\u{9f}",
    "\u{202e}gnp.exe",
    "\u{202a}\u{202b}\u{202c}\u{202d}",
    "\u{2066}\u{2067}\u{2068}\u{2069}",
    "\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}",
    "\u{200e}\u{200f}\u{61c}",
    "\u{e0041}\u{e0042}\u{e007f}",
    "\u{ad}soft",
    "\u{2028}\u{2029}",
    "\u{e000}\u{f8ff}\u{10fffd}",
    "\u{fffe}\u{fdd0}\u{1ffff}",
    "\u{fe00}\u{e0100}",
    "\u{115f}\u{3164}\u{ffa0}",
    "\u{180e}\u{34f}",
    "\u{fff9}x\u{fffa}y\u{fffb}",
];

/// Text with a tab or a carriage return, which only a description may have (spec note AMB-40).
const BLANK: &[&str] = &["over\rwritten", "x\r\ncargo::rustc-link-arg=evil", "tab\there"];

/// What is no JSON, or no catalog.
const NOT: &[&str] = &[
    "",
    " ",
    "null",
    "7",
    "\"text\"",
    "{}",
    "[[]]",
    "[null]",
    "{\"items\": {}}",
    "{\"items\": [",
    "{\"items\": []} trailing",
    "{\"items\": [], \"items\": []}",
    "[{\"toolId\": \"x\", \"toolId\": \"x\"}]",
    "\u{feff}[]",
    "cargo::rustc-link-arg=evil",
    "cargo::warning=\n[]",
    "[\"\\ud800\"]",
    "[\"\\u0000\"]",
    "[1e999]",
    "[01]",
    "[+1]",
    "[NaN]",
    "// comment\n[]",
    "{'items': []}",
    "[,]",
    "{\"\\u001b[2J\\ncargo::x\": 1}",
    "{\"items\": [], \"paging\": 1}",
    "{\"a2t\": \"snapshot\", \"format\": 2}",
    "{\"snapshot\": 99, \"items\": []}",
    "{\"a2t\": \"snapshot\", \"format\": 2, \"protocol\": \"a2t\", \"source\": {\"http\": \"\\u001b\\ncargo::x\"}, \"fetched\": 1, \"digest\": [], \"tools\": [0]}",
];

/// Documents of which no client is made.
pub fn refused() -> Vec<Case> {
    let mut documents: Vec<_> = NOT.iter().map(|text| (*text).to_owned()).collect();
    let acting = ACTING.iter().map(|text| (text, true));
    for (text, described) in acting.chain(BLANK.iter().map(|text| (text, false))) {
        let documents_with = documents_with(text, described);
        let all: Value = documents_with.iter().cloned().collect();
        documents.push(all.to_string());
        documents.extend(documents_with.into_iter().map(|tool| json!([tool]).to_string()));
    }
    documents.extend(broken().into_iter().map(|value| value.to_string()));
    let documents = documents.into_iter().enumerate();
    documents
        .map(|(index, document)| {
            let module = format!("refused_{index:03}");
            Case { module, document }
        })
        .collect()
}

/// A tool for each place that takes a text, those of descriptions if they count, with this one there.
fn documents_with(text: &str, described: bool) -> Vec<Value> {
    let plain = |number| {
        tool(
            number,
            &format!("tool_{number}"),
            "",
            vec![input(6, "a", "")],
            vec![output(3, "b", "")],
        )
    };
    let set = |(number, pointer): (usize, &&str)| {
        let mut value = plain(number);
        if let Some(value_there) = value.pointer_mut(pointer) {
            *value_there = json!(text);
        }
        value
    };
    let pointers = [
        "/name",
        "/description",
        "/toolId",
        "/version",
        "/input_parameters/0/id",
        "/input_parameters/0/name",
        "/input_parameters/0/type",
        "/input_parameters/0/description",
        "/input_parameters/0/allowed-values/0/name",
        "/input_parameters/0/allowed-values/0/description",
        "/output_parameters/0/id",
        "/output_parameters/0/description",
    ];
    let counts = |(_, pointer): &(usize, &&str)| described || !pointer.ends_with("description");
    pointers.iter().enumerate().filter(counts).map(set).collect()
}

/// Tools of these names.
fn named(names: &[&str]) -> Value {
    let tools = names.iter().enumerate();
    tools.map(|(number, name)| tool(number, name, "", Vec::new(), Vec::new())).collect()
}

/// Documents that break one rule of many, or very many.
fn broken() -> Vec<Value> {
    let plain = |number| tool(number, "look_up", "", Vec::new(), Vec::new());
    let with = |member: &str, value: Value| {
        let mut tool = plain(1);
        tool[member] = value;
        json!([tool])
    };
    vec![
        json!([plain(1), plain(1)]),
        json!([plain(1), plain(2)]),
        named(&["add", "\u{430}dd"]),
        named(&["a\u{501}d", "day", "ad\u{501}"]),
        named(&["A", "\u{ff21}"]),
        named(&["add", "add "]),
        named(&["sky blue", "sky  blue"]),
        named(&["caf\u{e9}", "cafe\u{301}"]),
        with("input_parameters", json!([input(0, "K", ""), input(0, "\u{212a}", "")])),
        with("input_parameters", json!([input(0, "admin", ""), input(0, "\u{430}dmin", "")])),
        with("input_parameters", json!([input(0, "\u{e9}", ""), input(0, "e\u{301}", "")])),
        with("name", json!("")),
        with("name", json!("a".repeat(255))),
        with("name", json!("two\nlines")),
        with("description", json!("a".repeat(2_000))),
        with("version", json!(0)),
        with("version", json!(-1)),
        with("version", json!(1.5)),
        with("version", json!(4_294_967_296_u64)),
        with("img", json!(7)),
        with("tags", json!("tag")),
        with("input_parameters", json!({})),
        with("input_parameters", json!([input(0, "a", ""), input(0, "a", "")])),
        with(
            "input_parameters",
            (0..65).map(|index| input(index, &index.to_string(), "")).collect(),
        ),
        with(
            "input_parameters",
            json!([{"id": "a", "name": "a", "description": "", "type": "enum"}]),
        ),
        with(
            "input_parameters",
            json!([{"id": "a", "name": "a", "description": "", "type": "object"}]),
        ),
        with(
            "input_parameters",
            json!([{"id": "a", "name": "a", "description": "", "type": "int", "min": 2, "max": 1}]),
        ),
        with(
            "input_parameters",
            json!([{"id": "a", "name": "a", "description": "", "type": "enum",
            "allowed-values": [{"name": "\n*/ evil", "description": ""}, {"name": "lower", "description": ""}]}]),
        ),
        Value::from(vec![json!({"input_parameters": vec![0; 99]}); 99]),
        json!({"items": [{"name": {"deep": [[[[]]]]}}], "paging": {"next": ["\n"]}}),
    ]
}
