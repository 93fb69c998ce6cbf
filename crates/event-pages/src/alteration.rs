//! Changing the pairings of a published round by hand: the changes are listed, previewed with what they mean, and made
//! all at once.

use actix_web::web::Path;

use adjutant_domain::contest::{
    AlteredRound, Contest, EntrantId, EntrantStatus, PairingChange, Round, RoundId,
};
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    ContestCommand, LoadedContest, RoundCommand, authorize, contest_error, entrant_name, execute,
    load_contest, no_spot, unknown_entrant_name,
};
use adjutant_service::{App, Error};
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::parameters::ParameterError;
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_use_case;
use std::sync::Arc;

use super::desk::{DeskQuery, as_form_error, required_number, unknown_event};
use super::prizes::find_entrant;
use super::{MAX_QUERY_NUMBER, address, labels, with_query};

const SCHEMA: FormSchema = FormSchema {
    single: &["do", "stage", "round", "kind", "one", "other", "remove", "results_too"],
    repeated: &["change"],
    files: &[],
};

/// Kinds of changes with the keys of their labels, and whether a second player belongs to them.
const KINDS: [(&str, &str, bool); 6] = [
    ("exchange", "alter-kind-exchange", true),
    ("pair", "alter-kind-pair", true),
    ("colors", "alter-kind-colors", false),
    ("unpair", "alter-kind-unpair", false),
    ("bye", "alter-kind-bye", false),
    ("no-bye", "alter-kind-no-bye", false),
];

/// A change as a form carries it, such as `pair.8.2`.
fn to_text(change: &PairingChange) -> String {
    match change {
        PairingChange::Exchange { one, other } => format!("exchange.{}.{}", one.0, other.0),
        PairingChange::Pair { white, black } => format!("pair.{}.{}", white.0, black.0),
        PairingChange::SwapColors { entrant } => format!("colors.{}", entrant.0),
        PairingChange::Unpair { entrant } => format!("unpair.{}", entrant.0),
        PairingChange::Bye { entrant, bye: true } => format!("bye.{}", entrant.0),
        PairingChange::Bye { entrant, bye: false } => format!("no-bye.{}", entrant.0),
    }
}

fn from_text(text: &str) -> Option<PairingChange> {
    let mut parts = text.split('.');
    let kind = parts.next()?;
    let mut id = || parts.next()?.parse().ok().map(EntrantId);
    let change = to_change(kind, id()?, id);
    change.filter(|_| parts.next().is_none())
}

fn to_change(
    kind: &str,
    one: EntrantId,
    other: impl FnOnce() -> Option<EntrantId>,
) -> Option<PairingChange> {
    Some(match kind {
        "exchange" => PairingChange::Exchange { one, other: other()? },
        "pair" => PairingChange::Pair { white: one, black: other()? },
        "colors" => PairingChange::SwapColors { entrant: one },
        "unpair" => PairingChange::Unpair { entrant: one },
        "bye" => PairingChange::Bye { entrant: one, bye: true },
        "no-bye" => PairingChange::Bye { entrant: one, bye: false },
        _ => return None,
    })
}

fn sentence(contest: &Contest, change: &PairingChange, texts: Texts) -> String {
    let name = |id| entrant_name(contest, id);
    let two = |key, one, other| texts.fill(key, &[("one", name(one)), ("other", name(other))]);
    let one = |key, id| texts.one(key, "name", name(id));
    match *change {
        PairingChange::Exchange { one, other } => two("alter-exchange", one, other),
        PairingChange::Pair { white, black } => two("alter-pair", white, black),
        PairingChange::SwapColors { entrant } => one("alter-colors", entrant),
        PairingChange::Unpair { entrant } => one("alter-unpair", entrant),
        PairingChange::Bye { entrant, bye: true } => one("alter-bye", entrant),
        PairingChange::Bye { entrant, bye: false } => one("alter-no-bye", entrant),
    }
}

struct ChangeRow {
    value: String,
    sentence: String,
}

/// A table that others sit at, or that is new or gone.
struct TableDifference {
    table: usize,
    before: String,
    after: String,
}

struct Preview {
    tables: Vec<TableDifference>,
    /// What it means, apart from the tables.
    notes: Vec<String>,
    warnings: Vec<String>,
    /// How many tables lose their result.
    lost: usize,
}

#[derive(Template)]
#[template(path = "contests/alteration.html")]
struct AlterationPage {
    frame: PageFrame,
    back: String,
    event: String,
    action: String,
    csrf: String,
    faults: Vec<String>,
    stage: usize,
    round: usize,
    title: String,
    changes: Vec<ChangeRow>,
    kinds: Vec<Choice>,
    one: String,
    other: String,
    names: Vec<String>,
    preview: Option<Preview>,
}

/// The round that is changed, with what was asked so far.
struct Alteration {
    at: RoundId,
    changes: Vec<PairingChange>,
}

fn pair(contest: &Contest, sides: [EntrantId; 2]) -> String {
    let [one, other] = sides.map(|id| entrant_name(contest, id));
    format!("{one} – {other}")
}

