a2t_client_macro::client!("approved/weather.json", derive(serde::Serialize));

fn main() {}
