//! A plan whose names and texts are harmless becomes token by token the same, except for the names and
//! the strings.

use std::borrow::Cow;
use std::collections::HashMap;

use a2t_core::signature::Text;
use a2t_core::{AllowedValue, InputType, OutputType, ToolSignature};
use proc_macro2::{TokenStream, TokenTree};

use super::target;
use crate::docs;
use crate::expand::expand;
use crate::ident::{Ident, ToolName};
use crate::names::Side;
use crate::plan::{Input, Output, Plan, Tool};
use crate::types::pair::End;
use crate::types::{Choice, Errors, Listed, Member};

/// Fails unless `text`, generated from `plan`, is what the templates write for it.
pub(super) fn is_of_the_templates(plan: &Plan<'_>, text: &str) {
    let mut names = Names::default();
    let signatures: Vec<_> = plan.tools.iter().map(|tool| harmless(tool.signature)).collect();
    let tools = plan.tools.iter().zip(&signatures);
    let tools = tools.map(|(tool, signature)| names.tool(tool, signature)).collect();
    let pairs = plan.pairs.iter().map(|(input, sent)| (names.end(input), names.end(sent)));
    let planned = Plan {
        url: plan.url,
        pairs: pairs.collect(),
        tools,
        inputs: plan.inputs.iter().map(|choice| names.choice("ZzIn", choice)).collect(),
        outputs: plan.outputs.iter().map(|choice| names.choice("ZzOut", choice)).collect(),
    };
    let expected = expand(&planned, &target());
    names.same(text.parse().unwrap(), expected.parse().unwrap());
}

/// The harmless names, each with the one that it stands for.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    fn stand_in(&mut self, prefix: &str, planned: &Ident) -> Ident {
        let known = self
            .0
            .iter()
            .find(|(ours, name)| *name == planned.as_str() && ours.starts_with(prefix));
        let names = match known {
            Some((names, _)) => names.clone(),
            None => format!("{prefix}{}zz", self.0.len()),
        };
        self.0.insert(names.clone(), planned.to_string());
        Ident::parse(&names).unwrap()
    }

    fn tool<'a>(&mut self, tool: &Tool<'_>, signature: &'a ToolSignature) -> Tool<'a> {
        let inputs = tool.inputs.iter().zip(&*signature.input_parameters);
        let outputs = tool.outputs.iter().zip(&*signature.output_parameters);
        Tool {
            signature,
            key: tool.key,
            name: ToolName {
                method: self.stand_in("zz_method", &tool.name.method),
                kind: self.stand_in("ZzKind", &tool.name.kind),
            },
            inputs: inputs
                .map(|(input, parameter)| Input {
                    name: self.stand_in("zz_input", &input.name),
                    parameter,
                    choice: input.choice.as_ref().map(|name| self.stand_in("ZzIn", name)),
                })
                .collect(),
            outputs: outputs
                .map(|(output, parameter)| Output {
                    name: self.stand_in("zz_output", &output.name),
                    parameter,
                    choice: output.choice.as_ref().map(|name| self.stand_in("ZzOut", name)),
                    described: output.described.clone(),
                })
                .collect(),
            sent: tool.sent.renamed(|prefix, name| self.stand_in(prefix, name)),
            errors: self.errors(tool, signature),
            derives: tool.derives.clone(),
        }
    }

    fn errors<'a>(&mut self, tool: &Tool<'_>, signature: &'a ToolSignature) -> Errors<'a> {
        let listed = tool.errors.listed.iter().zip(&*signature.errors);
        let listed = listed.map(|(listed, error)| Listed {
            name: self.stand_in("ZzError", &listed.name),
            error,
            members: listed.members.iter().map(|member| self.member(member)).collect(),
        });
        let listed = listed.collect();
        let types = tool.errors.types.renamed(|prefix, name| self.stand_in(prefix, name));
        Errors { listed, types }
    }

    fn member(&mut self, member: &Member) -> Member {
        Member {
            name: self.stand_in("zz_member", &member.name),
            wire: "member".to_owned(),
            required: member.required,
            kind: member.kind.clone(),
            docs: docs::lines("A member."),
        }
    }
}

