//! Signatures that hold, and everything that must not.

use std::time::Duration;

use a2t_webhook::signature::{
    KeyError, PrivateKey, PublicKey, SIGNATURE_MAX, SIGNATURES_MAX, Secret, Signed, Signer,
    Verifier, VerifyError,
};
use serde_json::Value;

use super::messages::{Draw, Message};

const NOW: u64 = 1_800_000_000;
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn secret(text: &str) -> Secret {
    text.parse().unwrap()
}

fn other(byte: u8) -> Secret {
    Secret::from_bytes(&[byte; 32]).unwrap()
}

/// Made by npm `standardwebhooks` 1.1.1 and PyPI `standardwebhooks` 1.1.0; `v1a` by node's Ed25519.
#[test]
fn published_libraries_sign_as_we_do() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("../vectors.json")).unwrap();
    assert!(vectors.len() >= 100, "{}", vectors.len());
    for vector in &vectors {
        let text = |member: &str| vector[member].as_str().unwrap();
        let (secret, private) = (secret(text("secret")), text("private"));
        let private: PrivateKey = private.parse().unwrap();
        let (time, body) = (vector["timestamp"].as_u64().unwrap(), text("body").as_bytes());
        for (member, own, verifier) in [
            ("npm", Signer::new(secret.clone()), Verifier::new(secret.clone())),
            ("pypi", Signer::new(secret.clone()), Verifier::new(secret)),
            ("node", Signer::new(private.clone()), Verifier::new(private.public())),
        ] {
            let signed = own.sign(text("id"), time, body).unwrap();
            assert_eq!(signed.signature, text(member), "{vector}");
            let theirs = Signed { signature: text(member).to_owned(), ..signed };
            assert_eq!(verifier.verify(&theirs, body, time), Ok(()), "{vector}");
        }
    }
}

/// Text with one bit changed; `None` where it is no longer text, which no header holds.
fn flipped(text: &str, bit: usize) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    String::from_utf8(bytes).ok()
}

/// Tries every single-bit flip of id, time, body and signature; returns how many there were.
fn assert_flips_are_refused(verifier: &Verifier, signed: &Signed, body: &[u8]) -> usize {
    assert_eq!(verifier.verify(signed, body, NOW), Ok(()));
    let mut tried = 0;
    let mut refuse = |altered: Option<Signed>, body: &[u8]| {
        tried += 1;
        let verdict = altered.map(|altered| verifier.verify(&altered, body, NOW));
        assert!(verdict.is_none_or(|verdict| verdict.is_err()), "{signed:?} {body:?}");
    };
    for bit in 0..signed.id.len() * 8 {
        refuse(flipped(&signed.id, bit).map(|id| Signed { id, ..signed.clone() }), body);
    }
    for bit in 0..signed.timestamp.len() * 8 {
        let altered = flipped(&signed.timestamp, bit);
        refuse(altered.map(|timestamp| Signed { timestamp, ..signed.clone() }), body);
    }
    for bit in 0..signed.signature.len() * 8 {
        let altered = flipped(&signed.signature, bit);
        refuse(altered.map(|signature| Signed { signature, ..signed.clone() }), body);
    }
    for bit in 0..body.len() * 8 {
        let mut altered = body.to_vec();
        altered[bit / 8] ^= 1 << (bit % 8);
        refuse(Some(signed.clone()), &altered);
    }
    tried
}

#[test]
fn every_single_bit_flip_of_a_thousand_messages_is_refused() {
    let mut draw = Draw::seeded();
    let mut tried = 0;
    for _ in 0..1000 {
        let Message { secret, id, body, .. } = draw.message(16);
        let signed = Signer::new(secret.clone()).sign(&id, NOW, body.as_bytes()).unwrap();
        // Tolerance without end, so that no flip of the time is refused by the clock.
        let verifier = Verifier::new(secret).tolerance(Duration::from_secs(u64::MAX));
        tried += assert_flips_are_refused(&verifier, &signed, body.as_bytes());
    }
    println!("{tried} flips of v1");
}

fn flips_of_v1a(messages: usize) {
    let mut draw = Draw::seeded();
    let mut tried = 0;
    for _ in 0..messages {
        let message = draw.message(16);
        let (private, Message { id, body, .. }) = (message.private(), message);
        let signed = Signer::new(private.clone()).sign(&id, NOW, body.as_bytes()).unwrap();
        let verifier = Verifier::new(private.public()).tolerance(Duration::from_secs(u64::MAX));
        tried += assert_flips_are_refused(&verifier, &signed, body.as_bytes());
    }
    println!("{tried} flips of v1a");
}

#[test]
fn every_single_bit_flip_of_v1a_is_refused() {
    flips_of_v1a(1);
}

/// Minutes with optimisation, an hour without: `cargo test --release -p a2t-webhook -- --ignored`.
#[test]
#[ignore = "a long run"]
fn every_single_bit_flip_of_v1a_in_a_thousand_messages_is_refused() {
    flips_of_v1a(1000);
}

#[test]
fn one_known_key_is_enough_while_keys_are_rotated() {
    let private = PrivateKey::from_seed(&[3; 32]);
    let signed = Signer::new(other(1)).and(other(2)).and(private.clone());
    let signed = signed.sign("msg_1", NOW, b"{}").unwrap();
    assert_eq!(signed.signature.split(' ').count(), 3);
    for (verifier, holds) in [
        (Verifier::new(other(1)), true),
        (Verifier::new(other(2)), true),
        (Verifier::new(private.public()), true),
        (Verifier::new(other(9)).and(other(2)), true),
        (Verifier::new(other(9)), false),
        (Verifier::new(PrivateKey::from_seed(&[4; 32]).public()), false),
    ] {
        assert_eq!(verifier.verify(&signed, b"{}", NOW).is_ok(), holds, "{verifier:?}");
    }
}

