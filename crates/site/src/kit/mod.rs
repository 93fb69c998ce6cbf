//! Components of pages: fields, forms, buttons, tabs, facts. They contain localised text; the
//! templates are in `templates/kit/`.

mod field;
mod flash;
mod form;
mod form_page;
mod widgets;

pub use field::{Choice, Field};
pub use flash::{FlashMessage, redirect_with_flash};
pub use form::Form;
pub use form_page::{AreaHeader, FormPage, OpenInvitationRow};
pub use widgets::{LabeledFact, NavTab, PasskeyBox, SubmitButton};
