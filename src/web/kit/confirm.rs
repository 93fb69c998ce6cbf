//! A page that asks again before something that matters is done.

use askama::Template;

use crate::web::visit::Frame;

use super::{Fact, Form};

/// The page: what will be done, to what, and the form that does it.
#[derive(Template)]
#[template(path = "kit/confirm.html")]
pub struct Confirm {
    pub frame: Frame,
    pub heading: String,
    /// What will happen, a sentence each.
    pub words: Vec<String>,
    /// To what it will happen.
    pub facts: Vec<Fact>,
    pub form: Form,
}
