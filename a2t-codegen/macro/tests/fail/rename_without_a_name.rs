a2t_client_macro::client!("approved/weather.json", rename("lookup_weather_by_city"));

fn main() {}
