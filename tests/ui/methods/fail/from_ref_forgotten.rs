/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    pub fn read(&self) -> i32 {
        1
    }
}

/// The state of the application.
#[derive(Clone)]
pub struct App;

fn router() -> axum::Router<App> {
    a2t::toolset![Station].into_router()
}

fn main() {
    let _: axum::Router = router().with_state(App);
}
