a2t_client_macro::client!("approved/broken.json");

fn main() {}
