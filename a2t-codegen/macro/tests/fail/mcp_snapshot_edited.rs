a2t_client_macro::client!("approved/clock_edited.json");

fn main() {}
