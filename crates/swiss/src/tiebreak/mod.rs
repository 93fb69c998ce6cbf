//! Tie-breaks by FIDE's regulations in force from March 2026 (Handbook C.07), and the league's own. Values are computed
//! from their workings, so that what is shown is what was compared. docs/tie-breaks.md lists them.

mod code;
mod columns;
mod cut;
mod encounter;
mod ledger;
mod opponents;
mod own;
mod ratings;
mod value;
mod working;

pub use code::{CodeFault, UnknownCode, parse_list};
pub use columns::Kept;
pub use cut::Cut;
pub use encounter::PlayOffGame;
pub use ledger::Pairings;
pub use value::Value;
pub use working::{Adjustment, Cap, Contribution, Total, Verdict, Working};

use super::Tournament;
use super::points::Points;
use columns::{Column, Reach};
use ledger::Ledger;
use working::{Came, Desk};

/// How forfeited games count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Forfeits {
    /// By article 15: in a Swiss tournament they are not games.
    #[default]
    ByArticle15,
    /// `/P`: as games against the paired opponent.
    Played,
}

/// Which end of a scale is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sense {
    #[default]
    Usual,
    /// `/R`: the opposite.
    Reverse,
}

/// The rating that replaces a missing one, `/U1400`; `None`: the tie-break is dropped if anybody is unrated.
pub type ForUnrated = Option<u32>;

/// A tie-break with its modifiers, written as in TRF26: `BH/C1`, `KS/L+1`, `ARO/M1/U1400`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// `DE`, article 6.
    DirectEncounter(Forfeits),
    /// `DEL`: the league's direct encounter, among exactly those tied, if all of them met.
    LeagueEncounter,
    /// `PO`: play-off games, stage by stage.
    PlayOff,
    /// `NDW`: entrants without a forfeit win come before those with one.
    NoDefaultWin,
    /// `WIN`, 7.1.
    Wins,
    /// `WON`, 7.2.
    GamesWon,
    /// `BPG`, 7.3.
    BlackGames,
    /// `BWG`, 7.4.
    BlackWins,
    /// `PS`, 7.5.
    Progressive(Cut),
    /// `REP`, 7.6.
    RoundsElected,
    /// `STD`, 7.7.
    StandardPoints,
    /// `TPN`, 7.8.
    PairingNumber(Sense),
    /// `BH`, 8.1.
    Buchholz(Cut, Forfeits),
    /// `AOB`, 8.2.
    OpponentsBuchholz,
    /// `AOB/F`, 8.2.
    OpponentsForeBuchholz,
    /// `FB`, 8.3.
    ForeBuchholz(Cut, Forfeits),
    /// `SB`, 9.1.
    SonnebornBerger(Cut, Forfeits),
    /// `KS`, 9.2, with its limit moved by this many half points (14.5).
    Koya(i8),
    /// `ARO`, 10.1.
    OpponentsRating(Cut, ForUnrated),
    /// `TPR`, 10.2.
    Performance(ForUnrated),
    /// `PTP`, 10.3.
    PerfectPerformance(ForUnrated),
    /// `APRO`, 10.4.
    OpponentsPerformance(ForUnrated),
    /// `APPO`, 10.5.
    OpponentsPerfect(ForUnrated),
    /// `RTNG`, 10.6.
    Rating(Sense, ForUnrated),
    /// `MPvGP`, for teams: whichever of board points and match points is not the score.
    OtherPoints,
    /// `BC`, for teams: board points, each times the number of its board; fewer are better.
    BoardCount,
}

/// The code of each tie-break, and what it means without modifiers.
const CODES: [(&str, Criterion); 25] = {
    use Criterion::*;
    let (cut, forfeits, sense) = (Cut::Nothing, Forfeits::ByArticle15, Sense::Usual);
    [
        ("DE", DirectEncounter(forfeits)),
        ("DEL", LeagueEncounter),
        ("PO", PlayOff),
        ("NDW", NoDefaultWin),
        ("WIN", Wins),
        ("WON", GamesWon),
        ("BPG", BlackGames),
        ("BWG", BlackWins),
        ("PS", Progressive(cut)),
        ("REP", RoundsElected),
        ("STD", StandardPoints),
        ("TPN", PairingNumber(sense)),
        ("BH", Buchholz(cut, forfeits)),
        ("AOB", OpponentsBuchholz),
        ("FB", ForeBuchholz(cut, forfeits)),
        ("SB", SonnebornBerger(cut, forfeits)),
        ("KS", Koya(0)),
        ("ARO", OpponentsRating(cut, None)),
        ("TPR", Performance(None)),
        ("PTP", PerfectPerformance(None)),
        ("APRO", OpponentsPerformance(None)),
        ("APPO", OpponentsPerfect(None)),
        ("RTNG", Rating(sense, None)),
        ("MPvGP", OtherPoints),
        ("BC", BoardCount),
    ]
};

