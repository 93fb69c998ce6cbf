//! The context of a request: visitor, language, theme and address.

use std::future::{Ready, ready};
use std::sync::{Arc, LazyLock};

use actix_web::dev::Payload;
use actix_web::http::{Method, header};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::account::secret::Secret;
use adjutant_service::access::Actor;

use crate::assets;
use crate::error::{PageError, PageResult};
use crate::i18n::{Language, Texts};
use crate::page_frame::PageFrame;
use crate::parameters::percent_encode_path;
use crate::request_id::RequestId;
use crate::request_limits::Caller;
use crate::session::VisitorIdentity;
use crate::site::{RegistrationMode, Site};

/// Cookies of preferences, which belong to a device and not to an account.
pub const LANGUAGE_COOKIE: &str = "language";
pub const THEME_COOKIE: &str = "theme";
/// `hidden` if the player's own ranks are shown on request only.
pub const RANKS_COOKIE: &str = "ranks";
/// `on` if sounds are enabled.
pub const SOUND_COOKIE: &str = "sound";
/// `on` if a move is confirmed before it is played.
pub const CONFIRM_COOKIE: &str = "confirm";

/// The colours of the board, and how ranks are drawn on pieces.
pub const BOARD_COOKIE: &str = "board";
pub const PIECES_COOKIE: &str = "pieces";
/// All of them.
pub const PREFERENCE_COOKIES: [&str; 7] = [
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    RANKS_COOKIE,
    SOUND_COOKIE,
    CONFIRM_COOKIE,
    BOARD_COOKIE,
    PIECES_COOKIE,
];

/// Looks by a header instead of cookies, for requests that name nobody: those of the service worker.
const LOOKS_HEADER: &str = "device-looks";
/// Their values; the first is what a device has that chose nothing.
pub const BOARD_LOOKS: [&str; 3] = ["field", "wood", "slate"];
pub const PIECE_LOOKS: [&str; 3] = ["insignia", "letters", "large"];

/// Pages to which nobody comes back once they are signed in.
const DOORS: [&str; 6] = ["/sign-in", "/sign-up", "/forgotten", "/reset/", "/confirm/", "/offline"];

/// What a device chose for all its pages, other than the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Looks {
    /// `light`, `dark`, or empty for the system's.
    pub theme: &'static str,
    /// One of [`BOARD_LOOKS`].
    pub board: &'static str,
    /// One of [`PIECE_LOOKS`].
    pub pieces: &'static str,
    /// Whether sounds are enabled.
    pub sound: bool,
}

/// What every page needs to know about its request.
#[derive(Clone)]
pub struct RequestContext {
    pub site: web::Data<Site>,
    pub language: Language,
    pub looks: Looks,
    /// Whether this device hides the player's own ranks until requested.
    pub ranks_hidden: bool,
    /// Whether moves are confirmed on this device before they are played.
    pub moves_confirmed: bool,
    /// Path and query, to return to after a preference is set.
    pub address: String,
    pub path: String,
    /// Whether the address can be opened again, which the answer to a form cannot.
    is_get: bool,
    /// The caller for rate limits.
    pub caller: Caller,
    /// The number of the request in the log.
    pub request_id: Option<RequestId>,
    /// The visitor, once looked up.
    identity: Option<Arc<VisitorIdentity>>,
}

impl RequestContext {
    /// The actor for permission checks.
    pub fn actor(&self) -> &Actor {
        static NOBODY: LazyLock<Actor> = LazyLock::new(Actor::nobody);
        self.identity.as_ref().map_or(&*NOBODY, |who| &who.actor)
    }

    /// Whether somebody is signed in, which makes the page private.
    pub fn is_signed_in(&self) -> bool {
        self.actor().is_signed_in()
    }

    /// The number of unread notices of the visitor.
    pub fn unread_notices(&self) -> u32 {
        self.identity.as_ref().map_or(0, |who| who.unread_notices)
    }

    /// The session secret from the cookie, for ending or renewing the session.
    pub fn session(&self) -> Option<&Secret> {
        self.identity.as_ref()?.session()
    }

