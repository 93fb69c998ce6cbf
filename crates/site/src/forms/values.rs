//! The fields of a form as values of a struct, by serde's derive: the struct's fields are the form's.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::redacted_debug::mute;
use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{OrganisationRole, SiteRole};
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::live::{Ground, Place};
use ledger_ratings::Day;

use super::submitted::{FormError, SubmittedForm};

/// The value of a field that must be one of certain values, such as a number; empty if it is not,
/// which is for the page to explain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entry<T>(Option<T>);

impl<T> Entry<T> {
    pub fn get(self) -> Option<T> {
        self.0
    }
}

/// Identifies the values that a form was filled from, so that a concurrent change is noticed.
pub fn values_digest(values: &[&str]) -> String {
    blake3::hash(values.join("\0").as_bytes()).to_hex()[..16].to_owned()
}

/// What can be read from a field.
pub trait FieldValue: Sized {
    fn from_field(text: &str) -> Option<Self>;
}

macro_rules! field_numbers {
    ($($number:ty),*) => {
        $(impl FieldValue for $number {
            fn from_field(text: &str) -> Option<$number> {
                text.parse().ok()
            }
        })*
    };
}

field_numbers!(i32, u16, u32, usize);

macro_rules! field_words {
    ($($word:ty),*) => {
        $(impl FieldValue for $word {
            fn from_field(text: &str) -> Option<$word> {
                <$word>::parse(text)
            }
        })*
    };
}

field_words!(AgeBand, Day, Ground, OrganisationRole, Place, RatingKind, SiteRole);

impl<'de, T: FieldValue> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Entry<T>, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Entry(T::from_field(&text)))
    }
}

/// A field as it was typed, with surrounding white space, such as a password; never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Verbatim(String);

mute!(Verbatim);

impl Deref for Verbatim {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Verbatim {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Verbatim, D::Error> {
        struct Typed;
        impl Visitor<'_> for Typed {
            type Value = Verbatim;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("text")
            }

            fn visit_str<E: de::Error>(self, typed: &str) -> Result<Verbatim, E> {
                self.visit_string(typed.to_owned())
            }

            fn visit_string<E: de::Error>(self, typed: String) -> Result<Verbatim, E> {
                Ok(Verbatim(typed))
            }
        }
        // Only this asks for bytes, which are not trimmed.
        from.deserialize_byte_buf(Typed)
    }
}

pub(super) fn from_fields<T: DeserializeOwned>(form: &SubmittedForm) -> Result<T, FormError> {
    T::deserialize(Fields(form)).map_err(|_| FormError::Unreadable)
}

/// Gives the fields that a struct asks for, sent or not, if no others were sent.
struct Fields<'a>(&'a SubmittedForm);

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = de::value::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        let sent = &self.0.fields;
        if let Some((name, _)) = sent.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            return Err(de::Error::unknown_field(name, names));
        }
        let values = |name: &'static str| {
            let own = sent.iter().filter(move |(own, _)| own == name);
            (name, FieldValues(own.map(|(_, value)| value.clone()).collect(), PhantomData))
        };
        visitor.visit_map(MapDeserializer::new(names.iter().map(|name| values(name))))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("a form is a struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// All values of one field; several only for what asks for a sequence.
struct FieldValues<E>(Vec<String>, PhantomData<E>);

impl<E: de::Error> FieldValues<E> {
    /// The value as it was typed; empty if it was not sent.
    fn single(self) -> Result<String, E> {
        let mut values = self.0.into_iter();
        let value = values.next().unwrap_or_default();
        if values.next().is_some() { Err(E::custom("sent twice")) } else { Ok(value) }
    }
}

impl<'de, E: de::Error> IntoDeserializer<'de, E> for FieldValues<E> {
    type Deserializer = FieldValues<E>;

    fn into_deserializer(self) -> FieldValues<E> {
        self
    }
}

impl<'de, E: de::Error> Deserializer<'de> for FieldValues<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_string(self.single()?.trim().to_owned())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_string(self.single()?)
    }

    /// A checkbox: browsers send it or not.
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let is_ticked = !self.0.is_empty();
        self.single()?;
        visitor.visit_bool(is_ticked)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        if self.0.is_empty() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let one = |value| FieldValues(vec![value], PhantomData);
        visitor.visit_seq(SeqDeserializer::new(self.0.into_iter().map(one)))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}
