//! In: mistakes as plain data. Out: a SARIF 2.1.0 log, as code scanning reads it. Never here: printing.
use super::{Finding, Place};
use mcl_lang::diagnostic::Code;
use mcl_lang::diagnostic::pages::page;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The log of one run over some files.
pub(crate) fn log(findings: &[Finding]) -> Value {
    let codes = findings.iter().map(|finding| finding.code.as_str()).collect::<BTreeSet<_>>();
    let codes = codes.into_iter().collect::<Vec<_>>();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mcl",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": findings.iter().map(|finding| result(finding, &codes)).collect::<Vec<_>>(),
        }],
    })
}

fn rule(code: &str) -> Value {
    let number = code.trim_start_matches("MCL").parse().unwrap_or_default();
    match page(Code(number)) {
        Some(page) => json!({ "id": code, "shortDescription": { "text": page.title } }),
        None => json!({ "id": code }),
    }
}

fn result(finding: &Finding, codes: &[&str]) -> Value {
    let mut places = finding.labels.iter();
    let primary = places.next().map(|place| json!({ "physicalLocation": physical(place) }));
    let related = places.enumerate().map(
        |(at, place)| json!({ "id": at + 1, "physicalLocation": physical(place), "message": { "text": place.text } }),
    );
    json!({
        "ruleId": finding.code,
        "ruleIndex": codes.iter().position(|code| *code == finding.code),
        "level": finding.severity.to_string(),
        "message": { "text": finding.told() },
        "locations": primary.into_iter().collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    })
}

/// A path as a URI: relative as it was given, `file://…` if it begins at the root. A colon would read as a scheme.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("games/my wari.mcl"), "games/my%20wari.mcl");
        assert_eq!(uri("/tmp/ä:b.mcl"), "file:///tmp/%C3%A4%3Ab.mcl");
        assert_eq!(uri("--set eats=2"), "--set%20eats%3D2");
    }
}
