//! `cargo a2t explain`: what does a rule of evolution, a remark of another command, or what a message
//! cites mean, and what is to be done?

mod cited;
mod remarks;

use a2t_core::Code;
use a2t_core::error::{inert, nearest};
use a2t_core::evolution::{Class, Rule, Verdict};
use clap::Args;
use serde_json::{Value, json};

use crate::report::{Failure, Outcome, Report};
use crate::text::wrapped;

#[derive(Args)]
#[command(
    about = "Explain a rule of evolution, a remark of `lint` and `import`, or what a message \
             cites; or list them all",
    long_about = "Explain a rule that `cargo a2t diff` or the compiler names, what it means, an \
                  example, what to do; or a remark of `cargo a2t lint` (A2T-P501, A2T-X601) or \
                  `import` (A2T-F711); or what a message cites in brackets: a requirement of the \
                  draft (A2T-14), a reading of it (AMB-35, which has the table of limits). Without \
                  RULE, everything is listed.",
    after_help = "Exit status: 0 explained, 2 no such rule."
)]
pub(crate) struct Explain {
    /// The rule's id or name: A2T-I112, i112, input-max-lowered
    rule: Option<String>,
    /// Explain every rule at length
    #[arg(long, conflicts_with = "rule")]
    all: bool,
}

impl Explain {
    pub(super) fn run(&self) -> Outcome {
        let wanted = self.rule.as_ref();
        if let Some(remark) = wanted.and_then(|text| remarks::find(text.trim())) {
            let mut report = Report::new(true);
            report.line(remark.story());
            report.member("rule", remark.value());
            return Ok(report);
        }
        let is_rule = |text: &String| Rule::find(text.trim()).is_some();
        if let Some(cited) = wanted
            .filter(|text| !is_rule(text))
            .and_then(|text| cited::find(text.trim()))
        {
            let mut report = Report::new(true);
            report.line(cited.story());
            report.member("rule", cited.value());
            return Ok(report);
        }
        let rules = match wanted {
            Some(text) => vec![find(text)?],
            None => Rule::ALL.to_vec(),
        };
        let others: Vec<_> = match wanted {
            Some(_) => Vec::new(),
            None => remarks::all().collect(),
        };
        let cited: Vec<_> = match wanted {
            Some(_) => Vec::new(),
            None => cited::all().collect(),
        };
        let mut report = Report::new(true);
        if wanted.is_some() || self.all {
            let stories = rules.iter().map(|rule| story(*rule));
            let stories = stories.chain(others.iter().map(|remark| remark.story()));
            let stories = stories.chain(cited.iter().map(|cited| cited.story()));
            let stories: Vec<_> = stories.collect();
            report.line(stories.join("\n\n"));
        } else {
            rules.iter().for_each(|rule| report.line(row(*rule)));
            others.iter().for_each(|remark| report.line(remark.row()));
            cited.iter().for_each(|cited| report.line(cited.row()));
        }
        let values = rules.into_iter().map(value);
        let values = values.chain(others.into_iter().map(remarks::Remark::value));
        let values = values.chain(cited.into_iter().map(cited::Cited::value));
        match wanted {
            Some(_) => values.for_each(|value| report.member("rule", value)),
            None => report.member("rules", values.collect::<Value>()),
        }
        Ok(report)
    }
}

/// The rule of this id or name, however it is spelt.
fn find(text: &str) -> Result<Rule, Failure> {
    let trimmed = text.trim();
    let code = Code::ALL.iter().find(|code| code.slug() == trimmed);
    let named = Rule::find(trimmed).or_else(|| Rule::find(code?.rule()));
    if let Some(rule) = named {
        return Ok(rule);
    }
    let rules = Rule::ALL.iter().map(|rule| (rule.id(), rule.name()));
    let others = remarks::all().map(|remark| (remark.rule, remark.name));
    let known: Vec<_> = rules.chain(others).collect();
    let spellings = known
        .iter()
        .flat_map(|(id, name)| [*id, id.strip_prefix("A2T-").unwrap_or(id), *name]);
    let meant = nearest(trimmed, spellings).and_then(|meant| {
        let same = |(id, name): &&(&str, &str)| {
            *id == meant || *name == meant || id.strip_prefix("A2T-") == Some(meant)
        };
        known.iter().find(same)
    });
    let meant = meant.map_or(String::new(), |(id, name)| {
        format!("; did you mean `{id}` ({name})?")
    });
    Err(Failure::new(format!(
        "no rule is called `{}`{meant}; `cargo a2t explain` lists them",
        inert(text)
    )))
}

/// `A2T-I112  error  letter breaks  wire breaks  input-max-lowered`
fn row(rule: Rule) -> String {
    let sign = |verdict| match verdict {
        Verdict::Compatible => "ok",
        Verdict::Breaking => "breaks",
    };
    format!(
        "{}  {:5}  letter {:6}  wire {:6}  {}",
        rule,
        rule.severity().name(),
        sign(rule.letter()),
        sign(rule.wire()),
        rule.name()
    )
}

fn story(rule: Rule) -> String {
    let story = rule.explanation();
    let verdicts = format!(
        "letter: {}, wire: {}, default severity: {}",
        rule.letter(),
        rule.wire(),
        rule.severity()
    );
    let mut parts = vec![
        format!("{rule} {}", rule.name()),
        verdicts,
        String::new(),
        wrapped(story.meaning, 0),
        String::new(),
        format!("before:\n{}", wrapped(story.before, 4)),
        format!("after:\n{}", wrapped(story.after, 4)),
        String::new(),
        format!("what to do:\n{}", wrapped(rule.hint(), 4)),
    ];
    if let Some(note) = aside(rule) {
        parts.extend([String::new(), wrapped(note, 0)]);
    }
    parts.join("\n")
}

/// What the two verdicts alone would leave open.
fn aside(rule: Rule) -> Option<&'static str> {
    match rule.class() {
        _ if rule == Rule::PublishedVersionEdited => Some(
            "Calls break on the wire if what was edited breaks them, which is a finding of its own.",
        ),
        Class::Contract | Class::Text if rule.wire_safe() => {
            Some("No call breaks on the wire; the letter of the protocol forbids the change.")
        }
        Class::Text | Class::Contract | Class::Lineage | Class::Order | Class::Metadata => None,
        Class::WellFormed | Class::Codegen => None,
    }
}

fn value(rule: Rule) -> Value {
    let story = rule.explanation();
    json!({
        "rule": rule.id(),
        "name": rule.name(),
        "severity": rule.severity().name(),
        "letter": rule.letter().name(),
        "wire": rule.wire().name(),
        "meaning": story.meaning,
        "before": story.before,
        "after": story.after,
        "hint": rule.hint(),
    })
}
