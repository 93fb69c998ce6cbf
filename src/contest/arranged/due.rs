//! What is to be done when its moment has come, without anybody asking: people are reminded, and the default rule
//! fires. Both are functions of what was told and of the time.

use swiss::series::{GameResult, Next, Side};

use super::super::{Contest, Fact, Meeting, Refusal, Spot};
use super::agreeing::told;
use super::{Arrangement, Arranging, Clause, Consequence, HOUR, Reminder, TableId, Window};

/// What is due of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Those sides are to be reminded.
    Remind { of: Reminder, sides: [bool; 2] },
    /// The default rule fires by this clause, with this result of each game that is left.
    Lapse { clause: Clause, result: Option<GameResult> },
}

/// Something that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub of: TableId,
    /// Since when.
    pub since: i64,
    pub what: What,
}

/// More games than any series has in which one side never comes.
const MOST_GAMES: usize = 64;

impl Contest {
    /// What is due at `now`, in the order of tables. `up_since` is when the server began to run: a default whose moment
    /// came while it was away waits for the time of grace from then on, for nobody could tell it anything.
    #[must_use]
    pub fn due(&self, now: i64, up_since: i64) -> Vec<Due> {
        let mut due = Vec::new();
        for (of, window, arrangement) in self.pending() {
            let (since, what) = lapse_of(&window, arrangement);
            let moment = if since < up_since { up_since + window.rule.grace() } else { since };
            if now >= moment {
                let what = what.map(|what| self.as_it_can_be(of, what));
                due.extend(what.map(|what| Due { of, since, what }));
                continue;
            }
            let reminder = reminder_of(&window, arrangement);
            let reminder = reminder.filter(|(since, _)| now >= *since);
            due.extend(reminder.map(|(since, what)| Due { of, since, what }));
        }
        due
    }

    /// A series that games to which nobody comes would not end is left to officials.
    pub(super) fn as_it_can_be(&self, of: TableId, what: What) -> What {
        let What::Lapse { clause, result: Some(result) } = what else { return what };
        let ends = self.lost(of, result).len() < MOST_GAMES;
        What::Lapse { clause, result: Some(result).filter(|_| ends) }
    }

    /// When something is due for the first time; `None` where nothing will be before something else is told.
    #[must_use]
    pub fn next_due(&self) -> Option<i64> {
        let moments = self.pending().filter_map(|(_, window, arrangement)| {
            let (lapse, what) = lapse_of(&window, arrangement);
            let reminder = reminder_of(&window, arrangement).map(|(since, _)| since);
            what.map(|_| lapse).into_iter().chain(reminder).min()
        });
        moments.min()
    }

    /// Matches on which the rule may still fire: nothing is known of any game, and it has not fired yet.
    fn pending(&self) -> impl Iterator<Item = (TableId, Window, Option<&Arrangement>)> {
        let matches = self.arranged_matches().filter(|_| !self.is_over);
        let open = matches.filter(|(of, meeting)| is_untouched(meeting) && self.is_current(*of));
        let with = open.filter_map(|(of, _)| Some((of, self.window_of(of)?, self.arrangement(of))));
        // Once its game is made here, it is that which tells who is there.
        let waits = |one: &Arrangement| one.lapsed.is_none() && one.started.is_none();
        with.filter(move |(_, _, one)| one.is_none_or(waits))
    }

    /// Whether those sit at a table who are to meet now.
    pub(super) fn is_current(&self, of: TableId) -> bool {
        let Some(progress) = self.progress(of.stage) else { return true };
        self.match_of(of).is_some_and(|meeting| self.is_seated(&progress, meeting))
    }

    /// Does what is due: the facts of it.
    ///
    /// # Errors
    /// [`Refusal`] where a result cannot be entered.
    pub fn do_due(&self, due: &[Due], now: i64) -> Result<Vec<Fact>, Refusal> {
        let (mut facts, mut after) = (Vec::new(), self.clone());
        for one in due {
            let of = one.of;
            let more = match one.what {
                What::Remind { of: about, .. } => {
                    vec![told(of, now, Arranging::Reminded(about))]
                }
                What::Lapse { clause, result } => {
                    let mut more = vec![told(of, now, Arranging::Lapsed { clause, result })];
                    more.extend(result.iter().flat_map(|result| after.lost(of, *result)));
                    more
                }
            };
            after.tell(&more).map_err(|_| Refusal::NoSuchSpot)?;
            facts.extend(more);
        }
        self.with_drafts(facts)
    }