/// The codes of all tie-breaks, without modifiers.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _)| *code)
}

impl Criterion {
    /// Whether it only depends on results among those tied (4.3, type A); then it may occur more than once in a list.
    pub const fn is_among_tied(&self) -> bool {
        matches!(
            self,
            Criterion::DirectEncounter(_) | Criterion::LeagueEncounter | Criterion::PlayOff
        )
    }

    /// Whether it may not be used with predetermined pairings (note to article 8).
    pub const fn is_for_swiss_only(&self) -> bool {
        matches!(
            self,
            Criterion::Buchholz(..)
                | Criterion::ForeBuchholz(..)
                | Criterion::OpponentsBuchholz
                | Criterion::OpponentsForeBuchholz
        )
    }

    /// Whether it must be dropped if somebody is unrated (article 10).
    pub const fn needs_ratings(&self) -> bool {
        matches!(
            self,
            Criterion::OpponentsRating(_, None)
                | Criterion::Performance(None)
                | Criterion::PerfectPerformance(None)
                | Criterion::OpponentsPerformance(None)
                | Criterion::OpponentsPerfect(None)
                | Criterion::Rating(_, None)
        )
    }

    /// Whether the lower value is better.
    pub const fn is_lower_better(&self) -> bool {
        self.is_among_tied()
            || matches!(
                self,
                Criterion::PairingNumber(Sense::Usual)
                    | Criterion::Rating(Sense::Reverse, _)
                    | Criterion::BoardCount
            )
    }

    /// Whose rounds decide the value.
    const fn reach(self) -> Reach {
        match self {
            Criterion::NoDefaultWin
            | Criterion::Wins
            | Criterion::GamesWon
            | Criterion::BlackGames
            | Criterion::BlackWins
            | Criterion::Progressive(_)
            | Criterion::RoundsElected
            | Criterion::PairingNumber(_)
            | Criterion::Rating(..) => Reach::Own,
            _ if self.of_opponents().is_some() => Reach::OpponentsOfOpponents,
            _ => Reach::Opponents,
        }
    }

    /// The criterion that is averaged over opponents, and computed for everybody first.
    const fn of_opponents(self) -> Option<Criterion> {
        let forfeits = Forfeits::ByArticle15;
        Some(match self {
            Criterion::OpponentsBuchholz => Criterion::Buchholz(Cut::Nothing, forfeits),
            Criterion::OpponentsForeBuchholz => Criterion::ForeBuchholz(Cut::Nothing, forfeits),
            Criterion::OpponentsPerformance(unrated) => Criterion::Performance(unrated),
            Criterion::OpponentsPerfect(unrated) => Criterion::PerfectPerformance(unrated),
            _ => return None,
        })
    }
}

/// The rounds that tie-breaks consider, and the values that follow from them.
pub(super) struct Books<'a> {
    tournament: &'a Tournament,
    plain: Ledger,
    /// With the games of the last round drawn.
    fore: Option<Ledger>,
    columns: Vec<Column>,
}

