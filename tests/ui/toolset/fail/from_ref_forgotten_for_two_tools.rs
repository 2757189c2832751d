use axum::extract::{FromRef, State};

#[derive(Clone)]
pub struct Prices;

#[derive(Clone)]
pub struct Books;

#[derive(Clone)]
pub struct App {
    pub prices: Prices,
    pub books: Books,
}

impl FromRef<App> for Books {
    fn from_ref(app: &App) -> Self {
        app.books.clone()
    }
}

/// Counts books.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn count_books(#[a2t(context)] State(_): State<Books>) -> u32 {
    1
}

/// Tells a price.
///
/// # Returns
/// Cents.
#[a2t::tool(version = 1)]
pub fn tell_price(
    #[a2t(context)] State(_): State<Books>,
    #[a2t(context)] State(_): State<Prices>,
) -> u32 {
    1
}

/// Sums up all prices.
///
/// # Returns
/// Cents.
#[a2t::tool(version = 1)]
pub fn sum_up(#[a2t(context)] State(_): State<Prices>) -> u32 {
    1
}

fn main() {
    let app = App { prices: Prices, books: Books };
    let _ = a2t::serve("127.0.0.1:0", a2t::toolset![count_books, tell_price, sum_up], app);
}
