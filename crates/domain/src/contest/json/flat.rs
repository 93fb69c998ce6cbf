//! Enums as flat objects: the name of the variant is a member of the same object as the variant's own members, as in
//! `{"fact": "published", "stage": 0, "round": 3}`. That member is the tag.
//!
//! serde's `tag` buffers an object before it reads a variant, so that errors inside lose their position. Here members
//! are read where they are. Only those before the tag, which our own writer puts first, are buffered.
//!
//! A type is declared with `#[serde(remote = "Self")]`, which makes the derived functions inherent ones, and gets the
//! traits from [`flat!`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapDeserializer, StringDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess,
    Visitor,
};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::Value;
use serde_json::value::RawValue;

/// A type that can be read from a flat object.
pub trait FromVariant<'de>: Sized {
    /// The members that can contain the name of the variant.
    const TAGS: &'static [&'static str];
    /// The maximum values of numbers in members of these names.
    const LIMITS: &'static [(&'static str, u64)] = &[];

    fn from_variant<A: MapAccess<'de>>(variant: Variant<'_, A>) -> Result<Self, A::Error>;
}

/// Implements serde's traits for an enum with `#[serde(remote = "Self")]`, with this tag.
macro_rules! flat {
    ($name:ident, $tag:literal) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let derived =
                    |json: &mut serde_json::Serializer<&mut Vec<u8>>| $name::serialize(self, json);
                $crate::contest::json::flat::write(serializer, $tag, &[], derived)
            }
        }

        impl<'de> $crate::contest::json::flat::FromVariant<'de> for $name {
            const TAGS: &'static [&'static str] = &[$tag];

            fn from_variant<A: serde::de::MapAccess<'de>>(
                variant: $crate::contest::json::flat::Variant<'_, A>,
            ) -> Result<$name, A::Error> {
                $name::deserialize(variant)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$name, D::Error> {
                $crate::contest::json::flat::read(deserializer)
            }
        }
    };
}
pub(crate) use flat;

/// Reads a flat object.
pub fn read<'de, T: FromVariant<'de>, D: Deserializer<'de>>(reader: D) -> Result<T, D::Error> {
    reader.deserialize_map(TagVisitor(PhantomData))
}

struct TagVisitor<T>(PhantomData<T>);

impl<'de, T: FromVariant<'de>> Visitor<'de> for TagVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut buffered = Vec::new();
        while let Some(member) = map.next_key::<String>()? {
            if let Some(tag) = T::TAGS.iter().find(|tag| **tag == member) {
                let name = map.next_value()?;
                let buffered = buffered.into_iter();
                let (limits, aside, value) = (T::LIMITS, None, None);
                let members = Members { buffered, map, member, value, limits, aside };
                return T::from_variant(Variant { tag, name, members });
            }
            buffered.push((member, map.next_value()?));
        }
        Err(A::Error::missing_field(T::TAGS[0]))
    }
}

/// A variant whose name has been read and whose members have not.
pub struct Variant<'a, A> {
    pub tag: &'static str,
    pub name: String,
    members: Members<'a, A>,
}

impl<'a, A> Variant<'a, A> {
    /// Returns the members, to be read as those of a struct.
    pub fn into_members(self) -> Members<'a, A> {
        self.members
    }

    /// Removes some members, which are put aside as they are read.
    pub fn put_aside<'b>(self, aside: &'b mut Aside) -> Variant<'b, A>
    where
        'a: 'b,
    {
        let members = Members { aside: Some(aside), ..self.members };
        Variant { tag: self.tag, name: self.name, members }
    }
}

/// Members of the object that do not belong to the variant.
pub struct Aside {
    names: &'static [&'static str],
    values: Vec<(&'static str, Value)>,
}

impl Aside {
    pub const fn new(names: &'static [&'static str]) -> Aside {
        Aside { names, values: Vec::new() }
    }

    pub fn read<'de, T: Deserialize<'de>, E: Error>(self) -> Result<T, E> {
        let members: MapDeserializer<'_, _, serde_json::Error> =
            MapDeserializer::new(self.values.into_iter());
        T::deserialize(members).map_err(E::custom)
    }
}

