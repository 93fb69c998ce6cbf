//! Administration of a member: add, edit, verify, remove.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::account::age::AgeBand;
use adjutant_domain::organisation::roster::MemberDetails;
use adjutant_service::members::{self, Member};
use adjutant_site::forms::{FieldFault, ReasonForm, required_reason, values_digest};
use adjutant_site::parameters::percent_encode;
use adjutant_site::time_format::format_date;

use super::members::age_band_label;
use adjutant_site::org_context::{OrgContext, require_unchanged};

/// A member, new or as edited; a field that was not sent stays as it is.
#[derive(Clone, Deserialize)]
struct MemberForm {
    /// Of a new member.
    handle: String,
    name: Option<String>,
    number: Option<String>,
    club: Option<String>,
    province: Option<String>,
    age: Option<Entry<AgeBand>>,
    /// The digest of the details that the form was filled from.
    before: String,
}

#[derive(Deserialize)]
struct VerifyForm {
    verified: String,
}

/// The slug of the organisation, and the handle of a member.
type MemberPath = Path<(String, String)>;

fn fields(texts: Texts, one: &MemberDetails) -> [Field; 5] {
    let ages = AgeBand::ALL.map(|age| Choice::new(age.key(), age_band_label(age, texts))).to_vec();
    [
        Field::text(texts, "name", "org-real-name")
            .hint("org-real-name-hint")
            .value(&one.real_name),
        Field::text(texts, "number", "org-number").hint("org-number-hint").value(&one.number),
        Field::text(texts, "club", "org-club").value(&one.club),
        Field::text(texts, "province", "org-province").value(&one.province),
        Field::select(texts, "age", "org-age", ages).hint("org-age-hint").value(one.age.key()),
    ]
}

/// Parses the member's details, or returns all faults; a field that was not sent stays as it is.
fn details_from_form(
    texts: Texts,
    sent: &MemberForm,
    before: MemberDetails,
) -> Result<MemberDetails, Vec<FieldFault>> {
    let sent = sent.clone();
    let age = sent.age.and_then(Entry::get);
    let details = MemberDetails {
        number: sent.number.unwrap_or(before.number),
        real_name: sent.name.unwrap_or(before.real_name),
        club: sent.club.unwrap_or(before.club),
        province: sent.province.unwrap_or(before.province),
        age: age.unwrap_or(before.age),
    };
    let found = details.validated().err().unwrap_or_default().into_iter();
    let mut faults: Vec<FieldFault> = found
        .map(|(column, fault)| (column.key(), texts.localize(&fault.message().into())))
        .collect();
    if age.is_none() && sent.age.is_some() {
        faults.push(("age", texts.get("org-fault-age")));
    }
    if faults.is_empty() { Ok(details) } else { Err(faults) }
}

fn new_form_page(visit: &RequestContext, place: &OrgContext) -> FormPage {
    let texts = visit.texts();
    let action = place.address("members/add");
    let form = visit.form("member", &action, "org-member-add");
    let handle = Field::text(texts, "handle", "org-handle").hint("org-handle-hint").required();
    let form = form
        .with_field(handle.autocomplete("off"))
        .with_fields(fields(texts, &MemberDetails::default()));
    FormPage::new(visit, place.area_header(visit, "members", "org-member-add"))
        .paragraph("org-member-words")
        .form(form)
        .link(place.address("roster"), "org-roster-many")
}

pub async fn show_new(visit: RequestContext, place: OrgContext) -> PageResult {
    new_form_page(&visit, &place).respond(&visit)
}

pub async fn submit_new(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<MemberForm>(&visit).await?;
    let handle = sent.handle.clone();
    let mut details = details_from_form(visit.texts(), &sent, MemberDetails::default());
    if handle.is_empty() {
        let fault = ("handle", visit.texts().get("refused-field-empty"));
        details = Err(std::iter::once(fault).chain(details.err().unwrap_or_default()).collect());
    }
    let details = details.map_err(FormRefusal::from_faults);
    let added = place.attempt(&visit, details, move |app, actor, slug, details| {
        members::add(app, actor, slug, &handle, &details, now_micros())
    });
    let outcome = added.await?.map(|_| (place.address("members"), "done-org-member-added"));
    new_form_page(&visit, &place).answer(&visit, &sent, outcome)
}

/// Loads the member whom an address names.
async fn load_member(
    visit: &RequestContext,
    place: &OrgContext,
    path: &MemberPath,
) -> PageResult<Member> {
    let handle = path.1.clone();
    place.run(visit, move |app, actor, slug| members::get(app, actor, slug, &handle)).await
}

fn details_digest(one: &MemberDetails) -> String {
    values_digest(&[&one.number, &one.real_name, &one.club, &one.province, one.age.key()])
}

fn facts(texts: Texts, member: &Member) -> Vec<LabeledFact> {
    let player = format!("/players/{}", percent_encode(&member.handle));
    let verified = match (member.verified_at, &member.official_details) {
        (Some(at), Some(more)) => texts.fill(
            "org-verified-by",
            &[("name", more.verified_by.clone()), ("day", format_date(texts, at))],
        ),
        _ => texts.get("org-not-verified"),
    };
    let has = member.official_details.as_ref().is_some_and(|more| more.has_account);
    let account = if has { "org-account-yes" } else { "org-account-no" };
    vec![
        LabeledFact::new(texts, "org-handle", &member.handle).with_link(
            texts,
            player,
            "org-player-page",
        ),
        LabeledFact::new(texts, "org-joined", format_date(texts, member.joined_at)),
        LabeledFact::new(texts, "org-affiliation", verified),
        LabeledFact::new(texts, "org-account", texts.get(account)),
    ]
}

