a2t_client_macro::client!("approved/edited.json");

fn main() {}
