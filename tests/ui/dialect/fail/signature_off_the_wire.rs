use a2t_dialect::Dialect;

fn main() {
    let served = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"now","version":1}"#;
    let tool = a2t_core::signature::parse(served).unwrap().signature;
    let _ = Dialect::Anthropic.tools(&tool);
}
