use serde_json::json;

use super::*;

fn selection(names: &[&str]) -> Selection {
    let tool = |(index, name): (usize, &&str)| {
        let tool = json!({
            "toolId": format!("0479a45d-ad0a-49d4-94db-{index:012}"), "name": name, "description": "",
            "version": 1, "currentVersion": 1,
            "input_parameters": [
                {"id": "c", "name": "look_up_city", "description": ""},
                {"id": "e", "name": "e", "type": "enum", "description": "",
                 "allowed-values": [{"name": "LOOK_UP_CITIES", "description": ""}]}],
            "output_parameters": [{"id": "w", "name": "find_dayz", "type": "string", "description": ""}],
        });
        let parsed = a2t_core::signature::parse_value(&tool, "");
        parsed.unwrap().signature
    };
    Selection::approved(names.iter().enumerate().map(tool))
}

fn tools() -> Selection {
    selection(&["look_up_cities", "find_days", "add"])
}

/// Every name that the text mentions, known or not, with its column.
fn mentioned(text: &str) -> Vec<(String, usize)> {
    let report = check(text, &tools());
    let unknown = report.diagnostics.iter().filter_map(Diagnostic::mention);
    let all = report.mentions.iter().chain(unknown);
    all.map(|mention| (mention.name.clone(), mention.column)).collect()
}

#[track_caller]
fn assert_mentions(text: &str, name: &str, column: usize) {
    assert_eq!(mentioned(text), [(name.to_owned(), column)], "{text}");
}

#[test]
fn tools_are_found_wherever_they_are_written() {
    for (text, column) in [
        ("Call find_days().", 6),
        ("Call find_days(city).", 6),
        ("find_days first", 1),
        ("é `find_days()` é", 4),
        ("`find_days`", 2),
        ("`` `find_days(` ``", 5),
        ("**find_days()**", 3),
        ("_find_days()_", 2),
        ("find\\_days()", 1),
        ("(find_days)", 2),
        ("...find_days()", 4),
        ("Use find_days.", 5),
        ("> - `find_days()`", 6),
        ("1. find_days(", 4),
        ("`x` and `find_days( )`", 10),
        ("<!-- find_days() -->", 6),
        ("[find_days()](https://example.com)", 2),
        ("an open ` tick, find_days()", 17),
    ] {
        assert_mentions(text, "find_days", column);
    }
}

#[test]
fn unknown_tools_are_found_where_brackets_say_that_they_are_tools() {
    for (text, name) in [
        ("Call book_flight().", "book_flight"),
        ("Call book_flight(city).", "book_flight"),
        ("Call book().", "book"),
        ("Call `book()`", "book"),
        ("Call `book(city)`", "book"),
        ("Call `finddays`", "finddays"),
    ] {
        assert_eq!(mentioned(text)[0].0, name, "{text}");
    }
}

#[test]
fn ordinary_words_are_no_mentions() {
    for text in [
        "Choose the tool(s) that fit (if any).",
        "Add the numbers (add them all) and find days.",
        "Ask for the city_name and book_flight.",
        "Open https://example.com/find_day() or a/find_day().",
        "It is `std::find_day()` or `api.find_day()`.",
        "`city` `OMAHA` `look_up_city` `LOOK_UP_CITIES` `find_dayz`",
        "`add the numbers`, then `x = 3`",
        "Wait 5(five) minutes.",
        "",
    ] {
        let unknown: Vec<_> =
            mentioned(text).into_iter().filter(|(name, _)| name != "add").collect();
        assert_eq!(unknown, [], "{text}");
    }
    assert_eq!(mentioned("Then add them."), []);
    assert_mentions("Then `add` them.", "add", 7);
    assert_mentions("Then add() them.", "add", 6);
}

#[test]
fn blocks_are_read_and_programs_with_restraint() {
    let block = |info: &str, code: &str| format!("~~~{info}\n{code}\n~~~\nafter");
    for info in ["", "text", " md", "python", "rust,no_run"] {
        assert_mentions(&block(info, "x = find_days(3)"), "find_days", 5);
        assert_mentions(&block(info, "finddays(3)"), "finddays", 1);
    }
    assert_mentions(&block("", "print(3)"), "print", 1);
    assert_eq!(mentioned(&block("python", "print(3)")), []);
    assert_eq!(mentioned(&block("", "prose about things")), []);
}

#[test]
fn a_block_ends_where_it_is_closed() {
    let text = "- ```python\n  print(1)\n  ~~~\n  print(2)\n  ````\nprint() here\n";
    assert_mentions(text, "print", 1);
    assert_eq!(check(text, &tools()).diagnostics[0].mention().unwrap().line, 6);
    assert_eq!(mentioned("```python\nprint(1)\n"), [], "open to the end");
    assert_eq!(mentioned("``` print() ```")[0].0, "print", "a span");
}

