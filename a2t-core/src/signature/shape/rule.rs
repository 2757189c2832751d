//! The rules of shapes: sizes, names and texts.

use super::{JsonMember, JsonShape, SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX};
use crate::error::Code;
use crate::json::segment;
use crate::signature::AllowedValue;
use crate::signature::rule::{self, ALLOWED_VALUES_MAX, Violated};

/// The first rule that a shape breaks, with its location from the schema on.
pub(in crate::signature) fn broken(shape: &JsonShape) -> Option<(String, Violated)> {
    Walk { pointer: String::new(), left: SHAPE_SIZE_MAX }.shape(shape, 0).err()
}

type Broken = (String, Violated);

struct Walk {
    pointer: String,
    left: usize,
}

impl Walk {
    fn shape(&mut self, shape: &JsonShape, depth: usize) -> Result<(), Broken> {
        if depth > SHAPE_DEPTH_MAX {
            let expected = format!("at most {SHAPE_DEPTH_MAX} records and lists inside each other");
            return Err(self.violated("", Code::TooMany, &expected, "more"));
        }
        let Some(left) = self.left.checked_sub(1) else {
            let expected = format!("at most {SHAPE_SIZE_MAX} shapes in one");
            return Err(self.violated("", Code::TooMany, &expected, "more"));
        };
        self.left = left;
        match shape {
            JsonShape::Enum { allowed_values } => self.choices(allowed_values),
            JsonShape::Record { members } => self.members(members, depth),
            JsonShape::List { items } => {
                self.within(&["items"], |walk| walk.shape(items, depth.saturating_add(1)))
            }
            JsonShape::Nullable { shape } if shape.takes_null() => {
                Err(self.violated("/type", Code::BadType, "a shape without `null`", "one with it"))
            }
            JsonShape::Nullable { shape } => self.shape(shape, depth),
            _ => Ok(()),
        }
    }

    fn members(&mut self, members: &[JsonMember], depth: usize) -> Result<(), Broken> {
        let names = || members.iter().map(|member| &*member.name);
        if !names().is_sorted_by(|one, other| one < other) {
            let expected = "members sorted by name, each once";
            return Err(self.violated("/properties", Code::DuplicateName, expected, "others"));
        }
        if let Some((index, first)) = rule::look_alikes(names()).into_iter().next() {
            let name = |index| names().nth(index).unwrap_or_default().escape_default().to_string();
            let expected = format!("a name that does not look like `{}`", name(first));
            let got = format!("`{}`", name(index));
            return Err(self.violated("/properties", Code::LookAlike, &expected, &got));
        }
        for member in members {
            self.within(&["properties", &member.name], |walk| {
                walk.note("", rule::parameter_name(&member.name))?;
                walk.note("/description", rule::description(&member.description))?;
                walk.shape(&member.shape, depth.saturating_add(1))
            })?;
        }
        Ok(())
    }

    fn choices(&mut self, values: &[AllowedValue]) -> Result<(), Broken> {
        if values.is_empty() || values.len() > ALLOWED_VALUES_MAX {
            let expected = format!("1 to {ALLOWED_VALUES_MAX} allowed values");
            let got = values.len().to_string();
            return Err(self.violated("/oneOf", Code::EmptyEnum, &expected, &got));
        }
        let mut names: Vec<_> = values.iter().map(|value| &*value.name).collect();
        names.sort_unstable();
        if !names.is_sorted_by(|one, other| one < other) {
            let code = Code::DuplicateAllowedValue;
            return Err(self.violated("/oneOf", code, "each allowed value once", "one again"));
        }
        values.iter().try_for_each(|value| {
            self.note("/oneOf", rule::allowed_value_name(&value.name))?;
            self.note("/oneOf", rule::description(&value.description))
        })
    }

    fn within(
        &mut self,
        members: &[&str],
        walk: impl FnOnce(&mut Self) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        let length = self.pointer.len();
        for member in members {
            self.pointer.push('/');
            self.pointer.push_str(&segment(member));
        }
        walk(self)?;
        self.pointer.truncate(length);
        Ok(())
    }

    fn note(&self, member: &str, result: Result<(), Violated>) -> Result<(), Broken> {
        result.map_err(|violated| (format!("{}{member}", self.pointer), violated))
    }

    fn violated(&self, member: &str, code: Code, expected: &str, got: &str) -> Broken {
        let (expected, got) = (expected.to_owned(), got.to_owned());
        (format!("{}{member}", self.pointer), Violated { code, expected, got })
    }
}
