a2t_client_macro::client!("approved/weather.json", tool = "lookup_wether_by_city", tag = "storms");

fn main() {}
