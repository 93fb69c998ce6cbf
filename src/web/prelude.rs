//! What nearly every page needs: its context, what it answers, and the components that it is made of.

pub use actix_web::http::StatusCode;
pub use actix_web::{HttpRequest, HttpResponse, web};
pub use askama::Template;
pub use serde::Deserialize;

pub use super::error::{OrPage, PageError, PageResult};
pub use super::forms::{Entry, FormRefusal, Post, Verbatim};
pub use super::html::{html, private_html, see_other};
pub use super::i18n::Texts;
pub use super::kit::{
    AreaHeader, Choice, Field, FlashMessage, Form, FormPage, LabeledFact, NavTab, SubmitButton,
    redirect_with_flash,
};
pub use super::page_frame::PageFrame;
pub use super::parameters::QueryString;
pub use super::request_context::RequestContext;
pub use super::time_format::now_micros;
