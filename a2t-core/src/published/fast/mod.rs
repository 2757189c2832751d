//! The fast path of [`read`](super::read): canonical text, line by line, becomes its signature. Macros are not
//! optimised and read each published file in every build: it moves the row "five published versions" of
//! `docs/performance.md`.

#[cfg(test)]
mod tests;

use std::str::FromStr;

use crate::signature::{
    AllowedValue, Hints, InputParameter, InputType, List, OutputParameter, OutputType,
    Preconditions, ProblemType, REQUIRED, Text, ToolId, ToolSignature, default_type,
};

/// The signature whose canonical text this is, without escapes. `None` of any other text: it may
/// still be a canonical one, so the JSON parser decides, and words the error.
pub(super) fn signature(text: &str) -> Option<ToolSignature> {
    let mut lines = Lines { rest: text, more: true };
    let signature = lines.signature()?;
    let whole = lines.rest.is_empty() && !lines.more;
    (whole && signature.check().is_empty()).then_some(signature)
}

/// Indentation of the tool's members, of tags and parameters, and of their members.
const TOOL: &str = "  ";
const ITEM: &str = "    ";
const PARAMETER: &str = "      ";
const CHOICE: &str = "        ";
const VALUE: &str = "          ";

struct Lines<'t> {
    rest: &'t str,
    /// Something must follow in the open list or object: one is never opened for nothing, and a comma promises.
    more: bool,
}

impl<'t> Lines<'t> {
    fn signature(&mut self) -> Option<ToolSignature> {
        self.open("", "{")?;
        let id = self.text(TOOL, "toolId")?;
        let tool_id = id.parse().ok().filter(|read| same(read, &id))?;
        let name = self.text(TOOL, "name")?;
        let title = self.optional(TOOL, "title", string)?;
        let description = self.text(TOOL, "description")?;
        let img = self.optional(TOOL, "img", string)?;
        let version = self.member(TOOL, "version", number)?;
        let (hints, preconditions) = (self.hints()?, self.preconditions()?);
        let signature = ToolSignature {
            tool_id,
            name,
            title,
            description,
            img,
            version,
            current_version: version,
            deprecated: None,
            hints,
            preconditions,
            errors: self.errors(tool_id)?,
            tags: self.list(TOOL, "tags", |lines| string(lines.line(ITEM)?))?,
            input_parameters: self.list(TOOL, "input_parameters", Self::input)?,
            output_parameters: self.list(TOOL, "output_parameters", Self::output)?,
        };
        self.close("", "}")?;
        Some(signature)
    }

    /// Reads the hints. An empty object is never written.
    fn hints(&mut self) -> Option<Hints> {
        if !self.rest.starts_with("  \"annotations\": {\n") {
            return Some(Hints::NONE);
        }
        self.value(TOOL, "annotations")?;
        self.more = true;
        let [read_only, idempotent, destructive, long_running] = Hints::NAMES;
        let hints = Hints {
            read_only: self.optional(ITEM, read_only, yes)?.is_some(),
            idempotent: self.optional(ITEM, idempotent, yes)?.is_some(),
            destructive: self.optional(ITEM, destructive, boolean)?,
            long_running: self.optional(ITEM, long_running, yes)?.is_some(),
        };
        self.close(TOOL, "}")?;
        Some(hints).filter(|hints| !hints.is_none())
    }

    /// The preconditions; unknown in files of earlier releases.
    fn preconditions(&mut self) -> Option<Option<Preconditions>> {
        match self.value(TOOL, "preconditions") {
            None => return Some(None),
            Some("{}") => return Some(Some(Preconditions::NONE)),
            Some("{") => self.more = true,
            Some(_) => return None,
        }
        let scopes = if self.rest.starts_with("    \"scopes\"") {
            self.list(ITEM, "scopes", |lines| string(lines.line(PARAMETER)?))?
        } else {
            List::default()
        };
        let key = self.optional(ITEM, "idempotencyKey", string)?;
        let key_required = key.is_some();
        self.close(TOOL, "}")?;
        let canonical =
            key.is_none_or(|key| key == REQUIRED) && (key_required || !scopes.is_empty());
        canonical.then_some(Some(Preconditions { scopes, key_required }))
    }

    /// A list that has some, since a signature without errors has no such member.
    fn errors(&mut self, tool: ToolId) -> Option<List<ProblemType>> {
        if !self.rest.starts_with("  \"errors\"") {
            return Some(Vec::new().into());
        }
        let errors = self.list(TOOL, "errors", |lines| lines.error(tool))?;
        Some(errors).filter(|errors| !errors.is_empty())
    }

    fn error(&mut self, tool: ToolId) -> Option<ProblemType> {
        self.open(ITEM, "{")?;
        let name = self.text(PARAMETER, "name")?;
        let uri = self.text(PARAMETER, "type")?;
        let status = self.member(PARAMETER, "status", number)?;
        let description = self.text(PARAMETER, "description")?;
        self.close(ITEM, "}")?;
        let uri = Some(uri).filter(|uri| *uri != default_type(tool, &name));
        Some(ProblemType { name, uri, status, description, members: Vec::new().into() })
    }

