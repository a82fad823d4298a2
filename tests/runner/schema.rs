//! In: the command's JSON and the schema it publishes. Out: whether the one is as the other says. Never here: more of JSON Schema than is used.
use crate::{Verdict, cli, fail};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("schema: mistakes in JSON are as `mcl check --schema` says", mistakes),
        Trial::test("schema: a SARIF log has what SARIF 2.1.0 requires", sarif),
    ]
}

/// The command lines whose logs are looked at: errors, warnings, several places, no place, nothing at all.
const LOGS: [&[&str]; 3] = [
    &["../check/names/misspelt_def.mcl", "../check/names/duplicate_section.mcl", "files/warned.mcl", "files/none.mcl"],
    &["files/not-utf8.mcl", "files/empty.mcl", "../check/texts/of_tests.mcl"],
    &["files/short.mcl"],
];

fn sarif() -> Verdict {
    let mut results = 0;
    for files in LOGS {
        let told = cli::output(&[&["check", "--format", "sarif"], files].concat())?;
        results += sarif_log(&serde_json::from_str(&told)?)?;
    }
    if results > 10 { Ok(()) } else { fail(format!("only {results} results to look at")) }
}

/// Sections 3.13 to 3.52 of the standard, as far as a log of ours goes: what must be there, of which kind, and which numbers agree.
fn sarif_log(log: &Value) -> Result<usize, Failed> {
    must(log, "/version", |version| version == "2.1.0")?;
    must(log, "/$schema", |schema| schema.as_str().is_some_and(|uri| uri.ends_with("sarif-2.1.0.json")))?;
    must(log, "/runs", |runs| runs.as_array().is_some_and(|runs| runs.len() == 1))?;
    must(log, "/runs/0/tool/driver/name", |name| name == "mcl")?;
    must(log, "/runs/0/columnKind", |kind| kind == "unicodeCodePoints")?;
    let rules = array(log, "/runs/0/tool/driver/rules")?;
    for (nth, rule) in rules.iter().enumerate() {
        must(rule, "/id", |id| id.is_string() && rules.iter().position(|other| other["id"] == *id) == Some(nth))?;
        must(rule, "/shortDescription/text", |text| text.as_str().is_some_and(|text| !text.is_empty()))?;
    }
    let results = array(log, "/runs/0/results")?;
    for result in results {
        sarif_result(result, rules)?;
    }
    Ok(results.len())
}

fn sarif_result(result: &Value, rules: &[Value]) -> Verdict {
    must(result, "/message/text", |text| text.as_str().is_some_and(|text| !text.is_empty()))?;
    must(result, "/level", |level| level == "error" || level == "warning")?;
    let named =
        |index: &Value| index.as_u64().and_then(|at| rules.get(usize::try_from(at).ok()?)).map(|rule| &rule["id"]);
    must(result, "/ruleIndex", |index| named(index) == Some(&result["ruleId"]))?;
    for place in array(result, "/locations")?.iter().chain(array(result, "/relatedLocations")?) {
        must(place, "/physicalLocation/artifactLocation/uri", |uri| {
            uri.as_str().is_some_and(|uri| !uri.is_empty() && !uri.contains([' ', '\\']))
        })?;
        let region = place.pointer("/physicalLocation/region").ok_or("a place without a region")?;
        let number =
            |name: &str| region[name].as_u64().filter(|number| *number > 0).ok_or(format!("no `{name}`: {region}"));
        let start = (number("startLine")?, number("startColumn")?);
        if start > (number("endLine")?, number("endColumn")?) {
            return fail(format!("a region ends before it begins: {region}"));
        }
    }
    for place in array(result, "/relatedLocations")? {
        must(place, "/message/text", Value::is_string)?;
        must(place, "/id", Value::is_u64)?;
    }
    Ok(())
}

fn must(value: &Value, at: &str, good: impl Fn(&Value) -> bool) -> Verdict {
    if value.pointer(at).is_some_and(good) { Ok(()) } else { fail(format!("{at} is not as SARIF wants it in {value}")) }
}

fn array<'v>(value: &'v Value, at: &str) -> Result<&'v [Value], Failed> {
    Ok(value.pointer(at).and_then(Value::as_array).ok_or_else(|| format!("{at} is no array in {value}"))?)
}

