//! The visitor's player: what is public about it, and claims on existing players.

use crate::web::prelude::*;
use adjutant_domain::account::age::AgeBand;
use adjutant_service::accounts::AccountError;
use adjutant_service::claims::{self, Claim, LONGEST_WORDS, State};
use adjutant_service::members::{self, Affiliation};
use adjutant_service::profiles::{self, LONGEST_ABOUT, LONGEST_NAME, NewProfile, Profile};
use adjutant_service::{Error, Thing, bots};
use adjutant_site::filters;
use adjutant_site::forms::FaultCollector;
use adjutant_site::parameters::percent_encode;

use super::{account_page, account_tabs};

const ADDRESS: &str = "/account/player";
const CLAIM_PATH: &str = "/account/player/claim";
const BOT_PATH: &str = "/account/player/bot";
const DONE_KEYS: &[&str] = &[
    "done-bot",
    "done-profile",
    "done-picture",
    "done-no-picture",
    "done-claim",
    "done-claim-withdrawn",
    "done-roster-left",
];

#[derive(Clone, Deserialize)]
struct ProfileForm {
    display_name: Option<String>,
    real_name: Option<String>,
    real_name_public: bool,
    age: Entry<AgeBand>,
    guardian_agrees: bool,
    about: Option<String>,
    club: Option<String>,
}

#[derive(Clone, Deserialize)]
struct ClaimForm {
    handle: String,
    words: String,
}

#[derive(Deserialize)]
struct WithdrawClaimForm {
    claim: Entry<i32>,
}

#[derive(Deserialize)]
struct BotForm {
    sure: bool,
}

#[derive(Deserialize)]
struct LeaveRosterForm {
    organisation: String,
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
    /// Whether the player has a picture.
    has_picture: bool,
    bot: bool,
    form: Option<Form>,
    /// The organisations whose rosters list the visitor's player.
    rosters: Vec<Affiliation>,
    claims: Vec<Claim>,
}

impl PlayerSettingsPage {
    fn state(&self, claim: &Claim) -> &'static str {
        self.frame.t(&format!("claim-{}", claim.state.key()))
    }
}

fn form(visit: &RequestContext, profile: &Profile) -> Form {
    let texts = visit.texts();
    let ages = AgeBand::ALL
        .iter()
        .map(|age| Choice::new(age.key(), texts.text(&format!("age-{}", age.key()))))
        .collect();
    let public = profile.real_name_public;
    visit
        .form("profile", ADDRESS, "save")
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
            Field::text(texts, "about", "about-oneself")
                .hint("about-oneself-hint")
                .value(&profile.about),
        )
        .with_field(Field::text(texts, "club", "own-club").value(&profile.club))
        .with_field(
            Field::radio(texts, "age", "age-band", ages).hint("age-hint").value(profile.age.key()),
        )
        .with_field(
            Field::checkbox(texts, "guardian_agrees", "guardian-agrees", profile.guardian_agrees)
                .hint("guardian-hint"),
        )
}

