//! The array of name/value pairs that an invocation and a reply share, in one pass over its text.

use super::text::Text;

/// The values by position, each as `value` reads it; `None` for a name that `is_called` finds on no
/// parameter, one given twice, and whatever is not spelt as programs spell it.
// Inside its caller, as each closure is too: apart, they take 250 instructions of an invocation more.
#[inline]
pub(super) fn read<'a, P, V>(
    text: &mut Text<'a>,
    parameters: &[P],
    is_called: impl Fn(&P, &str) -> bool,
    value: impl Fn(&mut Text<'a>, &P) -> Option<Option<V>>,
) -> Option<Vec<Option<V>>> {
    // `given` has a bit for each parameter.
    if parameters.len() > u64::BITS as usize {
        return None;
    }
    let mut values = Vec::with_capacity(parameters.len());
    values.resize_with(parameters.len(), || None);
    // Programs mostly keep the order of the signature: `guess` is the position to try first.
    let (mut given, mut guess) = (0_u64, 0);
    text.token(b"[")?;
    let mut more = !text.skips(b"]");
    while more {
        text.token(b"{")?;
        text.token(b"\"name\"")?;
        text.token(b":")?;
        let name = text.string()?;
        let position = match parameters.get(guess) {
            Some(parameter) if is_called(parameter, name) => guess,
            _ => parameters.iter().position(|parameter| is_called(parameter, name))?,
        };
        text.token(b",")?;
        text.token(b"\"value\"")?;
        text.token(b":")?;
        *values.get_mut(position)? = value(text, parameters.get(position)?)?;
        text.token(b"}")?;
        let bit = 1 << position;
        if given & bit != 0 {
            return None;
        }
        (given, guess) = (given | bit, position + 1);
        more = text.skips(b",");
        if !more {
            text.token(b"]")?;
        }
    }
    Some(values)
}
