a2t_client_macro::client!("approved/clock_broken.json");

fn main() {}
