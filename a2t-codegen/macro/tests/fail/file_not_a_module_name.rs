a2t_client_macro::client!("approved/9-lives.json");

fn main() {}
