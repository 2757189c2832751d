/// A weather station.
pub struct Station {
    open: bool,
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![Station { open: true }];
}
