//! One member at the desk: put on the roster, changed, verified, taken off.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::account::age::AgeBand;
use crate::organisation::roster::{Column, Details};
use crate::service::access::Act;
use crate::service::members::{self, Member};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Fact, Field, Form};
use crate::web::moments::day;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::ask;
use crate::web::pages::desk::{Sheet, no_reason};
use crate::web::pages::list::encode;
use crate::web::visit::Visit;

use super::area::Place;
use super::faults::{FieldFault, words};
use super::members::age_words;

const NEW: Shape = Shape::of(&["handle", "name", "number", "club", "province", "age"]);
const EDITED: Shape = Shape::of(&["name", "number", "club", "province", "age", "before"]);
const REMOVED: Shape = Shape::of(&["reason"]);
const VERIFIED: Shape = Shape::of(&["verified"]);

fn fields(texts: Texts, form: Form, one: &Details) -> Form {
    let ages = AgeBand::ALL.map(|age| Choice::new(age.key(), age_words(age, texts))).to_vec();
    form.with(
        Field::line(texts, "name", "org-real-name")
            .hint("org-real-name-hint")
            .value(&one.real_name),
    )
    .with(Field::line(texts, "number", "org-number").hint("org-number-hint").value(&one.number))
    .with(Field::line(texts, "club", "org-club").value(&one.club))
    .with(Field::line(texts, "province", "org-province").value(&one.province))
    .with(Field::select(texts, "age", "org-age", ages).hint("org-age-hint").value(one.age.key()))
}

/// What was sent, or all that is wrong with it; what was not sent at all stays as it is.
fn read(texts: Texts, sent: &forms::Form, before: Details) -> Result<Details, Vec<FieldFault>> {
    let text = |name: &str, before: String| {
        if sent.has(name) { sent.text(name).to_owned() } else { before }
    };
    let age = AgeBand::ALL.into_iter().find(|age| age.key() == sent.text("age"));
    let details = Details {
        number: text("number", before.number),
        real_name: text("name", before.real_name),
        club: text("club", before.club),
        province: text("province", before.province),
        age: age.unwrap_or(before.age),
    };
    let mut faults = match details.checked() {
        Ok(_) => Vec::new(),
        Err(found) => {
            let field = |column: Column| column.key();
            found.iter().map(|(column, fault)| (field(*column), words(texts, fault))).collect()
        }
    };
    if age.is_none() && sent.has("age") {
        faults.push(("age", texts.get("org-fault-age")));
    }
    if faults.is_empty() { Ok(details) } else { Err(faults) }
}

fn new_sheet(visit: &Visit, place: &Place) -> Sheet {
    let texts = visit.texts();
    let action = place.address("members/add");
    let form = Form::new(texts, "member", &action, &visit.form_token(), "org-member-add");
    let handle = Field::line(texts, "handle", "org-handle").hint("org-handle-hint").required();
    let form = fields(texts, form.with(handle.autocomplete("off")), &Details::default());
    Sheet::new(visit, place.head(visit, "members", "org-member-add"))
        .say("org-member-words")
        .form(form)
        .link(place.address("roster"), "org-roster-many")
}

/// The form for somebody new.
pub async fn show_new(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    new_sheet(&visit, &place).answer(&visit)
}

/// Puts somebody on the roster.
pub async fn take_new(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    let sent = forms::read(&visit, &request, payload, NEW).await?;
    let handle = sent.text("handle").to_owned();
    let mut read = read(visit.texts(), &sent, Details::default());
    if handle.is_empty() {
        let fault = ("handle", visit.texts().get("org-fault-empty"));
        read = Err(std::iter::once(fault).chain(read.err().unwrap_or_default()).collect());
    }
    let added = match read {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(details) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let added = attempt(&visit, move |app| {
                Ok(members::add(app, &actor, &slug, &handle, &details, now())?)
            });
            added.await?
        }
    };
    match added {
        Ok(_) => Ok(see_other(&Done::address(&place.address("members"), "done-org-member-added"))),
        Err(refusal) => new_sheet(&visit, &place).filled(&sent).refused(&visit, refusal),
    }
}

/// One member whom the visitor keeps.
async fn kept(visit: &Visit, slug: &str, handle: &str) -> Result<(Place, Member), PageError> {
    let place = Place::enter(visit, slug, Act::EditRoster).await?;
    let (actor, slug, handle) = (visit.actor().clone(), slug.to_owned(), handle.to_owned());
    let member = ask(visit, move |app| members::get(app, &actor, &slug, &handle)).await?;
    Ok((place, member))
}

