/// Plans a trip.
#[a2t::tool(version = 1)]
pub async fn plan_trip(
    /// The city.
    city: Cty,
    /// How to travel.
    by: Option<Vehicle>,
    #[a2t(context)] state: axum::extract::State<App>,
) -> Result<Trip, TripError> {
    unimplemented!()
}

/// A trip.
#[derive(a2t::Output)]
pub struct Plan {
    /// Where it starts.
    start: Option<Station>,
}

/// A vehicle on the road.
pub struct Bus;

#[a2t::tools]
impl Bus {
    /// Stops the bus.
    #[tool(version = 1)]
    pub fn stop(
        &self,
        /// Where.
        stop: Option<Stop>,
    ) -> Result<Plan, StopError> {
        unimplemented!()
    }
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![plan_trip];
}