fn edit_form_page(visit: &RequestContext, place: &OrgContext, member: &Member) -> FormPage {
    let texts = visit.texts();
    let at = place.address(&format!("members/{}", percent_encode(&member.handle)));
    let details = member.to_details();
    let form = visit
        .form("member", &format!("{at}/edit"), "save")
        .with_field(Field::hidden(texts, "before", details_digest(&details)))
        .with_fields(fields(texts, &details));
    let verified = member.verified_at.is_some();
    let (words, value) = if verified { ("org-unverify", "0") } else { ("org-verify", "1") };
    let verify = visit
        .form("verify", &format!("{at}/verify"), words)
        .with_field(Field::hidden(texts, "verified", value));
    let mut head = place.area_header(visit, "members", "org-member");
    head.heading.clone_from(&member.handle);
    let sheet = FormPage::new(visit, head).facts(facts(texts, member)).form(form);
    let has_some = !details.club.is_empty() || !details.province.is_empty();
    let sheet = if has_some { sheet.second_form("org-affiliation", verify) } else { sheet };
    sheet.link(format!("{at}/remove"), "org-member-remove")
}

pub async fn show(visit: RequestContext, place: OrgContext, path: MemberPath) -> PageResult {
    let member = load_member(&visit, &place, &path).await?;
    edit_form_page(&visit, &place, &member).respond(&visit)
}

/// Changes a member's details, unless somebody else has changed them in the meantime.
pub async fn submit_edit(
    visit: RequestContext,
    place: OrgContext,
    path: MemberPath,
    post: Post,
) -> PageResult {
    let member = load_member(&visit, &place, &path).await?;
    let sent = post.read::<MemberForm>(&visit).await?;
    let texts = visit.texts();
    let same = sent.before == details_digest(&member.to_details());
    let details = details_from_form(texts, &sent, member.to_details())
        .map_err(FormRefusal::from_faults)
        .and_then(|details| require_unchanged(texts, same).map(|()| details));
    let (_, handle) = path.into_inner();
    let changed = place.attempt(&visit, details, move |app, actor, slug, details| {
        members::edit(app, actor, slug, &handle, &details, now_micros())
    });
    let outcome = changed.await?.map(|_| (place.address("members"), "done-org-member-saved"));
    edit_form_page(&visit, &place, &member).answer(&visit, &sent, outcome)
}

/// Marks club and province as verified or not verified.
pub async fn set_verified(
    visit: RequestContext,
    place: OrgContext,
    path: MemberPath,
    post: Post,
) -> PageResult {
    let member = load_member(&visit, &place, &path).await?;
    let sent = post.read::<VerifyForm>(&visit).await?;
    // A missing value must not remove the verification.
    let verified = match sent.verified.as_str() {
        "1" => true,
        "0" => false,
        _ => {
            return Ok(see_other(
                &place.address(&format!("members/{}/edit", percent_encode(&path.1))),
            ));
        }
    };
    let (_, handle) = path.into_inner();
    let done = place.attempt(&visit, Ok(verified), move |app, actor, slug, verified| {
        members::set_verified(app, actor, slug, &handle, verified, now_micros())
    });
    let words = if verified { "done-org-member-verified" } else { "done-org-member-unverified" };
    match done.await? {
        Ok(_) => Ok(redirect_with_flash(&place.address("members"), words)),
        Err(refusal) => edit_form_page(&visit, &place, &member).respond_refused(&visit, refusal),
    }
}

fn remove_form_page(visit: &RequestContext, place: &OrgContext, member: &Member) -> FormPage {
    let texts = visit.texts();
    let at = place.address(&format!("members/{}", percent_encode(&member.handle)));
    let form = visit
        .form("remove", &format!("{at}/remove"), "org-member-remove")
        .with_field(Field::reason(texts))
        .dangerous()
        .with_alternative(&format!("{at}/edit"), "cancel");
    FormPage::new(visit, place.area_header(visit, "members", "org-member-remove"))
        .paragraph_text(texts.one("org-member-remove-words", "handle", &member.handle))
        .form(form)
}

pub async fn show_remove(visit: RequestContext, place: OrgContext, path: MemberPath) -> PageResult {
    let member = load_member(&visit, &place, &path).await?;
    remove_form_page(&visit, &place, &member).respond(&visit)
}

pub async fn submit_remove(
    visit: RequestContext,
    place: OrgContext,
    path: MemberPath,
    post: Post,
) -> PageResult {
    let member = load_member(&visit, &place, &path).await?;
    let sent = post.read::<ReasonForm>(&visit).await?;
    let reason = required_reason(visit.texts(), &sent.reason);
    let (_, handle) = path.into_inner();
    let removed = place.attempt(&visit, reason, move |app, actor, slug, reason| {
        members::remove(app, actor, slug, &handle, &reason, now_micros())
    });
    let outcome = removed.await?.map(|()| (place.address("members"), "done-org-member-removed"));
    remove_form_page(&visit, &place, &member).answer(&visit, &sent, outcome)
}
