//! Writes types as text: the enums, objects and unions of the tools. Each tool has its own module, so no
//! tool can name the types of another.

mod choice;
mod error;
mod kind;
mod pair;
mod record;
mod union;

use std::borrow::Cow;

use super::pair::Pair;
use super::{Choice, Content, Declared, Member, Types, Union};
use crate::emit::{Code, Rust, code, doc_line, invocations, rust};
use crate::ident::Ident;
use crate::names::Side;

pub(crate) use choice::{closed_item, open_item};
pub(crate) use error::{Refusing, error_module, errors_documented};
pub(crate) use kind::{Module, Names};
pub(crate) use pair::same_choices;
use pair::same_objects;
pub(crate) use record::field;

/// Expands to: `pub mod input { pub mod edit_file { … } }`
pub(crate) fn input_module(tools: &[(&Ident, &Types)], same: &[Pair], root: &Code, out: &mut Rust) {
    let doc = code!("The enums and objects of inputs, in a module for each tool.");
    module(&code!("input"), &doc, tools, out, |tool, types, out| {
        import(root, out);
        let choices = choices(types);
        invocations(&library(root, &code!("choices")), &choices, out, closed_item);
        let names = Names { types, tool, side: Side::Inputs, module: Module::Own };
        invocations(
            &library(root, &code!("objects")),
            &objects(types),
            out,
            |(declared, members), out| {
                record::given(declared, members, &names, out);
            },
        );
        let found = unions(types);
        invocations(&library(root, &code!("unions")), &found, out, |(declared, union), out| {
            union::given(declared, union, &names, out);
        });
        same_objects(tool, same, root, out);
    });
}

/// Expands to: `pub mod output { pub mod get_weather { … } }`
pub(crate) fn output_module(tools: &[(&Ident, &Types)], root: &Code, out: &mut Rust) {
    let doc = code!("The enums and objects of outputs, in a module for each tool.");
    module(&code!("output"), &doc, tools, out, |tool, types, out| {
        outputs(tool, types, root, out);
    });
}

/// Expands to the enums and objects of one tool's outputs, or of its errors.
fn outputs(tool: &Ident, types: &Types, root: &Code, out: &mut Rust) {
    import(root, out);
    let side = types.side;
    invocations(&library(root, &code!("open_choices")), &choices(types), out, |choice, out| {
        open_item(choice, side, out);
    });
    // A fake writes those of errors as well.
    let is_written = |object: &(&Declared, _)| side == Side::Errors || object.0.written;
    let (written, read): (Vec<_>, Vec<_>) = objects(types).into_iter().partition(is_written);
    let names = Names { types, tool, side, module: Module::Own };
    for (name, objects) in [(code!("records"), read), (code!("members"), written)] {
        invocations(&library(root, &name), &objects, out, |(declared, members), out| {
            record::sent(declared, members, &names, out);
        });
    }
    let is_written = |union: &(&Declared, _)| union.0.written;
    let (written, read): (Vec<_>, Vec<_>) = unions(types).into_iter().partition(is_written);
    for (name, unions) in [(code!("open_unions"), read), (code!("written_unions"), written)] {
        invocations(&library(root, &name), &unions, out, |(declared, union), out| {
            union::sent(declared, union, &names, out);
        });
    }
}

/// Expands to: `pub mod get_weather { … }`, in a module `output` or `error` for the client of this library.
pub(crate) fn outputs_of(tool: &Ident, types: &Types, root: &Code, out: &mut Rust) {
    if !types.declared.is_empty() {
        own_module(tool, out, |out| outputs(tool, types, root, out));
    }
}

fn module(
    name: &Code,
    doc: &Code,
    tools: &[(&Ident, &Types)],
    out: &mut Rust,
    types: impl Fn(&Ident, &Types, &mut Rust),
) {
    if tools.iter().all(|(_, types)| types.declared.is_empty()) {
        return;
    }
    rust!(out,
        "/// {doc}"
        "pub mod {name} {{"; doc, name);
    out.inside(|out| {
        for (tool, found) in tools.iter().filter(|(_, types)| !types.declared.is_empty()) {
            own_module(tool, out, |out| types(tool, found, out));
        }
    });
    rust!(out, "}}");
}

fn own_module(tool: &Ident, out: &mut Rust, types: impl FnOnce(&mut Rust)) {
    rust!(out,
        "/// Types of [`{tool}`](super::Calls::{tool})."
        "pub mod {tool} {{"; tool);
    out.inside(types);
    rust!(out, "}}");
}

fn choices(types: &Types) -> Vec<Choice<'_>> {
    types.declared.iter().filter_map(choice).collect()
}

fn choice(declared: &Declared) -> Option<Choice<'_>> {
    let Content::Enum(values) = &declared.content else {
        return None;
    };
    let values = values.iter().map(|(name, value)| (name.clone(), Cow::Borrowed(value)));
    Some(Choice {
        id: &declared.property,
        name: declared.name.clone(),
        values: values.collect(),
        derives: declared.derives.clone(),
    })
}

fn objects(types: &Types) -> Vec<(&Declared, &[Member])> {
    types.declared.iter().filter_map(object).collect()
}

fn object(declared: &Declared) -> Option<(&Declared, &[Member])> {
    match &declared.content {
        Content::Object(members) => Some((declared, members)),
        Content::Enum(_) | Content::Union(_) => None,
    }
}

fn unions(types: &Types) -> Vec<(&Declared, &Union)> {
    types.declared.iter().filter_map(union).collect()
}

fn union(declared: &Declared) -> Option<(&Declared, &Union)> {
    match &declared.content {
        Content::Union(union) => Some((declared, union)),
        Content::Enum(_) | Content::Object(_) => None,
    }
}

/// Expands to: `::a2t::client::__private::records`, a macro of the library at this path.
pub(crate) fn library(root: &Code, name: &Code) -> Code {
    code!("{root}::__private::{name}"; root, name)
}

/// Brings the types of the library in.
pub(crate) fn import(root: &Code, out: &mut Rust) {
    import_at(Module::Own, root, out);
}

/// Brings the types of the library into this place.
pub(crate) fn import_at(module: Module, root: &Code, out: &mut Rust) {
    rust!(out, "use {root}::typed as {t};"; root, t = module.types());
}

impl Side {
    /// The word for what has a type.
    fn word(self) -> Code {
        match self {
            Self::Inputs => code!("input"),
            Self::Outputs => code!("output"),
            Self::Errors => code!("member"),
        }
    }

    /// Name of the module of its types.
    fn module(self) -> Code {
        match self {
            Self::Inputs => code!("input"),
            Self::Outputs => code!("output"),
            Self::Errors => code!("error"),
        }
    }
}

/// Expands to the doc comment of a member.
pub(crate) fn member_doc(member: &Member, otherwise: &Code, out: &mut Rust) {
    if member.docs.is_empty() {
        return rust!(out, "/// {otherwise}"; otherwise);
    }
    member.docs.iter().for_each(|line| doc_line(line, out));
}
