a2t_client_macro::client!();

fn main() {}
