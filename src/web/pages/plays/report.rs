//! Telling the site's people of one's opponent.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::play::PlayId;
use crate::service::live::{self, Ground, LONGEST_REPORT, Seen};
use crate::service::{Error, Thing};
use crate::web::api::plays::read_id;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Choice, Done, Field, Form};
use crate::web::pages::account::attempt::{attempt, see_other};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::visit::Visit;
use salpakan::record::short_id_text;

use super::{ADDRESS, ask_desk};

const SHAPE: Shape = Shape::of(&["ground", "words"]);

/// The catalogues' words for a ground.
pub const fn words_for(ground: Ground) -> &'static str {
    match ground {
        Ground::Stalling => "play-report-stalling",
        Ground::Name => "play-report-name",
        Ground::Arranged => "play-report-arranged",
        Ground::Cheating => "play-report-cheating",
        Ground::Other => "play-report-other",
    }
}

fn id_in(visit: &Visit, path: &str) -> Result<PlayId, PageError> {
    read_id(path).map_err(|e| PageError::new(visit, &e))
}

/// The game, for one of its players; for everybody else there is no such page.
async fn seen(visit: &Visit, id: PlayId) -> Result<Seen, PageError> {
    let actor = visit.actor().clone();
    let seen = ask_desk(visit, move |live| live::see(live, &actor, &id)).await?;
    match seen.viewer.color() {
        Some(_) => Ok(seen),
        None => Err(PageError::new(visit, &Error::missing(Thing::Play, short_id_text(&id)))),
    }
}

fn sheet(visit: &Visit, seen: &Seen) -> Sheet {
    let texts = visit.texts();
    let address = format!("{ADDRESS}/{}", short_id_text(seen.play.id()));
    let opponent = seen.viewer.color().map(|color| seen.players[color.opponent()].clone());
    let head = Head {
        label: String::new(),
        over: Some((format!("{} – {}", seen.players.white, seen.players.black), address.clone())),
        tabs: Vec::new(),
        heading: texts.one("play-report-title", "player", opponent.unwrap_or_default()),
        done: String::new(),
    };
    let grounds = Ground::ALL.map(|ground| Choice::new(ground.key(), texts.get(words_for(ground))));
    let action = format!("{address}/report");
    let form = Form::new(texts, "report", &action, &visit.form_token(), "play-report-send")
        .with(Field::radio(texts, "ground", "play-report-ground", grounds.to_vec()).required())
        .with(Field::area(texts, "words", "play-report-words").hint_words(texts.one(
            "play-report-hint",
            "most",
            LONGEST_REPORT,
        )))
        .instead(&address, "cancel");
    Sheet::new(visit, head).say("play-report-about").form(form)
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let seen = seen(&visit, id_in(&visit, &path)?).await?;
    sheet(&visit, &seen).answer(&visit)
}

/// Tells it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let id = id_in(&visit, &path)?;
    let seen = seen(&visit, id).await?;
    let (actor, live) = (visit.actor().clone(), visit.site.live.clone());
    let (ground, words) = (Ground::parse(sent.text("ground")), sent.text("words").to_owned());
    let told = attempt(&visit, move |_| Ok(live::report(&live, &actor, &id, (ground, &words))?));
    match told.await? {
        Ok(()) => {
            let address = format!("{ADDRESS}/{}", short_id_text(&id));
            Ok(see_other(&Done::address(&address, "done-play-reported")))
        }
        Err(refusal) => sheet(&visit, &seen).filled(&sent).refused(&visit, refusal),
    }
}
