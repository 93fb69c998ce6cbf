//! JSON as a tree whose objects keep the order of their members, and have each of them once.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value. Numbers are whole ones: nothing else is written here, for points are text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Whole(i64),
    /// A number with a fraction, as it is printed: points may be written so.
    Fraction(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Flag(flag) => serializer.serialize_bool(*flag),
            Json::Whole(number) => serializer.serialize_i64(*number),
            Json::Fraction(text) | Json::Text(text) => serializer.serialize_str(text),
            Json::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

/// Nobody writes an object of more members here: names are compared one with another.
const MAX_OBJECT_MEMBERS: usize = 64;

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Whole(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        i64::try_from(number).map(Json::Whole).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Fraction(number.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut members: Vec<(String, Json)> = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            if members.iter().any(|(other, _)| *other == name) {
                return Err(A::Error::custom(format_args!("`{name}` is there twice")));
            }
            if members.len() == MAX_OBJECT_MEMBERS {
                return Err(A::Error::custom("an object has too many members"));
            }
            members.push((name, entries.next_value()?));
        }
        Ok(Json::Object(members))
    }
}

/// An object of these members, in this order.
pub(super) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
}

/// Members that are written only where they say something.
pub(super) fn with_member(mut json: Json, name: &str, value: Option<Json>) -> Json {
    if let (Json::Object(members), Some(value)) = (&mut json, value) {
        members.push((name.to_owned(), value));
    }
    json
}

pub(super) fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

/// Numbers of this room are far below what does not fit.
pub(super) fn integer<T: TryInto<i64>>(number: T) -> Json {
    Json::Whole(number.try_into().unwrap_or(i64::MAX))
}

pub(super) fn list<T>(items: &[T], write: impl Fn(&T) -> Json) -> Json {
    Json::List(items.iter().map(write).collect())
}

/// `null` for nothing.
pub(super) fn or_null<T>(value: Option<T>, write: impl Fn(T) -> Json) -> Json {
    value.map_or(Json::Null, write)
}
