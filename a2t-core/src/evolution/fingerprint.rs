//! Short stand-ins for values that are long to compare: two parameters with the same fingerprint
//! have the same contract.

use super::text::{as_slice, as_str, item};
use crate::signature::{
    AllowedValue, JsonMember, JsonShape, OutputParameter, OutputType, ProblemType,
};

/// Contract of an enum or an output in 128 bits, and its texts in 128 more.
///
/// Const evaluation pays for each byte it looks at; the macros write these numbers, which they
/// compute in compiled code. The order of choices makes no difference.
///
/// ```
/// # use a2t_core::AllowedValue;
/// use a2t_core::evolution::Fingerprint;
/// let value = |name: &'static str, description: &'static str| AllowedValue { name: name.into(), description: description.into() };
/// let [warm, cold] = [value("WARM", "Above 20 °C."), value("COLD", "Below.")];
/// let published = Fingerprint::of_values(&[warm.clone(), cold.clone()]);
/// assert_eq!(published, Fingerprint::of_values(&[cold.clone(), warm]));
/// let reworded = Fingerprint::of_values(&[value("WARM", "Above 15 °C."), cold]);
/// assert!(published.promises(reworded) && published != reworded);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    contract: u128,
    text: u128,
}

impl Fingerprint {
    /// Returns the fingerprint with these numbers, as [`Fingerprint::bits`] gave them.
    pub const fn from_bits(contract: u128, text: u128) -> Self {
        Self { contract, text }
    }

    /// Returns the number that stands for the contract, and the one for the texts.
    pub const fn bits(self) -> (u128, u128) {
        (self.contract, self.text)
    }

    /// Returns the fingerprint of the choices of an enum.
    pub const fn of_values(values: &[AllowedValue]) -> Self {
        let mut sum = Self::from_bits(0, 0);
        let mut index = 0;
        while let Some(value) = item(values, index) {
            let name = hashed(OFFSET, as_str(&value.name));
            let text = hashed(name, as_str(&value.description));
            // A sum, because the order of choices is no contract.
            sum.contract = sum.contract.wrapping_add(stirred(name));
            sum.text = sum.text.wrapping_add(stirred(text));
            index += 1;
        }
        sum
    }

    /// Returns the fingerprint of an output's id, name and description; its type is mixed in by
    /// [`Fingerprint::typed`].
    pub const fn of_texts(id: &str, name: &str, description: &str) -> Self {
        Self {
            contract: stirred(hashed(stirred(hashed(OFFSET, id)), name)),
            text: described(description),
        }
    }

    /// Returns the same of an output of another description, given [as a number](described).
    #[must_use]
    pub const fn with_description(self, description: u128) -> Self {
        Self::from_bits(self.contract, description)
    }

    /// Mixes the output's type into the fingerprint, with the fingerprint of its choices or its
    /// shape if it has any.
    #[must_use]
    pub const fn typed(self, kind: &OutputType, choices: Self) -> Self {
        let (tag, choices) = match kind {
            OutputType::String => (1, Self::from_bits(0, 0)),
            OutputType::Int => (2, Self::from_bits(0, 0)),
            OutputType::Boolean => (3, Self::from_bits(0, 0)),
            OutputType::Enum { .. } => (4, choices),
            OutputType::Json => (5, Self::from_bits(0, 0)),
            OutputType::Described { .. } => (6, choices),
        };
        let contract = self.contract.wrapping_add(tag).wrapping_mul(PRIME);
        Self {
            contract: stirred(contract.wrapping_add(choices.contract)),
            text: stirred(self.text.wrapping_add(choices.text)),
        }
    }

    /// Returns the fingerprint of a shape of JSON.
    pub const fn of_shape(shape: &JsonShape) -> Self {
        let (tag, inner) = match shape {
            JsonShape::Any => (1, Self::from_bits(0, 0)),
            JsonShape::String => (2, Self::from_bits(0, 0)),
            JsonShape::Int => (3, Self::from_bits(0, 0)),
            JsonShape::Number => (4, Self::from_bits(0, 0)),
            JsonShape::Boolean => (5, Self::from_bits(0, 0)),
            JsonShape::Enum { allowed_values } => (6, Self::of_values(as_slice(allowed_values))),
            JsonShape::Record { members } => (7, Self::of_members(as_slice(members))),
            JsonShape::List { items } => (8, Self::of_shape(items.get())),
            JsonShape::Nullable { shape } => (9, Self::of_shape(shape.get())),
        };
        Self {
            contract: stirred(inner.contract.wrapping_add(tag).wrapping_mul(PRIME)),
            text: stirred(inner.text.wrapping_add(1)),
        }
    }

    const fn of_members(members: &[JsonMember]) -> Self {
        let mut sum = Self::from_bits(0, 0);
        let mut index = 0;
        while let Some(member) = item(members, index) {
            let name = as_str(&member.name);
            let shape = Self::of_shape(member.shape.get());
            let contract = hashed(OFFSET, name).wrapping_add(shape.contract);
            let contract = stirred(contract.wrapping_mul(2).wrapping_add(member.required as u128));
            sum.contract = sum.contract.wrapping_add(contract);
            let text = hashed(hashed(OFFSET, name), as_str(&member.description));
            sum.text = sum.text.wrapping_add(stirred(text.wrapping_add(shape.text)));
            index += 1;
        }
        sum
    }

