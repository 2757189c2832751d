/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    #[a2t(internal)]
    More(u32),
}

fn main() {}
