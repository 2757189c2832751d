//! An access token becomes a caller (RFC 9068), or a refusal.

use std::fmt;

use a2t::{AuthError, Caller};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;

use crate::ed25519;

/// Clocks of two machines differ by a few seconds.
const LEEWAY_SECONDS: u64 = 5;

/// The issuer of the tokens, with the keys that it signs them with.
#[derive(Debug)]
pub struct Issuer {
    name: String,
    keys: Vec<(String, DecodingKey)>,
}

/// Claims that the library does not check.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    #[serde(default)]
    scope: String,
}

impl Issuer {
    /// The issuer with this identifier, and its keys as it publishes them (a JWK set, RFC 7517), from a
    /// file here: a vendor fetches it from the issuer's `jwks_uri` and keeps it for a while.
    ///
    /// # Errors
    /// The text is not a JWK set of Ed25519 keys with an id each.
    pub fn new(name: impl Into<String>, keys: &str) -> Result<Self, KeysError> {
        ed25519::install();
        let set: JwkSet =
            serde_json::from_str(keys).map_err(|error| KeysError(error.to_string()))?;
        let keys = set.keys.iter().map(|key| {
            let id = key.common.key_id.clone();
            let id = id.ok_or_else(|| KeysError("a key has no `kid`".to_owned()))?;
            let key = DecodingKey::from_jwk(key).map_err(|error| KeysError(error.to_string()))?;
            Ok((id, key))
        });
        Ok(Self { name: name.into(), keys: keys.collect::<Result<_, _>>()? })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The caller that a token was issued to, for this audience.
    pub(crate) fn caller(&self, token: &str, audience: &str) -> Result<Caller, AuthError> {
        let header = decode_header(token).map_err(|_| refused("it is not a JSON Web Token"))?;
        // A token of another kind, such as one that proves a login, is not for a server.
        if header.typ.is_none_or(|kind| !kind.eq_ignore_ascii_case("at+jwt")) {
            return Err(refused("it is not an access token (`typ` is not `at+jwt`)"));
        }
        let key = self.keys.iter().find(|(id, _)| Some(id) == header.kid.as_ref());
        let (_, key) = key.ok_or_else(|| refused("its issuer has no such key"))?;
        let data = decode::<Claims>(token, key, &self.validation(audience));
        let claims = data.map_err(|error| refused(words(error.kind())))?.claims;
        Ok(Caller::new(claims.sub).with_scopes(claims.scope.split(' ')))
    }

    /// One algorithm, regardless of the token: otherwise a token could choose how it is checked.
    fn validation(&self, audience: &str) -> Validation {
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.leeway = LEEWAY_SECONDS;
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.name]);
        validation.set_audience(&[audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation
    }
}

fn refused(why: &'static str) -> AuthError {
    AuthError::invalid_token(format!("the token is refused: {why}"))
}

/// Words for a client; a token that is not genuine learns no more than that.
fn words(error: &ErrorKind) -> &'static str {
    match error {
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not valid yet",
        ErrorKind::InvalidIssuer => "it is another issuer's",
        ErrorKind::InvalidAudience => "it is for another audience",
        ErrorKind::MissingRequiredClaim(_) => "it lacks `exp`, `iss`, `aud` or `sub`",
        _ => "it is not genuine",
    }
}

/// Error of keys that cannot be read.
#[derive(Debug)]
pub struct KeysError(String);

impl fmt::Display for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the keys are not a JWK set of Ed25519 keys: {}", self.0)
    }
}

impl std::error::Error for KeysError {}
