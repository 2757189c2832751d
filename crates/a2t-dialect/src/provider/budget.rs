//! The tools of one request that a provider compiles for its strict mode: tool by tool, those that
//! still fit are strict and the others stay open, so that the provider takes the request.

use a2t_core::ToolSignature;

use crate::limits::Limits;

/// Parts of a tool that providers count when they compile it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    pub(crate) optional: usize,
    pub(crate) values: usize,
}

impl Needs {
    pub(crate) fn new(tool: &ToolSignature) -> Self {
        let optional = tool.input_parameters.iter().filter(|input| !input.required);
        Self { optional: optional.count(), values: allowed_values(tool) }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    tools: usize,
    optional: usize,
}

impl Budget {
    /// Takes room for a tool in strict mode.
    ///
    /// # Errors
    /// The reason to leave the tool open.
    pub(crate) fn take(&mut self, needs: Needs, limits: &Limits) -> Result<(), String> {
        let Needs { optional, values } = needs;
        if let Some(most) = limits.strict_tools.filter(|most| self.tools >= *most) {
            return Err(format!("a request takes {most} strict tools"));
        }
        let sum = self.optional.saturating_add(optional);
        if let Some(most) = limits.strict_optional.filter(|most| sum > *most) {
            let left = most.saturating_sub(self.optional);
            return Err(format!(
                "the strict tools of a request have {most} optional inputs in all, {left} are left, it has {optional}"
            ));
        }
        if let Some(most) = limits.allowed_values.filter(|most| values > *most) {
            return Err(format!(
                "a strict tool has at most {most} allowed values, it has {values}"
            ));
        }
        self.tools = self.tools.saturating_add(1);
        self.optional = sum;
        Ok(())
    }
}

fn allowed_values(tool: &ToolSignature) -> usize {
    let inputs = tool.input_parameters.iter();
    let values = inputs.map(|input| input.kind.constraints().allowed_values.map_or(0, <[_]>::len));
    values.sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::hosted::Fragment;
    use crate::{Dialect, Mode, Selection};

    fn tools(first: usize, optional: &[usize]) -> Selection {
        let input = |index: usize| json!({"id": format!("i{index}"), "name": format!("i{index}"), "description": "", "required": index == 0});
        let tool = |(index, optional): (usize, &usize)| {
            let id = a2t_core::ToolId::from_u128((first + index) as u128 + 1).to_string();
            let inputs: Vec<_> = (0..=*optional).map(input).collect();
            let tool = json!({"toolId": id, "name": format!("tool_{}", first + index), "description": "It.",
                "version": 1, "currentVersion": 1, "input_parameters": inputs});
            a2t_core::signature::parse_value(&tool, "").unwrap().signature
        };
        Selection::approved(optional.iter().enumerate().map(tool))
    }

    fn strict(value: &Value, found: &mut Vec<usize>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| strict(item, found)),
            Value::Object(members) => {
                if members.get("strict") == Some(&json!(true)) {
                    let schemas =
                        ["/input_schema", "/inputSchema/json", "/parameters", "/inputSchema"];
                    let schema = schemas.iter().find_map(|at| value.pointer(at)).unwrap();
                    let properties = schema["properties"].as_object().unwrap().len();
                    found.push(properties - schema["required"].as_array().unwrap().len());
                }
                members.values().for_each(|member| strict(member, found));
            }
            _ => {}
        }
    }

    fn strict_in(value: &Value) -> Vec<usize> {
        let mut found = Vec::new();
        strict(value, &mut found);
        found
    }

    #[test]
    fn no_dialect_writes_more_strict_tools_than_its_provider_takes() {
        let many = tools(0, &[0; 30]);
        let wide = tools(0, &[10, 0, 10, 5, 4, 1]);
        for dialect in Dialect::ALL {
            let limits = dialect.limits();
            for selection in [&many, &wide] {
                let found = strict_in(&dialect.strict_tools(selection).unwrap());
                let optional: usize = found.iter().sum();
                assert!(limits.strict_tools.is_none_or(|most| found.len() <= most), "{dialect}");
                assert!(limits.strict_optional.is_none_or(|most| optional <= most), "{dialect}");
            }
        }
        for dialect in [Dialect::Anthropic, Dialect::BedrockConverse] {
            assert_eq!(strict_in(&dialect.strict_tools(&many).unwrap()).len(), 20);
            // A tool that does not fit leaves its place to those behind it.
            assert_eq!(strict_in(&dialect.strict_tools(&wide).unwrap()), [10, 0, 10, 4]);
        }
    }

    #[test]
    fn what_was_left_open_is_reported() {
        let export = Dialect::Anthropic.export(&tools(0, &[20, 5]), Mode::Strict).unwrap();
        let open: Vec<_> = export.notes.iter().map(ToString::to_string).collect();
        assert_eq!(
            open,
            [
                "`tool_1`: is left open, not strict: the strict tools of a request have 24 optional inputs in all, 4 are left, it has 5"
            ]
        );
        let export = Dialect::Anthropic.export(&tools(0, &[0; 21]), Mode::Strict).unwrap();
        assert_eq!(export.notes[0].tool.as_deref(), Some("tool_20"));
        assert!(export.notes[0].words.contains("a request takes 20 strict tools"));
        let open = Dialect::Anthropic.export(&tools(0, &[20, 5]), Mode::Open).unwrap();
        assert_eq!(open.notes, []);
    }

    /// The provider counts the request, not the selections that it is put together from.
    #[test]
    fn a_request_of_several_selections_has_one_budget() {
        let fragment = Fragment::new(Dialect::Anthropic)
            .strict_tools(&tools(0, &[0; 15]))
            .unwrap()
            .tools(&tools(50, &[3]))
            .unwrap()
            .strict_tools(&tools(100, &[0; 15]))
            .unwrap();
        assert_eq!(strict_in(&fragment.body()).len(), 20);
        assert_eq!(fragment.notes().len(), 10);
    }

    #[test]
    fn a_tool_with_more_values_than_strict_schemas_have_is_left_open() {
        let values: Vec<_> = (0..1_001)
            .map(|index| json!({"name": format!("V{index}"), "description": ""}))
            .collect();
        let input = |id: &str, from: usize, to: usize| json!({"id": id, "name": id, "description": "", "type": "enum", "allowed-values": values[from..to]});
        let tool = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "t", "description": "It.", "version": 1,
            "currentVersion": 1, "input_parameters": [input("a", 0, 600), input("b", 600, 1_001)]});
        let tool =
            Selection::approved([a2t_core::signature::parse_value(&tool, "").unwrap().signature]);
        for dialect in [Dialect::OpenaiChat, Dialect::OpenaiResponses] {
            let export = dialect.export(&tool, Mode::Strict).unwrap();
            assert_eq!(strict_in(&export.value), [0_usize; 0]);
            assert!(export.notes[0].words.contains("at most 1000 allowed values, it has 1001"));
        }
    }
}
