//! Questions for the user in MCP's words: a form (elicitation) with one of the choices.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use a2t_tool::channel::{ChannelError, Question};
use serde_json::{Value, json};
use uuid::Uuid;

/// Member of the form that has the choice.
const CHOICE: &str = "choice";

/// Namespace of fingerprints of questions: the UUIDv5 of the DNS name `question.mcp.a2t.rs`.
const SPACE: Uuid = Uuid::from_u128(0xe592_b8e6_852d_569c_a825_ba4c_5506_0654);

/// Error of a tool that asks where no user can be asked.
pub(crate) const NOT_HERE: ChannelError =
    ChannelError::NotHere { protocol: "MCP", wanted: "ask the user" };

/// The request `elicitation/create` for a question.
///
/// # Errors
/// A question that no form can have.
pub(crate) fn form(question: &Question) -> Result<Value, ChannelError> {
    let Question { prompt, choices, default, .. } = question;
    let unsendable = |why: &str| Err(ChannelError::Unsendable(why.to_owned()));
    let Some(preset) = choices.get(*default) else {
        return unsendable("the default for no answer is not one of the choices");
    };
    if choices.iter().collect::<HashSet<_>>().len() < choices.len() {
        return unsendable("two of the choices are the same text");
    }
    let choice = json!({ "type": "string", "enum": choices, "default": preset });
    let form = json!({ "type": "object", "properties": { CHOICE: choice }, "required": [CHOICE] });
    let params = json!({ "mode": "form", "message": prompt, "requestedSchema": form });
    Ok(json!({ "method": "elicitation/create", "params": params }))
}

/// Index of the choice in a client's answer. A user who declined, left, or answered something else
/// gave no answer, for which the question has a choice.
pub(crate) fn chosen(question: &Question, answer: &Value) -> usize {
    let selected = || {
        (answer.get("action")? == "accept").then_some(())?;
        let selected = answer.get("content")?.get(CHOICE)?.as_str()?;
        question.choices.iter().position(|choice| choice == selected)
    };
    selected().unwrap_or(question.default)
}

/// Names of the questions of one run. The same run made again gives the same names, also if
/// questions that are asked at one time come in another order.
#[derive(Debug, Default)]
pub(crate) struct Names(Mutex<HashMap<Uuid, usize>>);

impl Names {
    /// Fingerprint of the question, so that no answer is taken for one to another question, and its
    /// number among those that are the same.
    pub(crate) fn next(&self, question: &Question) -> String {
        let fingerprint = fingerprint(question);
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = asked.entry(fingerprint).or_default();
        *number += 1;
        format!("choice-{}-{number}", fingerprint.simple())
    }
}

/// The same in every program that makes the run.
fn fingerprint(question: &Question) -> Uuid {
    let Question { prompt, choices, default, .. } = question;
    Uuid::new_v5(&SPACE, json!([prompt, choices, default]).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use rmcp::model::InputRequest;

    use super::*;

    fn question() -> Question {
        Question::new("Delete it?", ["Yes", "No"])
    }

    #[test]
    fn a_question_is_a_form_that_the_sdk_knows() {
        let form = form(&question()).unwrap();
        let read: InputRequest = serde_json::from_value(form.clone()).unwrap();
        assert!(matches!(read, InputRequest::Elicitation(_)));
        assert_eq!(serde_json::to_value(read).unwrap(), form);
    }

    #[test]
    fn a_question_without_a_meaning_is_not_sent() {
        for choices in [&[][..], &["Yes", "Yes"]] {
            let question = Question::new("?", choices.iter().copied());
            assert!(matches!(form(&question), Err(ChannelError::Unsendable(_))), "{choices:?}");
        }
        assert!(form(&question().default(2)).is_err());
    }

    #[test]
    fn only_a_choice_is_an_answer() {
        let accept = |choice: Value| json!({ "action": "accept", "content": { "choice": choice } });
        assert_eq!(chosen(&question(), &accept(json!("Yes"))), 0);
        for answer in [
            json!({ "action": "decline" }),
            json!({ "action": "cancel", "content": { "choice": "Yes" } }),
            accept(json!("yes")),
            accept(json!(0)),
            json!({ "action": "accept" }),
            json!("Yes"),
        ] {
            assert_eq!(chosen(&question(), &answer), 1, "{answer}");
        }
    }

    #[test]
    fn names_are_those_of_the_questions_and_of_their_number() {
        let other = || Question::new("Delete it?", ["YesNo", ""]);
        let [one, two] = [Names::default(), Names::default()];
        let first = [one.next(&question()), one.next(&other()), one.next(&question())];
        let again = [two.next(&other()), two.next(&question()), two.next(&question())];
        assert_eq!([&first[1], &first[0], &first[2]], [&again[0], &again[1], &again[2]]);
        assert_ne!(first[0], first[1]);
        assert_ne!(first[0], first[2]);
        assert_eq!(first[0], "choice-45fb260909a85a3da891b8732bf9207d-1");
    }
}
