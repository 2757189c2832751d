a2t_client_macro::client!("approved/weather.json", tol = "add");

fn main() {}