#[test]
fn a_message_is_believed_for_five_minutes_either_way() {
    let (signer, verifier) = (Signer::new(other(1)), Verifier::new(other(1)));
    let signed = signer.sign("msg_1", NOW, b"{}").unwrap();
    for (now, expected) in [
        (NOW + 300, Ok(())),
        (NOW + 301, Err(VerifyError::TooOld)),
        (NOW - 300, Ok(())),
        (NOW - 301, Err(VerifyError::TooNew)),
        (0, Err(VerifyError::TooNew)),
        (u64::MAX, Err(VerifyError::TooOld)),
    ] {
        assert_eq!(verifier.verify(&signed, b"{}", now), expected, "{now}");
    }
}

#[test]
fn a_time_has_one_spelling() {
    let verifier = Verifier::new(other(1)).tolerance(Duration::from_secs(u64::MAX));
    let signed = Signer::new(other(1)).sign("msg_1", 5, b"{}").unwrap();
    for text in
        ["", "0", "05", "+5", "-5", "5.0", " 5", "5 ", "5e0", "\u{665}", "18446744073709551616"]
    {
        let altered = Signed { timestamp: text.to_owned(), ..signed.clone() };
        assert_eq!(verifier.verify(&altered, b"{}", 5), Err(VerifyError::Timestamp), "{text:?}");
    }
}

/// `a.1` and `2.…` would sign the same as `a` and `1.2.…`.
#[test]
fn an_id_with_a_dot_is_neither_signed_nor_believed() {
    let long = "x".repeat(256);
    for id in ["", "a.b", ".", "a b", "a\tb", "a\nb", "\u{e9}", "\u{7f}", &*long] {
        assert!(Signer::new(other(1)).sign(id, NOW, b"{}").is_err(), "{id:?}");
        let signed = Signer::new(other(1)).sign("msg_1", NOW, b"{}").unwrap();
        let altered = Signed { id: id.to_owned(), ..signed };
        let verdict = Verifier::new(other(1)).verify(&altered, b"{}", NOW);
        assert_eq!(verdict, Err(VerifyError::Id), "{id:?}");
    }
    assert!(Signer::new(other(1)).sign(&"x".repeat(255), NOW, b"{}").is_ok());
}

#[test]
fn signatures_of_another_kind_or_form_are_passed_over() {
    let signed = Signer::new(other(1)).sign("msg_1", NOW, b"{}").unwrap();
    let (good, verifier) = (signed.signature.clone(), Verifier::new(other(1)));
    let verdict = |signature: String| {
        verifier.verify(&Signed { signature, ..signed.clone() }, b"{}", NOW).is_ok()
    };
    for before in ["v2,x", "v1,x", "v1", "v1,", ",", "", "v1a,AAAA", "x,y,z"] {
        assert!(verdict(format!("{before} {good}")), "{before:?}");
    }
    let bare = good.trim_start_matches("v1,").to_owned();
    for refused in [
        String::new(),
        bare.clone(),
        format!("V1,{bare}"),
        format!("v1a,{bare}"),
        format!("v1,{}", bare.trim_end_matches('=')),
        format!("v1, {bare}"),
        format!("v1,{bare}\n"),
        format!("v1,{bare},{bare}"),
        good.replace(' ', "\t"),
    ] {
        assert_eq!(verdict(refused.clone()), refused == good, "{refused:?}");
    }
    assert!(verdict(format!("{}{good}", "x ".repeat(SIGNATURES_MAX - 1))));
    assert!(!verdict(format!("{}{good}", "x ".repeat(SIGNATURES_MAX))));
    assert!(!verdict(format!("{good} {}", "x".repeat(SIGNATURE_MAX))));
}

#[test]
fn keys_are_read_as_they_are_written() {
    let text = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
    let private: PrivateKey = text.parse().unwrap();
    assert_eq!(private.to_text(), text);
    let public = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
    assert_eq!(private.public().to_text(), public);
    assert_eq!(public.parse(), Ok(private.public()));
    assert_eq!(secret(SECRET).to_text(), SECRET);
    let shown = format!("{private:?} {:?} {:?}", secret(SECRET), Signer::new(secret(SECRET)));
    assert!(!shown.contains("6Xb") && !shown.contains("MfKQ") && !shown.contains("49"), "{shown}");
}

#[test]
fn texts_that_are_not_keys_say_why() {
    let weak = format!("whpk_{}=", "A".repeat(43));
    let halves = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvw==";
    assert_eq!("sec_x".parse::<Secret>().unwrap_err(), KeyError::Prefix("whsec_"));
    assert_eq!("whsk_x".parse::<PublicKey>().unwrap_err(), KeyError::Prefix("whpk_"));
    assert_eq!("whsec_!".parse::<Secret>().unwrap_err(), KeyError::Base64);
    assert!(matches!("whsec_AAAA".parse::<Secret>().unwrap_err(), KeyError::Length(3, _)));
    assert!(matches!("whsk_AAAA".parse::<PrivateKey>().unwrap_err(), KeyError::Length(3, _)));
    assert_eq!(weak.parse::<PublicKey>().unwrap_err(), KeyError::Point);
    assert_eq!(halves.parse::<PrivateKey>().unwrap_err(), KeyError::Point);
    for length in [0, 23, 65] {
        assert!(Secret::from_bytes(&vec![1; length]).is_err(), "{length}");
    }
}
