//! Serialisation of values.

use crate::columns::Reference;
use crate::id_sequence::reference;

/// A value of a row.
pub trait Field: Sized {
    /// Appends the value to `out`.
    fn put(&self, out: &mut Vec<u8>);
    /// Removes the value from the front of `bytes`; `None` if there is no valid one.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

impl Field for i64 {
    fn put(&self, out: &mut Vec<u8>) {
        let mut rest = (*self << 1 ^ *self >> 63) as u64;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    fn take(bytes: &mut &[u8]) -> Option<i64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let (first, rest) = bytes.split_first()?;
            *bytes = rest;
            value |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
        None
    }
}

macro_rules! narrow_field {
    ($kind:ty) => {
        impl Field for $kind {
            fn put(&self, out: &mut Vec<u8>) {
                i64::from(*self).put(out);
            }
            fn take(bytes: &mut &[u8]) -> Option<$kind> {
                <$kind>::try_from(i64::take(bytes)?).ok()
            }
        }
    };
}
narrow_field!(i16);
narrow_field!(i32);

impl Field for Vec<u8> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as i64).put(out);
        out.extend_from_slice(self);
    }

    fn take(bytes: &mut &[u8]) -> Option<Vec<u8>> {
        let length = usize::try_from(i64::take(bytes)?).ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(own.to_vec())
    }
}

impl Field for String {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as i64).put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(bytes: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::take(bytes)?).ok()
    }
}

impl<T: Field> Field for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        i64::from(self.is_some()).put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Option<T>> {
        match i64::take(bytes)? {
            0 => Some(None),
            1 => Some(Some(T::take(bytes)?)),
            _ => None,
        }
    }
}

impl Field for Reference {
    fn put(&self, out: &mut Vec<u8>) {
        i32::from(*self).put(out);
    }

    fn take(bytes: &mut &[u8]) -> Option<Reference> {
        Some(Reference(reference(i32::take(bytes)?)))
    }
}

/// Reads the next value of a row, or returns the default if there are no more.
pub fn next<T: Field + Default>(bytes: &mut &[u8], left: &mut usize) -> Option<T> {
    if *left == 0 {
        return Some(T::default());
    }
    *left -= 1;
    T::take(bytes)
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn numbers_and_texts_read_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN];
        numbers.iter().for_each(|number| number.put(&mut bytes));
        "Lakandula ñ".to_owned().put(&mut bytes);
        let mut rest = bytes.as_slice();
        for number in numbers {
            assert_eq!(i64::take(&mut rest), Some(number));
        }
        assert_eq!(String::take(&mut rest).as_deref(), Some("Lakandula ñ"));
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_cut_or_too_large_is_no_value() {
        assert_eq!(i64::take(&mut [0x80_u8].as_slice()), None);
        assert_eq!(i64::take(&mut [0xff_u8; 11].as_slice()), None);
        assert_eq!(i16::take(&mut [0xff_u8, 0xff, 0x7f].as_slice()), None);
        assert_eq!(Vec::<u8>::take(&mut [20_u8, 1, 2].as_slice()), None);
    }
}
