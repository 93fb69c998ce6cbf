//! What nearly every page needs: its context, what it answers, and the components that it is made of.

pub use actix_web::http::StatusCode;
pub use actix_web::{HttpRequest, HttpResponse, web};
pub use askama::Template;
pub use serde::Deserialize;

pub use crate::error::{OrPage, PageError, PageResult};
pub use crate::forms::{Entry, FormRefusal, Post, Verbatim};
pub use crate::html::{html, private_html, see_other};
pub use crate::i18n::Texts;
pub use crate::kit::{
    AreaHeader, Choice, Field, FlashMessage, Form, FormPage, LabeledFact, NavTab, SubmitButton,
    redirect_with_flash,
};
pub use crate::page_frame::PageFrame;
pub use crate::parameters::QueryString;
pub use crate::request_context::RequestContext;
pub use crate::time_format::now_micros;
