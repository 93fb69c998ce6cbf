//! `Debug` that says nothing of what is inside, for what may hold ranks, passwords or links: libraries
//! write `{:?}` of errors and bodies into the log.

/// Gives types a `Debug` of their name alone.
macro_rules! mute {
    ($($name:ident),+ $(,)?) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+};
}

pub(in crate::web) use mute;
