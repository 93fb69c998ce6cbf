//! Whoever begins a casual game: the visitor, or else a new guest.

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::access::Actor;
use adjutant_service::live::Live;
use adjutant_service::{Error, accounts, refusals};
use adjutant_site::forms::RequestOrigin;
use adjutant_site::session::session_cookie;

use super::{ADDRESS, query_live};

/// Who begins a game.
pub struct Beginner {
    actor: Actor,
    /// The session of a new guest.
    session: Option<Secret>,
}

impl Beginner {
    /// The visitor if they have a session, or a new guest of this name.
    pub async fn of_request(
        request: &HttpRequest,
        visit: &RequestContext,
        name: String,
    ) -> PageResult<Result<Beginner, FormRefusal>> {
        if visit.actor().has_session() {
            return Ok(Ok(Beginner { actor: visit.actor().clone(), session: None }));
        }
        if let Err(refusal) = require_guests(visit) {
            return Ok(Err(refusal));
        }
        let (came, language) = (RequestOrigin::new(request, visit), visit.language.tag());
        let made = visit.attempt(move |app, _| {
            accounts::begin_as_guest(app, &name, language, &came.as_arrival(), now_micros())
        });
        Ok(made.await?.map(|guest| Beginner { actor: guest.actor, session: Some(guest.session) }))
    }

    /// Runs a use case of theirs for live games.
    pub async fn run<T: Send + 'static>(
        &self,
        visit: &RequestContext,
        use_case: impl FnOnce(&Live, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let actor = self.actor.clone();
        super::run_live(visit, move |live, _| use_case(live, &actor)).await
    }

    /// Like [`run`](Self::run), with an error that the form can explain as its refusal.
    pub async fn attempt<T: Send + 'static>(
        &self,
        visit: &RequestContext,
        use_case: impl FnOnce(&Live, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> PageResult<Result<T, FormRefusal>> {
        let (live, actor) = (visit.site.live.clone(), self.actor.clone());
        visit.attempt(move |_, _| use_case(&live, &actor)).await
    }

    /// Redirects, with the session of a new guest.
    pub fn redirect(&self, visit: &RequestContext, address: &str) -> HttpResponse {
        let mut response = see_other(address);
        if let Some(session) = &self.session {
            // Can fail only for an invalid header value, and these are letters and digits.
            let _ = response.add_cookie(&session_cookie(&visit.site, session));
        }
        response
    }
}

/// Refuses games without an account where the site has none.
pub fn require_guests(visit: &RequestContext) -> Result<(), FormRefusal> {
    if visit.site.settings.guests {
        return Ok(());
    }
    let faults = vec![("", visit.texts().localize(&refusals::GUESTS_OFF.into()))];
    Err(FormRefusal::Faults { status: StatusCode::FORBIDDEN, faults, seconds: None })
}

/// Whether the visitor can begin a casual game.
pub fn may_begin(visit: &RequestContext) -> bool {
    visit.actor().has_session() || visit.site.settings.guests
}

/// The page with the reason why a game was not begun.
pub fn refused_page(visit: &RequestContext, heading: &str, refusal: FormRefusal) -> PageResult {
    let (texts, status) = (visit.texts(), refusal.status());
    let over = (texts.get("play-title"), ADDRESS.to_owned());
    let page = FormPage::new(visit, AreaHeader::below(over, texts.get(heading)));
    let page =
        refusal.into_faults().into_iter().fold(page, |page, (_, why)| page.paragraph_text(why));
    page.link(ADDRESS, "play-title").respond_with_status(visit, status)
}

/// The game of the visitor that began a moment ago.
pub async fn just_begun(visit: &RequestContext) -> PageResult<Option<String>> {
    let play = query_live(visit, adjutant_service::live::just_begun).await?;
    Ok(play.map(|play| super::game_address(&play)))
}
