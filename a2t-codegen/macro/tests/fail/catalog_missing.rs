a2t_client_macro::client!("approved/none.json");

fn main() {}
