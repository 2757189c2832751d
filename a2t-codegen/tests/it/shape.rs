//! Lines that a tool becomes, including documentation, signature and its own enums.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use a2t_codegen::Builder;

/// A catalog of `count` tools with this many required inputs, optional inputs and outputs.
fn catalog(count: usize, required: usize, optional: usize, outputs: usize) -> String {
    let types = ["string", "int", "boolean"];
    let parameter = |side: &str, index: usize, rest: &str| {
        let kind = types.iter().cycle().nth(index).unwrap();
        format!(
            r#"{{"id":"{side}_{index}","name":"{side}_{index}","type":"{kind}","description":"What it means."{rest}}}"#
        )
    };
    let tool = |number: usize| {
        let inputs = (0..required + optional).map(|index| {
            let bounds = [r#","max-length":100"#, r#","min":0,"max":14"#, ""];
            let bounds = bounds.iter().cycle().nth(index).unwrap();
            let rest = format!(r#","required":{}{bounds}"#, index < required);
            parameter("city", index, &rest)
        });
        let inputs = inputs.collect::<Vec<_>>().join(",");
        let outputs = (0..outputs).map(|index| parameter("weather", index, ""));
        let outputs = outputs.collect::<Vec<_>>().join(",");
        format!(
            r#"{{"toolId":"00000000-0000-4000-8000-{number:012x}","name":"lookup_weather_x{number:x}","description":"Looks it up.",
            "version":1,"currentVersion":1,"input_parameters":[{inputs}],"output_parameters":[{outputs}]}}"#
        )
    };
    format!("[{}]", (0..count).map(tool).collect::<Vec<_>>().join(","))
}

fn generated(module: &str, catalog: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{module}.json"));
    fs::write(&path, catalog).unwrap();
    Builder::new(path).source().unwrap()
}

#[test]
fn a_tool_with_up_to_five_parameters_is_at_most_25_lines() {
    let lines = |count, (required, optional, outputs)| {
        generated("shape", &catalog(count, required, optional, outputs)).lines().count()
    };
    let (mut all, mut most, mut tools) = (0, 0, 0);
    for required in 0..=5 {
        for optional in 0..=5 - required {
            for outputs in 0..=5 - required - optional {
                let shape = (required, optional, outputs);
                let each = lines(2, shape) - lines(1, shape);
                assert!(each <= 25, "{each} lines for {shape:?}");
                (all, most, tools) = (all + each, most.max(each), tools + 1);
            }
        }
    }
    println!("{:.1} lines a tool on average, {most} at most", all as f64 / f64::from(tools));
}

/// Four inputs, one of them optional and one an enum of four values that no other tool has, and three
/// outputs, all documented: the tool of `bench/`.
fn with_an_enum(number: usize) -> String {
    let letter =
        |digit: u32| char::from(b'a' + u8::try_from(number / 26_usize.pow(digit) % 26).unwrap());
    let suffix = [1, 0].map(letter).iter().collect::<String>();
    format!(
        r#"{{"toolId":"00000000-0000-4000-8000-{number:012x}","name":"search_flights_aaa{suffix}","description":"Searches flights.",
        "version":1,"currentVersion":1,"input_parameters":[
        {{"id":"origin","name":"origin","type":"string","description":"From.","required":true}},
        {{"id":"destination","name":"destination","type":"string","description":"To.","required":true}},
        {{"id":"passengers","name":"passengers","type":"int","description":"How many.","required":false,"max":65535}},
        {{"id":"cabin_aaa{suffix}","name":"cabin_aaa{suffix}","type":"enum","description":"Class.","required":true,"allowed-values":[
        {{"name":"ECONOMY","description":"Back."}},{{"name":"PREMIUM","description":"Further."}},
        {{"name":"BUSINESS","description":"Before."}},{{"name":"FIRST","description":"Front."}}]}}],"output_parameters":[
        {{"id":"number","name":"number","type":"string","description":"Number."}},
        {{"id":"fare","name":"fare","type":"int","description":"Euros."}},
        {{"id":"sold_out","name":"sold_out","type":"boolean","description":"Whether."}}]}}"#
    )
}

#[test]
fn a_tool_with_an_enum_of_its_own_is_at_most_40_lines_of_a_hundred() {
    let tools: Vec<_> = (0..100).map(with_an_enum).collect();
    let text = generated("enums", &format!("[{}]", tools.join(",")));
    let lines = text.lines().count();
    println!("{lines} lines, {} bytes", text.len());
    assert!(lines <= 4_000, "{lines} lines of 100 tools");
}

#[test]
fn a_thousand_tools_become_the_same_file_twice() {
    let catalog = catalog(1_000, 1, 2, 2);
    let began = std::time::Instant::now();
    let first = generated("thousand", &catalog);
    println!("{} lines in {:?}", first.lines().count(), began.elapsed());
    assert!(first == generated("thousand", &catalog));
}

#[test]
fn an_output_with_a_schema_is_documented_by_the_type_of_its_field() {
    let catalog = r#"[{"toolId":"00000000-0000-4000-8000-000000000001","name":"forecast","description":"",
        "version":1,"currentVersion":1,"input_parameters":[],"output_parameters":[{"id":"days","name":"days",
        "type":"json","description":"","schema":{"type":"array","items":{"type":"integer"}}}]}]"#;
    let text = generated("described", catalog);
    assert!(text.contains("`days: Vec<i64>`"), "{text}");
    assert!(text.contains("pub days: Output<t::Vec<i64>>"), "{text}");
}

#[test]
fn of_many_tools_each_enum_within_an_output_goes_into_the_input_that_they_share() {
    let tool = |number: usize| {
        let values = |key: &str| {
            format!(r#"[{{"{key}":"EUR","description":""}},{{"{key}":"PLN","description":""}}]"#)
        };
        let (given, sent) = (values("name"), values("const"));
        format!(
            r#"{{"toolId":"00000000-0000-4000-8000-{number:012x}","name":"price_{number}","description":"",
            "version":1,"currentVersion":1,"input_parameters":[{{"id":"currency","name":"currency","type":"enum",
            "description":"","required":true,"allowed-values":{given}}}],"output_parameters":[{{"id":"price",
            "name":"price","type":"json","description":"","schema":{{"type":"object","properties":{{"currency":
            {{"type":"string","oneOf":{sent}}}}}}}}}]}}"#
        )
    };
    let tools: Vec<_> = (0..300).map(tool).collect();
    let text = generated("currencies", &format!("[{}]", tools.join(",")));
    let pair = "        impl From<Currency> for output::price_";
    assert_eq!(text.lines().filter(|line| line.starts_with(pair)).count(), 300);
}
