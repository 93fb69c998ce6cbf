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
use serde::ser::{
    Error as _, Impossible, SerializeMap, SerializeStruct, SerializeStructVariant, Serializer,
};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::Value;

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
                $name::serialize(self, $crate::contest::json::flat::Writer::new(serializer, $tag))
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

/// Writes a flat object.
pub struct Writer<'a, S> {
    serializer: S,
    tag: &'static str,
    name: &'static str,
    /// Numbers between the tag and the variant's own members.
    beside: &'a [(&'static str, i64)],
}

impl<S: Serializer> Writer<'_, S> {
    pub const fn new(serializer: S, tag: &'static str) -> Self {
        Writer { serializer, tag, name: "", beside: &[] }
    }

    pub fn beside<'b>(self, beside: &'b [(&'static str, i64)]) -> Writer<'b, S> {
        Writer { serializer: self.serializer, tag: self.tag, name: self.name, beside }
    }

    fn begin(self) -> Result<FlatMap<S::SerializeMap>, S::Error> {
        let mut map = self.serializer.serialize_map(None)?;
        map.serialize_entry(self.tag, self.name)?;
        for (name, number) in self.beside {
            map.serialize_entry(name, number)?;
        }
        Ok(FlatMap(map))
    }
}

pub struct FlatMap<M>(M);

impl<M: SerializeMap> SerializeMap for FlatMap<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), M::Error> {
        self.0.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), M::Error> {
        self.0.serialize_value(value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}

impl<M: SerializeMap> SerializeStruct for FlatMap<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}

impl<M: SerializeMap> SerializeStructVariant for FlatMap<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}

/// Methods that are never called for an enum of objects.
macro_rules! never {
    ($($method:ident($($given:ty),*) -> $ok:ident;)*) => {
        $(fn $method(self, $(_: $given),*) -> Result<Self::$ok, S::Error> {
            Err(S::Error::custom("only objects are flat"))
        })*
    };
}

impl<S: Serializer> Serializer for Writer<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = FlatMap<S::SerializeMap>;
    type SerializeStruct = FlatMap<S::SerializeMap>;
    type SerializeStructVariant = FlatMap<S::SerializeMap>;

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<S::Ok, S::Error> {
        SerializeMap::end(Writer { name, ..self }.begin()?)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        Writer { name, ..self }.begin()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(Writer { name, ..self })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.begin()
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        self.begin()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        self.serialize_none()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        self.serialize_none()
    }

    never! {
        serialize_bool(bool) -> Ok;
        serialize_i8(i8) -> Ok;
        serialize_i16(i16) -> Ok;
        serialize_i32(i32) -> Ok;
        serialize_i64(i64) -> Ok;
        serialize_u8(u8) -> Ok;
        serialize_u16(u16) -> Ok;
        serialize_u32(u32) -> Ok;
        serialize_u64(u64) -> Ok;
        serialize_f32(f32) -> Ok;
        serialize_f64(f64) -> Ok;
        serialize_char(char) -> Ok;
        serialize_str(&str) -> Ok;
        serialize_bytes(&[u8]) -> Ok;
        serialize_none() -> Ok;
        serialize_unit() -> Ok;
        serialize_unit_struct(&'static str) -> Ok;
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
    }
}
