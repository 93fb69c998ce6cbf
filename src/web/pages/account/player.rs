//! The visitor's player: what is public about it, and claims on existing players.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::account::age::AgeBand;
use crate::service::accounts::AccountError;
use crate::service::claims::{self, Claim, LONGEST_WORDS, State};
use crate::service::members::{self, Affiliation};
use crate::service::profiles::{self, LONGEST_NAME, NewProfile, Profile};
use crate::service::{Error, Thing, bots};
use crate::web::error::PageError;
use crate::web::forms::{self, FaultCollector, FormRefusal, FormSchema, run_attempt};
use crate::web::html::{private_html, see_other};
use crate::web::kit::{Choice, Field, FlashMessage, Form, FormPage, NavTab, SubmitButton};
use crate::web::parameters::{QueryString, percent_encode};
use crate::web::request_context::{PageFrame, RequestContext};
use crate::web::time_format::{format_date, now_micros};
use crate::web::use_cases::run_use_case;

use super::navigation::{account_page, account_tabs};

const ADDRESS: &str = "/account/player";
const CLAIM_PATH: &str = "/account/player/claim";
const BOT_PATH: &str = "/account/player/bot";
const DONE_KEYS: &[&str] =
    &["done-bot", "done-profile", "done-claim", "done-claim-withdrawn", "done-roster-left"];

struct OwnClaimRow {
    player: String,
    link: String,
    state: String,
    made: String,
    words: String,
    withdraw: Option<SubmitButton>,
}

/// An organisation whose roster lists the visitor's player.
struct RosterMembershipRow {
    name: String,
    link: String,
    leave: SubmitButton,
}

#[derive(Template)]
#[template(path = "account/player.html")]
struct PlayerSettingsPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    /// Handle and address of the player.
    player: Option<(String, String)>,
    private: bool,
    bot: bool,
    form: Option<Form>,
    rosters: Vec<RosterMembershipRow>,
    claims: Vec<OwnClaimRow>,
}

fn form(visit: &RequestContext, profile: &Profile) -> Form {
    let texts = visit.texts();
    let ages = AgeBand::ALL
        .iter()
        .map(|age| Choice::new(age.key(), texts.text(&format!("age-{}", age.key()))))
        .collect();
    let public = profile.real_name_public;
    Form::new(texts, "profile", ADDRESS, &visit.form_token(), "save")
        .with_field(
            Field::text(texts, "display_name", "display-name")
                .hint("display-name-hint")
                .value(&profile.display_name),
        )
        .with_field(
            Field::text(texts, "real_name", "real-name")
                .hint("real-name-hint")
                .autocomplete("name")
                .value(&profile.real_name),
        )
        .with_field(Field::checkbox(texts, "real_name_public", "real-name-public", public))
        .with_field(
            Field::radio(texts, "age", "age-band", ages).hint("age-hint").value(profile.age.key()),
        )
        .with_field(
            Field::checkbox(texts, "guardian_agrees", "guardian-agrees", profile.guardian_agrees)
                .hint("guardian-hint"),
        )
}

fn own_claim_row(visit: &RequestContext, claim: Claim) -> OwnClaimRow {
    let texts = visit.texts();
    let withdraw =
        SubmitButton::new(texts, "/account/player/withdraw", &visit.form_token(), "withdraw");
    OwnClaimRow {
        link: format!("/players/{}", percent_encode(&claim.player)),
        state: texts.get(&format!("claim-{}", claim.state.key())),
        made: format_date(claim.made_at),
        withdraw: (claim.state == State::Open)
            .then(|| withdraw.with_hidden_field("claim", claim.id).with_target(&claim.player)),
        words: claim.words,
        player: claim.player,
    }
}

fn roster_membership_row(visit: &RequestContext, one: Affiliation) -> RosterMembershipRow {
    let press = SubmitButton::new(
        visit.texts(),
        "/account/player/leave",
        &visit.form_token(),
        "roster-leave",
    );
    RosterMembershipRow {
        link: format!("/organisations/{}", one.slug),
        leave: press.with_hidden_field("organisation", one.slug).with_target(&one.organisation),
        name: one.organisation,
    }
}

/// Renders the page, with the stored or the submitted form.
async fn page(
    visit: &RequestContext,
    status: StatusCode,
    done: Option<FlashMessage>,
    change: impl FnOnce(Form) -> Form,
) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let found = run_use_case(visit, move |app| {
        let bot = bots::own(app, &actor)?.unwrap_or_default();
        Ok((
            profiles::own(app, &actor)?,
            members::own_affiliations(app, &actor)?,
            claims::own(app, &actor)?,
            bot,
        ))
    });
    let (profile, rosters, claims, bot) = found.await?;
    let texts = visit.texts();
    let link = |profile: &Profile| {
        (profile.handle.clone(), format!("/players/{}", percent_encode(&profile.handle)))
    };
    let page = PlayerSettingsPage {
        frame: visit.frame(texts.get("account-player")),
        area: account_tabs(texts, ADDRESS),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        player: profile.as_ref().map(link),
        private: profile.as_ref().is_some_and(|profile| profile.age.is_minor()),
        bot,
        form: profile.as_ref().map(|profile| change(form(visit, profile))),
        rosters: rosters.into_iter().map(|one| roster_membership_row(visit, one)).collect(),
        claims: claims.into_iter().map(|claim| own_claim_row(visit, claim)).collect(),
    };
    private_html(visit, status, &page)
}

pub async fn show(
    visit: RequestContext,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    page(&visit, StatusCode::OK, done, |form| form).await
}

