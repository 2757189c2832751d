//! One fetch and its findings, for every format.

use crate::diagnostic::Diagnostic;
use crate::report::{Format, Report};

/// One catalog, approved or compared: its text and JSON, and the changes as diagnostics.
pub(super) struct Found {
    pub(super) report: Report,
    /// Changes since the approval, at their locations in the approved file; none in a format without them, as
    /// they take the longest.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// State of the snapshot in one line.
    pub(super) summary: String,
}

impl Found {
    pub(super) fn report(self, format: Format) -> Report {
        if !format.is_findings() {
            return self.report;
        }
        let mut report = Report::from_diagnostics(&self.diagnostics, format, &[], &[self.summary]);
        match self.report.holds() {
            Some(holds) => report.hold(holds),
            None => report.leave_open(),
        }
        report
    }
}
