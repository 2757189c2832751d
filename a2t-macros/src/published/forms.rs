//! Lists of fields and of choices in published versions, wherever in a signature they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use a2t_core::published::{FileName, lines, read_version};
use a2t_core::{
    AllowedValue, InputType, JsonMember, JsonShape, Nested, OutputParameter, OutputType,
    ToolSignature,
};

use super::file::bytes;
use super::folder::Folder;
use super::known::Known;
use super::shared::listed;

/// What a package publishes.
pub(super) struct Versions {
    pub(super) tools: Vec<Tool>,
    pub(super) forms: Vec<Shared>,
}

/// One version of a tool.
pub(super) struct Tool {
    pub(super) signature: ToolSignature,
    pub(super) is_newest: bool,
    /// The first version number that is free.
    pub(super) next: u32,
    pub(super) file: String,
    pub(super) text: String,
}

/// A form, and the positions of the tools that have it.
pub(super) struct Shared {
    pub(super) form: Form,
    pub(super) tools: Vec<usize>,
}

/// The form of a struct or of an enum.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// All outputs of a tool.
    Outputs(Vec<OutputParameter>),
    Record(Vec<JsonMember>),
    Choices(Vec<AllowedValue>),
}

static KNOWN: Known<Versions> = Known::new();

impl Versions {
    pub(super) fn for_folder(folder: &Folder) -> Arc<Self> {
        let read = |path: &Path| Ok::<_, std::convert::Infallible>(Self::read(path));
        let Ok(newest) = KNOWN.get(folder.path(), folder.stamp(), read);
        newest
    }

    fn read(path: &Path) -> Self {
        let folders = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
        let mut folders: Vec<_> =
            folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
        folders.sort_unstable();
        let tools: Vec<_> = folders.iter().flat_map(|folder| versions(path, folder)).collect();
        let mut forms: Vec<Shared> = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            for form in forms_of(&tool.signature) {
                match forms.iter_mut().find(|shared| shared.form == form) {
                    Some(shared) if shared.tools.last() == Some(&index) => {}
                    Some(shared) => shared.tools.push(index),
                    None => forms.push(Shared { form, tools: vec![index] }),
                }
            }
        }
        Self { tools, forms }
    }
}

/// Lists the names of these tools, each once.
pub(super) fn names<'t>(tools: impl Iterator<Item = &'t Tool>) -> String {
    let names: BTreeSet<_> = tools.map(|tool| tool.signature.name.to_string()).collect();
    listed(names.iter())
}

/// Reads all versions, the newest first. Each tool reports problems with its own files.
fn versions(path: &Path, folder: &str) -> Vec<Tool> {
    let entries = fs::read_dir(path.join(folder)).into_iter().flatten().filter_map(Result::ok);
    let names = entries.filter_map(|entry| FileName::parse(entry.file_name().to_str()?));
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.version()));
    let next = names.first().map_or(1, |newest| newest.version().saturating_add(1));
    let versions = names.iter().filter(|name| matches!(name, FileName::Version(_)));
    let versions = versions.map(|name| format!("{folder}/{name}"));
    let read = |(index, file)| version(path, file, index == 0, next);
    versions.enumerate().filter_map(read).collect()
}

fn version(path: &Path, file: String, is_newest: bool, next: u32) -> Option<Tool> {
    let bytes = bytes(&path.join(&file)).ok()?;
    let text = lines(str::from_utf8(&bytes).ok()?);
    let signature = read_version(text.as_bytes()).ok()?;
    Some(Tool { signature, is_newest, next, file, text })
}

fn forms_of(signature: &ToolSignature) -> Vec<Form> {
    let mut forms = vec![Form::Outputs(signature.output_parameters.to_vec())];
    for input in signature.input_parameters.iter() {
        if let InputType::Enum { allowed_values } = &input.kind {
            forms.push(Form::Choices(allowed_values.to_vec()));
        }
    }
    for output in signature.output_parameters.iter() {
        match &output.kind {
            OutputType::Enum { allowed_values } => {
                forms.push(Form::Choices(allowed_values.to_vec()));
            }
            OutputType::Described { shape } => add(shape, &mut forms),
            OutputType::String | OutputType::Int | OutputType::Boolean | OutputType::Json => {}
        }
    }
    let members = signature.errors.iter().flat_map(|error| error.members.iter());
    members.for_each(|member| add(&member.shape, &mut forms));
    forms
}

fn add(shape: &JsonShape, forms: &mut Vec<Form>) {
    match shape {
        JsonShape::Enum { allowed_values } => forms.push(Form::Choices(allowed_values.to_vec())),
        JsonShape::Record { members } => {
            forms.push(Form::Record(members.to_vec()));
            members.iter().for_each(|member| add(&member.shape, forms));
        }
        JsonShape::List { items: shape } | JsonShape::Nullable { shape } => add(shape, forms),
        _ => {}
    }
}

/// A form in place of another.
pub(super) struct Exchange<'f> {
    pub(super) old: &'f Form,
    pub(super) new: &'f Form,
}

impl Exchange<'_> {
    /// Returns the signature with the new form.
    pub(super) fn within(&self, signature: &ToolSignature) -> ToolSignature {
        let mut signature = signature.clone();
        if let (Form::Outputs(old), Form::Outputs(new)) = (self.old, self.new)
            && *old == *signature.output_parameters
        {
            signature.output_parameters = new.clone().into();
            return signature;
        }
        for input in signature.input_parameters.to_mut() {
            if let InputType::Enum { allowed_values } = &mut input.kind {
                *allowed_values = self.choices(allowed_values).into();
            }
        }
        for output in signature.output_parameters.to_mut() {
            match &mut output.kind {
                OutputType::Enum { allowed_values } => {
                    *allowed_values = self.choices(allowed_values).into();
                }
                OutputType::Described { shape } => *shape = self.nested(shape),
                OutputType::String | OutputType::Int | OutputType::Boolean | OutputType::Json => {}
            }
        }
        for error in signature.errors.to_mut() {
            error.members = error.members.iter().map(|member| self.member(member)).collect();
        }
        signature
    }

    fn choices(&self, values: &[AllowedValue]) -> Vec<AllowedValue> {
        match (self.old, self.new) {
            (Form::Choices(old), Form::Choices(new)) if *old == *values => new.clone(),
            _ => values.to_vec(),
        }
    }

    fn member(&self, member: &JsonMember) -> JsonMember {
        JsonMember { shape: self.nested(&member.shape), ..member.clone() }
    }

    fn nested(&self, shape: &JsonShape) -> Nested {
        Nested::Owned(Box::new(match shape {
            JsonShape::Enum { allowed_values } => {
                JsonShape::Enum { allowed_values: self.choices(allowed_values).into() }
            }
            JsonShape::Record { members } => {
                let members = match (self.old, self.new) {
                    (Form::Record(old), Form::Record(new)) if *old == **members => new.clone(),
                    _ => members.iter().map(|member| self.member(member)).collect(),
                };
                JsonShape::Record { members: members.into() }
            }
            JsonShape::List { items } => JsonShape::List { items: self.nested(items) },
            JsonShape::Nullable { shape } => JsonShape::Nullable { shape: self.nested(shape) },
            scalar => scalar.clone(),
        }))
    }
}
