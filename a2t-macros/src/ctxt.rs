//! Collects every mistake of one macro call, so that all of them are reported at once.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use a2t_core::signature::rule::Violated;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors found so far. It must be emptied with [`Ctxt::finish`].
pub(crate) struct Ctxt {
    /// There is a mistake that rustc reports.
    refused: Cell<bool>,
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self { refused: Cell::new(false), errors: RefCell::new(Some(Vec::new())) }
    }

    /// Reads something whose mistakes have been reported, or do not count.
    pub(crate) fn quiet<T>(read: impl FnOnce(&Self) -> T) -> T {
        let ctxt = Self::new();
        let read = read(&ctxt);
        ctxt.finish();
        read
    }

    pub(crate) fn error(&self, tokens: impl ToTokens, wrong: impl Display, help: impl Display) {
        let message = format!("{wrong}\nhelp: {help}");
        self.syn(syn::Error::new_spanned(tokens, message));
    }

    /// Reports that the attribute stands on an item where it does not belong; `error` is why the
    /// item could not be read, and what is reported if it is no item of any kind.
    pub(crate) fn misplaced(&self, item: &TokenStream, error: syn::Error, wrong: &str, help: &str) {
        if syn::parse2::<syn::Item>(item.clone()).is_err() {
            return self.syn(error);
        }
        let message = format!("{wrong}\nhelp: {help}");
        self.syn(syn::Error::new(Span::call_site(), message));
    }

    pub(crate) fn violated(&self, tokens: impl ToTokens, what: &str, violated: &Violated) {
        let wrong = format!("{what}: expected {}, got {}", violated.expected, violated.got);
        let help = format!("{} [{}]", violated.code.hint(), violated.code.id());
        self.error(tokens, wrong, help);
    }

    pub(crate) fn syn(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.extend(error);
        }
    }

    /// Records a mistake that rustc reports: what follows is as after an error, which would be the second one.
    pub(crate) fn refuse(&self) {
        self.refused.set(true);
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.count() == 0
    }

    /// Returns the number of mistakes so far.
    pub(crate) fn count(&self) -> usize {
        let errors = self.errors.borrow().as_ref().map_or(0, Vec::len);
        errors + usize::from(self.refused.get())
    }

    /// Returns the errors as `compile_error!` calls, or `None` if there is no mistake.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        let reported = errors.iter().map(syn::Error::to_compile_error);
        (!errors.is_empty() || self.refused.get()).then(|| reported.collect())
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        debug_assert!(
            std::thread::panicking() || self.errors.borrow().is_none(),
            "the errors were dropped unread"
        );
    }
}