    /// The CSRF token of the forms on the page.
    pub fn form_token(&self) -> String {
        self.identity.as_ref().map(|who| who.form_token()).unwrap_or_default()
    }

    /// Parses an id in an address; an invalid one is that of nothing the visitor may see.
    pub fn parse_id(&self, text: &str) -> PageResult<i32> {
        text.parse().map_err(|_| PageError::hidden(self))
    }

    pub fn texts(&self) -> Texts {
        Texts(self.language)
    }

    /// The public origin of the site without a trailing slash; empty if it is not configured.
    ///
    /// The host of the request is not used, because pages are cached for all visitors.
    pub fn site_origin(&self) -> &str {
        self.site.settings.public_url.as_deref().unwrap_or_default().trim_end_matches('/')
    }

    /// The context of a request; `None` if the app has no [`Site`].
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
        let told = request.headers().get(LOOKS_HEADER).and_then(|value| value.to_str().ok());
        let told: Vec<&str> = told.unwrap_or_default().split_whitespace().collect();
        let chosen = |name, values: &[&'static str]| {
            let own = cookie(name);
            let is_own = |one: &&'static str| match &own {
                Some(own) => own == one,
                None => told.contains(one),
            };
            values.iter().copied().find(is_own).unwrap_or(values[0])
        };
        let address = request.uri().path_and_query().map_or("/", |one| one.as_str()).to_owned();
        let who = request.extensions().get::<Arc<VisitorIdentity>>().cloned();
        let is = |name, value: &str| cookie(name).is_some_and(|own| own == value);
        let looks = Looks {
            theme: chosen(THEME_COOKIE, &["", "light", "dark"]),
            board: chosen(BOARD_COOKIE, &BOARD_LOOKS),
            pieces: chosen(PIECES_COOKIE, &PIECE_LOOKS),
            sound: is(SOUND_COOKIE, "on"),
        };
        let path = request.path().to_owned();
        let caller = Caller::from_http_request(request);
        Some(RequestContext {
            site,
            language,
            looks,
            ranks_hidden: is(RANKS_COOKIE, "hidden"),
            moves_confirmed: is(CONFIRM_COOKIE, "on"),
            address,
            path,
            is_get: matches!(*request.method(), Method::GET | Method::HEAD),
            caller,
            request_id: RequestId::of(request),
            identity: who,
        })
    }

    /// The query that leads back to this page after signing in or up; by its address alone, since pages are cached for
    /// all visitors.
    fn return_query(&self) -> String {
        let is_door = DOORS.iter().any(|door| self.path.starts_with(door));
        if self.is_signed_in() || !self.is_get || is_door || self.address == "/" {
            return String::new();
        }
        format!("?next={}", percent_encode_path(&self.address))
    }

    /// The frame around the content of a page.
    pub fn frame(&self, title: String) -> PageFrame {
        PageFrame {
            texts: self.texts(),
            language: self.language.tag(),
            looks: self.looks,
            title,
            description: self.texts().text("site-description").into(),
            address: self.address.clone(),
            path: self.path.clone(),
            css: assets::address("css/adjutant.css"),
            sprite: assets::address("pieces.svg"),
            bell: assets::address("js/notices/bell.js"),
            card: None,
            logo: None,
            signed_in: self.is_signed_in().then(|| self.actor().name.clone()),
            unread: unread_label(self.unread_notices()),
            overseer: self.actor().site_role != SiteRole::None,
            form_token: if self.is_signed_in() { self.form_token() } else { String::new() },
            skip: ("#main", "skip"),
            open_door: self.site.settings.registration == RegistrationMode::Open,
            return_query: self.return_query(),
            search: String::new(),
        }
    }
}

/// The largest number of unread notices that is shown.
const MAX_SHOWN_UNREAD: u32 = 99;

/// A number of unread notices as the bell shows it; empty for none.
pub fn unread_label(unread: u32) -> String {
    match unread {
        0 => String::new(),
        1..=MAX_SHOWN_UNREAD => unread.to_string(),
        _ => format!("{MAX_SHOWN_UNREAD}+"),
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