/// What a form was filled from, so that a change by somebody else in between is noticed.
fn stamp(one: &Details) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [&one.number, &one.real_name, &one.club, &one.province] {
        hasher.update(part.as_bytes()).update(b"\0");
    }
    hasher.update(one.age.key().as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

fn facts(texts: Texts, member: &Member) -> Vec<Fact> {
    let player = format!("/players/{}", encode(&member.handle));
    let verified = match (member.verified_at, &member.more) {
        (Some(at), Some(more)) => {
            texts.fill("org-verified-by", &[("name", more.verified_by.clone()), ("day", day(at))])
        }
        _ => texts.get("org-not-verified"),
    };
    let has = member.more.as_ref().is_some_and(|more| more.has_account);
    let account = if has { "org-account-yes" } else { "org-account-no" };
    vec![
        Fact::new(texts, "org-handle", &member.handle).link(texts, player, "org-player-page"),
        Fact::new(texts, "org-joined", day(member.joined_at)),
        Fact::new(texts, "org-affiliation", verified),
        Fact::new(texts, "org-account", texts.get(account)),
    ]
}

fn sheet(visit: &Visit, place: &Place, member: &Member) -> Sheet {
    let texts = visit.texts();
    let at = place.address(&format!("members/{}", encode(&member.handle)));
    let details = member.details();
    let token = visit.form_token();
    let form = Form::new(texts, "member", &format!("{at}/edit"), &token, "save")
        .with(Field::hidden(texts, "before", stamp(&details)));
    let form = fields(texts, form, &details);
    let verified = member.verified_at.is_some();
    let (words, value) = if verified { ("org-unverify", "0") } else { ("org-verify", "1") };
    let verify = Form::new(texts, "verify", &format!("{at}/verify"), &token, words)
        .with(Field::hidden(texts, "verified", value));
    let mut head = place.head(visit, "members", "org-member");
    head.heading.clone_from(&member.handle);
    let sheet = Sheet::new(visit, head).facts(facts(texts, member)).form(form);
    let has_some = !details.club.is_empty() || !details.province.is_empty();
    let sheet = if has_some { sheet.other("org-affiliation", verify) } else { sheet };
    sheet.link(format!("{at}/remove"), "org-member-remove")
}

/// The form for one who is there.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (place, member) = kept(&visit, &path.0, &path.1).await?;
    sheet(&visit, &place, &member).answer(&visit)
}

/// Changes what is known of a member; what somebody else has changed since is not written over.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (place, member) = kept(&visit, &path.0, &path.1).await?;
    let sent = forms::read(&visit, &request, payload, EDITED).await?;
    let changed = match read(visit.texts(), &sent, member.details()) {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(_) if sent.text("before") != stamp(&member.details()) => {
            Err(Refusal::faults(vec![("", visit.texts().get("org-changed-since"))]))
        }
        Ok(details) => {
            let (actor, (slug, handle)) = (visit.actor().clone(), path.into_inner());
            let changed = attempt(&visit, move |app| {
                Ok(members::edit(app, &actor, &slug, &handle, &details, now())?)
            });
            changed.await?
        }
    };
    match changed {
        Ok(_) => Ok(see_other(&Done::address(&place.address("members"), "done-org-member-saved"))),
        Err(refusal) => sheet(&visit, &place, &member).filled(&sent).refused(&visit, refusal),
    }
}

/// Says that club and province are verified, or takes it back.
pub async fn verify(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (place, member) = kept(&visit, &path.0, &path.1).await?;
    let sent = forms::read(&visit, &request, payload, VERIFIED).await?;
    // What brings nothing takes nothing back.
    let verified = match sent.text("verified") {
        "1" => true,
        "0" => false,
        _ => return Ok(see_other(&place.address(&format!("members/{}/edit", encode(&path.1))))),
    };
    let (actor, (slug, handle)) = (visit.actor().clone(), path.into_inner());
    let done = attempt(&visit, move |app| {
        Ok(members::verify(app, &actor, &slug, &handle, verified, now())?)
    });
    let words = if verified { "done-org-member-verified" } else { "done-org-member-unverified" };
    match done.await? {
        Ok(_) => Ok(see_other(&Done::address(&place.address("members"), words))),
        Err(refusal) => sheet(&visit, &place, &member).refused(&visit, refusal),
    }
}

fn remove_sheet(visit: &Visit, place: &Place, member: &Member) -> Sheet {
    let texts = visit.texts();
    let at = place.address(&format!("members/{}", encode(&member.handle)));
    let form = Form::new(
        texts,
        "remove",
        &format!("{at}/remove"),
        &visit.form_token(),
        "org-member-remove",
    )
    .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
    .danger()
    .instead(&format!("{at}/edit"), "cancel");
    Sheet::new(visit, place.head(visit, "members", "org-member-remove"))
        .say_words(texts.one("org-member-remove-words", "handle", &member.handle))
        .form(form)
}

/// Asks whether a member is to go.
pub async fn show_remove(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (place, member) = kept(&visit, &path.0, &path.1).await?;
    remove_sheet(&visit, &place, &member).answer(&visit)
}

/// Takes a member off the roster.
pub async fn take_remove(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (place, member) = kept(&visit, &path.0, &path.1).await?;
    let sent = forms::read(&visit, &request, payload, REMOVED).await?;
    let reason = sent.text("reason").to_owned();
    let (actor, (slug, handle)) = (visit.actor().clone(), path.into_inner());
    let removed = if let Some(refusal) = no_reason(visit.texts(), &reason) {
        Err(refusal)
    } else {
        let removed = attempt(&visit, move |app| {
            Ok(members::remove(app, &actor, &slug, &handle, &reason, now())?)
        });
        removed.await?
    };
    match removed {
        Ok(()) => {
            Ok(see_other(&Done::address(&place.address("members"), "done-org-member-removed")))
        }
        Err(refusal) => {
            remove_sheet(&visit, &place, &member).filled(&sent).refused(&visit, refusal)
        }
    }
}
