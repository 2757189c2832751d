#[derive(a2t::Record)]
pub struct Day {
    /// The highest temperature.
    pub high: f64,
    /// The day of the week.
    #[a2t(name = "day of the week")]
    pub day: String,
    /// The station's address.
    #[a2t(text)]
    pub station: Option<IpAddr>,
}
