//! In: a line of JSON, and the names that lead to a value in it. Out: where it stands. Never here: what it says, whether it is good.
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// The bytes of a member of an object: its name and its value. The first of `path` is a name in the outermost object, each
/// other one a name in the value of the one before.
pub(super) fn member(object: &str, path: &[&str]) -> Option<Range<usize>> {
    let (name, outer) = path.split_last()?;
    let within = outer.iter().try_fold(object, |object, name| value(object, name))?;
    let value = value(within, name)?;
    let start = value.as_ptr() as usize - object.as_ptr() as usize;
    let end = start + value.len();
    // A name that is written otherwise than it reads is not looked for: its value is near enough.
    let before = object[..start].trim_end().strip_suffix(':').map_or("", str::trim_end);
    let named = before.strip_suffix(&format!("\"{name}\""));
    Some(named.map_or(start, str::len)..end)
}

/// The value of a member, as it is written.
pub(super) fn value<'o>(object: &'o str, name: &str) -> Option<&'o str> {
    let members: BTreeMap<Cow<'o, str>, &'o RawValue> = serde_json::from_str(object).ok()?;
    members.get(name).map(|value| value.get())
}

#[cfg(test)]
mod tests {
    use super::member;

    #[test]
    fn a_member_is_its_name_and_its_value() {
        let line = r#" {"a": {"b" : [1, {"c": 2}], "\u0064": 3}, "c": "x"}"#;
        let at = |path: &[&str]| member(line, path).map(|range| &line[range]);
        assert_eq!(at(&["c"]), Some(r#""c": "x""#));
        assert_eq!(at(&["a", "b"]), Some(r#""b" : [1, {"c": 2}]"#));
        assert_eq!(at(&["a", "d"]), Some("3"), "the name is written otherwise");
        assert_eq!((at(&["b"]), at(&["a", "c"]), at(&["c", "a"]), at(&[])), (None, None, None, None));
    }
}
