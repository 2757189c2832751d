//! Messages drawn from a seed, which is printed.

use std::time::{SystemTime, UNIX_EPOCH};

use a2t_webhook::signature::{PrivateKey, Secret};

pub(crate) struct Draw(u64);

pub(crate) struct Message {
    pub(crate) secret: Secret,
    seed: [u8; 32],
    pub(crate) id: String,
    pub(crate) body: String,
}

impl Message {
    pub(crate) fn private(&self) -> PrivateKey {
        PrivateKey::from_seed(&self.seed)
    }
}

impl Draw {
    /// From the variable `A2T_SEED`, or from the clock.
    pub(crate) fn seeded() -> Self {
        let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(now);
        println!("A2T_SEED={seed}");
        Self(seed)
    }

    /// SplitMix64.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next().to_le_bytes()[0]).collect()
    }

    fn text(&mut self, length: usize, alphabet: &[char]) -> String {
        (0..length).map(|_| alphabet[self.below(alphabet.len())]).collect()
    }

    pub(crate) fn message(&mut self, body_max: usize) -> Message {
        let secret_length = 24 + self.below(41);
        let secret = Secret::from_bytes(&self.bytes(secret_length)).unwrap();
        let seed: [u8; 32] = self.bytes(32).try_into().unwrap();
        let visible: Vec<char> = ('!'..='~').filter(|one| *one != '.').collect();
        let odd: Vec<char> =
            "ab.{}\":,\n\r\t\u{0}\u{e9}\u{4e2d}\u{1f600}\u{2028} ".chars().collect();
        let id_length = 1 + self.below(40);
        let body_length = self.below(body_max + 1);
        Message {
            secret,
            seed,
            id: self.text(id_length, &visible),
            body: self.text(body_length, &odd),
        }
    }
}

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}