impl Names {
    fn end(&mut self, end: &End) -> End {
        let prefix = match (&end.tool, end.side) {
            (Some(_), _) => "ZzType",
            (None, Side::Inputs) => "ZzIn",
            (None, _) => "ZzOut",
        };
        let tool = end.tool.as_ref().map(|tool| self.stand_in("zz_method", tool));
        End { side: end.side, tool, name: self.stand_in(prefix, &end.name) }
    }

    fn choice<'a>(&mut self, scope: &str, choice: &Choice<'_>) -> Choice<'a> {
        let values = choice.values.iter();
        let values =
            values.map(|(name, _)| (self.stand_in("ZzValue", name), Cow::Borrowed(&VALUE)));
        let values = values.collect();
        Choice {
            id: "choice",
            name: self.stand_in(scope, &choice.name),
            values,
            derives: choice.derives.clone(),
        }
    }

    /// Fails at the first token that is neither the template's nor a planned name nor a string.
    fn same(&self, text: TokenStream, expected: TokenStream) {
        let (mut text, mut expected) = (flat(text).into_iter(), flat(expected).into_iter());
        loop {
            match (text.next(), expected.next()) {
                (None, None) => return,
                (Some(Token::String), Some(Token::String)) => {}
                (Some(Token::Other(found)), Some(Token::Other(wanted))) => {
                    let wanted = self.0.get(&wanted).unwrap_or(&wanted);
                    assert_eq!(found, *wanted);
                }
                (found, wanted) => panic!("{found:?} instead of {wanted:?}"),
            }
        }
    }
}

static VALUE: AllowedValue =
    AllowedValue { name: Text::Borrowed("A"), description: Text::Borrowed("") };

/// The signature with harmless texts of the same length.
fn harmless(signature: &ToolSignature) -> ToolSignature {
    let mut harmless = signature.clone();
    harmless.name = "tool".into();
    harmless.description = "".into();
    harmless.tags = Vec::new().into();
    for error in harmless.errors.to_mut() {
        (error.name, error.description) = ("A".into(), "".into());
        error.members = Vec::new().into();
    }
    for input in harmless.input_parameters.to_mut() {
        (input.id, input.name, input.description) = ("a".into(), "a".into(), "".into());
        if let InputType::Enum { allowed_values } = &mut input.kind {
            *allowed_values = Vec::new().into();
        }
    }
    for output in harmless.output_parameters.to_mut() {
        (output.id, output.name, output.description) = ("a".into(), "a".into(), "".into());
        match &mut output.kind {
            OutputType::Enum { allowed_values } => *allowed_values = Vec::new().into(),
            OutputType::Described { .. } => output.kind = OutputType::Json,
            _ => {}
        }
    }
    harmless
}

#[derive(Debug)]
enum Token {
    String,
    Other(String),
}

/// The tokens without documentation, and without the commas that a line break brings.
fn flat(stream: TokenStream) -> Vec<Token> {
    let mut flat = Vec::new();
    push(stream, &mut flat);
    flat
}

fn push(stream: TokenStream, flat: &mut Vec<Token>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                if tokens.next_if(is_doc).is_none() {
                    flat.push(Token::Other("#".to_owned()));
                }
            }
            TokenTree::Punct(comma) if comma.as_char() == ',' && ends(tokens.peek()) => {}
            TokenTree::Literal(literal) if literal.to_string().starts_with('"') => {
                flat.push(Token::String);
            }
            TokenTree::Group(group) => {
                flat.push(Token::Other(format!("{:?}", group.delimiter())));
                push(group.stream(), flat);
                flat.push(Token::Other("end".to_owned()));
            }
            other => flat.push(Token::Other(other.to_string())),
        }
    }
}

fn ends(next: Option<&TokenTree>) -> bool {
    next.is_none_or(|next| next.to_string() == ">")
}

fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    let first = group.stream().into_iter().next();
    first.is_some_and(|first| first.to_string() == "doc")
}
