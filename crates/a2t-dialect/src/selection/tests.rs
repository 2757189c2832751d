use a2t_core::signature::parse_value;
use serde_json::json;

use super::*;

fn tool(name: &str, version: u32, tags: &[&str]) -> ToolSignature {
    let id = name.bytes().map(u128::from).sum();
    let tool = json!({
        "toolId": ToolId::from_u128(id).to_string(), "name": name, "description": "",
        "version": version, "currentVersion": version, "tags": tags,
        "input_parameters": [{"id": "c", "name": "Flight Class", "description": ""}],
    });
    parse_value(&tool, "").unwrap().signature
}

fn selection() -> Selection {
    let tools = [("lookup", 1), ("lookup", 2), ("now", 1), ("Get It!", 1)];
    Selection::approved(tools.map(|(name, version)| tool(name, version, &["sky", name])))
}

fn names(selection: &Selection) -> Vec<String> {
    let name = |tool: &Selected| format!("{}@{}", tool.full_name(), tool.version().unwrap());
    selection.iter().map(name).collect()
}

fn words(result: Result<Selection>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn tools_are_selected_by_name_tag_and_version() {
    let all = selection();
    let only = all.only(["now", "lookup"]).unwrap();
    assert_eq!(names(&only), ["lookup@1", "lookup@2", "now@1"]);
    assert_eq!(names(&all.without(["lookup"]).unwrap()), ["now@1", "Get It!@1"]);
    assert_eq!(names(&all.tag("now").unwrap()), ["now@1"]);
    let versions = ["lookup@2", "now@1", "Get It!@1"];
    assert_eq!(names(&all.version("lookup", 2).unwrap()), versions);
    assert_eq!(names(&all.newest()), versions);
    let twice = all.prefix("b_").prefix("a_").only(["a_b_now"]).unwrap();
    assert_eq!(names(&twice), ["a_b_now@1"]);
}

#[test]
fn what_nothing_selected_has_is_an_error_that_says_what_there_is() {
    let all = selection();
    assert_eq!(
        words(all.only(["nov"])),
        "no selected tool is called `nov`; did you mean `now`? there are lookup, now, Get It!"
    );
    assert!(words(all.without(["x"])).starts_with("no selected tool is called `x`; there are"));
    assert!(words(all.tag("skye")).contains("has the tag `skye`; did you mean `sky`?"));
    assert_eq!(
        words(all.version("now", 7)),
        "no selected version of `now` is number `7`; there is 1"
    );
    let nothing = Selection::default();
    assert_eq!(words(nothing.tag("a")), "no selected tool has the tag `a`; there is none");
}

#[test]
fn two_tools_of_one_name_are_refused_and_versions_are_not() {
    let (first, second) = (tool("lookup", 1, &[]), tool("lookup", 2, &[]));
    let (first, second) = (Selection::approved([first]), Selection::approved([second]));
    let both = first.and(&second).unwrap();
    assert_eq!(both.len(), 2);
    assert!(words(first.and(&first)).contains("two of the selected tools are called `lookup`"));
    let mut other = tool("lookup", 3, &[]);
    other.tool_id = ToolId::from_u128(1);
    let other = Selection::approved([other]);
    assert!(matches!(first.and(&other), Err(Error::DuplicateName { .. })));
    assert_eq!(first.and(&other.prefix("b_")).unwrap().len(), 2);
    assert!(Dialect::Anthropic.tools(&both.newest()).is_ok());
}

#[test]
fn a_model_distinguishes_versions_by_their_names_and_each_is_found_by_its_own() {
    let all = [("lookup", 2), ("lookup", 7), ("lookup_v2", 1), ("Get It!", 1), ("Get It!", 2)];
    let all = Selection::approved(all.map(|(name, version)| tool(name, version, &[])));
    for dialect in Dialect::ALL {
        let names = all.names_in(*dialect);
        let distinct: HashSet<_> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(distinct.len(), all.len(), "{names:?}");
        for (name, tool) in names.iter().zip(&all) {
            assert_eq!(all.find(*dialect, name), Some(tool), "{name}");
        }
    }
    let chat = Dialect::OpenaiChat;
    assert_eq!(all.names_in(chat), ["lookup_v2_2", "lookup", "lookup_v2", "get_it_v1", "get_it"]);
    let value = chat.tools(&all).unwrap().to_string();
    assert!(value.contains(r#""name":"lookup_v2_2""#), "{value}");
    // Alone, an older version has its tool's name.
    let older = all.version("lookup", 2).unwrap();
    assert_eq!(older.names_in(chat)[..2], ["lookup", "lookup_v2"]);
}

#[test]
fn names_of_two_vendors_that_can_be_confused_are_refused_in_any_order() {
    let one = |name: &str| Selection::approved([tool(name, 1, &[])]);
    for (name, other) in [
        ("transfer_funds", "transfer_fund\u{455}"),
        ("transfer_funds", "TRANSFER_FUND\u{405}"),
        ("send_mail", "Send_Mail"),
        ("LIST_FILES", "list_files"),
        ("send mail", "send_mail"),
        ("Send Mail", "send-mail"),
        ("sendMail", "send_mail"),
        ("s\u{435}nd mail", "send_mail"),
        ("Get It!", "Get It?"),
        ("add", "add "),
        ("add", "add\u{a0}"),
        ("a b", "a\u{2003}b"),
        ("mail", "maiI"),
        ("send_mail", "Send_MaiI"),
        ("learn", "leam"),
        ("pay", "p\u{430}y"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("\u{ff53}end", "send"),
        ("\u{1d41d}elete", "delete"),
    ] {
        for (name, other) in [(name, other), (other, name)] {
            let error = one(name).and(&one(other)).unwrap_err();
            assert!(matches!(error, Error::LookAlike { .. }), "{name:?} {other:?}: {error}");
            assert!(error.to_string().is_ascii(), "{error}");
            assert_eq!(one(name).and(&one(other).prefix("b_")).unwrap().len(), 2);
        }
    }
    for (name, other) in
        [("get_item", "get_items"), ("\u{6f22}", "\u{5b57}"), ("\u{1f321}", "\u{1f525}")]
    {
        assert_eq!(one(name).and(&one(other)).unwrap().len(), 2, "{name} {other}");
    }
}

#[test]
fn no_tool_takes_the_name_by_which_a_model_knows_an_older_version() {
    let versions = Selection::approved([tool("lookup", 1, &[]), tool("lookup", 2, &[])]);
    let other = Selection::approved([tool("Lookup_V1", 1, &[])]);
    assert!(versions.and(&other).is_err() && other.and(&versions).is_err());
    assert!(versions.newest().and(&other).is_ok());
}

/// What holds after `and` for every dialect: the names that each vendor's tools had alone.
#[test]
fn to_add_a_vendor_renames_no_tool() {
    let names = ["Get It!", "lookup", "\u{6f22}", "a.b", "look up now", "getThing"];
    let mine = Selection::approved(names.map(|name| tool(name, 1, &[])));
    let theirs = ["Get It Too!", "lookup2", "\u{5b57}", "a-c", "look down", "get_things"];
    let theirs = Selection::approved(theirs.map(|name| tool(name, 1, &[])));
    for (first, second) in [(&mine, &theirs), (&theirs, &mine)] {
        let both = first.and(second).unwrap();
        for dialect in Dialect::ALL {
            let alone = [first.names_in(*dialect), second.names_in(*dialect)].concat();
            assert_eq!(both.names_in(*dialect), alone, "{dialect}");
        }
    }
}

#[test]
fn a_model_finds_tools_and_inputs_by_the_names_that_it_was_shown() {
    let all = selection();
    let (chat, anthropic) = (Dialect::OpenaiChat, Dialect::Anthropic);
    let odd = &all.tools[3];
    assert_eq!(all.names_in(chat), ["lookup_v1", "lookup", "now", "get_it"]);
    assert_eq!(all.find(chat, "get_it"), Some(odd));
    assert_eq!(all.find(chat, "Get It!"), None);
    assert_eq!(all.find(Dialect::A2a, "Get It!"), Some(odd));
    let input = &odd.signature().unwrap().input_parameters[0];
    assert_eq!(odd.input(chat, "Flight Class"), Some(input));
    assert_eq!(odd.input(anthropic, "Flight Class"), None);
    assert_eq!(odd.input(anthropic, "flight_class"), Some(input));
}

#[test]
fn words_that_any_question_has_find_no_tool() {
    let described = |name: &str, description: &'static str| {
        let tool = tool(name, 1, &[]);
        ToolSignature { description: description.into(), ..tool }
    };
    let tools = Selection::approved([
        described("list_trains", "Lists the trains to a city."),
        described("book_seat", "Books a seat."),
    ]);
    assert_eq!(names(&tools.search("a train to Omaha", 5)), ["list_trains@1"]);
    assert!(tools.search("What is the quantum of a field?", 5).is_empty());
}
