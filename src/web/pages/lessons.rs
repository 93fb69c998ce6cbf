//! What a player's analyzed games teach: where chances are lost, and which set-ups do well.

use crate::web::prelude::*;
use adjutant_service::Error;
use adjutant_service::analyses::{
    self, ClockLeft, FormationRow, LOOKED_AT, Lessons, Losses, Lost, Phase, PieceKind,
};
use adjutant_service::players;
use adjutant_site::analysis_text::percent;
use adjutant_site::parameters::percent_encode;
use adjutant_site::three_generals::kind_name;
use three_generals::Kind;

/// A row of a table, with a figure for each of its columns.
struct LessonRow {
    name: String,
    figures: [String; 3],
}

struct LessonTable {
    title: &'static str,
    /// The title with the name of the game.
    region: String,
    head: &'static str,
    columns: [&'static str; 3],
    rows: Vec<LessonRow>,
}

impl LessonTable {
    fn new(
        texts: Texts,
        game: &str,
        [title, head]: [&str; 2],
        columns: [&str; 3],
        rows: Vec<LessonRow>,
    ) -> LessonTable {
        let title = texts.text(title);
        LessonTable {
            title,
            region: format!("{game}: {title}"),
            head: texts.text(head),
            columns: columns.map(|key| texts.text(key)),
            rows,
        }
    }
}

/// What the phases are called.
const SALPAKAN_PHASES: [&str; Phase::ALL.len()] =
    ["lessons-phase-opening", "lessons-phase-middle", "lessons-phase-endgame"];
const THREE_GENERALS_PHASES: [&str; Phase::ALL.len()] =
    ["lessons-phase-opening", "lessons-phase-middle", "lessons-phase-general-lost"];

/// What is taught at one of the games.
struct GameLessons {
    /// The name of the game.
    title: &'static str,
    /// Whether ranks are hidden in it.
    hides: bool,
    note: String,
    tables: Vec<LessonTable>,
}

#[derive(Template)]
#[template(path = "analysis/lessons.html")]
struct LessonsPage {
    frame: PageFrame,
    heading: String,
    handle: String,
    link: String,
    games: Vec<GameLessons>,
}

/// Shows what the analyzed games of a player teach.
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
    html(
        &visit,
        &LessonsPage {
            frame: visit.frame(heading.clone()),
            heading,
            link: percent_encode(&handle),
            handle,
            games: [salpakan(texts, &lessons), three_generals(texts, &lessons)]
                .into_iter()
                .flatten()
                .collect(),
        },
    )
}

fn note(texts: Texts, key: &str, games: u32) -> String {
    texts.fill(key, &[("games", games.to_string()), ("most", LOOKED_AT.to_string())])
}

/// What is taught at Salpakan; `None` without an analyzed game.
fn salpakan(texts: Texts, Lessons { salpakan, formations, .. }: &Lessons) -> Option<GameLessons> {
    let piece = |one: PieceKind| texts.get(&format!("lessons-piece-{}", one.key()));
    let pieces = PieceKind::ALL.map(|one| (piece(one), salpakan.with(one)));
    let title = texts.text("salpakan-name");
    let mut tables = lost_tables(texts, (title, SALPAKAN_PHASES), salpakan, pieces.into());
    tables.push(LessonTable::new(
        texts,
        title,
        ["lessons-set-ups", "lessons-set-up"],
        ["column-games", "lessons-points", "lessons-chance"],
        formations.iter().map(|row| set_up_row(texts, row)).collect(),
    ));
    (salpakan.games > 0).then(|| GameLessons {
        title,
        hides: true,
        note: note(texts, "lessons-note", salpakan.games),
        tables,
    })
}

/// What is taught at Three Generals; `None` without an analyzed game.
fn three_generals(texts: Texts, Lessons { three_generals, .. }: &Lessons) -> Option<GameLessons> {
    let on_board = Kind::all().map(|kind| (kind_name(texts, kind).to_owned(), Some(kind)));
    let kinds = on_board.chain([(texts.get("lessons-piece-drop"), None)]);
    let pieces = kinds.map(|(name, kind)| (name, three_generals.with(kind))).collect();
    let title = texts.text("tg-name");
    (three_generals.games > 0).then(|| GameLessons {
        title,
        hides: false,
        note: note(texts, "lessons-note-open", three_generals.games),
        tables: lost_tables(texts, (title, THREE_GENERALS_PHASES), three_generals, pieces),
    })
}

/// Three tables of lost chances at the game of this name, whose phases have these names.
fn lost_tables<P>(
    texts: Texts,
    (game, phases): (&str, [&str; Phase::ALL.len()]),
    losses: &Losses<P>,
    pieces: Vec<(String, Lost)>,
) -> Vec<LessonTable> {
    // Lost chances are those of a hundred moves, in games.
    let row = |(name, lost): (String, Lost)| LessonRow {
        name,
        figures: [
            lost.plies.to_string(),
            format!("{:.2}", lost.mean() * 100.0),
            lost.mistakes.to_string(),
        ],
    };
    let table = |title, head, rows: Vec<(String, Lost)>| {
        let rows = rows.into_iter().filter(|(_, lost)| lost.plies > 0).map(row).collect();
        let columns = ["lessons-plies", "lessons-lost", "lessons-mistakes"];
        LessonTable::new(texts, game, [title, head], columns, rows)
    };
    let clock = |one: ClockLeft| texts.get(&format!("lessons-clock-{}", one.key()));
    let phases = phases.map(|key| texts.get(key)).into_iter().zip(losses.phases).collect();
    let clocks = ClockLeft::ALL.map(clock).into_iter().zip(losses.clocks).collect();
    vec![
        table("lessons-by-phase", "lessons-phase", phases),
        table("lessons-by-piece", "lessons-piece", pieces),
        table("lessons-by-clock", "lessons-clock", clocks),
    ]
}

fn set_up_row(texts: Texts, row: &FormationRow) -> LessonRow {
    let wing = texts.get(&format!("lessons-wing-{}", row.wing.key()));
    let values = [("wing", wing), ("row", row.row.to_string())];
    LessonRow {
        name: texts.fill("lessons-flag-at", &values),
        figures: [row.games.to_string(), format!("{:.1}", row.points), percent(row.chance())],
    }
}
