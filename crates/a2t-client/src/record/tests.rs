//! Lines of a recording: written and read back, and refused where they are not as the format says.

use serde_json::{Value, json};

use super::end::{End, FailureKind};
use super::entry::{Asked, Entry};
use super::line::Object;
use super::recorder::Recorder;
use super::replay::Replay;
use super::{BYTES_MAX, CALLS_MAX, Field, Part};

fn object(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is not an object"),
    }
}

fn call(city: &str) -> Asked {
    let arguments = object(json!({"city": city, "days": 3}));
    Asked::Tool { tool: "lookup".to_owned(), version: Some(2), arguments }
}

fn entry(city: &str, end: End) -> Entry {
    Entry { server: None, asked: call(city), end, attempts: 1, may_have_run: false }
}

fn outputs(temperature: i64) -> End {
    End::Outputs(object(json!({ "temperature": temperature })))
}

fn recorded(entries: impl IntoIterator<Item = Entry>) -> Recorder {
    let recorder = Recorder::new();
    for entry in entries {
        let index = recorder.begin();
        recorder.end(index, entry);
    }
    recorder
}

#[test]
fn every_end_is_read_as_it_was_written() {
    let problem = object(json!({"status": 404, "detail": "no \u{2028} city\n"}));
    let ends = [
        outputs(-3),
        End::Result(object(json!({"content": []}))),
        End::Page(json!({"items": []})),
        End::Text("<html>\n".to_owned()),
        End::Problem { problem: problem.clone(), retry_after: None },
        End::Problem { problem, retry_after: Some(7) },
        End::Refused(object(json!({"code": -32602}))),
        End::Failure(FailureKind::Connect, 0),
        End::Failure(FailureKind::NotSent, 0),
        End::Failure(FailureKind::Interrupted, 0),
        End::Failure(FailureKind::Timeout, 30_000),
        End::Failure(FailureKind::TooLarge, 4 << 20),
        End::Failure(FailureKind::Redirected, 302),
        End::Failure(FailureKind::Malformed, 0),
        End::Failure(FailureKind::Status, 401),
        End::Failure(FailureKind::Ended, 0),
        End::Failure(FailureKind::Abandoned, 0),
        End::Failure(FailureKind::Protocol, 0),
    ];
    for end in ends {
        for (attempts, may_have_run) in [(1, false), (3, true)] {
            let entry = Entry { attempts, may_have_run, ..entry("Omaha", end.clone()) };
            let line = entry.to_line();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(Entry::parse(&line).unwrap(), entry, "{line}");
        }
    }
    let get = Asked::Get("/tools?pageSize=9".to_owned());
    let server = Some("a \"vendor\"\n".into());
    for entry in [
        Entry { asked: get, ..entry("", End::Page(json!({}))) },
        Entry { server, ..entry("Omaha", outputs(-3)) },
    ] {
        assert_eq!(Entry::parse(&entry.to_line()).unwrap(), entry);
    }
}

