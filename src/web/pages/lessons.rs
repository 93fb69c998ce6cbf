//! What a player's analysed games teach: where chances are lost, and which set-ups do well.

use crate::web::prelude::*;
use adjutant_service::Error;
use adjutant_service::analyses::{
    self, ClockLeft, FormationRow, LOOKED_AT, Lessons, Lost, Phase, PieceKind,
};
use adjutant_service::players;
use adjutant_site::analysis_text::percent;
use adjutant_site::parameters::percent_encode;

/// A row of a table of lost chances.
struct LostRow {
    name: String,
    plies: u32,
    /// Chances lost in a hundred moves, in games.
    lost: String,
    mistakes: u32,
}

struct LostTable {
    title: &'static str,
    head: &'static str,
    rows: Vec<LostRow>,
}

struct SetUpRow {
    name: String,
    games: u32,
    points: String,
    chance: String,
}

#[derive(Template)]
#[template(path = "analysis/lessons.html")]
struct LessonsPage {
    frame: PageFrame,
    heading: String,
    handle: String,
    link: String,
    games: u32,
    note: String,
    tables: Vec<LostTable>,
    set_ups: Vec<SetUpRow>,
}

/// Shows what the analysed games of a player teach.
pub async fn show(visit: RequestContext, name: web::Path<String>) -> PageResult {
    let asked = name.into_inner();
    let (handle, lessons) = visit
        .run_heavy(move |app, _| {
            let player = players::by_handle(app, &asked)?;
            let lessons = analyses::of_player(app, player.id)?;
            Ok::<_, Error>((player.handle, lessons))
        })
        .await?;
    let texts = visit.texts();
    let heading = texts.one("lessons-title", "name", &handle);
    let values = [("games", lessons.games.to_string()), ("most", LOOKED_AT.to_string())];
    html(
        &visit,
        &LessonsPage {
            frame: visit.frame(heading.clone()),
            heading,
            link: percent_encode(&handle),
            handle,
            games: lessons.games,
            note: texts.fill("lessons-note", &values),
            tables: tables(texts, &lessons),
            set_ups: lessons.formations.iter().map(|row| set_up_row(texts, row)).collect(),
        },
    )
}

fn tables(texts: Texts, lessons: &Lessons) -> Vec<LostTable> {
    let row = |name: String, lost: &Lost| LostRow {
        name,
        plies: lost.plies,
        lost: format!("{:.2}", lost.mean() * 100.0),
        mistakes: lost.mistakes,
    };
    let table = |title, head, rows: Vec<LostRow>| LostTable {
        title: texts.text(title),
        head: texts.text(head),
        rows: rows.into_iter().filter(|row| row.plies > 0).collect(),
    };
    let phases = Phase::ALL.into_iter().zip(&lessons.phases);
    let kinds = PieceKind::ALL.into_iter().zip(&lessons.kinds);
    let clocks = ClockLeft::ALL.into_iter().zip(&lessons.clocks);
    vec![
        table(
            "lessons-by-phase",
            "lessons-phase",
            phases
                .map(|(one, lost)| row(texts.get(&format!("lessons-phase-{}", one.key())), lost))
                .collect(),
        ),
        table(
            "lessons-by-piece",
            "lessons-piece",
            kinds
                .map(|(one, lost)| row(texts.get(&format!("lessons-piece-{}", one.key())), lost))
                .collect(),
        ),
        table(
            "lessons-by-clock",
            "lessons-clock",
            clocks
                .map(|(one, lost)| row(texts.get(&format!("lessons-clock-{}", one.key())), lost))
                .collect(),
        ),
    ]
}

fn set_up_row(texts: Texts, row: &FormationRow) -> SetUpRow {
    let wing = texts.get(&format!("lessons-wing-{}", row.wing.key()));
    let values = [("wing", wing), ("row", row.row.to_string())];
    SetUpRow {
        name: texts.fill("lessons-flag-at", &values),
        games: row.games,
        points: format!("{:.1}", row.points),
        chance: percent(row.chance()),
    }
}
