//! What `lint` says of providers and texts, and `import` of foreign tools, as things to explain
//! beside the rules of evolution.

use a2t_dialect::Fault;
use a2t_dialect::import::Matter;
use serde_json::{Value, json};

use crate::command::lint::suspicion::{HINT, Kind};
use crate::text::wrapped;

/// One remark of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    pub(super) rule: &'static str,
    pub(super) name: &'static str,
    by: &'static str,
    meaning: &'static str,
    hint: &'static str,
}

/// Every remark, by its id.
pub(super) fn all() -> impl Iterator<Item = Remark> {
    let faults = Fault::ALL.iter().map(|fault| Remark {
        rule: fault.rule(),
        name: fault.slug(),
        by: "lint",
        meaning: fault.meaning(),
        hint: fault.hint(),
    });
    let suspicions = Kind::ALL.iter().map(|kind| {
        let (rule, name, _) = kind.names();
        let meaning = kind.meaning();
        Remark {
            rule,
            name,
            by: "lint",
            meaning,
            hint: HINT,
        }
    });
    let matters = Matter::ALL.iter().map(|matter| Remark {
        rule: matter.rule(),
        name: matter.slug(),
        by: "import",
        meaning: matter.meaning(),
        hint: matter.hint(),
    });
    faults.chain(suspicions).chain(matters)
}

/// The remark of this id or name, in either case, with or without `A2T-`.
pub(super) fn find(text: &str) -> Option<Remark> {
    all().find(|remark| {
        let short = remark.rule.strip_prefix("A2T-");
        let spellings = [Some(remark.rule), short, Some(remark.name)];
        let mut spellings = spellings.into_iter().flatten();
        spellings.any(|spelling| spelling.eq_ignore_ascii_case(text))
    })
}

impl Remark {
    /// `A2T-P501  lint    provider-tool-name`
    pub(super) fn row(self) -> String {
        format!("{}  {:6}  {}", self.rule, self.by, self.name)
    }

    pub(super) fn story(self) -> String {
        let Self { rule, name, by, .. } = self;
        let meaning = wrapped(self.meaning, 0);
        let hint = wrapped(self.hint, 4);
        let said = format!("said by: cargo a2t {}", by);
        format!("{rule} {name}\n{said}\n\n{meaning}\n\nwhat to do:\n{hint}")
    }

    pub(super) fn value(self) -> Value {
        json!({
            "rule": self.rule,
            "name": self.name,
            "by": self.by,
            "meaning": self.meaning,
            "hint": self.hint,
        })
    }
}
