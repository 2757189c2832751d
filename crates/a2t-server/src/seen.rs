//! Requests and calls as they are seen from outside: the id of a request on its way in and out, and
//! the end of a call as its response tells it.

use a2t_tool::seen::{Face, Outcome, RequestId, Said, Seen, mark, name, rule, settle};
use a2t_tool::{Caller, Fault, FaultReport, Lasting, Report, seen};
use axum::response::Response;
use http::Request;

use super::access::{Access, Place};
use super::exchange::EXCHANGE;

/// A request in the outermost part of a2t that sees it, until its reply leaves.
pub(super) struct Edge {
    id: Option<RequestId>,
    access: Access,
}

impl Edge {
    pub(super) fn enter<B>(request: &mut Request<B>) -> Self {
        let id = settle(request.headers_mut(), seen::is_watched());
        let access = Access::begin(request.method());
        Self { id, access }
    }

    /// Id that the caller sent, or that the request was given.
    pub(super) fn id(&self) -> Option<&RequestId> {
        self.id.as_ref()
    }

    /// A reply of our own with its id.
    pub(super) fn marked(&self, mut response: Response) -> Response {
        mark(self.id(), &mut response);
        response
    }

    /// A reply of the program's router with its id; its body is not ours.
    pub(super) fn named(&self, mut response: Response) -> Response {
        name(self.id(), &mut response);
        response
    }

    /// Tells the log of the reply.
    pub(super) fn leave(&mut self, response: &Response) {
        self.access.end(response);
    }
}

/// A request on its way through a router.
pub(super) struct Way {
    place: Place,
    /// The edge, unless a server of ours is around the router.
    edge: Option<Edge>,
    call: Option<Seen>,
    blame: Blame,
}

/// The caller of a request that ended in a fault, and the receiver of faults that a layer around the router set.
#[derive(Clone, Default)]
pub(super) struct Blame {
    caller: Option<Caller>,
    receiver: Option<Report>,
}

impl Blame {
    /// Reports the fault of a response, if it has one. If a server of a2t is around the router and no layer set a
    /// receiver, the server reports it.
    pub(super) fn report(
        &self,
        response: &mut Response,
        id: Option<&RequestId>,
        is_outermost: bool,
    ) {
        let Some(fault) = response.extensions_mut().get_mut::<Fault>() else {
            return;
        };
        if let Some(caller) = &self.caller {
            fault.set_caller(caller);
        }
        if let Some(id) = id {
            fault.set_request_id(id);
        }
        if is_outermost || self.receiver.is_some() {
            fault.report(self.receiver.as_ref(), None);
        }
    }
}

impl Way {
    pub(super) fn of<B>(request: &mut Request<B>) -> Self {
        let is_outermost = EXCHANGE.try_with(|_| ()).is_err();
        let edge = is_outermost.then(|| Edge::enter(request));
        let extensions = request.extensions();
        let blame =
            Blame { caller: extensions.get().cloned(), receiver: FaultReport::of(extensions) };
        Self { place: Place::of(request), edge, call: None, blame }
    }

    pub(super) fn blame(&self) -> Blame {
        self.blame.clone()
    }

    /// Begins a call.
    pub(super) fn begin<B>(&mut self, signature: &Lasting, request: &mut Request<B>) -> Seen {
        let seen = Seen::begin(Face::A2t, signature, None, request.headers());
        seen.note(request.extensions_mut());
        self.call = Some(seen.clone());
        seen
    }

    /// The reply on its way out.
    pub(super) fn out(&mut self, mut response: Response) -> Response {
        if let Some(call) = &self.call {
            call.ended(outcome(&response));
        }
        self.place.note(&mut response);
        match &mut self.edge {
            None => {
                let status = response.status();
                if status.is_client_error() || status.is_server_error() {
                    let id = EXCHANGE.try_with(|exchange| exchange.request_id());
                    mark(id.ok().flatten().as_ref(), &mut response);
                }
                self.blame.report(&mut response, None, false);
                response
            }
            Some(edge) => {
                let mut response = edge.marked(response);
                self.blame.report(&mut response, None, true);
                edge.leave(&response);
                response
            }
        }
    }
}

/// End of a call as its response tells it.
pub(super) fn outcome(response: &Response) -> Outcome {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return Outcome::Ok;
    }
    if let Some(fault) = response.extensions().get::<Fault>().filter(|fault| !fault.is_warning()) {
        return fault.outcome();
    }
    let said = response.extensions().get::<Said>();
    Outcome::Refused(said.map_or("other", |Said(problem)| rule(problem)))
}