    /// Returns the fingerprint of an error.
    pub const fn of_error(error: &ProblemType) -> Self {
        let (name, members) = (as_str(&error.name), Self::of_members(as_slice(&error.members)));
        let (tag, uri) = match &error.uri {
            Some(uri) => (1, as_str(uri)),
            None => (2, name),
        };
        let contract = hashed(OFFSET ^ tag, uri).wrapping_add(error.status as u128);
        let text = hashed(stirred(hashed(OFFSET, name)), as_str(&error.description));
        Self {
            contract: stirred(stirred(contract).wrapping_add(members.contract)),
            text: stirred(stirred(text).wrapping_add(members.text)),
        }
    }

    /// Returns the fingerprint of an output.
    pub const fn of_output(output: &OutputParameter) -> Self {
        let (id, name) = (as_str(&output.id), as_str(&output.name));
        let texts = Self::of_texts(id, name, as_str(&output.description));
        let choices = match &output.kind {
            OutputType::Enum { allowed_values } => Self::of_values(as_slice(allowed_values)),
            OutputType::Described { shape } => Self::of_shape(shape.get()),
            OutputType::String | OutputType::Int | OutputType::Boolean | OutputType::Json => {
                Self::from_bits(0, 0)
            }
        };
        texts.typed(&output.kind, choices)
    }

    /// Returns whether the contracts are the same; texts may differ.
    pub const fn promises(self, other: Self) -> bool {
        self.contract == other.contract
    }

    /// Returns whether all is the same; `==` for const evaluation.
    pub const fn is(self, other: Self) -> bool {
        self.contract == other.contract && self.text == other.text
    }
}

/// Returns the number that stands for a description.
pub const fn described(description: &str) -> u128 {
    stirred(hashed(OFFSET, description))
}

/// FNV-1a of 128 bits.
const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

const fn hashed(start: u128, text: &str) -> u128 {
    let mut hash = start;
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        hash = (hash ^ *byte as u128).wrapping_mul(PRIME);
        rest = tail;
    }
    hash
}

/// Spreads each bit over all, so that sums of hashes do not cancel out.
const fn stirred(hash: u128) -> u128 {
    let hash = (hash ^ (hash >> 61)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    (hash ^ (hash >> 67)).wrapping_mul(0xd1b5_4a32_d192_ed03_aaf5_1e8c_4d9d_5a6d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::List;

    fn output(kind: OutputType) -> OutputParameter {
        OutputParameter {
            id: "o1".into(),
            name: "cabin".into(),
            kind,
            description: "The cabin.".into(),
        }
    }

    fn choice(values: &[(&'static str, &'static str)]) -> OutputType {
        let value = |(name, description): &(&'static str, &'static str)| AllowedValue {
            name: (*name).into(),
            description: (*description).into(),
        };
        OutputType::Enum { allowed_values: List::Owned(values.iter().map(value).collect()) }
    }

    #[test]
    fn whatever_an_output_says_makes_a_difference() {
        let first = output(choice(&[("ECONOMY", "Small."), ("FIRST", "Large.")]));
        let fingerprint = Fingerprint::of_output(&first);
        let others = [
            output(choice(&[("ECONOMY", "Small."), ("FIRST", "Huge.")])),
            output(choice(&[("ECONOMY", "Large."), ("FIRST", "Small.")])),
            output(choice(&[("ECONOMY", "Small.")])),
            output(choice(&[("ECONOMY", "Small."), ("FIRSTL", "arge.")])),
            output(OutputType::String),
            output(OutputType::Json),
            OutputParameter { id: "o2".into(), ..first.clone() },
            OutputParameter { id: "o".into(), name: "1cabin".into(), ..first.clone() },
            OutputParameter { description: "A cabin.".into(), ..first.clone() },
        ];
        for other in &others {
            assert!(!fingerprint.is(Fingerprint::of_output(other)), "{other:?}");
        }
    }

    #[test]
    fn a_fingerprint_is_its_two_numbers() {
        let fingerprint = Fingerprint::of_output(&output(OutputType::Int));
        let (contract, text) = fingerprint.bits();
        assert!(Fingerprint::from_bits(contract, text).is(fingerprint));
        assert!(contract != text && contract > 1 && text > 1);
    }

    #[test]
    fn texts_and_orders_are_no_contract() {
        let first = output(choice(&[("ECONOMY", "Small."), ("FIRST", "Large.")]));
        let mut reworded = output(choice(&[("FIRST", "Huge."), ("ECONOMY", "Small.")]));
        reworded.description = "A cabin.".into();
        let (first, reworded) = (Fingerprint::of_output(&first), Fingerprint::of_output(&reworded));
        assert!(first.promises(reworded));
    }
}
