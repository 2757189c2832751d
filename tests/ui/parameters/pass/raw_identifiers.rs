use a2t::Tool;

/// Moves on.
///
/// # Returns
/// The kind.
#[a2t::tool(version = 1)]
fn r#move(
    /// The kind.
    r#type: u8,
    /// Where.
    r#where: Option<String>,
) -> u8 {
    let _ = r#where;
    r#type
}

/// A kind of step.
#[derive(a2t::Output)]
struct Step {
    /// How it is done.
    r#fn: String,
}

/// Steps.
#[a2t::tool(version = 1)]
fn step() -> Step {
    Step {
        r#fn: "slow".into(),
    }
}

pub(crate) fn main() {
    assert_eq!(r#move(3, None), 3);
    assert_eq!(step().r#fn, "slow");
    assert_eq!(r#move::SIGNATURE.name, "move");
    assert_eq!(r#move::SIGNATURE.input_parameters[0].name, "type");
    assert_eq!(step::SIGNATURE.output_parameters[0].id, "fn");
    let _: a2t::Toolset<()> = a2t::toolset![r#move, step];
}
