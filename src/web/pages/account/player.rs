//! One's player: what of it is shown, and claiming one that is oneself.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::account::age::AgeBand;
use crate::service::accounts::Refused;
use crate::service::claims::{self, Claim, LONGEST_WORDS, State};
use crate::service::members::{self, Affiliation};
use crate::service::profiles::{self, LONGEST_NAME, NewProfile, Profile};
use crate::service::{Error, Thing, bots};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Choice, Done, Field, Form, Press, Tab};
use crate::web::moments::day;
use crate::web::pages::organisations::faults::Gather;
use crate::web::pages::{ask, encode, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::attempt::{Refusal, attempt, now, see_other};
use super::sheet::{Sheet, area};

const ADDRESS: &str = "/account/player";
const CLAIM: &str = "/account/player/claim";
const BOT: &str = "/account/player/bot";
const DONE: &[&str] =
    &["done-bot", "done-profile", "done-claim", "done-claim-withdrawn", "done-roster-left"];

struct ClaimLine {
    player: String,
    link: String,
    state: String,
    made: String,
    words: String,
    withdraw: Option<Press>,
}

/// An organisation with one's player on its roster.
struct RosterLine {
    name: String,
    link: String,
    leave: Press,
}

#[derive(Template)]
#[template(path = "account/player.html")]
struct PlayerPage {
    frame: Frame,
    area: Vec<Tab>,
    done: String,
    /// Handle and address of one's player.
    player: Option<(String, String)>,
    private: bool,
    bot: bool,
    form: Option<Form>,
    rosters: Vec<RosterLine>,
    claims: Vec<ClaimLine>,
}

fn form(visit: &Visit, profile: &Profile) -> Form {
    let texts = visit.texts();
    let ages = AgeBand::ALL
        .iter()
        .map(|age| Choice::new(age.key(), texts.text(&format!("age-{}", age.key()))))
        .collect();
    let public = profile.real_name_public;
    Form::new(texts, "profile", ADDRESS, &visit.form_token(), "save")
        .with(
            Field::line(texts, "display_name", "display-name")
                .hint("display-name-hint")
                .value(&profile.display_name),
        )
        .with(
            Field::line(texts, "real_name", "real-name")
                .hint("real-name-hint")
                .autocomplete("name")
                .value(&profile.real_name),
        )
        .with(Field::check(texts, "real_name_public", "real-name-public", public))
        .with(
            Field::radio(texts, "age", "age-band", ages).hint("age-hint").value(profile.age.key()),
        )
        .with(
            Field::check(texts, "guardian_agrees", "guardian-agrees", profile.guardian_agrees)
                .hint("guardian-hint"),
        )
}

fn claim_line(visit: &Visit, claim: Claim) -> ClaimLine {
    let texts = visit.texts();
    let withdraw = Press::new(texts, "/account/player/withdraw", &visit.form_token(), "withdraw");
    ClaimLine {
        link: format!("/players/{}", encode(&claim.player)),
        state: texts.get(&format!("claim-{}", claim.state.key())),
        made: day(claim.made_at),
        withdraw: (claim.state == State::Open)
            .then(|| withdraw.send("claim", claim.id).about(&claim.player)),
        words: claim.words,
        player: claim.player,
    }
}

fn roster_line(visit: &Visit, one: Affiliation) -> RosterLine {
    let press =
        Press::new(visit.texts(), "/account/player/leave", &visit.form_token(), "roster-leave");
    RosterLine {
        link: format!("/organisations/{}", one.slug),
        leave: press.send("organisation", one.slug).about(&one.organisation),
        name: one.organisation,
    }
}

/// The page, with the form as it is stored or as it was sent.
async fn page(
    visit: &Visit,
    status: StatusCode,
    done: Option<Done>,
    change: impl FnOnce(Form) -> Form,
) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let found = ask(visit, move |app| {
        let bot = bots::own(app, &actor)?.unwrap_or_default();
        Ok((
            profiles::own(app, &actor)?,
            members::own(app, &actor)?,
            claims::own(app, &actor)?,
            bot,
        ))
    });
    let (profile, rosters, claims, bot) = found.await?;
    let texts = visit.texts();
    let link = |profile: &Profile| {
        (profile.handle.clone(), format!("/players/{}", encode(&profile.handle)))
    };
    let page = PlayerPage {
        frame: visit.frame(texts.get("account-player")),
        area: area(texts, ADDRESS),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        player: profile.as_ref().map(link),
        private: profile.as_ref().is_some_and(|profile| profile.age.is_minor()),
        bot,
        form: profile.as_ref().map(|profile| change(form(visit, profile))),
        rosters: rosters.into_iter().map(|one| roster_line(visit, one)).collect(),
        claims: claims.into_iter().map(|claim| claim_line(visit, claim)).collect(),
    };
    private_html(visit, status, &page)
}

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    page(&visit, StatusCode::OK, done, |form| form).await
}

