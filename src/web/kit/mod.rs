//! Components of pages: fields, forms, buttons, tabs, facts. They contain localised text; the
//! templates are in `templates/kit/`.

mod field;
mod flash;
mod form;
mod widgets;

pub use field::{Choice, Field};
pub use flash::FlashMessage;
pub use form::Form;
pub use widgets::{LabeledFact, NavTab, SubmitButton};
