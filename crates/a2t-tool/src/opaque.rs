//! `Debug` of types that hold requests, values of callers, or code.

a2t_core::opaque! {
    [] "Arguments" crate::Arguments<'_>;
    [S] "Call" crate::Call<S>;
    [S: 'static] "CallableVersion" crate::CallableVersion<S>;
    [T] "Called" crate::call::run::Called<T>;
    [] "CallKey" crate::dispatch::once::CallKey;
    [S] "CallRequest" crate::dispatch::CallRequest<S>;
    [] "CallSpan" crate::telemetry::CallSpan;
    [] "Cause" crate::Cause;
    [] "Client" crate::dispatch::Client;
    [S] "DynamicCall" crate::dynamic::DynamicCall<S>;
    [] "Ended" crate::dispatch::Ended;
    [S] "Entry" crate::Entry<S>;
    [] "Failure" crate::Failure;
    [S: 'static, V] "Following" crate::Following<S, V>;
    [S: 'static, V] "Followed" crate::toolset::live::Followed<S, V>;
    [S: 'static] "Found" crate::dispatch::Found<'_, S>;
    [] "Instead" crate::dispatch::once::Instead;
    [] "Invocation" crate::Invocation;
    [] "JsonWriter" crate::signature::record::JsonWriter<'_>;
    [] "KeptProblem" crate::KeptProblem;
    [] "KeyProblem" crate::KeyProblem;
    [V] "Now" crate::Now<'_, V>;
    [] "Once" crate::dispatch::once::Once;
    [] "OwnShares" crate::OwnShares;
    [] "ReplyForm" crate::ReplyForm;
    [] "Running" crate::dispatch::Running;
    [] "Shares" crate::Shares;
    [] "SignatureRef" crate::SignatureRef;
    [] "Terms" crate::dispatch::Terms;
    [S: 'static] "Version" crate::Version<S>;
    [S: 'static] "Versions" crate::Versions<'_, S>;
    [] "Writer" crate::Writer;
}
