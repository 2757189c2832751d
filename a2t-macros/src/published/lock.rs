//! Contents of a constant's comparison: the distinct forms that each parameter ever had, merged over the
//! versions, and the files that a build depends on.

use a2t_core::evolution::{Fingerprint, Path, Side, described, message};
use a2t_core::published::FileName;
use a2t_core::signature::Constraints;
use a2t_core::signature::SAFE_MAX;
use a2t_core::{InputParameter, InputType, OutputParameter, ProblemType, ToolSignature};

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::Record;
use super::compare::{is_renamed, partner};
use super::folder::Folder;
use super::lines::Lines;
use crate::ast::{Input, Lock, Origin, Tool, WasInput};
use crate::attr::Bound;

impl Lock {
    pub(super) fn new(tool: &Tool, folder: &Folder, record: &Record) -> Self {
        let code = tool.head.version.value;
        let file = |version: u32| record.path.join(FileName::Version(version).to_string());
        let newest = record.newest();
        let versions = record.published.versions.iter();
        let (older, newer): (Vec<_>, Vec<_>) =
            versions.map(|signature| signature.version).partition(|version| *version < code);
        let mut tracked: Vec<_> = folder.sums().into_iter().collect();
        tracked.extend(newer.iter().filter(|version| **version == code).map(|own| file(*own)));
        let own = newer.contains(&code).then(|| record.file(code));
        let misdescribed = misdescribed(tool, record);
        Self {
            newest,
            next: record.next(code),
            inputs: tool.inputs().map(|input| was_input(tool, record, input)).collect(),
            outputs: outputs(code, record),
            errors: errors(code, record),
            own,
            described: described_as(tool, record, misdescribed.is_some()),
            misdescribed,
            older: older.into_iter().map(|version| (version, file(version))).collect(),
            tracked,
            overridden: folder.overridden,
        }
    }
}

fn was_input(tool: &Tool, record: &Record, input: &Input) -> WasInput {
    let code = tool.head.version.value;
    let mut was = WasInput { location: input.ty.to_token_stream(), ..WasInput::default() };
    for (version, text) in record.kept(code) {
        let Some(partner) = partner(tool, input, version) else {
            // A new name is reported already, as the loss of the old one.
            if !is_renamed(tool, input, version) {
                was.lacking.get_or_insert_with(|| (version.version, record.file(version.version)));
            }
            continue;
        };
        let fingerprint = match &partner.kind {
            InputType::Enum { allowed_values } => Fingerprint::of_values(allowed_values),
            _ => Fingerprint::from_bits(0, 0),
        };
        let same = |(origin, form): &(Origin, InputParameter)| {
            form.required == partner.required
                && form.format == partner.format
                && origin.formats == version.preconditions.is_some()
                && match (&form.kind, &partner.kind) {
                    (InputType::Enum { .. }, InputType::Enum { .. }) => {
                        origin.fingerprint.promises(fingerprint)
                    }
                    (form, partner) => form == partner,
                }
        };
        if !was.forms.iter().any(same) {
            let line = Lines::new(text).line(version, Path::Parameter(Side::Inputs, &partner.id));
            let origin = origin(record, version, line, fingerprint);
            was.forms.push((origin, partner.clone()));
        }
    }
    let mut keys = was.forms.iter().flat_map(|(_, form)| other_keys(input, form));
    if let Some(key) = keys.next() {
        was.location = key;
    }
    let max = input.max.as_ref().filter(|_| input.min.is_some());
    was.second = max.map(|max| max.whole.clone());
    was.suspect = was.lacking.is_some() || was.forms.iter().any(|(_, form)| suspect(input, form));
    // A version that lacks an input minds only if it is the code's own, or callers must supply it.
    let frozen = was.lacking.as_ref().is_some_and(|(version, _)| *version == code);
    let optional = match was.forms.first() {
        Some((_, form)) => !form.required,
        None => input.default.is_some(),
    };
    if optional && !frozen {
        was.lacking = None;
    }
    was
}

fn suspect(input: &Input, form: &InputParameter) -> bool {
    let ty = input.ty.to_token_stream().to_string().replace(' ', "");
    let inner = ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>'));
    let optional = inner.is_some() || input.default.is_some();
    let bounds = match (&form.kind, inner.unwrap_or(&ty)) {
        (InputType::String { max_length }, "String") => {
            input.max_length.is_some() == max_length.is_some()
        }
        (InputType::Int { min, max }, ty) => range(ty).is_some_and(|(low, high)| {
            let low = if input.min.is_some() { min.unwrap_or(low) } else { low };
            let high = if input.max.is_some() { *max } else { high };
            (*min, *max) == (Some(low), high)
        }),
        (InputType::Boolean, "bool") => true,
        (InputType::Enum { .. }, ty) => range(ty).is_none() && !["String", "bool"].contains(&ty),
        _ => false,
    };
    !bounds || optional == form.required || !other_keys(input, form).is_empty()
}

