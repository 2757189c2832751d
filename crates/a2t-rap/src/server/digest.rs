//! The digest that distinguishes a repeated invocation from another one of its name.

use a2t_store::Digest;
use a2t_tool::Caller;
use serde_json::Value;

use crate::message::Invocation;

/// Digest of operation, arguments, callback URL and caller. Members of the arguments count in any order,
/// because a repeated body may be written again.
pub(crate) fn of(invocation: &Invocation, caller: Option<&Caller>) -> Digest {
    let mut arguments = String::new();
    let members = invocation.arguments.iter().collect();
    spell_members(members, &mut arguments);
    let url = invocation.address.callback_url.as_str();
    let parts = [&*invocation.operation, &*arguments, url];
    Digest::from_parts(parts.into_iter().chain(caller.map(Caller::id)))
}

fn spell(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for item in items {
                spell(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => spell_members(members.iter().collect(), text),
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn spell_members(mut members: Vec<(&String, &Value)>, text: &mut String) {
    members.sort_unstable_by_key(|(name, _)| *name);
    text.push('{');
    for (name, value) in members {
        text.push_str(&Value::from(name.as_str()).to_string());
        text.push(':');
        spell(value, text);
        text.push(',');
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use crate::message::ReturnAddress;
    use serde_json::{Map, json};

    use super::*;

    fn digest(operation: &str, arguments: Value, url: &str) -> Digest {
        let Value::Object(arguments) = arguments else { panic!("an object") };
        let address = ReturnAddress::new(url.parse().unwrap(), "group", "id");
        of(&Invocation::new(operation, arguments, address), None)
    }

    #[test]
    fn the_same_words_of_another_caller_are_another_call() {
        let address = ReturnAddress::new("https://a.example".parse().unwrap(), "group", "id");
        let invocation = Invocation::new("report", Map::new(), address);
        let [one, other] = ["alice", "bob"].map(Caller::new);
        assert_eq!(of(&invocation, Some(&one)), of(&invocation, Some(&one)));
        assert_ne!(of(&invocation, Some(&one)), of(&invocation, Some(&other)));
        assert_ne!(of(&invocation, Some(&one)), of(&invocation, None));
    }

    #[test]
    fn members_count_in_any_order_and_everything_else_counts() {
        let members = |names: [&str; 2]| {
            let inner: Map<_, _> =
                names.map(|name| (name.to_owned(), json!(1))).into_iter().collect();
            json!({ "deep": [inner, 2] })
        };
        let url = "https://agent.example/c";
        let digest_of = |arguments| digest("report", arguments, url);
        let one = digest_of(members(["a", "b"]));
        assert_eq!(one, digest_of(members(["b", "a"])));
        assert_ne!(one, digest_of(members(["a", "c"])));
        assert_ne!(one, digest("other", members(["a", "b"]), url));
        assert_ne!(one, digest("report", members(["a", "b"]), "https://agent.example/d"));
        assert_ne!(digest_of(json!({"a": [[1], 2]})), digest_of(json!({"a": [[1, 2]]})));
        assert_ne!(digest_of(json!({"a": "1"})), digest_of(json!({"a": 1})));
    }
}
