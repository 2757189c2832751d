//! Which parameter of the later signature is which of the earlier: by id, leftovers by name.

use super::change::Side;
use super::text::{as_str, item, same, same_identifier};
use crate::signature::{InputParameter, OutputParameter};

/// The parameters of one side of one signature.
#[derive(Clone, Copy)]
pub(super) enum Parameters<'a> {
    Inputs(&'a [InputParameter]),
    Outputs(&'a [OutputParameter]),
}

/// The parameters of one side of two signatures.
#[derive(Clone, Copy)]
pub(super) struct Pairing<'a> {
    pub(super) old: Parameters<'a>,
    pub(super) new: Parameters<'a>,
}

impl<'a> Parameters<'a> {
    pub(super) const fn side(self) -> Side {
        match self {
            Self::Inputs(_) => Side::Inputs,
            Self::Outputs(_) => Side::Outputs,
        }
    }

    pub(super) const fn len(self) -> usize {
        match self {
            Self::Inputs(inputs) => inputs.len(),
            Self::Outputs(outputs) => outputs.len(),
        }
    }

    /// Id and name of the parameter at `index`.
    pub(super) const fn key(self, index: usize) -> Option<(&'a str, &'a str)> {
        match self {
            Self::Inputs(inputs) => match item(inputs, index) {
                Some(input) => Some((as_str(&input.id), as_str(&input.name))),
                None => None,
            },
            Self::Outputs(outputs) => match item(outputs, index) {
                Some(output) => Some((as_str(&output.id), as_str(&output.name))),
                None => None,
            },
        }
    }

    /// The first parameter with this id, looked for first where it is likely to be.
    pub(super) const fn with_id(self, wanted: &str, likely: usize) -> Option<usize> {
        if let Some((id, _)) = self.key(likely)
            && same(id, wanted)
        {
            return Some(likely);
        }
        let mut index = 0;
        while let Some((id, _)) = self.key(index) {
            if same(id, wanted) {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    /// The first parameter with this name whose id `others` do not know.
    const fn stray(self, wanted: &str, others: Self) -> Option<usize> {
        let mut index = 0;
        while let Some((id, name)) = self.key(index) {
            if same(name, wanted) && others.with_id(id, index).is_none() {
                return Some(index);
            }
            index += 1;
        }
        None
    }
}

impl<'a> Pairing<'a> {
    /// The later form of the earlier parameter at `index`.
    pub(super) const fn later(self, index: usize) -> Option<usize> {
        Self::partner(self.old, self.new, index)
    }

    /// The earlier form of the later parameter at `index`.
    pub(super) const fn earlier(self, index: usize) -> Option<usize> {
        Self::partner(self.new, self.old, index)
    }

    const fn partner(from: Parameters<'a>, to: Parameters<'a>, index: usize) -> Option<usize> {
        let Some((id, name)) = from.key(index) else {
            return None;
        };
        match to.with_id(id, index) {
            Some(partner) => Some(partner),
            None => to.stray(name, from),
        }
    }

    /// Whether the parameters that both lists have stand in another order.
    pub(super) const fn reordered(self) -> bool {
        let mut index = 0;
        let mut last = 0;
        while index < self.old.len() {
            if let Some(at) = self.later(index) {
                if at < last {
                    return true;
                }
                last = at;
            }
            index += 1;
        }
        false
    }

    /// The name of another parameter that generated code could not tell from the added one at
    /// `index`; of two added ones the later collides.
    pub(super) const fn collision(self, index: usize) -> Option<&'a str> {
        let Some((_, added)) = self.new.key(index) else {
            return None;
        };
        let mut other = 0;
        while let Some((_, name)) = self.new.key(other) {
            let counts = other < index || other > index && self.earlier(other).is_some();
            if counts && !same(name, added) && same_identifier(name, added) {
                return Some(name);
            }
            other += 1;
        }
        None
    }
}
