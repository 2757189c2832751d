//! On which line of a published file, whose layout is always the same, what is written.

use a2t_core::ToolSignature;
use a2t_core::evolution::{Path, Side};

pub(super) struct Lines<'t> {
    lines: Vec<&'t str>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { lines: text.lines().collect() }
    }

    /// The line, from 1, of a member; of the parameter, the error or the tool where it lacks the member.
    pub(super) fn line(&self, signature: &ToolSignature, path: Path<'_>) -> usize {
        let inputs = || signature.input_parameters.iter().map(|input| &input.id);
        let outputs = || signature.output_parameters.iter().map(|output| &output.id);
        let errors = |name| signature.errors.iter().position(|error| error.name == name);
        let (start, end) = match (path.parameter(), path.error()) {
            (Some((Side::Inputs, id)), _) => {
                self.object("input_parameters", inputs().position(|known| known == id))
            }
            (Some((Side::Outputs, id)), _) => {
                self.object("output_parameters", outputs().position(|known| known == id))
            }
            (None, Some(name)) => self.object("errors", errors(name)),
            (None, None) => self.members(path),
        };
        let member = match path {
            Path::Tool(member) => format!("  \"{}\"", member.name()),
            Path::Precondition(member) => format!("    \"{}\"", member.name()),
            Path::Member(_, _, member) | Path::ErrorMember(_, member) => {
                format!("      \"{}\"", member.name())
            }
            _ => return start.saturating_add(1),
        };
        let line = self.find(start, end, &member).unwrap_or(start);
        line.saturating_add(1)
    }

    /// Returns the lines of the tool's members, or of the members that state what a call needs.
    fn members(&self, path: Path<'_>) -> (usize, usize) {
        let all = self.lines.len();
        match path {
            Path::Precondition(_) => {
                let start = self.find(0, all, "  \"preconditions\"").unwrap_or(1);
                (start, self.find(start, all, "  }").unwrap_or(all))
            }
            _ => (1, all),
        }
    }

    fn object(&self, list: &str, index: Option<usize>) -> (usize, usize) {
        let all = self.lines.len();
        let list = self.find(0, all, &format!("  \"{list}\""));
        let mut start = list.unwrap_or_default();
        for _ in 0..=index.unwrap_or_default() {
            let next = start.saturating_add(1);
            start = self.find(next, all, "    {").unwrap_or(start);
        }
        (start, self.find(start, all, "    }").unwrap_or(all))
    }

    fn find(&self, start: usize, end: usize, prefix: &str) -> Option<usize> {
        let lines = self.lines.iter().enumerate().take(end).skip(start);
        let mut found = lines.filter(|(_, line)| line.starts_with(prefix));
        found.next().map(|(line, _)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use a2t_core::evolution::Member;

    const DOCUMENT: &[u8] = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
        "description":"Adds.","version":1,"currentVersion":1,"tags":["a"],"errors":[
        {"name":"LOST","status":404,"description":"Lost.","schema":{"type":"object","properties":{"a":{}}}},
        {"name":"LENT","status":409,"description":"Lent."}],"input_parameters":[
        {"id":"a","name":"a","type":"string","description":"First."},
        {"id":"b","name":"b","type":"string","description":"Second.","max-length":9}],
        "output_parameters":[{"id":"a","name":"a","type":"int","description":"Sum."}]}"#;

    #[test]
    fn members_are_found_where_they_are_written() {
        let signature = a2t_core::signature::parse(DOCUMENT).unwrap().signature;
        let text = a2t_core::published::text(&signature);
        let line = |path| {
            let line = Lines::new(&text).line(&signature, path);
            text.lines().nth(line - 1).unwrap().trim()
        };
        assert_eq!(
            line(Path::Tool(Member::ToolId)),
            "\"toolId\": \"0479a45d-ad0a-49d4-94db-75edf00d2ca4\","
        );
        assert_eq!(line(Path::Tool(Member::Tags)), "\"tags\": [");
        let description = Path::Member(Side::Inputs, "b", Member::Description);
        assert_eq!(line(description), "\"description\": \"Second.\",");
        let length = Path::Member(Side::Inputs, "b", Member::MaxLength);
        assert_eq!(line(length), "\"max-length\": 9");
        let lacking = Path::Member(Side::Inputs, "a", Member::MaxLength);
        assert_eq!(line(lacking), "{");
        assert_eq!(line(Path::Parameter(Side::Outputs, "a")), "{");
        assert_eq!(line(Path::Error("LENT")), "{");
        assert_eq!(line(Path::ErrorMember("LENT", Member::Status)), "\"status\": 409,");
        let output = Path::Member(Side::Outputs, "a", Member::Type);
        assert_eq!(line(output), "\"type\": \"int\",");
    }
}
