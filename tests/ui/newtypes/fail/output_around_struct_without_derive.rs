struct Inner(u32);

#[derive(a2t::Output)]
struct Key(Inner);

/// A loan.
#[derive(a2t::Record)]
struct Loan {
    /// Its key.
    key: Key,
}

/// Lists loans.
///
/// # Returns
/// The loans.
#[a2t::tool(version = 1)]
fn list_loans() -> Vec<Loan> {
    vec![Loan { key: Key(Inner(1)) }]
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![list_loans];
}
