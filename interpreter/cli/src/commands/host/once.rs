//! In: objects of JSON whose names are the sender's. Out: what they give, each name once. Never here: what the names mean.
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// An object, no name of which is given twice: of two values nobody could say which is meant.
fn each<'de, V: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, V>, D::Error> {
    from.deserialize_map(Each(PhantomData))
}

/// The same, or nothing.
pub(super) fn each_if_given<'de, V: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<BTreeMap<String, V>>, D::Error> {
    from.deserialize_option(IfGiven(PhantomData))
}

/// Any value, in whose objects no name is given twice.
pub(super) fn value<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    from.deserialize_any(Any)
}

struct Each<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Each<V> {
    type Value = BTreeMap<String, V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if found.contains_key(&name) {
                return Err(twice(&name));
            }
            found.insert(name, map.next_value()?);
        }
        Ok(found)
    }
}

fn twice<E: de::Error>(name: &str) -> E {
    E::custom(format!("`{}` is given twice", name.chars().take(40).collect::<String>()))
}

struct IfGiven<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for IfGiven<V> {
    type Value = Option<BTreeMap<String, V>>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        each(from).map(Some)
    }
}

/// A value inside another.
struct Inner(Value);

impl<'de> Deserialize<'de> for Inner {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Inner, D::Error> {
        value(from).map(Inner)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Value, A::Error> {
        let mut found = Vec::new();
        while let Some(Inner(value)) = values.next_element()? {
            found.push(value);
        }
        Ok(found.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        let found = Each::<Inner>(PhantomData).visit_map(map)?;
        Ok(Value::Object(found.into_iter().map(|(name, Inner(value))| (name, value)).collect()))
    }
}
