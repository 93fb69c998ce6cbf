//! Stewards' links at the desk: listed, created, shown once and revoked.

use actix_web::web::Path;

use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::StewardScope;
use adjutant_domain::moment::HOUR;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    NewStewardLink, StewardDuties, StewardLink, create_steward_link, no_spot, revoke_steward_link,
};
use adjutant_service::{Error, Thing};
use adjutant_site::assets;
use adjutant_site::forms::{self, FormSchema, run_attempt};
use adjutant_site::moment_text::MomentText;
use adjutant_site::prelude::*;
use adjutant_site::share_link::ShareLink;

use super::desk::{DeskData, DeskQuery, as_form_error, load_desk, render_refused};
use super::hall::{PATH, until_text};

const SHAPE: FormSchema = FormSchema::new(&[
    "do", "number", "name", "results", "check-in", "stage", "round", "first", "last", "hours",
]);
const LIFETIME_HOURS: [u32; 6] = [2, 4, 8, 12, 24, 72];
const DEFAULT_LIFETIME_HOURS: u32 = 8;

pub struct StewardLinkRow {
    pub link: StewardLink,
    pub duties: String,
    /// The end of its validity.
    pub until: MomentText,
    /// `None` if unused.
    pub used: Option<MomentText>,
}

/// The stages, and refused input.
pub struct StewardsPart {
    pub may_results: bool,
    pub may_people: bool,
    pub links: Vec<StewardLinkRow>,
    /// Empty if there is only one.
    pub stages: Vec<String>,
    pub hours: Vec<(u32, bool)>,
    /// Refused input.
    pub name: String,
    pub round: String,
    pub first: String,
    pub last: String,
}

/// A link just created, which is shown only now.
#[derive(Template)]
#[template(path = "contests/steward.html")]
struct StewardLinkPage {
    frame: PageFrame,
    back: String,
    event: String,
    name: String,
    duties: String,
    until: MomentText,
    link: ShareLink,
    copying: &'static str,
}

fn tables_label(reach: &StewardScope, texts: Texts) -> String {
    match &reach.tables {
        None => texts.get("steward-all-tables"),
        Some(tables) => texts.fill(
            "steward-tables",
            &[
                ("first", (tables.start() + 1).to_string()),
                ("last", (tables.end() + 1).to_string()),
            ],
        ),
    }
}

fn duties_label(duties: StewardDuties, reach: &StewardScope, texts: Texts) -> String {
    let mut parts = Vec::new();
    if duties.results {
        parts.push(format!("{}: {}", texts.get("contest-results"), tables_label(reach, texts)));
        let round = reach.round.map(|round| texts.one("contest-round", "number", round + 1));
        parts.extend(round);
    }
    if duties.check_in {
        parts.push(texts.get("hall-people"));
    }
    parts.join(" · ")
}

fn link_row(link: &StewardLink, zone: &str, texts: Texts) -> StewardLinkRow {
    StewardLinkRow {
        link: link.clone(),
        duties: duties_label(link.duties, &link.scope, texts),
        until: until_text(texts, link.expires_at, zone),
        used: link.used_at.map(|at| {
            MomentText::in_zone(texts, at, zone).within(|at| texts.one("steward-used", "at", at))
        }),
    }
}

pub fn stewards_part(
    desk: &DeskData,
    sent: Option<&forms::SubmittedForm>,
    texts: Texts,
) -> StewardsPart {
    let (contest, rights) = (&desk.board.loaded.contest, desk.rights);
    let several = contest.stages.len() > 1;
    let stages = contest.settings.plan.stages.iter().filter(|_| several);
    let typed = |name: &str| sent.map(|sent| sent.text(name).to_owned()).unwrap_or_default();
    let hours = typed("hours").parse().unwrap_or(DEFAULT_LIFETIME_HOURS);
    StewardsPart {
        may_results: rights.results && !contest.is_over,
        may_people: rights.people && !contest.is_over && contest.settings.check_in,
        links: desk
            .links
            .iter()
            .map(|link| link_row(link, &contest.settings.timetable.time_zone, texts))
            .collect(),
        stages: stages.map(|stage| stage.name.clone()).collect(),
        hours: LIFETIME_HOURS.map(|own| (own, own == hours)).to_vec(),
        name: typed("name"),
        round: typed("round"),
        first: typed("first"),
        last: typed("last"),
    }
}

