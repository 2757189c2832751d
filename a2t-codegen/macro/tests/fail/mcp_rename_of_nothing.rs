a2t_client_macro::client!("approved/clock.json", rename("convert_time.inputs.tim", "at"));

fn main() {}
