//! An organisation's leagues: their divisions with who goes up and down, and for officials the next season.

use adjutant_domain::contest::EntrantId;
use adjutant_service::Error;
use adjutant_service::access::Act;
use adjutant_service::contests::{
    self, ContestRow, Decisions, Division, DivisionPlace, League, NextSeason, delete_drafts,
    make_next_season, no_spot,
};
use adjutant_service::organisations::OrganisationState;
use adjutant_site::forms::{FormSchema, SubmittedForm};
use adjutant_site::series_link::league_address;
use adjutant_site::time_format::{format_day, iso_day};
use ledger_ratings::Day;

use crate::web::prelude::*;
use adjutant_site::org_context::OrgContext;

const DONE_KEYS: &[&str] = &["done-league-deleted"];
const NEXT: FormSchema =
    FormSchema { single: &["do", "league", "name", "day"], repeated: &["to"], files: &[] };
const OUT: &str = "out";

struct PersonRow {
    name: String,
    place: String,
    /// What of the standings it is: an arrow, and its words.
    arrow: &'static str,
    words: String,
    is_tied: bool,
    is_no_member: bool,
    /// For officials of a finished league: where they go, and what each choice sends.
    targets: Vec<Choice>,
}

struct DivisionView {
    number: usize,
    event: String,
    address: String,
    people: Vec<PersonRow>,
    /// For officials: how many there are now and in the next season.
    size: String,
}

#[derive(Template)]
#[template(path = "organisations/leagues.html")]
struct LeaguesPage<'a> {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    area: String,
    place: &'a OrgContext,
    heading: String,
    done: String,
    faults: Vec<String>,
    csrf: String,
    /// All leagues with their addresses, unless one is shown.
    all: Vec<(String, String, String)>,
    league: String,
    divisions: Vec<DivisionView>,
    /// For officials of a finished league: name and day of the next season.
    next: Option<(String, String)>,
    /// Whether the visitor may delete all of its events.
    may_delete: bool,
}

fn arrow(place: &DivisionPlace) -> &'static str {
    match place.zone.key() {
        "up" => "▲",
        "plays-up" => "△",
        "plays-down" => "▽",
        "down" => "▼",
        "leaves" => "×",
        _ => "",
    }
}

/// Where somebody may go, as the form sends it.
fn targets(
    (division, place): (&Division, &DivisionPlace),
    count: usize,
    decisions: &Decisions,
    texts: Texts,
) -> Vec<Choice> {
    let slug = &division.loaded.row.slug;
    let chosen = decisions
        .get(&(slug.clone(), place.id))
        .copied()
        .unwrap_or_else(|| place.zone.next_level(division.level));
    let choice = |level: Option<usize>| {
        let to = level.map_or_else(|| OUT.to_owned(), |level| level.to_string());
        let words = match level {
            Some(level) => texts.one("league-division", "number", level + 1),
            None => texts.get("league-out"),
        };
        Choice {
            chosen: chosen == level,
            ..Choice::new(format!("{slug}/{}/{to}", place.id.0), words)
        }
    };
    (0..count).map(Some).chain([None]).map(choice).collect()
}

fn division_view(
    league: &League,
    division: &Division,
    (decides, decisions): (bool, &Decisions),
    texts: Texts,
) -> DivisionView {
    let person = |place: &DivisionPlace| PersonRow {
        name: place.name.clone(),
        place: place.place.map(|place| place.to_string()).unwrap_or_default(),
        arrow: arrow(place),
        words: match place.zone.key() {
            "stays" => String::new(),
            zone => texts.get(&format!("league-zone-{zone}")),
        },
        is_tied: place.is_tied,
        is_no_member: place.is_no_member && decides,
        targets: match decides {
            true => targets((division, place), league.divisions.len(), decisions, texts),
            false => Vec::new(),
        },
    };
    let sizes = league.next_sizes(decisions);
    let values = [
        ("now", division.places.len().to_string()),
        ("next", sizes.get(division.level).copied().unwrap_or(0).to_string()),
    ];
    let row = &division.loaded.row;
    DivisionView {
        number: division.level + 1,
        event: row.name.clone(),
        address: format!("/events/{}", row.slug),
        people: division.places.iter().map(person).collect(),
        size: if decides { texts.fill("league-size", &values) } else { String::new() },
    }
}

fn base<'a>(visit: &RequestContext, place: &'a OrgContext, heading: String) -> LeaguesPage<'a> {
    LeaguesPage {
        frame: visit.frame(format!("{heading} · {}", place.organisation.name)),
        tabs: place.public_tabs(visit.texts()),
        area: place.area_label(visit.texts()),
        place,
        heading,
        done: String::new(),
        faults: Vec::new(),
        csrf: visit.form_token(),
        all: Vec::new(),
        league: String::new(),
        divisions: Vec::new(),
        next: None,
        may_delete: false,
    }
}

