//! Numbers that look random and follow from a seed (splitmix64), for tests that make their own cases.
#![allow(dead_code, reason = "each test takes what it needs")]

/// A generator whose whole state is its seed.
pub(crate) struct Seeded(pub(crate) u64);

impl Seeded {
    /// By `A2T_SEED`, or the time; prints the seed.
    pub(crate) fn new() -> Self {
        let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
        let now = || std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64;
        let seed = given.unwrap_or_else(now);
        println!("A2T_SEED={seed}");
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// The text after one to three cuts, flips and pieces in the place of what was there.
    pub(crate) fn worsen(&mut self, text: &str, pieces: &[impl AsRef<[u8]>]) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len() as u64 + 1) as usize;
            let end = (at + self.below(12) as usize).min(bytes.len());
            match self.below(4) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << self.below(8)),
                _ => {
                    let piece = pieces[self.below(pieces.len() as u64) as usize].as_ref();
                    drop(bytes.splice(at..end, piece.iter().copied()));
                }
            }
        }
        bytes
    }
}
