use crate::published::{read, text};
use crate::signature::parse;

/// Arbitrary texts nearly always have an escape, which the quick way leaves to the thorough one.
#[test]
fn the_quick_way_takes_every_kind_of_parameter() {
    let signature = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"f","description":"F.",
        "version":3,"currentVersion":3,"img":"https://a.example/f.png",
        "annotations":{"readOnlyHint":true,"idempotentHint":true,"destructiveHint":false,"longRunningHint":true},
        "preconditions":{"scopes":["a","b:c"],"idempotencyKey":"required"},"errors":[
        {"name":"X","status":404,"description":"X."},
        {"name":"Y","type":"https://a.example/y","status":409,"description":""}],"tags":["a","b"],"input_parameters":[
        {"id":"a","name":"a","type":"string","description":"A.","max-length":3},
        {"id":"b","name":"b","type":"string","description":"B.","format":"uuid"},
        {"id":"c","name":"c","type":"int","description":"C.","min":-1,"max":14,"required":false},
        {"id":"d","name":"d","type":"boolean","description":"D."},
        {"id":"e","name":"e","type":"enum","description":"E.","allowed-values":[
            {"name":"X","description":"X."},{"name":"Y","description":"Y."}]}],
        "output_parameters":[
        {"id":"a","name":"a","type":"string","description":"A."},
        {"id":"b","name":"b","type":"int","description":"B."},
        {"id":"c","name":"c","type":"boolean","description":"C."},
        {"id":"d","name":"d","type":"json","description":"D."},
        {"id":"e","name":"e","type":"enum","description":"E."},
        {"id":"f","name":"f","type":"enum","description":"F.","allowed-values":[
            {"name":"X","description":"X."}]}]}"#;
    let signature = parse(signature.as_bytes()).unwrap().signature;
    let text = text(&signature);
    assert_eq!(super::signature(&text), Some(signature));
    for line in 0..text.lines().count() {
        let mut lines: Vec<_> = text.lines().collect();
        lines.remove(line);
        let less = lines.join("\n") + "\n";
        let thorough = read::read_json(less.as_bytes(), &less).ok();
        assert_eq!(super::signature(&less), thorough, "{less}");
    }
    let id = "0479a45d-ad0a";
    for (spelt, other) in [("14", "+14"), ("14", "014"), ("-1", "-01"), (id, "0479A45D-ad0a")] {
        assert_eq!(super::signature(&text.replacen(spelt, other, 1)), None, "{other}");
    }
}
