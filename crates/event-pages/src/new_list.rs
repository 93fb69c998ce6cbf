//! The list of players that a new event begins with: uploaded once, previewed with the schedule, and
//! sent along when the event is created.

use adjutant_domain::game::GameKind;
use adjutant_service::contests::{
    EntrantRowStatus, FilledList, NewContest, NewEntrant, fill_first_entrants,
    preview_first_entrants,
};
use adjutant_site::forms::{FieldFault, SubmittedForm};
use adjutant_site::prelude::*;

use adjutant_site::org_context::OrgContext;

use super::people_list::{EntrantList, ListPreview, PreviewPart, newest_list, set_guests, to_csv};

/// The field that says that the list that was sent before had faults: it is to be chosen again.
pub const FAULTY_FIELD: &str = "faulty-list";

/// The field that says that the list that comes along was uploaded, but has not been shown yet.
pub const UNSEEN_FIELD: &str = "unseen-list";

/// Whether the list of the form was uploaded and has not been shown yet.
pub fn is_unseen(sent: &SubmittedForm) -> bool {
    sent.file("file").is_some() || sent.text(UNSEEN_FIELD) == "1"
}

/// What comes along when other answers are wrong: an uploaded list that can be read, otherwise the
/// one that came along before. A browser does not keep a chosen file.
pub fn kept_lines(sent: &SubmittedForm) -> String {
    let uploaded = sent.file("file").and_then(|_| newest_list(sent).ok().flatten());
    uploaded.map_or_else(|| sent.raw("lines").to_owned(), |list| to_csv(&list.people))
}

/// The list of the form; its fault if the file cannot be read, or teams are asked for.
pub fn first_list(sent: &SubmittedForm, texts: Texts) -> Result<Option<EntrantList>, FieldFault> {
    let list = newest_list(sent).map_err(|e| ("file", texts.localize(&e.message())))?;
    if list.is_none() && sent.text(FAULTY_FIELD) == "1" {
        return Err(("file", texts.get("contest-fault-list-again")));
    }
    match list {
        Some(_) if sent.text("template").starts_with("team-") => {
            Err(("file", texts.get("contest-fault-team-list")))
        }
        // One that was shown before comes with the ticks of its rows.
        Some(mut list) if !is_unseen(sent) => {
            set_guests(&mut list.people, sent);
            Ok(Some(list))
        }
        list => Ok(list),
    }
}

/// Completes a list that was just uploaded from the organisation's rating list; one that was shown
/// before is complete.
pub async fn complete(
    visit: &RequestContext,
    place: &OrgContext,
    list: Option<EntrantList>,
    sent: &SubmittedForm,
) -> PageResult<(Option<EntrantList>, FilledList)> {
    match list {
        Some(mut list) if is_unseen(sent) => {
            let game = GameKind::parse(sent.text("game")).unwrap_or_default();
            let fill = move |app: &_, actor: &_, slug: &str| {
                let filled = fill_first_entrants(app, actor, (slug, game), &mut list.people)?;
                Ok((Some(list), filled))
            };
            place.run(visit, fill).await
        }
        list => Ok((list, FilledList::default())),
    }
}

/// The list as it was shown, whatever was ticked in it since: who is a guest needs no second look.
pub fn without_ticks(list: &EntrantList) -> String {
    let untick = |one: &NewEntrant| NewEntrant { guest: false, ..one.clone() };
    to_csv(&list.people.iter().map(untick).collect::<Vec<_>>())
}

/// The preview of a list.
pub struct FirstPreview {
    pub part: PreviewPart,
    /// The list as it is sent along.
    pub lines: String,
    /// Whether a row cannot be registered.
    pub is_faulty: bool,
}

/// Previews the list for the event that is asked for.
pub async fn preview(
    visit: &RequestContext,
    place: &OrgContext,
    new: NewContest,
    (list, filled, sent): (EntrantList, FilledList, &SubmittedForm),
) -> PageResult<Result<FirstPreview, FormRefusal>> {
    let people: Vec<NewEntrant> = list.people.clone();
    let is_rated = new.settings.rated;
    let found = place.attempt(visit, Ok(new), move |app, actor, slug, new| {
        preview_first_entrants(app, actor, slug, (&new, &people))
    });
    let rows = match found.await? {
        Ok(rows) => rows,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let is_faulty = rows.iter().any(|row| matches!(row.status, EntrantRowStatus::Invalid(_)));
    let lines = to_csv(&list.people);
    let EntrantList { people, skipped, encoding } = list;
    let preview = ListPreview::People { rows, list: people, filled, skipped, encoding, is_rated };
    Ok(Ok(FirstPreview { part: preview.into_part(sent, visit.texts()), lines, is_faulty }))
}
