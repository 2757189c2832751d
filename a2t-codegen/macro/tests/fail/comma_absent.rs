a2t_client_macro::client!("approved/weather.json" tool = "add");

fn main() {}
