//! Every test of the store's use cases runs on both engines.

/// Makes of each function a test on SQLite and one on PostgreSQL.
macro_rules! on_both_engines {
    ($(fn $name:ident($place:ident: &Place) $body:block)+) => {
        $(fn $name($place: &Place) $body)+
        mod sqlite {
            $(#[test] fn $name() { super::$name(&crate::support::Place::sqlite()); })+
        }
        mod postgres {
            $(#[test] fn $name() { super::$name(&crate::support::Place::postgres()); })+
        }
    };
}
pub(crate) use on_both_engines;
