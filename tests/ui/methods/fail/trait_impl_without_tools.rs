pub struct Station;

pub trait Read {
    fn read(&self) -> u8;
}

#[a2t::tools]
impl Read for Station {
    fn read(&self) -> u8 {
        1
    }
}

fn main() {}
