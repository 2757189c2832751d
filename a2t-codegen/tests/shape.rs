//! How much code a tool becomes: at most 40 lines with up to five parameters, documentation and
//! signature included, and one for the fake; enums are counted apart, as tools share them.
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

/// The fake's part of a tool is to know its reply.
fn is_for_the_fake(line: &str) -> bool {
    line.trim_start()
        .starts_with("impl ::a2t::client::Reply<super::Calls> for ")
}

#[test]
fn a_tool_with_up_to_five_parameters_is_at_most_40_lines() {
    let lines = |count, (required, optional, outputs)| {
        generated("shape", &catalog(count, required, optional, outputs))
            .lines()
            .filter(|line| !is_for_the_fake(line))
            .count()
    };
    let (mut all, mut most, mut tools) = (0, 0, 0);
    for required in 0..=5 {
        for optional in 0..=5 - required {
            for outputs in 0..=5 - required - optional {
                let shape = (required, optional, outputs);
                let each = lines(2, shape) - lines(1, shape);
                assert!(each <= 40, "{each} lines for {shape:?}");
                (all, most, tools) = (all + each, most.max(each), tools + 1);
            }
        }
    }
    println!(
        "{:.1} lines a tool on average, {most} at most",
        all as f64 / f64::from(tools)
    );
}

#[test]
fn a_thousand_tools_become_the_same_file_twice() {
    let catalog = catalog(1_000, 1, 2, 2);
    let began = std::time::Instant::now();
    let first = generated("thousand", &catalog);
    println!("{} lines in {:?}", first.lines().count(), began.elapsed());
    assert!(first == generated("thousand", &catalog));
}
