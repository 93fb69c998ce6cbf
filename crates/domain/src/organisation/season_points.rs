//! Season points: what a place in an event is worth, by the kind of event, and the season's table.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{FieldError, RowError, text};

/// The maximum number of kinds of events with their own points.
pub const MAX_SCALES: usize = 20;
const MAX_PLACES: usize = 64;
const MAX_POINTS: u32 = 10_000;
const MAX_KIND_LEN: usize = 30;

/// The points of each place in events of one kind, the first place first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointScale {
    /// Empty for all kinds without a scale of their own.
    pub kind: String,
    pub points: Vec<u32>,
}

/// The scales of an organisation. Without any, no place is worth points.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PointScales(pub Vec<PointScale>);

/// Whether two events are of the same kind, ignoring case.
pub fn is_same_kind(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

impl PointScales {
    /// Parses one scale per line, `monthly: 10 7 5 3 2 1`; a line without a kind is for all others.
    /// Points do not rise.
    /// Returns all errors, with line numbers from 0.
    pub fn parse(written: &str) -> Result<PointScales, Vec<RowError>> {
        let (mut scales, mut faults) = (Vec::<PointScale>::new(), Vec::new());
        let lines = written.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (row, line) in lines {
            let scale = match parse_scale(line) {
                Ok(scale) => scale,
                Err(fault) => {
                    faults.push(RowError::new(row, "points", fault));
                    continue;
                }
            };
            if scales.iter().any(|other| is_same_kind(&other.kind, &scale.kind)) {
                faults.push(RowError::new(
                    row,
                    "points",
                    FieldError::Duplicate(scale.kind.clone()),
                ));
            }
            scales.push(scale);
        }
        if scales.len() > MAX_SCALES {
            faults.push(RowError::new(
                MAX_SCALES,
                "points",
                FieldError::TooMany { most: MAX_SCALES },
            ));
        }
        if faults.is_empty() { Ok(PointScales(scales)) } else { Err(faults) }
    }

    /// The text that [`PointScales::parse`] reads.
    pub fn to_text(&self) -> String {
        let line = |scale: &PointScale| {
            let points: Vec<String> = scale.points.iter().map(u32::to_string).collect();
            let colon = if scale.kind.is_empty() { "" } else { ": " };
            format!("{}{colon}{}", scale.kind, points.join(" "))
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The points of a place, from 1, in an event of this kind.
    pub fn points_for(&self, kind: &str, place: usize) -> u32 {
        let of = |kind: &str| self.0.iter().find(|scale| is_same_kind(&scale.kind, kind));
        let scale = of(kind).or_else(|| of(""));
        let at = place.checked_sub(1);
        scale.and_then(|scale| scale.points.get(at?).copied()).unwrap_or(0)
    }
}

fn parse_scale(line: &str) -> Result<PointScale, FieldError> {
    let (kind, points) = line.rsplit_once(':').unwrap_or(("", line));
    let kind = text::clean_line(kind, MAX_KIND_LEN)?;
    let parts = points.split([' ', '-', ',', '\t']).filter(|part| !part.is_empty());
    let points: Option<Vec<u32>> =
        parts.map(|part| part.parse().ok().filter(|points| *points <= MAX_POINTS)).collect();
    let points = points.filter(|points| (1..=MAX_PLACES).contains(&points.len()));
    let points = points.filter(|points| points.is_sorted_by(|one, next| one >= next));
    Ok(PointScale { kind, points: points.ok_or(FieldError::InvalidPoints)? })
}

/// A finished event, for the season's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedEvent {
    pub kind: String,
    /// Players with their final places, from 1; those who share one have the same.
    pub finishes: Vec<(i32, usize)>,
}

/// What a player got from one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPoints {
    pub event: usize,
    pub place: usize,
    pub points: u32,
}

/// A row of a season's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonStanding {
    /// From 1; equal for equal points and titles.
    pub place: usize,
    pub player: i32,
    pub points: u32,
    /// The number of events won, alone or shared.
    pub titles: u32,
    /// In the order of the events.
    pub event_points: Vec<EventPoints>,
}

/// The table of a season, by points, then titles, then the player's number. Players who share a
/// place get the points of that place.
pub fn season_standings(events: &[FinishedEvent], scales: &PointScales) -> Vec<SeasonStanding> {
    let mut of: BTreeMap<i32, Vec<EventPoints>> = BTreeMap::new();
    for (event, ended) in events.iter().enumerate() {
        for (player, place) in &ended.finishes {
            let share = EventPoints {
                event,
                place: *place,
                points: scales.points_for(&ended.kind, *place),
            };
            let shares = of.entry(*player).or_default();
            match shares.last_mut().filter(|last| last.event == event) {
                // Of two entries that turned out to be one player, the better place counts.
                Some(last) if last.place > share.place => *last = share,
                Some(_) => {}
                None => shares.push(share),
            }
        }
    }
    let standing = |(player, shares): (i32, Vec<EventPoints>)| SeasonStanding {
        place: 0,
        player,
        points: shares.iter().map(|share| share.points).sum(),
        titles: count_wins(shares.iter().map(|share| share.place)),
        event_points: shares,
    };
    let mut all: Vec<SeasonStanding> = of.into_iter().map(standing).collect();
    all.sort_by_key(|one| (Reverse((one.points, one.titles)), one.player));
    assign_places(&mut all);
    all
}

fn count_wins(places: impl Iterator<Item = usize>) -> u32 {
    u32::try_from(places.filter(|place| *place == 1).count()).unwrap_or(u32::MAX)
}

