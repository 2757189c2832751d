//! The context of one request: its caller, the receiver of its faults, and its telemetry until the response leaves.

use a2t_core::wire::route::Route;
use a2t_tool::dispatch::CONNECTION;
use a2t_tool::telemetry::{CallSpan, Outcome, Protocol, ReplyProblem, RequestId, mark, rule};
use a2t_tool::{Caller, Fault, FaultReport, Report, SignatureRef};
use axum::extract::{NestedPath, Request};
use axum::response::Response;

use crate::telemetry::ResponseGuard;
use crate::telemetry::access::RoutePattern;

/// The context of a request on its way through a router.
pub(crate) struct RequestContext {
    route_pattern: RoutePattern,
    /// The outermost part of a2t, unless a server of ours is around the router.
    guard: Option<ResponseGuard>,
    call: Option<CallSpan>,
    faults: FaultContext,
}

/// The caller of a request that ended in a fault, and the receiver of faults that a layer around the router set.
#[derive(Clone, Default)]
pub(crate) struct FaultContext {
    caller: Option<Caller>,
    receiver: Option<Report>,
}

impl RequestContext {
    pub(crate) fn new(request: &mut Request, route: Option<Route>) -> Self {
        let is_outermost = CONNECTION.try_with(|_| ()).is_err();
        let guard = is_outermost.then(|| ResponseGuard::enter(request));
        let extensions = request.extensions();
        let faults = FaultContext {
            caller: extensions.get().cloned(),
            receiver: FaultReport::from_extensions(extensions),
        };
        Self {
            route_pattern: RoutePattern::from_request(request, route),
            guard,
            call: None,
            faults,
        }
    }

    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.faults.caller.as_ref()
    }

    pub(crate) fn faults(&self) -> FaultContext {
        self.faults.clone()
    }

    /// Begins a call.
    pub(crate) fn begin(&mut self, signature: &SignatureRef, request: &mut Request) -> CallSpan {
        let span = CallSpan::start(Protocol::A2t, signature, None, request.headers());
        span.record(request.extensions_mut());
        self.call = Some(span.clone());
        span
    }

    /// Returns the response as it leaves: with the id of the request, and its end reported.
    pub(crate) fn finish(&mut self, mut response: Response) -> Response {
        if let Some(call) = &self.call {
            call.finish(outcome(&response));
        }
        self.route_pattern.record(&mut response);
        match &mut self.guard {
            None => {
                let status = response.status();
                if status.is_client_error() || status.is_server_error() {
                    let id = CONNECTION.try_with(|connection| connection.request_id());
                    mark(id.ok().flatten().as_ref(), &mut response);
                }
                self.faults.report(&mut response, false);
                response
            }
            Some(guard) => {
                let mut response = guard.marked(response);
                self.faults.report(&mut response, true);
                guard.leave(&response);
                response
            }
        }
    }
}

impl FaultContext {
    /// Reports the fault of a response, if it has one. If a server of a2t is around the router and no layer set a
    /// receiver, the server reports it.
    fn report(&self, response: &mut Response, is_outermost: bool) {
        if let Some(fault) = self.fault(response)
            && (is_outermost || self.receiver.is_some())
        {
            fault.report(self.receiver.as_ref(), None);
        }
    }

    /// Reports the fault of a response that no client gets, to the receiver of a layer or to this one of the server.
    pub(crate) fn report_unsent(
        &self,
        mut response: Response,
        id: Option<&RequestId>,
        server: Option<&Report>,
    ) {
        if let Some(fault) = self.fault(&mut response) {
            id.into_iter().for_each(|id| fault.set_request_id(id));
            fault.report(self.receiver.as_ref(), server);
        }
    }

    fn fault<'r>(&self, response: &'r mut Response) -> Option<&'r mut Fault> {
        let fault = response.extensions_mut().get_mut::<Fault>()?;
        if let Some(caller) = &self.caller {
            fault.set_caller(caller);
        }
        Some(fault)
    }
}

/// Returns the path under which the router is nested, without a slash at its end.
pub(crate) fn prefix(request: &Request) -> &str {
    let nested = request.extensions().get::<NestedPath>().map(NestedPath::as_str);
    nested.unwrap_or_default().trim_end_matches('/')
}

/// End of a call, derived from its response.
fn outcome(response: &Response) -> Outcome {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return Outcome::Ok;
    }
    if let Some(fault) = response.extensions().get::<Fault>().filter(|fault| !fault.is_warning()) {
        return fault.outcome();
    }
    let reply_problem = response.extensions().get::<ReplyProblem>();
    Outcome::Refused(reply_problem.map_or("other", |ReplyProblem(problem)| rule(problem)))
}
