struct Silent;

#[derive(a2t::Output)]
struct Reading {
    /// What it is.
    #[a2t(text)]
    what: Silent,
}

fn main() {
    let _ = Reading { what: Silent };
}
