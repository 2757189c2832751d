//! Code whose version is older than the newest published one: a toolset needs a function of the newer version as well.

// Indices come from the macro.
#![allow(clippy::indexing_slicing)]

use std::mem::forget;

use super::Lock;

impl Lock {
    /// Returns the newest published version for the comparison of a toolset, or 0 if the code differs from a published
    /// version. Then the version of the code was probably set back by mistake. rustc reports the difference, and a
    /// toolset would report the version for the same mistake.
    ///
    /// `forms` has the indices of each input and of each of its published forms, and `lacking` those of each input that
    /// a version lacks. `own` is the file of the version, if the version is published.
    pub const fn newest_if_kept(
        &self,
        forms: &[(usize, usize)],
        lacking: &[(usize, u32)],
        own: Option<&'static str>,
    ) -> u32 {
        let is_kept = self.keeps_inputs(forms, lacking)
            && self.keeps_outputs()
            && (own.is_none() || self.added_output().is_none())
            && self.error_change(own).is_none();
        if is_kept { self.newest } else { 0 }
    }

    const fn keeps_inputs(&self, forms: &[(usize, usize)], lacking: &[(usize, u32)]) -> bool {
        let mut at = 0;
        while at < forms.len() {
            let (index, form) = forms[at];
            let (code, was) = (self.input_at(index), self.inputs[form]);
            let published = was.input(code);
            let is_kept = self.type_change(&published, code, was, 0).is_none();
            forget(published);
            if !is_kept {
                return false;
            }
            at += 1;
        }
        at = 0;
        while at < lacking.len() {
            let (index, version) = lacking[at];
            if self.added_input(index, version).is_some() {
                return false;
            }
            at += 1;
        }
        true
    }

    const fn keeps_outputs(&self) -> bool {
        let mut index = 0;
        while index < self.outputs.len() {
            let was = self.outputs[index];
            let published = was.output();
            let is_kept = self.output_change(&published, was).is_none();
            forget(published);
            if !is_kept {
                return false;
            }
            index += 1;
        }
        true
    }
}
