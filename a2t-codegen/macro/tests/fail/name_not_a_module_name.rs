a2t_client_macro::client!(fn = "approved/weather.json");

fn main() {}