/// Renumbers the places in this order, for example of a filtered table.
pub fn assign_places(standings: &mut [SeasonStanding]) {
    for at in 0..standings.len() {
        let merit = |one: &SeasonStanding| (one.points, one.titles);
        let tied = at > 0 && merit(&standings[at]) == merit(&standings[at - 1]);
        standings[at].place = if tied { standings[at - 1].place } else { at + 1 };
    }
}

/// How many events of a kind each player has won; an empty kind means any.
pub fn wins_by_player(events: &[FinishedEvent], kind: &str) -> BTreeMap<i32, u32> {
    let mut won: BTreeMap<i32, u32> = BTreeMap::new();
    let counts = |ended: &&FinishedEvent| kind.is_empty() || is_same_kind(&ended.kind, kind);
    for ended in events.iter().filter(counts) {
        let mut winners: Vec<i32> =
            ended.finishes.iter().filter(|one| one.1 == 1).map(|one| one.0).collect();
        winners.sort_unstable();
        winners.dedup();
        for winner in winners {
            *won.entry(winner).or_default() += 1;
        }
    }
    won
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scales(written: &str) -> PointScales {
        PointScales::parse(written).expect(written)
    }

    fn ended(kind: &str, finishes: &[(i32, usize)]) -> FinishedEvent {
        FinishedEvent { kind: kind.to_owned(), finishes: finishes.to_vec() }
    }

    #[test]
    fn a_place_is_worth_what_its_kind_of_event_says() {
        let scales = scales("Monthly: 10 7 5 3 2 1\n\n5-3, 1\nmajor:  20\t15");
        let worth = |kind, place| scales.points_for(kind, place);
        assert_eq!((worth("monthly", 1), worth("MONTHLY", 6), worth("monthly", 7)), (10, 1, 0));
        assert_eq!((worth("major", 2), worth("major", 3)), (15, 0));
        assert_eq!((worth("weekly", 1), worth("", 3), worth("", 0)), (5, 1, 0));
        assert_eq!(scales.to_text(), "Monthly: 10 7 5 3 2 1\n5 3 1\nmajor: 20 15");
        assert_eq!(PointScales::parse(&scales.to_text()), Ok(scales));
        assert_eq!(PointScales::default().points_for("monthly", 1), 0);
    }

    #[test]
    fn all_faults_are_told_with_their_lines() {
        let wrong = "a: 3 2 1\nA: 2\nb: 1 2\nc:\nd: 10001\ne: -\nf: x\ng: 3 -2";
        let found = PointScales::parse(wrong).expect_err("it is wrong");
        let found: Vec<_> = found.iter().map(|one| (one.row, one.fault.clone())).collect();
        let none = |row| (row, FieldError::InvalidPoints);
        let twice = (1, FieldError::Duplicate("A".to_owned()));
        assert_eq!(found, [twice, none(2), none(3), none(4), none(5), none(6)]);
        let many: Vec<String> = (0..21).map(|kind| format!("k{kind}: 1")).collect();
        let found = PointScales::parse(&many.join("\n")).expect_err("too many");
        assert_eq!(found[0].fault, FieldError::TooMany { most: MAX_SCALES });
    }

    #[test]
    fn the_season_adds_up_points_and_titles() {
        let scales = scales("monthly: 10 7 5\n4 2");
        let events = [
            ended("monthly", &[(1, 1), (2, 2), (3, 3), (4, 3)]),
            ended("weekly", &[(2, 1), (1, 2), (5, 3)]),
            ended("monthly", &[(3, 1), (2, 1), (1, 3)]),
        ];
        let table = season_standings(&events, &scales);
        let row = |one: &SeasonStanding| (one.place, one.player, one.points, one.titles);
        let rows: Vec<_> = table.iter().map(row).collect();
        // 7 + 4 + 10; 10 + 2 + 5; 5 + 10.
        assert_eq!(rows, [(1, 2, 21, 2), (2, 1, 17, 1), (3, 3, 15, 1), (4, 4, 5, 0), (5, 5, 0, 0)]);
        assert_eq!(table[0].event_points[2], EventPoints { event: 2, place: 1, points: 10 });
    }

    #[test]
    fn who_has_as_much_shares_the_place() {
        let events = [ended("", &[(7, 1), (3, 1), (5, 3), (9, 4)])];
        let places = |table: &[SeasonStanding]| -> Vec<(usize, i32)> {
            table.iter().map(|one| (one.place, one.player)).collect()
        };
        let mut table = season_standings(&events, &scales("3 2 1 1"));
        assert_eq!(places(&table), [(1, 3), (1, 7), (3, 5), (3, 9)]);
        table.remove(0);
        assign_places(&mut table);
        assert_eq!(places(&table), [(1, 7), (2, 5), (2, 9)]);
    }

    #[test]
    fn one_who_played_as_two_has_the_better_place() {
        let events = [ended("", &[(1, 4), (2, 1), (1, 2), (1, 3)])];
        let table = season_standings(&events, &scales("5 3 2 1"));
        assert_eq!((table[1].player, table[1].points, table[1].event_points.len()), (1, 3, 1));
    }

    #[test]
    fn titles_are_counted_by_kind_and_an_event_is_won_once() {
        let events = [
            ended("monthly", &[(1, 1), (1, 1), (2, 2)]),
            ended("Monthly", &[(1, 1)]),
            ended("weekly", &[(1, 1), (2, 1)]),
        ];
        assert_eq!(wins_by_player(&events, "monthly"), BTreeMap::from([(1, 2)]));
        assert_eq!(wins_by_player(&events, "weekly"), BTreeMap::from([(1, 1), (2, 1)]));
        assert_eq!(wins_by_player(&events, ""), BTreeMap::from([(1, 3), (2, 1)]));
        assert_eq!(wins_by_player(&events, "major"), BTreeMap::new());
    }
}