#[test]
fn diagnostics_say_what_was_meant_and_what_is_missing() {
    let text = "# Steps\n\n1. `lookUpCities()`\r\n2. `weigh_cargo()`, then find_days()\n";
    let report = check(text, &tools());
    let messages: Vec<_> = report.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "no tool is called `lookUpCities`; did you mean `look_up_cities`?",
            "no tool is called `weigh_cargo`",
            "the tool `look_up_cities` is never mentioned",
            "the tool `add` is never mentioned",
        ]
    );
    let slugs: Vec<_> = report.diagnostics.iter().map(|found| found.rule().slug()).collect();
    assert_eq!(slugs, ["misspelt-tool", "unknown-tool", "unmentioned-tool", "unmentioned-tool"]);
    let errors: Vec<_> = report.diagnostics.iter().map(Diagnostic::is_error).collect();
    assert_eq!(errors, [true, true, false, false]);
    let position = |mention: &Mention| (mention.line, mention.column);
    assert_eq!(report.diagnostics[0].mention().map(position), Some((3, 5)));
    assert_eq!(report.diagnostics[1].mention().map(position), Some((4, 5)));
    assert_eq!(report.mentions.iter().map(position).collect::<Vec<_>>(), [(4, 26)]);
}

#[test]
fn names_with_a_prefix_are_those_that_the_model_reads() {
    let tools = tools().prefix("sky_");
    let report = check("Call `sky_find_days()` or find_days().", &tools);
    assert_eq!(report.mentions.len(), 1);
    assert_eq!(report.diagnostics[0].to_string(), "no tool is called `find_days`");
}

#[test]
fn names_with_dots_and_blanks_do_not_panic() {
    let tools = selection(&["weather.look_up", "Lookup Weather", "天気"]);
    let report = check("weather.look_up(), `weather.look_up`, 天気() and `天気`.", &tools);
    let names: Vec<_> = report.mentions.iter().map(|mention| &*mention.name).collect();
    assert_eq!(names, ["weather.look_up", "weather.look_up", "天気", "天気"]);
}

/// Mentions and diagnostics of a text, with `Lookup Weather` and other names that are not one word.
fn spaced(text: &str) -> (Vec<(String, usize)>, Vec<String>) {
    let tools = selection(&["Lookup Weather", "Get It!", "add item"]);
    let report = check(text, &tools);
    let position = |mention: &Mention| (mention.name.clone(), mention.column);
    let unknown = report.diagnostics.iter().filter(|found| found.is_error());
    (report.mentions.iter().map(position).collect(), unknown.map(ToString::to_string).collect())
}

#[test]
fn names_that_are_not_one_word_are_found() {
    for (text, name, column) in [
        ("Call Lookup Weather() first.", "Lookup Weather", 6),
        ("Call `Lookup Weather(City)` first.", "Lookup Weather", 7),
        ("First Lookup Weather, then go on.", "Lookup Weather", 7),
        ("**Lookup Weather**", "Lookup Weather", 3),
        ("é `Lookup Weather` é", "Lookup Weather", 4),
        ("Then Get It!", "Get It!", 6),
        ("Then add item() to it.", "add item", 6),
        ("Then `add item`.", "add item", 7),
        ("Call lookup_weather(), as most models see it.", "lookup_weather", 6),
        ("~~~\nLookup Weather\n~~~", "Lookup Weather", 1),
    ] {
        let (mentions, errors) = spaced(text);
        assert_eq!(mentions, [(name.to_owned(), column)], "{text}");
        assert_eq!(errors, [""; 0], "{text}");
    }
    for text in
        ["Then add item after item.", "xLookup Weather", "Lookup Weathers", "Lookup the Weather"]
    {
        assert_eq!(spaced(text), (vec![], vec![]), "{text}");
    }
}

#[test]
fn a_name_that_is_nearly_one_of_several_words_is_reported_as_a_whole() {
    for text in [
        "Call Lookup Wether() now.",
        "Call `Lookup Wether`.",
        "`Lookup Wether()`",
        "Please Look Weather(City)",
    ] {
        let (mentions, errors) = spaced(text);
        assert_eq!(mentions, [], "{text}");
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert!(errors[0].ends_with("did you mean `Lookup Weather`?"), "{text}: {errors:?}");
    }
    let (_, errors) = spaced("Book Flight() then.");
    assert_eq!(errors, ["no tool is called `Flight`"]);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_and_places_hold_the_names(text in "[`~>_\\\\(). \\n\\réa-c-]{0,60}|(.|find_days\\(\\)){0,40}") {
        let report = check(&text, &tools());
        for mention in &report.mentions {
            let line: Vec<_> = text.lines().nth(mention.line - 1).unwrap().chars().collect();
            let found: String = line[mention.column - 1..].iter().collect();
            proptest::prop_assert!(found.replace("\\_", "_").starts_with(&mention.name), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_read_where_names_have_blanks(text in "[`~ ()!A-c-]{0,40}|(.|Lookup Weather|Get It!|`| |\\(\\)){0,20}") {
        let tools = selection(&["Lookup Weather", "Get It!"]);
        for mention in &check(&text, &tools).mentions {
            let line: Vec<_> = text.lines().nth(mention.line - 1).unwrap().chars().collect();
            let found: String = line[mention.column - 1..].iter().collect();
            proptest::prop_assert!(found.starts_with(&mention.name), "{text:?}");
        }
    }
}
