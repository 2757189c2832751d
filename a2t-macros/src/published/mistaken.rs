//! Mistakes that would make every comparison fail: the version was set back, or the tool has the name of another
//! tool. Each is one error at its key, and nothing is compared.

use a2t_core::ToolSignature;
use a2t_core::evolution::{changes, refused};
use syn::ext::IdentExt;

use super::Record;
use super::compare::as_tokens_show;
use super::folder::Folder;
use crate::ast::Tool;
use crate::ctxt::Ctxt;

/// Returns `true` if there is such a mistake, and reports it.
pub(super) fn is_reported(tool: &Tool, folder: &Folder, record: &Record, ctxt: &Ctxt) -> bool {
    let code = tool.head.version.value;
    let Some(own) = record.kept(code).map(|(version, _)| version).find(|own| own.version == code)
    else {
        return false;
    };
    if fits(tool, own) {
        return false;
    }
    set_back(tool, record, ctxt) || named_for_another(tool, folder, record, ctxt)
}

/// Returns `true` if the tokens have the texts, the names and the inputs of this version.
fn fits(tool: &Tool, published: &ToolSignature) -> bool {
    let mut shown = as_tokens_show(tool, published);
    shown.version = published.version;
    !changes(published, &shown).iter().any(|change| refused(change.rule, true))
}

fn set_back(tool: &Tool, record: &Record, ctxt: &Ctxt) -> bool {
    let (name, code) = (&tool.head.name.value, &tool.head.version);
    let newest = record.published.newest();
    let Some(newest) = newest.filter(|newest| newest.version > code.value && fits(tool, newest))
    else {
        return false;
    };
    let (version, next) = (newest.version, record.next(newest.version));
    let message = format!(
        "`{name}` declares version {}, but is version {version}, which is published ({})\
         \n  rule A2T-L004 version-went-backwards\
         \n  broken: every call of version {version}\
         \n  help: set `version = {version}`, or `version = {next}` for a change\
         \n  more: cargo a2t explain A2T-L004",
        code.value,
        record.file(version),
    );
    ctxt.syn(syn::Error::new_spanned(&code.tokens, message));
    true
}

/// Reports a function that is published under its own name but now has the name of another published tool.
fn named_for_another(tool: &Tool, folder: &Folder, record: &Record, ctxt: &Ctxt) -> bool {
    let (head, own) = (&tool.head, tool.ident.unraw().to_string());
    if head.id_is_given || head.name.value == own {
        return false;
    }
    let Some(file) = folder.newest_of(&own) else {
        return false;
    };
    let (name, other) = (&head.name.value, record.file(head.version.value));
    let message = format!(
        "the name `{name}` belongs to another published tool ({other})\
         \n  rule A2T-L001 tool-id-changed\
         \n  help: remove `name`, because this function is published as `{own}` ({file}), or choose a name that is free; \
         a published tool is renamed with `name = \"…\"` and its `id = \"…\"`\
         \n  more: cargo a2t explain A2T-L001"
    );
    ctxt.syn(syn::Error::new_spanned(&head.name.tokens, message));
    true
}
