//! Who is looking: language, theme and address of a request.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::sync::{Arc, LazyLock};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};

use crate::account::roles::SiteRole;
use crate::account::secret::Secret;
use crate::service::access::Actor;

use super::assets;
use super::i18n::{Language, Texts};
use super::request_limits::Caller;
use super::session::VisitorIdentity;
use super::site::{RegistrationMode, Site};

/// Cookies of the preferences, which are a device's and not an account's.
pub const LANGUAGE_COOKIE: &str = "language";
pub const THEME_COOKIE: &str = "theme";
/// `hidden` where one's own ranks are shown only while they are asked for.
pub const RANKS_COOKIE: &str = "ranks";
/// `on` where games are heard.
pub const SOUND_COOKIE: &str = "sound";

/// What every page needs to know about a request.
#[derive(Clone)]
pub struct RequestContext {
    pub site: web::Data<Site>,
    pub language: Language,
    /// `light`, `dark`, or empty for the system's.
    pub theme: &'static str,
    /// Whether one's own ranks are hidden on this device until they are asked for.
    pub ranks_hidden: bool,
    /// Whether games are heard on this device.
    pub sound_enabled: bool,
    /// Path and query, to come back to after a preference is set.
    pub address: String,
    pub path: String,
    /// Who is counted for what this takes.
    pub caller: Caller,
    /// Who is signed in, once that was looked up.
    identity: Option<Arc<VisitorIdentity>>,
}

impl RequestContext {
    /// Who looks, as the table of rights knows him.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        static NOBODY: LazyLock<Actor> = LazyLock::new(Actor::nobody);
        self.identity.as_ref().map_or(&*NOBODY, |who| &who.actor)
    }

    /// Whether somebody is signed in: then the page is for him alone.
    #[must_use]
    pub fn is_signed_in(&self) -> bool {
        self.actor().is_signed_in()
    }

    /// What the session's cookie holds, for ending or renewing it.
    #[must_use]
    pub fn session(&self) -> Option<&Secret> {
        self.identity.as_ref()?.session()
    }

    /// The token that each form on the page carries.
    #[must_use]
    pub fn form_token(&self) -> String {
        self.identity.as_ref().map(|who| who.form_token()).unwrap_or_default()
    }

    #[must_use]
    pub fn texts(&self) -> Texts {
        Texts(self.language)
    }

    /// Who looks; `None` before the site is set up.
    pub fn from_http_request(request: &HttpRequest) -> Option<RequestContext> {
        let site = request.app_data::<web::Data<Site>>()?.clone();
        let cookie = |name| request.cookie(name).map(|cookie| cookie.value().to_owned());
        let accepted = request
            .headers()
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|value| value.to_str().ok())
            .and_then(Language::from_accept_language);
        let language = cookie(LANGUAGE_COOKIE)
            .and_then(|tag| Language::parse(&tag))
            .or(accepted)
            .unwrap_or(Language::English);
        let theme = match cookie(THEME_COOKIE).as_deref() {
            Some("light") => "light",
            Some("dark") => "dark",
            _ => "",
        };
        let address = request.uri().path_and_query().map_or("/", |one| one.as_str()).to_owned();
        let who = request.extensions().get::<Arc<VisitorIdentity>>().cloned();
        let is = |name, value: &str| cookie(name).is_some_and(|own| own == value);
        let (hides_ranks, sounds) = (is(RANKS_COOKIE, "hidden"), is(SOUND_COOKIE, "on"));
        let path = request.path().to_owned();
        let caller = Caller::from_http_request(request);
        Some(RequestContext {
            site,
            language,
            theme,
            ranks_hidden: hides_ranks,
            sound_enabled: sounds,
            address,
            path,
            caller,
            identity: who,
        })
    }

    /// The frame that every page has around its content.
    #[must_use]
    pub fn frame(&self, title: String) -> PageFrame {
        PageFrame {
            texts: self.texts(),
            language: self.language.tag(),
            theme: self.theme,
            title,
            description: self.texts().text("site-description").into(),
            address: self.address.clone(),
            path: self.path.clone(),
            css: assets::address("css/adjutant.css"),
            sprite: assets::address("pieces.svg"),
            card: None,
            signed_in: self.is_signed_in().then(|| self.actor().name.clone()),
            overseer: self.actor().site_role != SiteRole::None,
            form_token: if self.is_signed_in() { self.form_token() } else { String::new() },
            open_door: self.site.settings.registration == RegistrationMode::Open,
        }
    }
}

impl FromRequest for RequestContext {
    type Error = actix_web::Error;
    type Future = Ready<Result<RequestContext, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let missing = || actix_web::error::ErrorInternalServerError("the site is not set up");
        ready(RequestContext::from_http_request(request).ok_or_else(missing))
    }
}

/// What `base.html` shows.
pub struct PageFrame {
    pub texts: Texts,
    pub language: &'static str,
    pub theme: &'static str,
    pub title: String,
    pub description: Cow<'static, str>,
    pub address: String,
    pub path: String,
    pub css: &'static str,
    pub sprite: &'static str,
    /// Address of the picture for cards in chats.
    pub card: Option<String>,
    /// The name of who is signed in.
    pub signed_in: Option<String>,
    /// Whether he has a role on the whole site.
    pub overseer: bool,
    /// For the form that signs him out; empty where nobody is signed in.
    pub form_token: String,
    /// Whether everybody may sign up.
    pub open_door: bool,
}

impl PageFrame {
    /// The text of a key; short, for templates.
    #[must_use]
    pub fn t(&self, key: &str) -> &'static str {
        self.texts.text(key)
    }

    /// Whether the navigation entry at `path` is where we are.
    #[must_use]
    pub fn is_at(&self, path: &str) -> bool {
        self.path == path || (path != "/" && self.path.starts_with(path))
    }
}
