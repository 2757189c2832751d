//! One foreign tool becomes a signature, or a report of why there is none.

use std::collections::{HashMap, HashSet};

use a2t_core::error::inert;
use a2t_core::signature::Hints;
use a2t_core::signature::rule::{self, PARAMETERS_MAX};
use a2t_core::wire::page::DOCUMENT_MAX;
use a2t_core::{InputParameter, ToolId, ToolSignature};

use super::node::{Node, PendingLoss, Resolver};
use super::report::{Diagnostic, Diagnostics, Effect, Loss};
use super::text::{self, OTHER_MAX, TOOL_MAX};
use super::view::View;
use super::{ImportError, Imported, Kind, Options, input};

#[derive(Debug)]
pub(super) struct Foreign<'a> {
    pub(super) at: String,
    pub(super) name: String,
    /// Pointer and text of the description.
    pub(super) description: (String, String),
    pub(super) title: Option<&'a str>,
    pub(super) hints: Hints,
    pub(super) img: Option<&'a str>,
    pub(super) tags: Vec<&'a str>,
    pub(super) members: Vec<Member<'a>>,
    /// Schema of the results, and the node that `#` leads to in it.
    pub(super) result: Option<(Node<'a>, Node<'a>)>,
}

#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) name: &'a str,
    pub(super) schema: Node<'a>,
    /// The description, where it does not stand in the schema.
    pub(super) description: Option<&'a str>,
    pub(super) required: bool,
    /// Whether it is part of a body, without which a tool is another one.
    pub(super) in_body: bool,
}

