//! How like the computer the players of an event played, in its games that are over, revealed and analyzed.

use std::collections::BTreeMap;

use adjutant_domain::contest::fair_play::{AlikeCounts, PlayedAlike, Spots};
use adjutant_domain::contest::{Contest, EntrantId, GameSlot};
use adjutant_domain::moment::Micros;
use adjutant_store::games::{self as game_rows, NarrowGameRow};
use adjutant_store::{AnyConnection, players};
use salpakan::rules::{ByColor, Color};
use salpakan_computer::analysis::likeness::Likeness;

use crate::access::{Act, Actor};
use crate::analyses::{self, Standing};
use crate::{App, Result};

use super::super::authorize_act;
use super::super::cache::{self, LoadedContest};
use super::super::match_board::entrant_name;
use super::signs::{Reader, ShownGame, shown_game};

/// The latest games of an event that are looked at.
pub const LOOKED_AT: usize = 500;

/// How like the computer an entrant played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerLikeness {
    pub entrant: EntrantId,
    pub name: String,
    /// `None` for an entrant without a rating, who counts as one whom others know as little.
    pub rating: Option<u32>,
    pub total: Likeness,
    pub games: Vec<(ShownGame, Likeness)>,
}

/// How like the computer the entrants of an event played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EventLikeness {
    /// Games whose ranks are revealed and that people played against each other.
    pub games: usize,
    pub analyzed: usize,
    pub waiting: usize,
    /// Those who are farthest above the usual first.
    pub players: Vec<PlayerLikeness>,
}

/// What was found about one person.
struct Found {
    entrant: EntrantId,
    name: String,
    rating: Option<u32>,
    games: Vec<(GameSlot, Likeness)>,
}

/// All that was found.
pub(super) struct Likenesses {
    standing: Standing,
    found: Vec<Found>,
}

fn total(games: &[(GameSlot, Likeness)]) -> Likeness {
    let mut sum = Likeness::default();
    games.iter().for_each(|(_, one)| sum.add(one));
    sum
}

/// The games of an event that people played against each other at its tables. A computer plays like itself.
fn meant(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    spots: &Spots,
) -> Result<Vec<NarrowGameRow>> {
    // What is analyzed are guesses about hidden ranks; of other games nothing is told.
    if !run.contest.settings.game().hides_ranks() {
        return Ok(Vec::new());
    }
    let mut found = game_rows::of_event(conn, run.row.id, LOOKED_AT as i64)?;
    found.retain(|row| spots.find(sides(row), &row.round).is_some());
    let ids = adjutant_store::distinct(found.iter().flat_map(|row| [row.white_id, row.black_id]));
    let bots = players::bots_among(conn, &ids)?;
    found.retain(|row| !bots.contains(&row.white_id) && !bots.contains(&row.black_id));
    Ok(found)
}

const fn sides(row: &NarrowGameRow) -> ByColor<i32> {
    ByColor { white: row.white_id, black: row.black_id }
}

/// Reads all analyses of an event.
pub(super) fn read(conn: &mut AnyConnection, run: &LoadedContest) -> Result<Likenesses> {
    let spots = Spots::of(&run.contest);
    let rows = meant(conn, run, &spots)?;
    let mut found: BTreeMap<i32, Found> = BTreeMap::new();
    let standing = analyses::of_many(conn, rows, LOOKED_AT, |row, _, turns| {
        let Some(spot) = spots.find(sides(row), &row.round) else { return };
        for color in [Color::White, Color::Black] {
            let player = sides(row)[color];
            let Some(new) = at_table(&run.contest, spot, player) else { continue };
            let of = found.entry(player).or_insert(new);
            of.games.push((spot, Likeness::of(turns, color, of.rating)));
        }
    })?;
    let mut found: Vec<Found> = found.into_values().collect();
    for one in &mut found {
        one.games.sort_by_key(|(spot, _)| *spot);
    }
    Ok(Likenesses { standing, found })
}

/// Who with this number sits at a table: an entrant, or a member of a team.
fn at_table(contest: &Contest, spot: GameSlot, player: i32) -> Option<Found> {
    let sides = contest.published_meeting(spot.table_id())?.sides;
    sides.into_iter().find_map(|id| {
        let entrant = contest.entrant(id)?;
        let members = entrant.team.iter().flat_map(|team| &team.members);
        let person = members.chain([&entrant.person]).find(|person| person.player == player)?;
        let name = match entrant.team {
            Some(_) => format!("{} ({})", person.name, entrant_name(contest, id)),
            None => entrant_name(contest, id),
        };
        let rating = Some(person.rating).filter(|rating| *rating > 0);
        Some(Found { entrant: id, name, rating, games: Vec::new() })
    })
}

impl Likenesses {
    /// What the rules for signs look at.
    pub fn evidence(&self) -> Vec<PlayedAlike> {
        let evidence = |found: &Found| {
            let total = total(&found.games);
            PlayedAlike {
                entrant: found.entrant,
                games: found.games.iter().map(|(spot, _)| *spot).collect(),
                stands_out: total.stands_out(),
                counts: counts(&total),
            }
        };
        self.found.iter().map(evidence).collect()
    }

    /// What this reader sees of it.
    pub fn shown(self, contest: &Contest, reader: &Reader<'_>) -> EventLikeness {
        let is_shown = |found: &Found| {
            let tables = found.games.iter().map(|(spot, _)| spot.table_id());
            !reader.is_concerned(&[found.entrant], tables)
        };
        let mut players: Vec<PlayerLikeness> = self
            .found
            .into_iter()
            .filter(is_shown)
            .map(|found| PlayerLikeness {
                entrant: found.entrant,
                name: found.name,
                rating: found.rating,
                total: total(&found.games),
                games: found
                    .games
                    .into_iter()
                    .filter_map(|(spot, one)| Some((shown_game(contest, spot)?, one)))
                    .collect(),
            })
            .collect();
        players.sort_by(|one, other| other.total.deviations().total_cmp(&one.total.deviations()));
        let Standing { games, done, waiting } = self.standing;
        EventLikeness { games, analyzed: done, waiting, players }
    }
}

/// The numbers of a likeness as a sign names them.
pub fn counts(likeness: &Likeness) -> AlikeCounts {
    // A sum of chances over at most a few thousand plies.
    let rounded = |number: f64| number.max(0.0).round() as u32;
    let mean = |sum: f64| rounded(10_000.0 * sum / f64::from(likeness.plies.max(1)));
    AlikeCounts {
        plies: likeness.plies,
        alike: likeness.alike,
        usual: rounded(likeness.expected),
        lost: mean(likeness.lost),
        usually_lost: mean(likeness.usually_lost),
        deviations: rounded(10.0 * likeness.deviations()),
    }
}

/// Asks for the analyses of all games of an event that have none, and returns how many were asked for now. They are made when
/// no other request is waiting; what the queue has no room for can be asked for again.
pub fn analyze_event(app: &App, actor: &Actor, slug: &str, now: Micros) -> Result<usize> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::ReviewFairPlay, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let rows = meant(&mut conn, &run, &Spots::of(&run.contest))?;
    drop(conn);
    analyses::request_many(app, actor.account, rows, now)
}
