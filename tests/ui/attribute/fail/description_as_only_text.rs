#[a2t::tool(version = 1, description = "Counts the stars.", returns = "How many there are.")]
pub fn count_stars(
    #[a2t(desc = "The part of the sky.")] part: String,
) -> u32 {
    part.len() as u32
}

fn main() {}