/// Changes what one says of oneself. A field that was not sent stays as it is.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&FIELDS);
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let texts = visit.texts();
    let mut gather = Gather::new(texts);
    for name in ["display_name", "real_name"] {
        gather.line(name, sent.text(name), LONGEST_NAME);
    }
    let mut faults = gather.faults;
    let age = AgeBand::parse(sent.text("age"));
    if age.is_none() {
        faults.push(("age", texts.get("fault-age")));
    }
    if faults.is_empty()
        && let Some(age) = age
    {
        let (actor, fields) = (visit.actor().clone(), sent.clone());
        let edited = attempt(&visit, move |app| {
            let old = profiles::own(app, &actor)?.ok_or(Error::Hidden)?;
            profiles::edit(app, &actor, &changed(&old, &fields, age), now()).map_err(Refused::Error)
        });
        match edited.await? {
            Ok(_) => return Ok(see_other(&Done::address(ADDRESS, "done-profile"))),
            Err(refusal) => faults = refusal.into_faults(),
        }
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    page(&visit, status, None, |form| form.filled(&sent).faults(faults)).await
}

const FIELDS: [&str; 5] =
    ["display_name", "real_name", "real_name_public", "age", "guardian_agrees"];

fn changed(old: &Profile, sent: &forms::Form, age: AgeBand) -> NewProfile {
    let name = |field: &str, old: &str| {
        if sent.has(field) { sent.text(field).to_owned() } else { old.to_owned() }
    };
    // A box that is not ticked is not sent: it says something where the rest of the form is there.
    let whole = sent.has("display_name") && sent.has("real_name");
    let ticked = |field: &str, old: bool| if whole { sent.is_ticked(field) } else { old };
    NewProfile {
        display_name: name("display_name", &old.display_name),
        real_name: name("real_name", &old.real_name),
        real_name_public: ticked("real_name_public", old.real_name_public),
        age,
        guardian_agrees: ticked("guardian_agrees", old.guardian_agrees),
    }
}

fn claim_sheet(visit: &Visit, handle: &str) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "claim", CLAIM, &visit.form_token(), "claim-send")
        .with(Field::line(texts, "handle", "handle").value(handle).required())
        .with(Field::area(texts, "words", "claim-words").hint("claim-words-hint"))
        .instead(ADDRESS, "cancel");
    Sheet::of_account(visit, ADDRESS, "claim-title").say("claim-about").form(form)
}

/// The form for a claim; a player's page may name him.
pub async fn show_claim(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["handle"]).map_err(|e| PageError::parameter(&visit, &e))?;
    claim_sheet(&visit, &given.text("handle").unwrap_or_default()).answer(&visit)
}

/// Claims a player.
pub async fn take_claim(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["handle", "words"])).await?;
    let texts = visit.texts();
    let again = |refusal| claim_sheet(&visit, "").filled(&sent).refused(&visit, refusal);
    let mut gather = Gather::new(texts);
    gather.lines("words", sent.text("words"), LONGEST_WORDS);
    if !gather.faults.is_empty() {
        return again(Refusal::faults(gather.faults));
    }
    let (actor, fields) = (visit.actor().clone(), sent.clone());
    let made = attempt(&visit, move |app| {
        let (handle, words) = (fields.text("handle"), fields.text("words"));
        claims::ask(app, &actor, handle, words, now()).map(Ok).or_else(|e| match e {
            Error::Missing { what: Thing::Player, .. } => Ok(Err(())),
            e => Err(Refused::Error(e)),
        })
    });
    match made.await? {
        Ok(Ok(_)) => Ok(see_other(&Done::address(ADDRESS, "done-claim"))),
        Ok(Err(())) => {
            let words = texts.fill("error-no-player", &[("name", sent.text("handle").to_owned())]);
            again(Refusal::faults(vec![("handle", words)]))
        }
        Err(refusal) => again(refusal),
    }
}

/// Takes a claim back.
pub async fn withdraw(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["claim"])).await?;
    let id: i32 = sent.text("claim").parse().unwrap_or(0);
    let actor = visit.actor().clone();
    ask(&visit, move |app| claims::withdraw(app, &actor, id, now())).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-claim-withdrawn")))
}

fn bot_sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "bot", BOT, &visit.form_token(), "bot-declare")
        .with(Field::check(texts, "sure", "bot-sure", false).required())
        .instead(ADDRESS, "cancel");
    Sheet::of_account(visit, ADDRESS, "bot-title").say("bot-about").form(form)
}

/// What it means that a program plays for one's player.
pub async fn show_bot(visit: Visit) -> Result<HttpResponse, PageError> {
    bot_sheet(&visit).answer(&visit)
}

/// Says that one does, for good.
pub async fn take_bot(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["sure"])).await?;
    if !sent.is_ticked("sure") {
        let words = visit.texts().get("fault-bot-sure");
        return bot_sheet(&visit).refused(&visit, Refusal::faults(vec![("sure", words)]));
    }
    let actor = visit.actor().clone();
    let declared =
        attempt(&visit, move |app| bots::declare(app, &actor, now()).map_err(Refused::Error));
    match declared.await? {
        Ok(()) => Ok(see_other(&Done::address(ADDRESS, "done-bot"))),
        Err(refusal) => bot_sheet(&visit).refused(&visit, refusal),
    }
}

/// Leaves a roster.
pub async fn leave(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["organisation"])).await?;
    let (actor, slug) = (visit.actor().clone(), sent.text("organisation").to_owned());
    ask(&visit, move |app| members::leave(app, &actor, &slug, now())).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-roster-left")))
}