pub(super) fn range(ty: &str) -> Option<(i64, i64)> {
    Some(match ty {
        "u8" => (0, i64::from(u8::MAX)),
        "u16" => (0, i64::from(u16::MAX)),
        "u32" | "usize" => (0, i64::from(u32::MAX)),
        "u64" => (0, SAFE_MAX),
        "i8" => (i64::from(i8::MIN), i64::from(i8::MAX)),
        "i16" => (i64::from(i16::MIN), i64::from(i16::MAX)),
        "i32" | "isize" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        "i64" => (-SAFE_MAX, SAFE_MAX),
        _ => return None,
    })
}

fn other_keys(input: &Input, form: &InputParameter) -> Vec<TokenStream> {
    let Constraints { min, max, max_length, .. } = form.kind.constraints();
    let length = max_length.map(i128::from);
    let keys = [(&input.min, min), (&input.max, max)].map(|(key, was)| (key, was.map(i128::from)));
    let keys = keys.into_iter().chain([(&input.max_length, length)]);
    let differs = |(bound, was): (&Option<Bound>, Option<i128>)| {
        let bound = bound.as_ref()?;
        (bound.literal? != was?).then(|| bound.whole.clone())
    };
    let default = input.default.as_ref().filter(|_| form.required);
    let default = default.map(|default| default.whole.clone());
    keys.filter_map(differs).chain(default).collect()
}

fn outputs(code: u32, record: &Record) -> Vec<(Origin, OutputParameter)> {
    let mut outputs: Vec<(Origin, OutputParameter)> = Vec::new();
    for (version, text) in record.kept(code) {
        let lines = Lines::new(text);
        for output in version.output_parameters.iter() {
            let fingerprint = Fingerprint::of_output(output);
            let same = |(origin, _): &(Origin, _)| origin.fingerprint.promises(fingerprint);
            if !outputs.iter().any(same) {
                let line = lines.line(version, Path::Parameter(Side::Outputs, &output.id));
                let origin = origin(record, version, line, fingerprint);
                outputs.push((origin, output.clone()));
            }
        }
    }
    outputs
}

fn errors(code: u32, record: &Record) -> Vec<(Origin, ProblemType)> {
    let mut errors: Vec<(Origin, ProblemType)> = Vec::new();
    for (version, text) in record.kept(code).filter(|(version, _)| !version.errors.is_empty()) {
        let lines = Lines::new(text);
        for error in version.errors.iter() {
            let fingerprint = Fingerprint::of_error(error);
            let same = |(origin, _): &(Origin, _)| origin.fingerprint.promises(fingerprint);
            if !errors.iter().any(same) {
                let line = lines.line(version, Path::Error(&error.name));
                errors.push((origin(record, version, line, fingerprint), error.clone()));
            }
        }
    }
    errors
}

fn origin(
    record: &Record,
    version: &ToolSignature,
    line: usize,
    fingerprint: Fingerprint,
) -> Origin {
    Origin {
        version: version.version,
        location: format!("{}:{line}", record.file(version.version)),
        fingerprint,
        formats: version.preconditions.is_some(),
    }
}

fn result<'r>(tool: &Tool, record: &'r Record) -> Option<(&'r ToolSignature, &'r str)> {
    let code = tool.head.version.value;
    let (own, text) = record.kept(code).next()?;
    let [output] = &*own.output_parameters else {
        return None;
    };
    let result = output.id == "result" && output.name == "result";
    (own.version == code && result).then_some((own, text))
}

fn misdescribed(tool: &Tool, record: &Record) -> Option<String> {
    let (own, text) = result(tool, record)?;
    let returns = &tool.returned.description.as_ref()?.value;
    let mut code = own.clone();
    for output in code.output_parameters.to_mut() {
        output.description = returns.clone().into();
    }
    let change = *a2t_core::evolution::changes(own, &code).first()?;
    let line = Lines::new(text).line(own, change.path);
    let location = format!("{}:{line}", record.file(own.version));
    let subject = record.subject(tool, own.version, &location);
    Some(message(&change, subject).to_string())
}

/// The number of the description; the published one where the other is reported already.
fn described_as(tool: &Tool, record: &Record, reported: bool) -> u128 {
    let published = result(tool, record).and_then(|(own, _)| own.output_parameters.first());
    let own = tool.returned.description.as_ref();
    match (published, own) {
        (Some(published), _) if reported => described(&published.description),
        (_, Some(own)) => described(&own.value),
        (_, None) => 0,
    }
}
