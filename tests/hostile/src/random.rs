//! Catalogs put together at random from the pieces of all the others; equal seeds give equal ones.

use serde_json::{Value, json};

use crate::{Case, case, cut, errors, input, names, output, texts, tool, unique};

/// A catalog that keeps every rule, made of the names and texts of the tables.
pub fn random(seed: u64) -> Case {
    let mut random = Random(seed.wrapping_add(1));
    let (names, texts) = (names::all(), texts::all());
    let tools = (0..=random.below(4)).map(|_| random.name(&names)).collect();
    let tools = unique(tools);
    let tools = tools.iter().enumerate();
    let tools: Vec<_> = tools
        .map(|(number, name)| {
            let (inputs, outputs) = (random.ids(&names), random.ids(&names));
            let inputs = inputs.iter().map(|id| input(random.below(8), id, &random.text(&texts)));
            let inputs: Vec<_> = inputs.collect();
            let outputs =
                outputs.iter().map(|id| output(random.below(5), id, &random.text(&texts)));
            let outputs: Vec<_> = outputs.collect();
            let mut value = tool(number, name, &random.text(&texts), inputs, outputs);
            value["tags"] = json!([random.name(&names)]);
            if random.below(2) == 0 {
                let (name, text) = (random.name(&names), random.text(&texts));
                value["errors"] = errors(&name, &text);
            }
            value
        })
        .collect::<Vec<Value>>();
    case(&format!("random_{seed:05}"), random.below(3), tools)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ (bits >> 31)) % end.max(1) as u64).unwrap_or(0)
    }

    fn one<'a>(&mut self, of: &'a [String]) -> &'a str {
        of.get(self.below(of.len())).map_or("a", String::as_str)
    }

    /// One or two of the names.
    fn name(&mut self, names: &[String]) -> String {
        let name = self.one(names).to_owned();
        match self.below(3) {
            0 => cut(&(name + self.one(names)), 254),
            _ => name,
        }
    }

    fn ids(&mut self, names: &[String]) -> Vec<String> {
        unique((0..self.below(7)).map(|_| self.name(names)).collect())
    }

    /// Up to three of the texts, on one line, after each other or apart.
    fn text(&mut self, texts: &[String]) -> String {
        let between = ["", " ", "\n", "\n\n", "\n    "].get(self.below(5)).copied();
        let parts: Vec<_> = (0..self.below(4)).map(|_| self.one(texts)).collect();
        cut(&parts.join(between.unwrap_or("")), 1_999)
    }
}
