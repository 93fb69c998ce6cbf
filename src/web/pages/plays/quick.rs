//! Quick pairing: its buttons in the lobby, and the page of whoever waits for an opponent.

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_domain::play::pace_message;
use adjutant_service::Error;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::live::{self, QuickPairing, WaitingCount, WaitingPlace};
use adjutant_site::assets;
use adjutant_site::labels::{game_choices, pace_label, unusual_game_name};
use salpakan::clock::Pace;

use super::guest::{Beginner, may_begin, refused_page};
use super::{game_address, query_live, run_live};

pub const PATH: &str = "/play/quick";
/// The paces that are always offered.
const PACES: [&str; 2] = ["600+5", "1200+5"];
/// How often the page asks again without a script; the place is kept longer than that.
const SECONDS: u32 = 6;

pub struct PaceButton {
    pub key: String,
    pub label: String,
    /// Who waits for it, by game.
    pub waiting: Vec<String>,
}

/// The ways to begin a game at once.
pub struct PlayNow {
    pub csrf: String,
    /// The games that opponents are found for; the chosen one is that which the visitor played last.
    pub games: Vec<Choice>,
    pub paces: Vec<PaceButton>,
    /// Whether the visitor may choose a rated game.
    pub chooses_rated: bool,
    /// Whether the computer plays here.
    pub computer: bool,
    /// Whether two may play on this device.
    pub one_device: bool,
}

/// What the visitor can begin at once; `None` without an account where the site has no guests.
pub async fn play_now(visit: &RequestContext) -> PageResult<Option<PlayNow>> {
    if !may_begin(visit) {
        return Ok(None);
    }
    let found = query_live(visit, |live, actor| {
        Ok((live::last_played(live, actor)?, live::waiting_counts(live)?))
    });
    let (last, counts) = found.await?;
    let mut paces: Vec<Pace> = PACES.iter().filter_map(|key| Pace::parse(key).ok()).collect();
    let (game, last) = last.unwrap_or_default();
    paces.extend(last.filter(|last| !paces.contains(last)));
    let texts = visit.texts();
    let button = |pace: Pace| PaceButton {
        key: pace.key(),
        label: pace_label(texts, pace),
        waiting: counts
            .iter()
            .filter(|one| one.pace == pace)
            .map(|one| waiting_text(texts, one))
            .collect(),
    };
    let choice = |one: Choice| Choice { chosen: one.value == game.key(), ..one };
    let actor = visit.actor();
    Ok(Some(PlayNow {
        csrf: visit.form_token(),
        games: game_choices(texts).into_iter().map(choice).collect(),
        paces: paces.into_iter().map(button).collect(),
        chooses_rated: require(actor, Act::Play, ActTarget::Account(actor.account), false).is_ok(),
        computer: visit.site.live.has_computer(),
        one_device: visit.site.settings.guests,
    }))
}

fn waiting_text(texts: Texts, count: &WaitingCount) -> String {
    let people = texts.count("quick-waiting", count.people);
    let range = [("from", count.lowest.to_string()), ("to", count.highest.to_string())];
    let waiting = format!("{people}, {}", texts.fill("quick-ratings", &range));
    match unusual_game_name(texts, count.game) {
        Some(game) => format!("{game}: {waiting}"),
        None => waiting,
    }
}

struct Search {
    /// The game, unless it is the usual one, and the pace.
    wanted: String,
    rated: &'static str,
    range: String,
    others: String,
    cancel: SubmitButton,
}

#[derive(Template)]
#[template(path = "play/quick.html")]
struct QuickPage {
    frame: PageFrame,
    search: Option<Search>,
    now: Option<PlayNow>,
    seconds: u32,
    csrf: String,
    script: &'static str,
}

fn search(visit: &RequestContext, place: &WaitingPlace) -> Search {
    let texts = visit.texts();
    let range = match place.range {
        Some((from, to)) => {
            texts.fill("quick-range", &[("from", from.to_string()), ("to", to.to_string())])
        }
        None => texts.get("quick-range-all"),
    };
    let game = unusual_game_name(texts, place.game).into_iter();
    let wanted: Vec<String> = game.chain([pace_label(texts, place.pace)]).collect();
    Search {
        wanted: wanted.join(" · "),
        rated: texts.text(if place.may_be_rated { "quick-may-be-rated" } else { "play-is-casual" }),
        range,
        others: texts.count("quick-others", place.others),
        cancel: visit.button(format!("{PATH}/leave"), "cancel"),
    }
}

/// Shows the search, or leads to the game that came of it.
pub async fn show(visit: RequestContext) -> PageResult {
    let standing = match visit.actor().player.is_some() {
        true => query_live(&visit, live::quick_pairing).await?,
        false => QuickPairing::Outside,
    };
    let search = match standing {
        QuickPairing::Paired(play) => return Ok(see_other(&game_address(&play))),
        QuickPairing::Waiting(place) => Some(search(&visit, &place)),
        QuickPairing::Outside => None,
    };
    let page = QuickPage {
        frame: visit.frame(visit.texts().get("quick-title")),
        now: if search.is_none() { play_now(&visit).await? } else { None },
        search,
        seconds: SECONDS,
        csrf: visit.form_token(),
        script: assets::address("js/play/quick.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

#[derive(Deserialize)]
struct QuickForm {
    #[serde(default)]
    game: String,
    pace: String,
    rated: bool,
}

/// Begins to wait.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<QuickForm>(&visit).await?.into_values();
    let pace = Pace::parse(&sent.pace)
        .map_err(|e| PageError::new(&visit, &Error::invalid("pace", pace_message(e))))?;
    let wanted = (GameKind::parse(&sent.game).unwrap_or_default(), pace);
    let beginner = match Beginner::of_request(&request, &visit, String::new()).await? {
        Ok(beginner) => beginner,
        Err(refusal) => return refused_page(&visit, "quick-title", refusal),
    };
    let joined = beginner
        .run(&visit, move |live, actor| live::join_quick_pairing(live, actor, wanted, sent.rated));
    match joined.await.or_page(&visit)? {
        QuickPairing::Paired(play) => Ok(beginner.redirect(&visit, &game_address(&play))),
        QuickPairing::Waiting(_) | QuickPairing::Outside => Ok(beginner.redirect(&visit, PATH)),
    }
}

#[derive(Deserialize)]
struct LeaveForm {
    /// Set by a page that goes away and may come back.
    away: bool,
}

/// Stops waiting, or only notes that the page is gone.
pub async fn leave(visit: RequestContext, post: Post) -> PageResult {
    match post.read::<LeaveForm>(&visit).await?.into_values().away {
        true => run_live(&visit, live::step_away_from_quick_pairing).await.or_page(&visit)?,
        false => run_live(&visit, live::leave_quick_pairing).await.or_page(&visit)?,
    }
    Ok(see_other(super::ADDRESS))
}