#[test]
fn a_recording_that_is_not_as_the_format_says_is_refused_with_its_line() {
    let head = r#"{"a2t_recording":1}"#;
    let call = r#""tool":"t","version":1,"arguments":{}"#;
    for (text, line, words) in [
        (String::new(), 1, "not valid JSON"),
        (r#"{"a2t_recording":2}"#.to_owned(), 1, "expected version 1 of the format, got 2"),
        (r#"{"version":1}"#.to_owned(), 1, "`a2t_recording` is missing"),
        (r#"{"a2t_recording":1,"cmd":"x"}"#.to_owned(), 1, "`cmd` is not a member"),
        (format!("{head}\n\n"), 2, "not valid JSON"),
        (format!("{head}\n[]"), 2, "expected an object, got an array"),
        (format!("{head}\n{{{call},\"outputs\":{{}},\"text\":\"\"}}"), 2, "expected one of"),
        (format!("{head}\n{{{call}}}"), 2, "expected one of `outputs`"),
        (format!("{head}\n{{{call},\"output\":{{}}}}"), 2, "expected one of `outputs`"),
        (format!("{head}\n{{{call},\"outputs\":{{}},\"atempts\":2}}"), 2, "mean `attempts`?"),
        (format!("{head}\n{{{call},\"outputs\":{{}},\"attempts\":-2}}"), 2, "not below 0"),
        (format!("{head}\n{{{call},\"outputs\":{{}},\"retry_after\":2}}"), 2, "is allowed here"),
        (format!("{head}\n{{{call},\"outputs\":{{}},\"outputs\":{{}}}}"), 2, "duplicate member"),
        (format!("{head}\n{{\"get\":\"/tools\",{call},\"page\":{{}}}}"), 2, "is allowed here"),
        (format!("{head}\n{{{call},\"failure\":{{\"kind\":\"timeout\"}}}}"), 2, "`after_ms` is"),
        (format!("{head}\n{{{call},\"failure\":{{\"kind\":\"late\"}}}}"), 2, "got `late`"),
        (
            format!("{head}\n{{\"tool\":7,\"arguments\":{{}},\"text\":\"\"}}"),
            2,
            "expected a string",
        ),
    ] {
        let error = Replay::parse(&text).unwrap_err();
        assert_eq!(error.line(), Some(line), "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

#[test]
fn a_recording_is_bounded() {
    let long = " ".repeat(BYTES_MAX + 1);
    assert!(Replay::parse(&long).unwrap_err().to_string().contains("bytes"));
    let line = format!("\n{}", entry("Omaha", outputs(1)).to_line());
    let head = r#"{"a2t_recording":1}"#;
    assert!(Replay::parse(&format!("{head}{}", line.repeat(CALLS_MAX))).is_ok());
    let error = Replay::parse(&format!("{head}{}", line.repeat(CALLS_MAX + 1))).unwrap_err();
    assert!(error.to_string().contains("10000 calls"), "{error}");
    let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
    let deep = format!("{head}\n{{\"get\":\"/tools\",\"page\":{deep}}}");
    assert!(Replay::parse(&deep).unwrap_err().to_string().contains("nested"));
}

#[test]
fn equal_calls_are_answered_in_their_order_and_no_more_often() {
    let text = recorded([
        entry("Omaha", outputs(1)),
        entry("Boston", outputs(2)),
        entry("Omaha", outputs(3)),
    ])
    .to_ndjson();
    let replay = Replay::parse(&text).unwrap();
    let answer = |replay: &Replay, city| replay.answer(call(city)).map(|entry| entry.end);
    assert_eq!(answer(&replay, "Omaha"), Ok(outputs(1)));
    assert_eq!(answer(&replay, "Omaha"), Ok(outputs(3)));
    assert_eq!(replay.unused(), [r#"lookup@2(city: "Boston", days: 3)"#]);
    let missed = answer(&replay, "Omaha").unwrap_err();
    assert_eq!(missed.call, r#"lookup@2(city: "Omaha", days: 3)"#);
    assert_eq!(missed.recorded.len(), 3);
    assert_eq!(replay.missed(), [missed.call]);

    let replay = Replay::parse(&text).unwrap().repeating();
    for end in [1, 3, 3, 3] {
        assert_eq!(answer(&replay, "Omaha"), Ok(outputs(end)));
    }
    assert_eq!(answer(&replay, "Boston"), Ok(outputs(2)));
    replay.assert_complete();
}

#[test]
#[should_panic(
    expected = "recorded and not made:\n  lookup@2(city: \"Omaha\", days: 3)\nmade and \
                           not recorded:\n  lookup@2(city: \"Boston\", days: 3)\nif the agent is \
                           right, record again: just record"
)]
fn what_is_missing_and_what_is_too_much_is_asserted() {
    let recorder = recorded([entry("Omaha", outputs(1))]).command("just record");
    let replay = Replay::parse(&recorder.to_ndjson()).unwrap();
    let _: Result<_, _> = replay.answer(call("Boston"));
    replay.assert_complete();
}

#[test]
fn lines_are_in_the_order_in_which_the_calls_began() {
    let recorder = Recorder::new();
    let (first, second, given_up) = (recorder.begin(), recorder.begin(), recorder.begin());
    recorder.end(second, entry("Boston", outputs(2)));
    recorder.end(first, entry("Omaha", outputs(1)));
    assert!(given_up > second);
    let text = recorder.to_ndjson();
    let cities: Vec<_> = text.lines().skip(1).map(|line| line.contains("Omaha")).collect();
    assert_eq!(cities, [true, false]);
}

#[test]
fn values_are_rewritten_before_they_are_kept_and_before_they_are_compared() {
    fn redact(field: Field<'_>, value: &mut Value) {
        let secret = match field.part {
            Part::Input => field.name == "city",
            Part::Text => true,
            _ => ["temperature", "detail", "content"].contains(&field.name),
        };
        if secret && field.tool == "lookup" {
            *value = "-".into();
        }
    }
    let ends = [
        outputs(7_000),
        End::Text("7000".to_owned()),
        End::Problem { problem: object(json!({"detail": 7_000})), retry_after: None },
        End::Refused(object(json!({"detail": 7_000}))),
        End::Result(object(json!({
            "content": [{"type": "text", "text": "7000"}],
            "structuredContent": {"temperature": 7_000},
        }))),
    ];
    let recorder = Recorder::new().redact(redact);
    for end in ends {
        let index = recorder.begin();
        recorder.end(index, entry("Secret", end));
    }
    let text = recorder.to_ndjson();
    assert!(!text.contains("Secret") && !text.contains("7000"), "{text}");
    assert_eq!(text.lines().count(), 6);
    let replay = Replay::parse(&text).unwrap().redact(redact);
    for _ in 0..5 {
        replay.answer(call("Any other city")).unwrap();
    }
    replay.assert_complete();
}

#[test]
fn a_recording_that_could_not_be_read_again_is_not_written() {
    let deep = (0..40).fold(json!(1), |inner, _| json!([inner]));
    let recorder = recorded([entry("Omaha", End::Outputs(object(json!({ "deep": deep }))))]);
    let path = std::env::temp_dir().join(format!("a2t-record-{}.ndjson", std::process::id()));
    let error = recorder.save(&path).unwrap_err().to_string();
    assert!(error.contains("nested") && error.contains("line 2"), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_recording_is_replaced_as_a_whole_and_nothing_is_left_next_to_it() {
    let folder = std::env::temp_dir().join(format!("a2t-record-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.join("recorded/weather.ndjson");
    recorded([entry("Omaha", outputs(1))]).save(&path).unwrap();
    let mut before = std::fs::File::open(&path).unwrap();
    let recorder = recorded([entry("Omaha", outputs(2)), entry("Lincoln", outputs(3))]);
    recorder.save(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), recorder.to_ndjson());
    assert_eq!(std::fs::read_dir(folder.join("recorded")).unwrap().count(), 1);
    // A reader that has opened the old file goes on in it.
    let mut old = String::new();
    std::io::Read::read_to_string(&mut before, &mut old).unwrap();
    assert_eq!(old, recorded([entry("Omaha", outputs(1))]).to_ndjson());
    // A folder cannot be replaced by a file.
    recorder.save(folder.join("recorded")).unwrap_err();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_recording_stays_a_link_and_a_device_a_device() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    let folder = std::env::temp_dir().join(format!("a2t-record-link-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (link, file) = (folder.join("link"), folder.join("file"));
    symlink(&file, &link).unwrap();
    for temperature in [1, 2] {
        let recorder = recorded([entry("Omaha", outputs(temperature))]);
        recorder.save(&link).unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), recorder.to_ndjson());
    }
    let device = folder.join("device");
    symlink("/dev/null", &device).unwrap();
    recorded([]).save(&device).unwrap();
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(device.is_symlink());
    // The superuser can write each file.
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).unwrap();
    if std::fs::File::options().write(true).open(&file).is_err() {
        recorded([]).save(&link).unwrap_err();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