/// Updates the profile. A field that was not sent stays as it is.
pub async fn submit(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = FormSchema::new(&PROFILE_FIELDS);
    let sent = forms::read_form(&visit, &request, payload, shape).await?;
    let texts = visit.texts();
    let mut gather = FaultCollector::new(texts);
    for name in ["display_name", "real_name"] {
        gather.check_line(name, sent.text(name), LONGEST_NAME);
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
        let edited = run_attempt(&visit, move |app| {
            let old = profiles::own(app, &actor)?.ok_or(Error::Hidden)?;
            profiles::edit(app, &actor, &profile_from_form(&old, &fields, age), now_micros())
                .map_err(AccountError::Error)
        });
        match edited.await? {
            Ok(_) => {
                return Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-profile")));
            }
            Err(refusal) => faults = refusal.into_faults(),
        }
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    page(&visit, status, None, |form| form.filled_from(&sent).with_errors(faults)).await
}

const PROFILE_FIELDS: [&str; 5] =
    ["display_name", "real_name", "real_name_public", "age", "guardian_agrees"];

fn profile_from_form(old: &Profile, sent: &forms::SubmittedForm, age: AgeBand) -> NewProfile {
    let name = |field: &str, old: &str| {
        if sent.has(field) { sent.text(field).to_owned() } else { old.to_owned() }
    };
    // Browsers do not send unticked boxes: their absence counts only if the other fields are
    // present.
    let whole = sent.has("display_name") && sent.has("real_name");
    let ticked = |field: &str, old: bool| if whole { sent.is_checked(field) } else { old };
    NewProfile {
        display_name: name("display_name", &old.display_name),
        real_name: name("real_name", &old.real_name),
        real_name_public: ticked("real_name_public", old.real_name_public),
        age,
        guardian_agrees: ticked("guardian_agrees", old.guardian_agrees),
    }
}

fn claim_form_page(visit: &RequestContext, handle: &str) -> FormPage {
    let texts = visit.texts();
    let form = Form::new(texts, "claim", CLAIM_PATH, &visit.form_token(), "claim-send")
        .with_field(Field::text(texts, "handle", "handle").value(handle).required())
        .with_field(Field::textarea(texts, "words", "claim-words").hint("claim-words-hint"))
        .with_alternative(ADDRESS, "cancel");
    account_page(visit, ADDRESS, "claim-title").paragraph("claim-about").form(form)
}

/// Shows the form for a claim; the query string may name the player.
pub async fn show_claim(
    visit: RequestContext,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let given = parameters.parse(&["handle"]).map_err(|e| PageError::from_parameter(&visit, &e))?;
    claim_form_page(&visit, &given.text("handle").unwrap_or_default()).respond(&visit)
}

pub async fn submit_claim(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent =
        forms::read_form(&visit, &request, payload, FormSchema::new(&["handle", "words"])).await?;
    let texts = visit.texts();
    let again = |refusal| {
        claim_form_page(&visit, "").with_sent_values(&sent).respond_refused(&visit, refusal)
    };
    let mut gather = FaultCollector::new(texts);
    gather.check_lines("words", sent.text("words"), LONGEST_WORDS);
    if !gather.faults.is_empty() {
        return again(FormRefusal::from_faults(gather.faults));
    }
    let (actor, fields) = (visit.actor().clone(), sent.clone());
    let made = run_attempt(&visit, move |app| {
        let (handle, words) = (fields.text("handle"), fields.text("words"));
        claims::ask(app, &actor, handle, words, now_micros()).map(Ok).or_else(|e| match e {
            Error::Missing { what: Thing::Player, .. } => Ok(Err(())),
            e => Err(AccountError::Error(e)),
        })
    });
    match made.await? {
        Ok(Ok(_)) => Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-claim"))),
        Ok(Err(())) => {
            let words = texts.fill("error-no-player", &[("name", sent.text("handle").to_owned())]);
            again(FormRefusal::from_faults(vec![("handle", words)]))
        }
        Err(refusal) => again(refusal),
    }
}

pub async fn withdraw_claim(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, FormSchema::new(&["claim"])).await?;
    let id: i32 = sent.text("claim").parse().unwrap_or(0);
    let actor = visit.actor().clone();
    run_use_case(&visit, move |app| claims::withdraw(app, &actor, id, now_micros())).await?;
    Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-claim-withdrawn")))
}

fn bot_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = Form::new(texts, "bot", BOT_PATH, &visit.form_token(), "bot-declare")
        .with_field(Field::checkbox(texts, "sure", "bot-sure", false).required())
        .with_alternative(ADDRESS, "cancel");
    account_page(visit, ADDRESS, "bot-title").paragraph("bot-about").form(form)
}

/// Explains what it means that a bot plays for the player.
pub async fn show_bot(visit: RequestContext) -> Result<HttpResponse, PageError> {
    bot_form_page(&visit).respond(&visit)
}

/// Marks the player as a bot, permanently.
pub async fn submit_bot(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, FormSchema::new(&["sure"])).await?;
    if !sent.is_checked("sure") {
        let words = visit.texts().get("fault-bot-sure");
        return bot_form_page(&visit)
            .respond_refused(&visit, FormRefusal::from_faults(vec![("sure", words)]));
    }
    let actor = visit.actor().clone();
    let declared = run_attempt(&visit, move |app| {
        bots::declare(app, &actor, now_micros()).map_err(AccountError::Error)
    });
    match declared.await? {
        Ok(()) => Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-bot"))),
        Err(refusal) => bot_form_page(&visit).respond_refused(&visit, refusal),
    }
}

/// Removes the player from a roster.
pub async fn leave_roster(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent =
        forms::read_form(&visit, &request, payload, FormSchema::new(&["organisation"])).await?;
    let (actor, slug) = (visit.actor().clone(), sent.text("organisation").to_owned());
    run_use_case(&visit, move |app| members::leave(app, &actor, &slug, now_micros())).await?;
    Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-roster-left")))
}