fn mistakes() -> Verdict {
    let schema: Value = serde_json::from_str(&cli::output(&["check", "--schema"])?)?;
    let files = ["../check/names/misspelt_def.mcl", "../check/names/duplicate_section.mcl", "files/warned.mcl"];
    let told = cli::output(&[&["check", "--format", "json"], &files[..]].concat())?;
    let told: Value = serde_json::from_str(&told)?;
    if told.as_array().is_none_or(|found| found.len() < 3) {
        return fail(format!("too few mistakes to compare: {told}"));
    }
    fits(&told, &schema, &schema)?;
    // The schema is no empty promise: it refuses what is otherwise.
    let mut worse = told;
    worse[0]["labels"][0]["line"] = Value::from("1");
    if fits(&worse, &schema, &schema).is_ok() { fail("a line that is no number fits the schema") } else { Ok(()) }
}

/// Whether a value is as a schema says; a word of the schema that is not known here fails.
pub(crate) fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), Failed> {
    fits_beside(value, schema, root, None)
}

/// The same of a schema that stands beside another one, whose fields are known there.
fn fits_beside(value: &Value, schema: &Value, root: &Value, beside: Option<&Value>) -> Result<(), Failed> {
    let words = schema.as_object().ok_or("a schema is an object")?;
    // Fields that a schema does not name may be named by what stands in it.
    let within = words.get("properties").filter(|_| words.contains_key("oneOf"));
    let fits_one = |one: &Value| fits_beside(value, one, root, words.get("properties").or(beside)).is_ok();
    let letters = || value.as_str().map(|text| text.chars().count() as u64);
    for (word, rule) in words {
        let good = match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" => true,
            "$ref" => {
                let at = rule.as_str().and_then(|path| path.strip_prefix('#')).ok_or("a reference leads elsewhere")?;
                fits(value, root.pointer(at).ok_or("a reference leads nowhere")?, root)?;
                true
            }
            "type" => rule.as_array().map_or_else(|| is_a(value, rule), |types| types.iter().any(|ty| is_a(value, ty))),
            "const" => value == rule,
            "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
            "minimum" => !value.is_number() || value.as_i64() >= rule.as_i64(),
            "maximum" => !value.is_number() || value.as_u64() <= rule.as_u64(),
            "minItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) >= rule.as_u64()),
            "maxItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) <= rule.as_u64()),
            "oneOf" | "anyOf" => rule.as_array().is_some_and(|all| all.iter().any(fits_one)),
            "allOf" => rule.as_array().is_some_and(|all| all.iter().all(fits_one)),
            "not" => !fits_one(rule),
            "minLength" => letters().is_none_or(|letters| Some(letters) >= rule.as_u64()),
            "maxLength" => letters().is_none_or(|letters| Some(letters) <= rule.as_u64()),
            // Something that is no blank.
            "pattern" if rule == r"\S" => value.as_str().is_none_or(|text| !text.trim().is_empty()),
            "required" => rule.as_array().is_some_and(|names| names.iter().all(|name| has(value, name))),
            "items" => value.as_array().into_iter().flatten().all(|item| fits(item, rule, root).is_ok()),
            "prefixItems" => {
                let pairs = value.as_array().into_iter().flatten().zip(rule.as_array().into_iter().flatten());
                pairs.into_iter().all(|(item, rule)| fits(item, rule, root).is_ok())
            }
            "additionalProperties" if rule.is_object() => {
                value.as_object().into_iter().flatten().all(|(_, held)| fits(held, rule, root).is_ok())
            }
            "additionalProperties" => rule.is_boolean(),
            "properties" => {
                for (name, held) in value.as_object().into_iter().flatten() {
                    let known = beside.and_then(|beside| beside.get(name)).is_some() || within.is_some();
                    match rule.get(name) {
                        Some(rule) => fits(held, rule, root)?,
                        None if known => {}
                        None => return Err(format!("the schema knows no `{name}`").into()),
                    }
                }
                true
            }
            _ => return Err(format!("`{word}` of a schema is not known here").into()),
        };
        if !good {
            return Err(format!("{value} is not as `{word}`: {rule} says").into());
        }
    }
    Ok(())
}

fn has(value: &Value, name: &Value) -> bool {
    name.as_str().is_some_and(|name| value.get(name).is_some())
}

fn is_a(value: &Value, ty: &Value) -> bool {
    match ty.as_str() {
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("string") => value.is_string(),
        // `-0` is 0, and is read as a number with a point.
        Some("integer") => {
            let minus_nothing = |number: f64| number.to_bits() == (-0.0f64).to_bits();
            value.is_u64() || value.is_i64() || value.as_f64().is_some_and(minus_nothing)
        }
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    }
}
