use a2t_core::ToolSignature;
use a2t_dialect::Selection;

fn main() {
    let served: Vec<ToolSignature> = Vec::new();
    let _ = Selection::from_tools(&served);
}
