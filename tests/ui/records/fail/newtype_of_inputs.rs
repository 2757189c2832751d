/// An id.
#[derive(a2t::Input)]
pub struct UserId(pub u32);

/// A loan.
#[derive(a2t::Record)]
pub struct Loan {
    /// Who has it.
    pub user: UserId,
}

fn main() {
    let _ = Loan { user: UserId(1) }.user.0;
}
