//! What nearly every page needs: its context, what it answers, and the components that it is made of.

pub use actix_web::http::StatusCode;
pub use actix_web::{HttpRequest, HttpResponse, web};
pub use askama::Template;
pub use serde::Deserialize;

pub use adjutant_site::error::{OrPage, PageError, PageResult};
pub use adjutant_site::forms::{Entry, FormRefusal, Post, Verbatim};
pub use adjutant_site::html::{html, private_html, see_other};
pub use adjutant_site::i18n::Texts;
pub use adjutant_site::kit::{
    AreaHeader, Choice, Field, FlashMessage, Form, FormPage, LabeledFact, NavTab, SubmitButton,
    redirect_with_flash,
};
pub use adjutant_site::page_frame::PageFrame;
pub use adjutant_site::parameters::QueryString;
pub use adjutant_site::request_context::RequestContext;
pub use adjutant_site::time_format::now_micros;
