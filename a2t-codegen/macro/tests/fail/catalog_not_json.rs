a2t_client_macro::client!("approved/syntax.json");

fn main() {}
