//! Components of pages: fields, forms, buttons, tabs, facts. They contain localised text; the
//! templates are in `templates/kit/`.

mod area_page;
mod field;
mod flash;
mod form;
mod form_page;
mod widgets;

pub use area_page::{
    AreaFormPage, AreaHeader, OpenInvitationRow, error_heading, refusal_faults, refusal_status,
};
pub use field::{Choice, Field};
pub use flash::FlashMessage;
pub use form::Form;
pub use form_page::FormPage;
pub use widgets::{LabeledFact, NavTab, SubmitButton};
