//! What pages with forms are built of: fields, forms, buttons that act, tabs, tables of facts.
//! They hold words already in the visitor's language; how they look is in `templates/kit/`.

mod done;
mod field;
mod form;
mod parts;

pub use done::Done;
pub use field::{Choice, Field};
pub use form::Form;
pub use parts::{Fact, Press, Tab};