fn differences(contest: &Contest, round: &Round, altered: &AlteredRound) -> Vec<TableDifference> {
    let count = round.meetings.len().max(altered.meetings.len());
    let rows = (0..count).filter_map(|table| {
        let before = round.meetings.get(table).map(|one| one.sides);
        let after = altered.meetings.get(table).map(|one| one.sides);
        let text =
            |sides: Option<_>| sides.map_or_else(|| "–".to_owned(), |sides| pair(contest, sides));
        let (before, after) = (before != after).then(|| (text(before), text(after)))?;
        Some(TableDifference { table: table + 1, before, after })
    });
    rows.collect()
}

fn preview(contest: &Contest, round: &Round, altered: &AlteredRound, texts: Texts) -> Preview {
    let names = |ids: &[EntrantId]| {
        ids.iter().map(|id| entrant_name(contest, *id)).collect::<Vec<_>>().join("; ")
    };
    let some = |key: &str, ids: &[EntrantId]| {
        (!ids.is_empty()).then(|| texts.one(key, "names", names(ids)))
    };
    let moves = altered.moves.iter().map(|moved| {
        let values = [("from", (moved.from + 1).to_string()), ("to", (moved.to + 1).to_string())];
        texts.fill("alter-move", &values)
    });
    let lost = altered.lost_results.iter().map(|table| texts.one("alter-lost", "table", table + 1));
    let notes = some("alter-joining", &altered.joining).into_iter();
    let byes = if altered.byes == round.byes { &[][..] } else { &altered.byes };
    let notes = notes
        .chain(some("alter-byes", byes))
        .chain(some("alter-unpaired", &altered.unpaired))
        .chain(lost)
        .chain(moves);
    let warnings = altered.warnings.iter().map(|one| labels::warning_text(contest, one, texts));
    Preview {
        tables: differences(contest, round, altered),
        notes: notes.collect(),
        warnings: warnings.collect(),
        lost: altered.lost_results.len(),
    }
}

/// Builds the page; `sent` is refused input.
fn page(
    visit: &RequestContext,
    loaded: &LoadedContest,
    wanted: &Alteration,
    mut faults: Vec<String>,
    sent: Option<&SubmittedForm>,
) -> Result<AlterationPage, PageError> {
    let (contest, texts, slug) = (&loaded.contest, visit.texts(), &loaded.row.slug);
    let Alteration { at, changes } = wanted;
    let round = contest.round(*at).filter(|round| round.published);
    let round = round.ok_or_else(|| unknown_event(visit, slug, no_spot()))?;
    let altered = contest.preview_alteration(*at, changes);
    if let (Err(why), true) = (&altered, faults.is_empty()) {
        faults.push(refusal_text(texts, &contest_error(why.clone())));
    }
    let title = texts.one("alter-title", "number", at.round + 1);
    let asked = DeskQuery { part: "rounds", stage: Some(at.stage + 1), ..DeskQuery::default() };
    let row = |change: &PairingChange| ChangeRow {
        value: to_text(change),
        sentence: sentence(contest, change, texts),
    };
    let typed = |name: &str| sent.map(|sent| sent.text(name).to_owned()).unwrap_or_default();
    let chosen = typed("kind");
    let kind = |(value, label, _): (&'static str, &str, bool)| Choice {
        chosen: value == chosen,
        ..Choice::new(value, texts.get(label))
    };
    let active = contest.numbered_entrants().filter(|(_, one)| one.status == EntrantStatus::Active);
    Ok(AlterationPage {
        frame: visit.frame(format!("{title} · {}", loaded.row.name)),
        back: asked.address(slug),
        event: loaded.row.name.clone(),
        action: address(slug, "run/alter"),
        csrf: visit.form_token(),
        stage: at.stage,
        round: at.round,
        title,
        changes: changes.iter().map(row).collect(),
        kinds: KINDS.into_iter().map(kind).collect(),
        one: typed("one"),
        other: typed("other"),
        names: active.map(|(id, _)| entrant_name(contest, id)).collect(),
        preview: altered
            .ok()
            .filter(|_| !changes.is_empty())
            .map(|altered| preview(contest, round, &altered, texts)),
        faults,
    })
}

fn refusal_text(texts: Texts, why: &Error) -> String {
    match why {
        Error::Invalid { message, .. } | Error::Conflict(message) | Error::NotFound(message) => {
            texts.localize(message)
        }
        other => other.to_string(),
    }
}

/// Loads the event for those who pair it; others learn nothing.
async fn load(visit: &RequestContext, slug: &str) -> Result<Arc<LoadedContest>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    run_use_case(visit, move |app| {
        authorize(app, &actor, Act::ManagePairings, &slug)?;
        load_contest(app, &slug)
    })
    .await
}

fn read_query(query: &QueryString) -> Result<RoundId, ParameterError> {
    let given = query.parse(&["stage", "round"])?;
    let stage = given.number("stage", 1..=MAX_QUERY_NUMBER)?.unwrap_or(1) - 1;
    let round = given.number("round", 1..=MAX_QUERY_NUMBER)?.unwrap_or(1) - 1;
    Ok(RoundId { stage, round })
}

