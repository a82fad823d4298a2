//! In: the command's JSON and the schema it publishes. Out: whether the one is as the other says. Never here: more of JSON Schema than is used.
use crate::{Verdict, cli, fail};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("schema: mistakes in JSON are as `mcl check --schema` says", mistakes)]
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
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), Failed> {
    for (word, rule) in schema.as_object().ok_or("a schema is an object")? {
        let good = match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" => true,
            "$ref" => {
                let at = rule.as_str().and_then(|path| path.strip_prefix('#')).ok_or("a reference leads elsewhere")?;
                fits(value, root.pointer(at).ok_or("a reference leads nowhere")?, root)?;
                true
            }
            "type" => rule.as_array().map_or_else(|| is_a(value, rule), |types| types.iter().any(|ty| is_a(value, ty))),
            "const" => value == rule,
            "minimum" => value.as_u64() >= rule.as_u64(),
            "oneOf" => rule.as_array().is_some_and(|all| all.iter().any(|one| fits(value, one, root).is_ok())),
            "required" => rule.as_array().is_some_and(|names| names.iter().all(|name| has(value, name))),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    fits(item, rule, root)?;
                }
                true
            }
            "properties" => {
                for (name, held) in value.as_object().into_iter().flatten() {
                    let rule = rule.get(name).ok_or_else(|| format!("the schema knows no `{name}`"))?;
                    fits(held, rule, root)?;
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
        Some("integer") => value.is_u64(),
        Some("null") => value.is_null(),
        _ => false,
    }
}
