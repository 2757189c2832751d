a2t_client_macro::client!(weather);

fn main() {}
