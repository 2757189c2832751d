//! What a rule of evolution says of a change: its subject, its verdicts, its severity.

use super::{Class, Family, Profile, Rule, Severity, Verdict};

impl Rule {
    /// The rule with this id, with or without its prefix, in either case: `A2T-I112`, `i112`; or
    /// with this name: `input-max-lowered`.
    ///
    /// ```
    /// use a2t_core::evolution::Rule;
    /// assert_eq!(Rule::find("I112"), Some(Rule::InputMaxLowered));
    /// assert_eq!(Rule::find("A2T-i112"), Rule::find("input-max-lowered"));
    /// assert_eq!(Rule::find("A2T-I118"), None);
    /// ```
    pub fn find(text: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|rule| rule.row().is_called(text))
    }

    /// Subject of the rule, which decides what a change of a published version breaks besides it.
    pub const fn class(self) -> Class {
        match self.row().family {
            Family::Change(class) => class,
            _ => Class::WellFormed,
        }
    }

    /// Verdict of the protocol's letter.
    pub const fn letter(self) -> Verdict {
        match self.row().verdicts {
            Some((letter, _)) => letter,
            None => Verdict::Compatible,
        }
    }

    /// Verdict of the wire: do callers of the old signature go on working? An edit of a published version
    /// ([`Rule::PublishedVersionEdited`]) says no more than the rules it is reported with.
    pub const fn wire(self) -> Verdict {
        match self.row().verdicts {
            Some((_, wire)) => wire,
            None => Verdict::Compatible,
        }
    }

    /// The severity under a profile.
    pub const fn severity_in(self, profile: Profile) -> Severity {
        match (profile, self.letter()) {
            (Profile::Letter, Verdict::Breaking) => Severity::Error,
            (Profile::Letter, Verdict::Compatible) | (Profile::Default, _) => self.severity(),
        }
    }

    /// Returns whether the letter forbids the change although no old call breaks.
    pub const fn wire_safe(self) -> bool {
        matches!((self.letter(), self.wire()), (Verdict::Breaking, Verdict::Compatible))
    }
}
