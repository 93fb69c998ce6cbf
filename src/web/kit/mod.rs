//! What pages with forms are built of: fields, forms, buttons that act, tabs, tables of facts.
//! They hold words already in the visitor's language; how they look is in `templates/kit/`.

mod field;
mod flash;
mod form;
mod widgets;

pub use field::{Choice, Field};
pub use flash::FlashMessage;
pub use form::Form;
pub use widgets::{LabeledFact, NavTab, SubmitButton};