/// The members of a variant that have not been read yet.
pub struct Members<'a, A> {
    buffered: std::vec::IntoIter<(String, Value)>,
    map: A,
    /// The member that is being read, and its value if that was buffered.
    member: String,
    value: Option<Value>,
    limits: &'static [(&'static str, u64)],
    aside: Option<&'a mut Aside>,
}

impl<'de, A: MapAccess<'de>> Members<'_, A> {
    fn next_member(&mut self) -> Result<bool, A::Error> {
        if let Some((member, value)) = self.buffered.next() {
            (self.member, self.value) = (member, Some(value));
            return Ok(true);
        }
        let Some(member) = self.map.next_key()? else { return Ok(false) };
        self.member = member;
        Ok(true)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        key: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while self.next_member()? {
            let names = self.aside.as_ref().map_or(&[][..], |aside| aside.names);
            let Some(name) = names.iter().find(|name| **name == self.member) else {
                let member: StringDeserializer<A::Error> = self.member.clone().into_deserializer();
                return key.deserialize(member).map(Some);
            };
            let value = self.next_value()?;
            if let Some(aside) = &mut self.aside {
                if aside.values.iter().any(|(other, _)| other == name) {
                    return Err(A::Error::duplicate_field(name));
                }
                aside.values.push((name, value));
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let limit = self.limits.iter().find(|(name, _)| *name == self.member);
        let seed = Limited { seed, limit: limit.map(|(_, limit)| *limit) };
        match self.value.take() {
            Some(value) => {
                let in_place = |fault| A::Error::custom(format_args!("{}: {fault}", self.member));
                seed.deserialize(value).map_err(in_place)
            }
            None => self.map.next_value_seed(seed),
        }
    }
}

/// A value with an upper limit.
struct Limited<V> {
    seed: V,
    limit: Option<u64>,
}

impl<'de, V: DeserializeSeed<'de>> DeserializeSeed<'de> for Limited<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        let Some(limit) = self.limit else { return self.seed.deserialize(value) };
        let value = Value::deserialize(value)?;
        if !value.is_null() && value.as_u64().is_none_or(|number| number > limit) {
            return Err(D::Error::custom(format_args!(
                "expected a whole number from 0 to {limit}"
            )));
        }
        self.seed.deserialize(value).map_err(D::Error::custom)
    }
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Members<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Variant<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'a, 'de, A: MapAccess<'de>> EnumAccess<'de> for Variant<'a, A> {
    type Error = A::Error;
    type Variant = Members<'a, A>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Members<'a, A>), A::Error> {
        let name: StringDeserializer<A::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.members))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Members<'_, A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        match self.next_key::<String>()? {
            None => Ok(()),
            Some(member) => Err(A::Error::unknown_field(&member, &[])),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }
}

/// Writes a variant flat, with `beside` between the tag and the variant's own members. `derived` is what serde derives:
/// it writes `{"published":{"stage":0}}`, and the name alone if there are no members.
pub fn write<S: Serializer>(
    serializer: S,
    tag: &str,
    beside: &[(&str, i64)],
    derived: impl FnOnce(&mut serde_json::Serializer<&mut Vec<u8>>) -> serde_json::Result<()>,
) -> Result<S::Ok, S::Error> {
    let mut json = Vec::new();
    derived(&mut serde_json::Serializer::new(&mut json)).map_err(S::Error::custom)?;
    let json = String::from_utf8(json).map_err(S::Error::custom)?;
    let (name, members) = match json.strip_prefix('{').and_then(|json| json.strip_suffix("}}")) {
        Some(variant) => variant.split_once(":{").unwrap_or((variant, "")),
        None => (&*json, ""),
    };
    let mut flat = format!("{{\"{tag}\":{name}");
    for (member, number) in beside {
        flat += &format!(",\"{member}\":{number}");
    }
    if !members.is_empty() {
        flat = flat + "," + members;
    }
    RawValue::from_string(flat + "}").map_err(S::Error::custom)?.serialize(serializer)
}
