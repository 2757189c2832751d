a2t_client_macro::client!("approved/weather.json", rename("lookup_wether_by_city", "lookup"));

fn main() {}
