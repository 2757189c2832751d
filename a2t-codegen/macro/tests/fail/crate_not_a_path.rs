a2t_client_macro::client!("approved/weather.json", crate = "a2t");

fn main() {}