    /// All games that are left, with the same result.
    fn lost(&self, of: TableId, result: GameResult) -> Vec<Fact> {
        let Some((meeting, series)) = self.match_of(of).zip(self.series_of(of.stage)) else {
            return Vec::new();
        };
        let TableId { stage, round, table } = of;
        let (mut games, mut facts) = (meeting.games.clone(), Vec::new());
        while games.len() < MOST_GAMES && matches!(series.next(&games), Next::Play { .. }) {
            let spot = Spot { stage, round, table, game: games.len() };
            facts.push(Fact::Result { spot, result: Some(result), why: String::new() });
            games.push(result);
        }
        facts
    }

    /// Matches that wait for officials: the rule has left them to them, or their window is over.
    #[must_use]
    pub fn overdue(&self, now: i64) -> Vec<TableId> {
        let open = self
            .arranged_matches()
            .filter(|(of, meeting)| !self.is_over && !meeting.is_over() && self.is_current(*of));
        let waits = |of: TableId| {
            let arrangement = self.arrangement(of);
            let is_left = arrangement.and_then(|one| one.lapsed).is_some();
            let is_over = self.window_of(of).is_some_and(|window| now >= window.until);
            is_left || (is_over && !self.has_started(of))
        };
        open.map(|(of, _)| of).filter(|of| waits(*of)).collect()
    }
}

/// Whether nobody knows or says anything of a game yet.
fn is_untouched(meeting: &Meeting) -> bool {
    !meeting.is_over() && meeting.games.is_empty() && meeting.said == [None; 2]
}

/// When the rule fires, and by which clause; none where both are there.
fn lapse_of(window: &Window, arrangement: Option<&Arrangement>) -> (i64, Option<What>) {
    let fixed = arrangement.and_then(|one| one.fixed);
    let (moment, clause, absent) = match fixed {
        None => {
            let proposed = arrangement.map_or([false; 2], |one| one.has_proposed);
            let clause = match proposed {
                [true, true] => Some(Clause::NotAgreed),
                [false, false] => Some(Clause::BothSilent),
                _ => Some(Clause::OneSilent),
            };
            (window.agree_by, clause, missing(proposed))
        }
        Some((time, _)) => {
            let here = arrangement.map_or([false; 2], |one| one.here.map(|at| at.is_some()));
            (time + window.rule.grace(), clause_of_absence(here), missing(here))
        }
    };
    (moment, clause.map(|clause| lapse(window, clause, absent)))
}

/// By which clause the rule fires where those did not come; none where both did.
pub(super) const fn clause_of_absence(here: [bool; 2]) -> Option<Clause> {
    match here {
        [true, true] => None,
        [false, false] => Some(Clause::BothAbsent),
        _ => Some(Clause::OneAbsent),
    }
}

/// What the rule makes of a clause; `absent` is the only one who was silent or did not come.
pub(super) const fn lapse(window: &Window, clause: Clause, absent: Option<Side>) -> What {
    let result = match (window.rule.consequence(clause), absent) {
        (Consequence::Officials, _) => None,
        (Consequence::Default, Some(absent)) => Some(GameResult::Default { absent }),
        (Consequence::Default, None) => Some(GameResult::BothAbsent),
    };
    What::Lapse { clause, result }
}

/// The only one who did not.
pub(super) const fn missing(did: [bool; 2]) -> Option<Side> {
    match did {
        [true, false] => Some(Side::Second),
        [false, true] => Some(Side::First),
        _ => None,
    }
}

/// When somebody is to be reminded, and of what.
fn reminder_of(window: &Window, arrangement: Option<&Arrangement>) -> Option<(i64, What)> {
    let before = i64::from(window.rule.remind_hours) * HOUR;
    if before == 0 {
        return None;
    }
    match arrangement.and_then(|one| one.fixed) {
        None => {
            let proposed = arrangement.map_or([false; 2], |one| one.has_proposed);
            let was_reminded = arrangement.is_some_and(|one| one.was_reminded);
            // Who has proposed and waits for the other need not be told.
            let sides =
                if proposed[0] == proposed[1] { [true; 2] } else { proposed.map(|did| !did) };
            let moment = (window.agree_by - before).max(window.from);
            (!was_reminded).then_some((moment, What::Remind { of: Reminder::ToAgree, sides }))
        }
        Some((time, _)) => {
            let is_known = |one: &Arrangement| {
                one.reminded_of == Some(time) || one.here.iter().all(Option::is_some)
            };
            let was_reminded = arrangement.is_some_and(is_known);
            let what = What::Remind { of: Reminder::Start, sides: [true; 2] };
            (!was_reminded).then_some((time - before, what))
        }
    }
}