#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) resolver: Resolver<'a>,
    source: String,
    version: u32,
    lossy: bool,
    tools: Vec<ToolSignature>,
    dropped: Vec<String>,
    diagnostics: Diagnostics,
    names: HashSet<String>,
    /// The first name of each look.
    looks: HashMap<String, String>,
    bytes: usize,
    found: Vec<Diagnostic>,
    current: Option<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(root: Node<'a>, options: &Options) -> Self {
        Self {
            resolver: Resolver::new(root),
            source: identity(&options.source),
            version: options.version,
            lossy: options.lossy,
            tools: Vec::new(),
            dropped: Vec::new(),
            diagnostics: Diagnostics::default(),
            names: HashSet::new(),
            looks: HashMap::new(),
            bytes: 0,
            found: Vec::new(),
            current: None,
        }
    }

    pub(super) fn finish(self, kind: Kind) -> Result<Imported, ImportError> {
        if self.resolver.is_exhausted() {
            let message = "its references ask for more work than a document of tools is worth; import fewer tools";
            return Err(ImportError::new("", message));
        }
        Ok(Imported {
            kind,
            tools: self.tools,
            diagnostics: self.diagnostics,
            dropped: self.dropped,
        })
    }

    /// From here on, diagnostics are about this tool.
    pub(super) fn begin(&mut self, name: &str) {
        self.current = Some(name.to_owned());
    }

    pub(super) fn note(&mut self, effect: Effect, loss: PendingLoss) {
        let tool = self.current.as_deref();
        self.found.push(Diagnostic {
            rule: loss.rule,
            effect,
            tool: tool.map(|name| name.chars().take(rule::TOOL_NAME_LIMIT).collect()),
            pointer: loss.at,
            message: inert(&loss.message),
        });
    }

    pub(super) fn note_document(&mut self, effect: Effect, loss: PendingLoss) {
        self.current = None;
        self.note(effect, loss);
        self.found.drain(..).for_each(|found| self.diagnostics.push(found));
    }

    pub(super) fn drop_tool(&mut self) {
        let errors = self.found.drain(..);
        let errors = errors.filter(|found| found.effect == Effect::ToolDropped);
        errors.for_each(|found| self.diagnostics.push(found));
        self.dropped.extend(self.current.take());
    }

    /// The signature of a foreign tool, unless it has none.
    pub(super) fn tool(&mut self, foreign: Foreign<'a>) -> Result<(), ImportError> {
        let signature = self.signature(foreign);
        let dropped = |found: &Diagnostic| found.effect == Effect::ToolDropped;
        let Some(signature) = signature.filter(|_| !self.found.iter().any(dropped)) else {
            self.drop_tool();
            return Ok(());
        };
        self.bytes = self.bytes.saturating_add(signature.canonical().len());
        if self.bytes > DOCUMENT_MAX {
            let message =
                format!("its signatures have more than {DOCUMENT_MAX} bytes; import fewer tools");
            return Err(ImportError::new("", message));
        }
        self.found.drain(..).for_each(|found| self.diagnostics.push(found));
        self.current = None;
        self.tools.push(signature);
        Ok(())
    }

    fn signature(&mut self, foreign: Foreign<'a>) -> Option<ToolSignature> {
        let at = foreign.at;
        if let Err(fault) = rule::tool_name(&foreign.name) {
            let message = format!("expected {}, got {}", fault.expected, fault.got);
            self.refuse(Loss::ToolName, &at, message);
            return None;
        }
        if !self.names.insert(foreign.name.clone()) {
            self.refuse(Loss::DuplicateTool, &at, "another tool has the same name");
            return None;
        }
        let look = rule::look(&foreign.name);
        let first = self.looks.entry(look).or_insert(foreign.name.clone());
        if rule::is_look_alike(first, &foreign.name) {
            let expected = format!("expected a name that does not look like `{first}`");
            let message = format!("{expected}, got `{}`", foreign.name.escape_default());
            self.refuse(Loss::DuplicateTool, &at, message);
            return None;
        }
        let (node, text) = foreign.description;
        let description = self.describe(&node, &text, &[], TOOL_MAX);
        if foreign.members.len() > PARAMETERS_MAX {
            let count = foreign.members.len();
            let message = format!("{count} inputs, more than {PARAMETERS_MAX}");
            self.refuse(Loss::TooMany, &at, message);
            return None;
        }
        let mut taken = HashSet::new();
        let mut inputs = Vec::new();
        let (mut sent, mut lost) = (0, 0);
        for member in foreign.members {
            let (in_body, before) = (member.in_body, self.found.len());
            let input = self.input(member, &mut taken);
            sent += usize::from(in_body && input.is_some());
            // What only a server writes is no loss.
            lost += usize::from(in_body && input.is_none() && self.found.len() > before);
            inputs.extend(input);
        }
        if sent == 0 && lost > 0 {
            let message = "no member of the body can be an input";
            self.refuse(Loss::Body, &format!("{at}/requestBody"), message);
        }
        let outputs = self.outputs(foreign.result);
        let tags = foreign.tags.into_iter();
        let tags = tags.filter(|tag| rule::one_line(tag).is_ok() && tag.len() <= OTHER_MAX);
        let signature = ToolSignature {
            tool_id: ToolId::derive(&self.source, &foreign.name),
            name: foreign.name.into(),
            title: foreign.title.map(|title| title.to_owned().into()),
            description: description.into(),
            img: foreign.img.map(|url| url.to_owned().into()),
            version: self.version,
            current_version: self.version,
            deprecated: None,
            hints: foreign.hints,
            preconditions: Some(Default::default()),
            errors: Default::default(),
            tags: tags
                .take(PARAMETERS_MAX)
                .map(|tag| tag.to_owned().into())
                .collect::<Vec<_>>()
                .into(),
            input_parameters: inputs.into(),
            output_parameters: outputs.into(),
        };
        // No signature here should break a rule; if one does, it is better reported than written.
        for violation in &signature.check() {
            self.refuse(Loss::Rule, &at, violation.to_string());
        }
        Some(signature)
    }

    pub(super) fn refuse(&mut self, rule: Loss, at: &str, message: impl Into<String>) {
        self.note(Effect::ToolDropped, PendingLoss::new(rule, at, message));
    }

    /// A description with its remarks; hidden characters refuse the tool.
    pub(super) fn describe(
        &mut self,
        at: &str,
        text: &str,
        remarks: &[String],
        max: usize,
    ) -> String {
        self.resolver.work(text.len().min(4 * max) / 16);
        match text::described(text, remarks, max) {
            Ok(described) => {
                if described.is_cut {
                    let message = format!("a description of more than {max} characters was cut");
                    let loss = PendingLoss::new(Loss::DescriptionCut, at, message);
                    self.note(Effect::Text, loss);
                }
                described.text
            }
            Err(hidden) => {
                let message = format!("the description has U+{:04X}", u32::from(hidden));
                self.refuse(Loss::HiddenCharacter, at, message);
                String::new()
            }
        }
    }

    fn input(
        &mut self,
        member: Member<'a>,
        taken: &mut HashSet<&'a str>,
    ) -> Option<InputParameter> {
        let at = member.schema.at.clone();
        let view = match View::new(&member.schema, &mut self.resolver) {
            Ok(view) => view,
            Err(loss) => {
                self.lose(member.required, member.name, loss);
                return None;
            }
        };
        if view.is_true("readOnly") {
            return None;
        }
        let required = member.required && !view.nullable;
        if let Err(fault) = rule::parameter_name(member.name) {
            let message = format!("expected {}, got {}", fault.expected, fault.got);
            let loss = PendingLoss::new(Loss::InputName, &at, message);
            self.lose(required, member.name, loss);
            return None;
        }
        if !taken.insert(member.name) {
            let loss = PendingLoss::new(Loss::InputName, &at, "another input has the same name");
            self.lose(required, member.name, loss);
            return None;
        }
        let typed = match input::typed(&view, &mut self.resolver) {
            Ok(typed) => typed,
            Err(loss) => match input::reshaped(&view, &loss).filter(|_| self.lossy) {
                Some(typed) => typed,
                None => {
                    self.lose(required, member.name, loss);
                    return None;
                }
            },
        };
        for (effect, loss) in typed.notes {
            let message = format!("input `{}`: {}", inert(member.name), loss.message);
            self.note(effect, PendingLoss { message, ..loss });
        }
        let text = member.description.or(view.text("description"));
        let text = text.or(view.text("title")).unwrap_or_default();
        let description = self.describe(&at, text, &typed.remarks, OTHER_MAX);
        Some(InputParameter {
            id: member.name.to_owned().into(),
            name: member.name.to_owned().into(),
            kind: typed.kind,
            description: description.into(),
            required,
            format: None,
        })
    }

    /// An input that cannot be expressed takes its tool along if it is required.
    pub(super) fn lose(&mut self, required: bool, name: &str, loss: PendingLoss) {
        let hidden = loss.rule == Loss::HiddenCharacter;
        let effect = if required || hidden { Effect::ToolDropped } else { Effect::InputDropped };
        let which = if required { "required" } else { "optional" };
        let message = format!("{which} input `{}`: {}", inert(name), loss.message);
        self.note(effect, PendingLoss { message, ..loss });
    }
}

pub(super) fn identity(source: &str) -> String {
    let plain = source.replace('%', "%25").replace('/', "%2F");
    format!("import:{plain}")
}