impl<'a> Books<'a> {
    fn new(tournament: &'a Tournament, pairings: Pairings, rounds: usize) -> Books<'a> {
        let plain = Ledger::new(tournament, pairings, rounds);
        let is_whole = rounds > 0 && rounds == tournament.rounds;
        let fore = is_whole.then(|| plain.with_last_drawn());
        Books { tournament, plain, fore, columns: Vec::new() }
    }

    pub(super) fn score(&self, entrant: usize) -> Points {
        self.tournament.entrants[entrant].carried + self.plain.score(entrant)
    }

    fn fore(&self) -> &Ledger {
        self.fore.as_ref().unwrap_or(&self.plain)
    }

    /// The working of a criterion that does not depend on ties.
    pub(super) fn working(&self, criterion: Criterion, entrant: usize) -> Working {
        let mut desk = Desk::that_shows();
        let Came { value, total } = self.compute(criterion, entrant, &mut desk);
        let (contributions, among) = (desk.contributions, Vec::new());
        Working { value: Some(value), contributions, total, among }
    }

    /// The value of a criterion that does not depend on ties, with its contributions on the desk.
    fn compute(&self, criterion: Criterion, entrant: usize, desk: &mut Desk) -> Came {
        let averaged = || criterion.of_opponents().and_then(|one| self.column(one)).unwrap_or(&[]);
        let (plain, boards) = (&self.plain, self.tournament.boards.as_ref());
        let rated =
            |unrated| ratings::Rated { tournament: self.tournament, ledger: plain, unrated };
        match criterion {
            Criterion::DirectEncounter(_) | Criterion::LeagueEncounter | Criterion::PlayOff => {
                unreachable!("it is among those tied")
            }
            Criterion::NoDefaultWin => own::no_default_win(desk, plain, entrant),
            Criterion::Wins => own::wins(desk, plain, entrant),
            Criterion::GamesWon => own::games(desk, plain, entrant, own::is_won),
            Criterion::BlackGames => own::games(desk, plain, entrant, own::is_black),
            Criterion::BlackWins => {
                own::games(desk, plain, entrant, |entry| own::is_black(entry) && own::is_won(entry))
            }
            Criterion::Progressive(cut) => own::progressive(desk, plain, entrant, cut),
            Criterion::RoundsElected => own::rounds_elected(desk, plain, entrant),
            Criterion::StandardPoints => own::standard_points(desk, plain, entrant),
            Criterion::PairingNumber(_) => {
                let number = self.tournament.entrants[entrant].number;
                Came::valued(number, Total::Own)
            }
            Criterion::Buchholz(cut, forfeits) => {
                opponents::buchholz(desk, plain, entrant, cut, forfeits)
            }
            Criterion::ForeBuchholz(cut, forfeits) => {
                opponents::buchholz(desk, self.fore(), entrant, cut, forfeits)
            }
            Criterion::SonnebornBerger(cut, forfeits) => {
                opponents::sonneborn_berger(desk, plain, entrant, cut, forfeits)
            }
            Criterion::Koya(limit) => opponents::koya(desk, plain, entrant, limit),
            Criterion::OpponentsBuchholz | Criterion::OpponentsForeBuchholz => {
                opponents::average(desk, plain, entrant, averaged(), Total::Average)
            }
            Criterion::OpponentsRating(cut, unrated) => rated(unrated).average(desk, entrant, cut),
            Criterion::Performance(unrated) => rated(unrated).performance(desk, entrant),
            Criterion::PerfectPerformance(unrated) => rated(unrated).perfect(desk, entrant),
            Criterion::OpponentsPerformance(_) | Criterion::OpponentsPerfect(_) => {
                opponents::average(desk, plain, entrant, averaged(), Total::RoundedAverage)
            }
            Criterion::Rating(_, unrated) => rated(unrated).own(entrant),
            Criterion::OtherPoints => own::other_points(desk, plain, entrant, boards),
            Criterion::BoardCount => own::board_count(desk, plain, entrant, boards),
        }
    }

    /// Divides tied entrants by a criterion that depends on nothing else, the best first; those in one part stay tied.
    pub(super) fn divide(
        &self,
        criterion: Criterion,
        tied: &[usize],
        play_offs: &[PlayOffGame],
    ) -> Vec<Vec<usize>> {
        match criterion {
            Criterion::DirectEncounter(forfeits) => encounter::direct(&self.plain, tied, forfeits),
            Criterion::LeagueEncounter => encounter::league(&self.plain, tied),
            _ => encounter::play_off(tied, play_offs),
        }
    }

    /// The games among those tied, for one of them.
    pub(super) fn encounters(
        &self,
        criterion: Criterion,
        entrant: usize,
        tied: &[usize],
        play_offs: &[PlayOffGame],
    ) -> Vec<Contribution> {
        match criterion {
            Criterion::DirectEncounter(forfeits) => {
                encounter::games(&self.plain, entrant, tied, forfeits)
            }
            Criterion::LeagueEncounter => {
                encounter::games(&self.plain, entrant, tied, Forfeits::Played)
            }
            _ => encounter::play_off_games(entrant, tied, play_offs),
        }
    }
}