/// A number from 1; `None` if empty.
fn parse_positive(sent: &forms::SubmittedForm, name: &str) -> Result<Option<usize>, Error> {
    match sent.text(name) {
        "" => Ok(None),
        text => {
            let number = text.parse::<usize>().ok().filter(|number| (1..=100_000).contains(number));
            number.map(|number| Some(number - 1)).ok_or_else(no_spot)
        }
    }
}

fn link_from_form(sent: &forms::SubmittedForm) -> Result<NewStewardLink, Error> {
    let (first, last) = (parse_positive(sent, "first")?, parse_positive(sent, "last")?);
    let tables = match (first, last) {
        (None, None) => None,
        (first, last) => {
            let first = first.unwrap_or(0);
            Some(first..=last.unwrap_or(first))
        }
    };
    let duties = StewardDuties {
        results: sent.is_checked("results"),
        check_in: sent.is_checked("check-in"),
    };
    Ok(NewStewardLink {
        name: sent.text("name").to_owned(),
        duties,
        scope: StewardScope {
            stage: parse_positive(sent, "stage")?,
            round: parse_positive(sent, "round")?,
            tables,
        },
        hours: sent.text("hours").parse().unwrap_or(0),
    })
}

/// Creates a link and shows it once, or revokes one.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SHAPE).await?;
    let slug = path.into_inner();
    if !["make", "end"].contains(&sent.text("do")) {
        return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug)));
    }
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let done = run_attempt(&visit, move |app| {
        let actor = looks.actor();
        if form.text("do") == "end" {
            let number = form.text("number").parse().unwrap_or(0);
            return Ok(revoke_steward_link(app, actor, &own, number, now_micros()).map(|()| None)?);
        }
        let new = link_from_form(&form).map_err(as_form_error)?;
        let made = create_steward_link(app, actor, &own, &new, now_micros());
        let secret = made.map_err(|e| AccountError::from(as_form_error(e)))?;
        Ok(Some((secret, new)))
    });
    let at = DeskQuery { part: "stewards", ..DeskQuery::default() };
    match done.await? {
        Ok(Some((secret, new))) => {
            let desk = load_desk(&visit, &slug).await?;
            render_created(&visit, &desk, &secret, &new)
        }
        Ok(None) => Ok(redirect_with_flash(&at.address(&slug), "done-contest-link-ended")),
        Err(refusal) => render_refused(&visit, &slug, &at, &sent, refusal).await,
    }
}

fn render_created(
    visit: &RequestContext,
    desk: &DeskData,
    secret: &Secret,
    new: &NewStewardLink,
) -> PageResult {
    let texts = visit.texts();
    let row = &desk.board.loaded.row;
    let back = DeskQuery { part: "stewards", ..DeskQuery::default() }.address(&row.slug);
    let mut frame = visit.frame(new.name.clone());
    // Preferences return to the desk, since this page is shown once.
    frame.address.clone_from(&back);
    let page = StewardLinkPage {
        frame,
        event: row.name.clone(),
        back,
        name: new.name.clone(),
        duties: duties_label(new.duties, &new.scope, texts),
        until: {
            let zone = &desk.board.loaded.contest.settings.timetable.time_zone;
            until_text(texts, now_micros() + i64::from(new.hours) * HOUR, zone)
        },
        link: ShareLink::new(visit, &format!("{PATH}/{}", secret.to_base32())),
        copying: assets::address("js/share/copy.js"),
    };
    private_html(visit, StatusCode::OK, &page)
}
