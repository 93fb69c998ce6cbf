//! Declarations that several modules make.

/// Declares an enum whose variants have frozen keys, by which forms, the API and the catalogues name them.
#[macro_export]
macro_rules! keyed_enum {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident $(= $number:literal)? => $key:literal,)+
    }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$variant_meta])* $variant $(= $number)?,)+ }

        impl $name {
            /// All of them, in the order of their declaration.
            pub const ALL: [$name; [$($key),+].len()] = [$($name::$variant),+];

            /// The frozen key.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}
pub(crate) use keyed_enum;

/// Declares a set of named things with frozen keys, stored as a number with a bit for each.
macro_rules! keyed_set {
    ($(#[$meta:meta])* pub struct $name:ident($bits:ty) {
        $($(#[$member_meta:meta])* $member:ident = $bit:literal => $key:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            pub const NONE: $name = $name(0);
            $($(#[$member_meta])* pub const $member: $name = $name($bit);)+

            /// Each member with its key.
            pub const ALL: [($name, &'static str); [$($key),+].len()] =
                [$(($name::$member, $key)),+];

            /// The set with a stored number; unknown bits are dropped.
            pub const fn from_bits(number: $bits) -> $name {
                $name(number & (0 $(| $bit)+))
            }

            /// The stored number.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// The member with this key.
            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|(_, own)| *own == key).map(|(member, _)| member)
            }

            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            pub const fn contains(self, all: $name) -> bool {
                self.0 & all.0 == all.0
            }

            pub const fn union(self, more: $name) -> $name {
                $name(self.0 | more.0)
            }

            /// The keys of the members in the set.
            pub fn keys(self) -> impl Iterator<Item = &'static str> {
                let is_in = move |(member, _): &($name, _)| self.contains(*member);
                $name::ALL.into_iter().filter(is_in).map(|(_, key)| key)
            }
        }
    };
}
pub(crate) use keyed_set;

/// Implements a `Debug` that shows nothing of a secret.
macro_rules! redacted_debug {
    ($name:ty, $shown:literal) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($shown)
            }
        }
    };
}
pub(crate) use redacted_debug;