/// Renders the page, with the stored or the submitted form.
async fn page(
    visit: &RequestContext,
    status: StatusCode,
    done: Option<FlashMessage>,
    change: impl FnOnce(Form) -> Form,
) -> PageResult {
    let found = visit.run(move |app, actor| {
        let bot = bots::own(app, actor)?.unwrap_or_default();
        Ok((
            profiles::own(app, actor)?,
            members::own_affiliations(app, actor)?,
            claims::own(app, actor)?,
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
        has_picture: profile.as_ref().is_some_and(|profile| profile.picture.is_some()),
        bot,
        form: profile.as_ref().map(|profile| change(form(visit, profile))),
        rosters,
        claims,
    };
    private_html(visit, status, &page)
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    page(&visit, StatusCode::OK, done, |form| form).await
}

/// Updates the profile. A field that was not sent stays as it is.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<ProfileForm>(&visit).await?;
    let texts = visit.texts();
    let mut gather = FaultCollector::new(texts);
    for (name, value, most) in [
        ("display_name", &sent.display_name, LONGEST_NAME),
        ("real_name", &sent.real_name, LONGEST_NAME),
        ("about", &sent.about, LONGEST_ABOUT),
        ("club", &sent.club, LONGEST_NAME),
    ] {
        gather.check_line(name, value.as_deref().unwrap_or_default(), most);
    }
    let mut faults = gather.faults;
    let age = sent.age.get();
    if age.is_none() {
        faults.push(("age", texts.get("fault-age")));
    }
    if faults.is_empty()
        && let Some(age) = age
    {
        let fields = (*sent).clone();
        let edited = visit.attempt(move |app, actor| {
            let old = profiles::own(app, actor)?.ok_or(Error::Hidden)?;
            profiles::edit(app, actor, &profile_from_form(&old, &fields, age), now_micros())
                .map_err(AccountError::Error)
        });
        match edited.await? {
            Ok(_) => {
                return Ok(redirect_with_flash(ADDRESS, "done-profile"));
            }
            Err(refusal) => faults = refusal.into_faults(),
        }
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    page(&visit, status, None, |form| form.filled_from(sent.raw()).with_errors(faults)).await
}

fn profile_from_form(old: &Profile, sent: &ProfileForm, age: AgeBand) -> NewProfile {
    let name = |sent: &Option<String>, old: &String| sent.as_ref().unwrap_or(old).clone();
    // Browsers do not send unticked boxes: their absence counts only if the other fields are
    // present.
    let whole = sent.display_name.is_some() && sent.real_name.is_some();
    let ticked = |sent: bool, old: bool| if whole { sent } else { old };
    NewProfile {
        display_name: name(&sent.display_name, &old.display_name),
        real_name: name(&sent.real_name, &old.real_name),
        real_name_public: ticked(sent.real_name_public, old.real_name_public),
        age,
        about: name(&sent.about, &old.about),
        club: name(&sent.club, &old.club),
        guardian_agrees: ticked(sent.guardian_agrees, old.guardian_agrees),
    }
}

fn claim_form_page(visit: &RequestContext, handle: &str) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("claim", CLAIM_PATH, "claim-send")
        .with_field(Field::text(texts, "handle", "handle").value(handle).required())
        .with_field(Field::textarea(texts, "words", "claim-words").hint("claim-words-hint"))
        .with_alternative(ADDRESS, "cancel");
    account_page(visit, ADDRESS, "claim-title").paragraph("claim-about").form(form)
}

/// Shows the form for a claim; the query string may name the player.
pub async fn show_claim(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["handle"]).or_page(&visit)?;
    claim_form_page(&visit, &given.text("handle").unwrap_or_default()).respond(&visit)
}

pub async fn submit_claim(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<ClaimForm>(&visit).await?;
    let texts = visit.texts();
    let again = |refusal| claim_form_page(&visit, "").respond_again(&visit, sent.raw(), refusal);
    let mut gather = FaultCollector::new(texts);
    gather.check_lines("words", &sent.words, LONGEST_WORDS);
    if !gather.faults.is_empty() {
        return again(FormRefusal::from_faults(gather.faults));
    }
    let fields = (*sent).clone();
    let made = visit.attempt(move |app, actor| {
        let (handle, words) = (&fields.handle, &fields.words);
        claims::ask(app, actor, handle, words, now_micros()).map(Ok).or_else(|e| match e {
            Error::Missing { what: Thing::Player, .. } => Ok(Err(())),
            e => Err(AccountError::Error(e)),
        })
    });
    match made.await? {
        Ok(Ok(_)) => Ok(redirect_with_flash(ADDRESS, "done-claim")),
        Ok(Err(())) => {
            let words = texts.fill("refused-missing-player", &[("name", sent.handle.clone())]);
            again(FormRefusal::fault("handle", words))
        }
        Err(refusal) => again(refusal),
    }
}

pub async fn withdraw_claim(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<WithdrawClaimForm>(&visit).await?;
    let id: i32 = sent.claim.get().unwrap_or(0);
    visit.run(move |app, actor| claims::withdraw(app, actor, id, now_micros())).await?;
    Ok(redirect_with_flash(ADDRESS, "done-claim-withdrawn"))
}

fn bot_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("bot", BOT_PATH, "bot-declare")
        .with_field(Field::checkbox(texts, "sure", "bot-sure", false).required())
        .with_alternative(ADDRESS, "cancel");
    account_page(visit, ADDRESS, "bot-title").paragraph("bot-about").form(form)
}

/// Explains what it means that a bot plays for the player.
pub async fn show_bot(visit: RequestContext) -> PageResult {
    bot_form_page(&visit).respond(&visit)
}

/// Marks the player as a bot, permanently.
pub async fn submit_bot(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<BotForm>(&visit).await?;
    if !sent.sure {
        let words = visit.texts().get("fault-bot-sure");
        return bot_form_page(&visit).respond_refused(&visit, FormRefusal::fault("sure", words));
    }
    let declared = visit.attempt(move |app, actor| bots::declare(app, actor, now_micros()));
    match declared.await? {
        Ok(_) => Ok(redirect_with_flash(ADDRESS, "done-bot")),
        Err(refusal) => bot_form_page(&visit).respond_refused(&visit, refusal),
    }
}

/// Removes the player from a roster.
pub async fn leave_roster(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<LeaveRosterForm>(&visit).await?;
    let slug = sent.organisation.clone();
    visit.run(move |app, actor| members::leave(app, actor, &slug, now_micros())).await?;
    Ok(redirect_with_flash(ADDRESS, "done-roster-left"))
}