    fn input(&mut self) -> Option<InputParameter> {
        self.open(ITEM, "{")?;
        let id = self.text(PARAMETER, "id")?;
        let name = self.text(PARAMETER, "name")?;
        let kind = self.text(PARAMETER, "type")?;
        let description = self.text(PARAMETER, "description")?;
        let required = self.member(PARAMETER, "required", boolean)?;
        let mut kind = InputType::named(&kind)?;
        match &mut kind {
            InputType::String { max_length } => {
                *max_length = self.optional(PARAMETER, "max-length", number)?;
            }
            InputType::Int { min, max } => {
                *min = self.optional(PARAMETER, "min", number)?;
                *max = self.member(PARAMETER, "max", number)?;
            }
            InputType::Enum { allowed_values } => {
                *allowed_values = self.list(PARAMETER, "allowed-values", Self::choice)?;
            }
            // A type without constraints.
            _ => {}
        }
        let format = self.optional(PARAMETER, "format", string)?;
        self.close(ITEM, "}")?;
        Some(InputParameter { id, name, kind, description, required, format })
    }

    fn output(&mut self) -> Option<OutputParameter> {
        self.open(ITEM, "{")?;
        let id = self.text(PARAMETER, "id")?;
        let name = self.text(PARAMETER, "name")?;
        let kind = self.text(PARAMETER, "type")?;
        let description = self.text(PARAMETER, "description")?;
        let kind = match &*kind {
            "string" => OutputType::String,
            "int" => OutputType::Int,
            "boolean" => OutputType::Boolean,
            "json" => OutputType::Json,
            // An output may leave its values open, and then has no such member.
            "enum" if !self.more => OutputType::Enum { allowed_values: Vec::new().into() },
            "enum" => OutputType::Enum {
                allowed_values: self
                    .list(PARAMETER, "allowed-values", Self::choice)
                    .filter(|values| !values.is_empty())?,
            },
            _ => return None,
        };
        self.close(ITEM, "}")?;
        Some(OutputParameter { id, name, kind, description })
    }

    fn choice(&mut self) -> Option<AllowedValue> {
        self.open(CHOICE, "{")?;
        let name = self.text(VALUE, "name")?;
        let description = self.text(VALUE, "description")?;
        self.close(CHOICE, "}")?;
        Some(AllowedValue { name, description })
    }

    fn list<T: Clone>(
        &mut self,
        indent: &str,
        name: &str,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<List<T>> {
        let mut items = Vec::new();
        match self.value(indent, name)? {
            "[]" => {}
            "[" => {
                self.more = true;
                while self.more {
                    items.push(item(self)?);
                }
                self.close(indent, "]")?;
            }
            _ => return None,
        }
        Some(items.into())
    }

    fn text(&mut self, indent: &str, name: &str) -> Option<Text> {
        self.member(indent, name, string)
    }

    fn member<T>(
        &mut self,
        indent: &str,
        name: &str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Option<T> {
        read(self.value(indent, name)?)
    }

    /// The inner `None` of a member that is not next; the outer one of a value that is none.
    fn optional<T>(
        &mut self,
        indent: &str,
        name: &str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.value(indent, name) {
            Some(value) => read(value).map(Some),
            None => Some(None),
        }
    }

    /// The value of the member that is next, if it has this name; nothing is read otherwise.
    fn value(&mut self, indent: &str, name: &str) -> Option<&'t str> {
        let line = self.rest.strip_prefix(indent)?.strip_prefix('"')?;
        let value = line.strip_prefix(name)?.strip_prefix("\": ")?;
        self.take(value)
    }

    fn open(&mut self, indent: &str, bracket: &str) -> Option<()> {
        let opened = self.line(indent)? == bracket && !self.more;
        self.more = true;
        opened.then_some(())
    }

    fn close(&mut self, indent: &str, bracket: &str) -> Option<()> {
        let last = !self.more;
        self.more = true;
        (last && self.line(indent)? == bracket).then_some(())
    }

    fn line(&mut self, indent: &str) -> Option<&'t str> {
        self.take(self.rest.strip_prefix(indent)?)
    }

    /// The rest of the line without the comma that promises another.
    fn take(&mut self, rest: &'t str) -> Option<&'t str> {
        if !self.more {
            return None;
        }
        let (line, rest) = rest.split_once('\n')?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let value = line.strip_suffix(',');
        (self.rest, self.more) = (rest, value.is_some());
        Some(value.unwrap_or(line))
    }
}

fn string(value: &str) -> Option<Text> {
    let text = value.strip_prefix('"')?.strip_suffix('"')?;
    let escaped = |byte| matches!(byte, b'"' | b'\\' | ..=0x1f);
    (!text.bytes().any(escaped)).then(|| Text::Owned(text.to_owned()))
}

fn boolean(value: &str) -> Option<bool> {
    value.parse().ok()
}

/// Reads a hint, which is only written if it is set.
fn yes(value: &str) -> Option<bool> {
    boolean(value).filter(|holds| *holds)
}

fn number<T: FromStr + ToString>(value: &str) -> Option<T> {
    value.parse().ok().filter(|number| same(number, value))
}

/// The one way to write the value: no sign, zero or letter that could be left out.
fn same(value: &impl ToString, text: &str) -> bool {
    value.to_string() == text
}
