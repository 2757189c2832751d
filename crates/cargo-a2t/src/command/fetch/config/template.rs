//! Texts of a configuration with variables: `${NAME}`, `${env:NAME}`, `${NAME:-default}` and `${input:…}`.

use a2t_core::error::inert;

/// A text and its variables.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Plain(String),
    Variable {
        name: String,
        default: Option<String>,
    },
    /// A value that VS Code asks its user for.
    Input(String),
}

impl Template {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((inside, after)) = after.split_once('}') else { break };
            parts.push(Part::Plain(before.to_owned()));
            parts.push(Part::parse(inside)?);
            rest = after;
        }
        parts.push(Part::Plain(rest.to_owned()));
        Ok(Self(parts))
    }

    /// Returns the text for a snapshot: each variable by its name, with its default.
    pub(super) fn kept(&self) -> String {
        let kept = |part: &Part| match part {
            Part::Plain(text) => text.clone(),
            Part::Variable { name, default: None } => placeholder(name),
            Part::Variable { name, default: Some(default) } => {
                placeholder(&format!("{name}:-{default}"))
            }
            Part::Input(name) => placeholder(&format!("input:{name}")),
        };
        self.0.iter().map(kept).collect()
    }

    /// Returns the variables.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Variable { name, .. } => Some(&**name),
            _ => None,
        })
    }

    pub(super) fn input(&self) -> Option<&str> {
        self.0.iter().find_map(|part| match part {
            Part::Input(name) => Some(&**name),
            _ => None,
        })
    }

    /// Returns the text with the values of variables, or their defaults.
    pub(super) fn value(&self) -> Result<String, String> {
        self.each(|_, value| value)
    }

    /// Returns the text with `${NAME}` for each variable that is set, and the defaults of the others.
    pub(super) fn argument(&self) -> Result<String, String> {
        self.each(|name, _| placeholder(name))
    }

    fn each(&self, of: impl Fn(&str, String) -> String) -> Result<String, String> {
        let one = |part: &Part| match part {
            Part::Plain(text) => Ok(text.clone()),
            Part::Variable { name, default } => match (set(name), default) {
                (Some(value), _) => Ok(of(name, value)),
                (None, Some(default)) => Ok(default.clone()),
                (None, None) => {
                    Err(format!("the environment variable `{}` is not set", inert(name)))
                }
            },
            Part::Input(name) => Err(format!(
                "`{}` is known to its host only",
                inert(&placeholder(&format!("input:{name}")))
            )),
        };
        self.0.iter().map(one).collect()
    }
}

impl Part {
    fn parse(inside: &str) -> Result<Self, String> {
        if let Some(name) = inside.strip_prefix("input:") {
            return Ok(Self::Input(name.to_owned()));
        }
        let inside = inside.strip_prefix("env:").unwrap_or(inside);
        let (name, default) =
            inside.split_once(":-").map_or((inside, None), |(name, default)| (name, Some(default)));
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty()
            || name.starts_with(|first: char| first.is_ascii_digit())
            || !name.chars().all(is_name)
        {
            let shown = inert(&placeholder(inside));
            return Err(format!(
                "`{shown}` is no variable; expected such as `${{NAME}}` or `${{NAME:-default}}`"
            ));
        }
        Ok(Self::Variable { name: name.to_owned(), default: default.map(str::to_owned) })
    }
}

/// Returns the value of a variable of the environment, unless it is empty.
pub(super) fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn placeholder(name: &str) -> String {
    format!("${{{name}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_and_the_rest_is_text() {
        let kept = |text: &str| Template::parse(text).unwrap().kept();
        assert_eq!(kept("a ${B} ${env:C} ${D:-e f} $G ${"), "a ${B} ${C} ${D:-e f} $G ${");
        let template = Template::parse("${A2T_UNSET_1:-x}/${A2T_UNSET_2:-}y").unwrap();
        assert_eq!(template.value().unwrap(), "x/y");
        assert_eq!(template.argument().unwrap(), "x/y");
        assert_eq!(template.names().collect::<Vec<_>>(), ["A2T_UNSET_1", "A2T_UNSET_2"]);
        let unset = Template::parse("${A2T_UNSET_1}").unwrap().value().unwrap_err();
        assert_eq!(unset, "the environment variable `A2T_UNSET_1` is not set");
        let path = Template::parse("${PATH}:${A2T_UNSET_1:-x}").unwrap();
        assert_eq!(path.argument().unwrap(), "${PATH}:x");
        assert_eq!(path.value().unwrap(), format!("{}:x", std::env::var("PATH").unwrap()));
    }

    #[test]
    fn other_placeholders_are_refused_by_name() {
        for text in ["${}", "${a b}", "${1}", "${command:x}", "${A:+b}", "${${A}}", "${A\n}"] {
            let error = Template::parse(text).unwrap_err();
            assert!(error.contains("is no variable") && !error.contains('\n'), "{error}");
        }
        let input = Template::parse("Bearer ${input:token}").unwrap();
        assert_eq!(input.input(), Some("token"));
        assert!(input.value().unwrap_err().contains("`${input:token}`"));
    }
}
