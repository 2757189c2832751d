a2t_client_macro::client!("approved/clock.json", tool = "get_time", tag = "time");

fn main() {}
