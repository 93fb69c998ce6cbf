//! `Debug` without contents for types that may contain ranks, passwords or links, because libraries
//! log errors and bodies with `{:?}`.

/// Implements `Debug` with the name of the type only.
#[macro_export]
macro_rules! mute {
    ($($name:ident),+ $(,)?) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+};
}

pub use crate::mute;