/// The address of the page for a round; both numbers are counted from 1.
pub fn alteration_address(slug: &str, stage: usize, round: usize) -> String {
    let asked = [("stage", stage.to_string()), ("round", round.to_string())];
    with_query(&address(slug, "run/alter"), &asked)
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let at = read_query(&query).or_page(&visit)?;
    let loaded = load(&visit, &path).await?;
    let wanted = Alteration { at, changes: Vec::new() };
    let page = page(&visit, &loaded, &wanted, Vec::new(), None)?;
    private_html(&visit, StatusCode::OK, &page)
}

/// The change that is added by a form.
fn added_change(contest: &Contest, sent: &SubmittedForm) -> Result<PairingChange, Error> {
    let player = |name| {
        let text = sent.text(name);
        find_entrant(contest, text).ok_or_else(|| unknown_entrant_name(text))
    };
    let kind = KINDS.into_iter().find(|(kind, ..)| *kind == sent.text("kind"));
    let (kind, _, takes_two) = kind.ok_or_else(no_spot)?;
    let one = player("one")?;
    let other = if takes_two { Some(player("other")?) } else { None };
    to_change(kind, one, || other).ok_or_else(no_spot)
}

fn read_form(sent: &SubmittedForm) -> Result<Alteration, Error> {
    let number =
        |name| required_number(sent, name).ok().filter(|number| *number < MAX_QUERY_NUMBER);
    let (stage, round) = number("stage").zip(number("round")).ok_or_else(no_spot)?;
    let changes: Option<Vec<PairingChange>> = sent.all("change").map(from_text).collect();
    let mut changes = changes.ok_or_else(no_spot)?;
    if let Some(at) = sent.text("remove").parse().ok().filter(|at| *at < changes.len()) {
        changes.remove(at);
    }
    Ok(Alteration { at: RoundId { stage, round }, changes })
}

/// Adds a change to the list, removes one, or makes all of them.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    let loaded = load(&visit, &slug).await?;
    let mut wanted = read_form(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    if sent.text("do") == "save" {
        return save(&visit, &loaded, wanted, &sent).await;
    }
    let adds = sent.text("do") == "add" && !sent.text("one").is_empty();
    let added = adds.then(|| added_change(&loaded.contest, &sent));
    let (status, faults, typed) = match added {
        None => (StatusCode::OK, Vec::new(), None),
        Some(Err(why)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, vec![refusal_text(visit.texts(), &why)], Some(&sent))
        }
        Some(Ok(change)) => {
            wanted.changes.push(change);
            let refused = loaded.contest.preview_alteration(wanted.at, &wanted.changes).err();
            match refused {
                None => (StatusCode::OK, Vec::new(), None),
                // What cannot be made is not kept in the list.
                Some(why) => {
                    wanted.changes.pop();
                    let why = refusal_text(visit.texts(), &contest_error(why));
                    (StatusCode::UNPROCESSABLE_ENTITY, vec![why], Some(&sent))
                }
            }
        }
    };
    let page = page(&visit, &loaded, &wanted, faults, typed)?;
    private_html(&visit, status, &page)
}

async fn save(
    visit: &RequestContext,
    loaded: &LoadedContest,
    wanted: Alteration,
    sent: &SubmittedForm,
) -> PageResult {
    let Alteration { at, changes } = wanted;
    let (slug, actor) = (loaded.row.slug.clone(), visit.actor().clone());
    let command = RoundCommand::Alter {
        stage: at.stage,
        round: at.round,
        changes: changes.clone(),
        results_too: sent.is_checked("results_too"),
    };
    let own = slug.clone();
    let done = run_attempt(visit, move |app: &App| {
        let command = ContestCommand::Round(command);
        let made = execute(app, &actor, &own, &command, now_micros());
        made.map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(_) => {
            let asked =
                DeskQuery { part: "rounds", stage: Some(at.stage + 1), ..DeskQuery::default() };
            Ok(see_other(&asked.address_after(&slug, "done-contest-altered")))
        }
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            let loaded = load(visit, &slug).await?;
            let page = page(visit, &loaded, &Alteration { at, changes }, faults, Some(sent))?;
            private_html(visit, status, &page)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_read_as_it_was_written() {
        let (one, other) = (EntrantId(3), EntrantId(12));
        for change in [
            PairingChange::Exchange { one, other },
            PairingChange::Pair { white: one, black: other },
            PairingChange::SwapColors { entrant: one },
            PairingChange::Unpair { entrant: other },
            PairingChange::Bye { entrant: one, bye: true },
            PairingChange::Bye { entrant: one, bye: false },
        ] {
            assert_eq!(from_text(&to_text(&change)), Some(change));
        }
        for wrong in ["", "pair.3", "pair.3.x", "colors", "colors.3.4", "fly.3", "bye.-1"] {
            assert_eq!(from_text(wrong), None, "{wrong}");
        }
    }
}
