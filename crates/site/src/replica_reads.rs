//! What may be read at a replica of the database, whose data may be older by the age that the operator allows.
//!
//! Requests for the addresses in [`READ_AT_REPLICAS`] are read there if they show nobody in particular: signed-out visitors
//! who have not played from their browser, and clients of the API without a token. Everybody else reads at the primary,
//! and so sees at once what they have changed. What the replica does not answer well is read again at the primary: it may
//! not have a new game yet, or may be about to fail.

use std::future::Future;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;

use adjutant_service::App;
use adjutant_service::replicas::ReplicaTicket;

use crate::request_context::PREFERENCE_COOKIES;
use crate::session::{VISITOR_COOKIE, unprefixed_cookie_name};
use crate::site::Site;

/// The addresses of what may be read at a replica: what is public and finished. Never of what anybody decides by: games
/// under way, events and their desks, accounts, reviews and rooms. `tests/web/replicas.rs` holds them against the routes.
pub const READ_AT_REPLICAS: [&str; 42] = [
    "/leaderboards",
    "/leaderboards/{pool}",
    "/players",
    "/players/{handle}",
    "/players/{handle}/versus/{other}",
    "/players/{handle}/picture.jpg",
    "/games",
    "/games/{id}",
    "/games/{id}/known",
    "/games/{id}/variation",
    "/games/{id}/board.png",
    "/games/{id}/game.gif",
    "/games/{id}/sheet",
    "/games/{id}/{file}",
    "/embed/games/{id}",
    "/embed/players/{handle}",
    "/embed/leaderboards/{pool}",
    "/oembed",
    "/search",
    "/search/suggestions",
    "/archive",
    "/archive/{file}",
    "/formations",
    "/organisations",
    "/collections",
    "/api/v1/totals",
    "/api/v1/search",
    "/api/v1/games",
    "/api/v1/games/export",
    "/api/v1/archive",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/replay",
    "/api/v1/games/{id}/knowledge",
    "/api/v1/games/{id}/ledger",
    "/api/v1/games/{id}/{file}",
    "/api/v1/formations",
    "/api/v1/players",
    "/api/v1/players/{handle}",
    "/api/v1/players/{handle}/ledgers",
    "/api/v1/players/{handle}/ratings/{pool}",
    "/api/v1/players/{handle}/versus/{other}",
    "/api/v1/leaderboards/{pool}",
];

/// The version of the public data that a response shows at least, where it was read at a replica.
#[derive(Debug, Clone, Copy)]
pub struct ReadAtEdition(pub u64);

tokio::task_local! {
    /// The replica at which this request is read.
    static TICKET: ReplicaTicket;
}

/// The replica at which the request of this task is read; `None` for the primary.
pub fn current_ticket() -> Option<ReplicaTicket> {
    TICKET.try_with(ReplicaTicket::clone).ok()
}

/// The application as this request reads with it.
pub fn reading_app(site: &Site) -> App {
    match current_ticket() {
        Some(ticket) => site.app.reading_at(ticket),
        None => site.app.clone(),
    }
}

/// Whether a request may be read at a replica.
fn tolerates_age(request: &ServiceRequest) -> bool {
    let is_neutral = |name: &str| {
        let name = unprefixed_cookie_name(name);
        name == VISITOR_COOKIE || PREFERENCE_COOKIES.contains(&name)
    };
    request.method() == Method::GET
        && !request.headers().contains_key(header::AUTHORIZATION)
        && request.cookies().is_ok_and(|all| all.iter().all(|one| is_neutral(one.name())))
        && request.match_pattern().is_some_and(|one| READ_AT_REPLICAS.contains(&one.as_str()))
}

/// Reads at a replica what may be read there, and again at the primary what that did not answer well.
pub async fn read_at_replica<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let site = request.app_data::<Data<Site>>();
    let site = site.filter(|site| site.app.has_replicas() && tolerates_age(&request));
    let Some(ticket) = site.and_then(|site| site.app.replica_ticket(0)) else {
        return next.call(request).await;
    };
    let edition = ReadAtEdition(ticket.edition());
    let mut response = TICKET.scope(ticket.clone(), next.call(request)).await?;
    if response.status().is_success() || response.status().is_redirection() {
        response.response_mut().extensions_mut().insert(edition);
        return Ok(response);
    }
    ticket.give_up();
    let (request, failed) = response.into_parts();
    drop(failed);
    let mut request = ServiceRequest::from_request(request);
    // It is matched with the addresses from its beginning again.
    request.match_info_mut().reset();
    next.call(request).await
}

/// Makes the later parts of a long response where its beginning was read, as long as a replica is well that is not older
/// than that; what fails there is made at the primary.
#[derive(Clone, Copy)]
pub struct LaterReads {
    /// The edition of the beginning; `None` where that was read at the primary.
    edition: Option<u64>,
}

impl LaterReads {
    /// Where this request is read.
    pub fn of_this_request() -> LaterReads {
        LaterReads { edition: current_ticket().map(|ticket| ticket.edition()) }
    }

    pub async fn run<T, E, F: Future<Output = Result<T, E>>>(
        self,
        site: &Site,
        read: impl Fn() -> F,
    ) -> Result<T, E> {
        let ticket = self.edition.and_then(|edition| site.app.replica_ticket(edition));
        let Some(ticket) = ticket else { return read().await };
        match TICKET.scope(ticket.clone(), read()).await {
            Ok(done) => Ok(done),
            Err(_) => {
                ticket.give_up();
                read().await
            }
        }
    }
}
