#[derive(a2t::Output)]
struct Height(f64);

fn main() {
    let _ = Height(1.0);
}
