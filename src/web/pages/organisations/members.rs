//! An organisation's members: the public list, and what officials can do.

use crate::web::prelude::*;
use adjutant_domain::account::age::AgeBand;
use adjutant_service::access::{Act, Actor};
use adjutant_service::members::{self, Member, MemberFilter, OfficialMemberDetails, RosterPage};
use adjutant_service::organisations::{Organisation, OrganisationState};
use adjutant_service::{App, Error, leaderboard, pools};
use adjutant_site::filters;
use adjutant_site::labels::title_label;
use adjutant_site::parameters::{percent_encode, to_query};
use adjutant_site::time_format::format_date;
use ledger_ratings::board::Row;
use ledger_ratings::{Pool, Titles};

use adjutant_site::org_context::OrgContext;

const MEMBERS_PER_PAGE: usize = 100;

const DONE_KEYS: &[&str] = &[
    "done-org-member-added",
    "done-org-member-saved",
    "done-org-member-removed",
    "done-org-member-verified",
    "done-org-member-unverified",
    "done-org-roster",
];

struct MemberRow<'a> {
    member: &'a Member,
    /// Rating and title in the first pool in which they have a rating; otherwise empty.
    rating: String,
    title: String,
    /// Who verified club and province, and when; empty if unverified.
    verified: String,
    desk: Option<MemberAdminPart<'a>>,
}

/// The part of the row for officials.
struct MemberAdminPart<'a> {
    details: &'a OfficialMemberDetails,
    age: String,
    edit: String,
    verify: Option<SubmitButton>,
}

#[derive(Template)]
#[template(path = "organisations/members.html")]
struct MembersPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    place: &'a OrgContext,
    total: String,
    search: String,
    club: String,
    kept: bool,
    lines: Vec<MemberRow<'a>>,
    next: Option<String>,
}

pub fn age_band_label(age: AgeBand, texts: Texts) -> String {
    texts.get(match age {
        AgeBand::Unknown => "org-age-unknown",
        AgeBand::Below13 => "org-age-below-13",
        AgeBand::From13To17 => "org-age-13-17",
        AgeBand::From18To59 => "org-age-18-59",
        AgeBand::From60 => "org-age-60-up",
    })
}

/// A member's rating in a pool of the organisation.
struct RatedMember {
    pool: &'static Pool,
    titles: Titles,
    row: Row,
}

struct MembersData {
    page: RosterPage,
    rated: Vec<Option<RatedMember>>,
}

fn load_members(
    app: &App,
    actor: &Actor,
    own: &Organisation,
    search: &MemberFilter,
) -> Result<MembersData, Error> {
    let page = members::page(app, actor, &own.slug, search, MEMBERS_PER_PAGE)?;
    let open = own.state == OrganisationState::Open;
    let pools = if open { pools::of_organisation(app, &own.slug)? } else { Vec::new() };
    let rated = page.items.iter().map(|member| first_rating(app, &pools, &member.handle));
    Ok(MembersData { rated: rated.collect::<Result<_, _>>()?, page })
}

/// The rating in the first of the pools in which the player has one.
fn first_rating(
    app: &App,
    pools: &[&'static Pool],
    handle: &str,
) -> Result<Option<RatedMember>, Error> {
    for pool in pools {
        if let Some(row) = leaderboard::row(app, pool, handle)? {
            return Ok(Some(RatedMember { pool, titles: pools::titles(app, pool)?, row }));
        }
    }
    Ok(None)
}

fn member_row<'a>(
    visit: &RequestContext,
    place: &OrgContext,
    member: &'a Member,
    rated: Option<&RatedMember>,
) -> MemberRow<'a> {
    let texts = visit.texts();
    let row = rated.map(|own| (own, &own.row));
    let title = row.and_then(|(own, row)| row.title(own.pool, &own.titles));
    let verified = member.verified_at.map(|at| {
        let values = [("name", place.organisation.name.clone()), ("day", format_date(texts, at))];
        texts.fill("org-verified-by", &values)
    });
    MemberRow {
        member,
        rating: row.map(|(_, row)| row.glicko.whole_points().to_string()).unwrap_or_default(),
        title: title.map(|title| title_label(title, texts).into_owned()).unwrap_or_default(),
        verified: verified.unwrap_or_default(),
        desk: admin_part(visit, place, member),
    }
}

fn admin_part<'a>(
    visit: &RequestContext,
    place: &OrgContext,
    member: &'a Member,
) -> Option<MemberAdminPart<'a>> {
    let texts = visit.texts();
    let more = member.official_details.as_ref()?;
    let at = place.address(&format!("members/{}", percent_encode(&member.handle)));
    let has_some = !member.club.is_empty() || !member.province.is_empty();
    let verify = visit
        .button(format!("{at}/verify"), "org-verify-short")
        .with_hidden_field("verified", "1")
        .with_target(&member.handle);
    Some(MemberAdminPart {
        details: more,
        age: if more.age == AgeBand::Unknown {
            String::new()
        } else {
            age_band_label(more.age, texts)
        },
        edit: format!("{at}/edit"),
        verify: (has_some && member.verified_at.is_none()).then_some(verify),
    })
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    found: &'a MembersData,
    search: MemberFilter,
    done: Option<FlashMessage>,
) -> MembersPage<'a> {
    let texts = visit.texts();
    let head = place.area_header(visit, "members", "org-members").done(texts, done);
    let club = search.club.unwrap_or_default();
    let further = |after: &String| {
        let query = to_query(&[("search", &search.prefix), ("club", &club), ("after", after)]);
        format!("{}{query}", place.address("members"))
    };
    let rows = found.page.items.iter().zip(&found.rated);
    MembersPage {
        frame: head.frame(visit),
        head,
        place,
        total: texts.count("org-members-count", found.page.total),
        next: found.page.next.as_ref().map(further),
        kept: place.is_permitted(visit, Act::EditRoster),
        lines: rows.map(|(one, rated)| member_row(visit, place, one, rated.as_ref())).collect(),
        search: search.prefix,
        club,
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let given = query.parse(&["search", "club", "after", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let text = |name: &str| given.text(name);
    let search = MemberFilter {
        prefix: text("search").unwrap_or_default(),
        club: text("club"),
        after: text("after").unwrap_or_default(),
    };
    let (own, asked) = (place.organisation.clone(), search.clone());
    let found = visit.run(move |app, actor| load_members(app, actor, &own, &asked)).await?;
    html(&visit, &page(&visit, &place, &found, search, done))
}