fn list_page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    all: &[(String, Vec<ContestRow>)],
) -> LeaguesPage<'a> {
    let texts = visit.texts();
    let row = |(name, events): &(String, Vec<ContestRow>)| {
        let first = events.iter().map(|event| event.first_day).min().unwrap_or(0);
        let address = league_address(&place.organisation.slug, name);
        (name.clone(), address, format_day(texts, Day(first)))
    };
    let all = all.iter().map(row).collect();
    LeaguesPage { all, ..base(visit, place, texts.get("leagues")) }
}

fn league_page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    league: &League,
    decisions: &Decisions,
) -> LeaguesPage<'a> {
    let texts = visit.texts();
    let may = place.organisation.state == OrganisationState::Open
        && place.is_permitted(visit, Act::RunEvent);
    let decides = may && league.is_over();
    let (name, day) = league.next();
    let view = |division| division_view(league, division, (decides, decisions), texts);
    LeaguesPage {
        league: league.name.clone(),
        divisions: league.divisions.iter().map(view).collect(),
        next: decides.then(|| (name, iso_day(day))),
        may_delete: may && league.is_draft(),
        ..base(visit, place, league.name.clone())
    }
}

async fn load(
    visit: &RequestContext,
    place: &OrgContext,
    name: String,
) -> Result<League, PageError> {
    place.run(visit, move |app, actor, slug| contests::league(app, actor, slug, &name)).await
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let given = query.parse(&["name", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    match given.text("name") {
        Some(name) => {
            let league = load(&visit, &place, name).await?;
            html(&visit, &league_page(&visit, &place, &league, &Decisions::new()))
        }
        None => {
            let all = place.run(&visit, contests::leagues).await?;
            html(&visit, &LeaguesPage { done, ..list_page(&visit, &place, &all) })
        }
    }
}

/// What officials decide; `None` for what no page of ours sends.
fn decisions(sent: &SubmittedForm) -> Option<Decisions> {
    let read = |text: &str| {
        let mut parts = text.splitn(3, '/');
        let slug = parts.next()?.to_owned();
        let id = EntrantId(parts.next()?.parse().ok()?);
        let level = match parts.next()? {
            OUT => None,
            level => Some(level.parse().ok()?),
        };
        Some(((slug, id), level))
    };
    sent.all("to").map(read).collect()
}

/// Shows how large the divisions of the next season are, or makes them.
pub async fn submit_next(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, NEXT).await?;
    let Some(decided) = decisions(&sent) else {
        return Err(PageError::new(&visit, &no_spot()));
    };
    let league = load(&visit, &place, sent.text("league").to_owned()).await?;
    let shown = |faults, status| {
        let page = league_page(&visit, &place, &league, &decided);
        let next =
            page.next.as_ref().map(|_| (sent.raw("name").to_owned(), sent.raw("day").to_owned()));
        private_html(&visit, status, &LeaguesPage { next, faults, ..page })
    };
    if sent.text("do") != "make" {
        return shown(Vec::new(), StatusCode::OK);
    }
    let texts = visit.texts();
    let day = Day::parse(sent.text("day"));
    let day = day.ok_or_else(|| FormRefusal::fault("day", texts.get("contest-fault-day")));
    let next = day.map(|first_day| NextSeason {
        league: league.name.clone(),
        name: sent.text("name").to_owned(),
        first_day,
        decisions: decided.clone(),
    });
    let name = sent.text("name").to_owned();
    let made = place.attempt(&visit, next, |app, actor, slug, next| {
        make_next_season(app, actor, slug, &next, now_micros())
    });
    match made.await? {
        Ok(_) => Ok(see_other(&league_address(&place.organisation.slug, &name))),
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            shown(faults, status)
        }
    }
}

/// Deletes the drafts of a league, which can be made again.
pub async fn delete(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, FormSchema::new(&["league"])).await?;
    let name = sent.text("league").to_owned();
    let deleted = place.attempt(&visit, Ok(name.clone()), |app, actor, slug, name| {
        delete_drafts(app, actor, slug, &name, now_micros()).map_err(|e| match e {
            Error::Hidden => no_spot(),
            e => e,
        })
    });
    match deleted.await? {
        Ok(()) => Ok(redirect_with_flash(&place.address("leagues"), "done-league-deleted")),
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            let all = place.run(&visit, contests::leagues).await?;
            private_html(&visit, status, &LeaguesPage { faults, ..list_page(&visit, &place, &all) })
        }
    }
}
