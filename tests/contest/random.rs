//! Random numbers, facts and settings, from a seed.

use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultConsequence, DefaultRule, FixedBy, MAX_TIMESTAMP, MatchWindow, Reminder,
    SchedulingEvent, SchedulingRules, TableId,
};
use adjutant_domain::contest::teams::{BoardPlayers, Captain, Team, TeamRules};
use adjutant_domain::contest::{
    Amount, ChallengeEnd, ContestFact, ContestSettings, DisputedResult, Eligibility, EntrantId,
    EntrantProfile, EventDetails, EventGames, EventMove, FeeDue, GameSlot, Gender, Meeting,
    OnsiteGames, PersonalDetails, Prize, PrizeCriterion, PrizeSharing, ProhibitedGroup, Protection,
    RequestedBye, RoundId, RoundStart, Timetable,
};
use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Disclosure, Spectators, Venue};
use ledger_ratings::Day;
use swiss::Color;
use swiss::knockout::{MatchId, Shape};
use swiss::ladder;
use swiss::points::{PointSystem, Points};
use swiss::round_robin::Cycles;
use swiss::series::{
    Armageddon, Extra, Format, GameResult, Next, PartOf, SeededDraw, Series, Side,
};
use swiss::stage::{CarriedPoints, Carry, Draw, Plan, Source, Stage, StageId, System, Unit};
use swiss::teams::Share;
use swiss::tiebreak::parse_list;

/// A stream of numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub fn up_to(&mut self, bound: usize) -> usize {
        self.below(bound.max(1) as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.up_to(all.len())]
    }

    fn many<T>(&mut self, most: usize, one: impl Fn(&mut Random) -> T) -> Vec<T> {
        (0..self.up_to(most + 1)).map(|_| one(self)).collect()
    }

    fn maybe<T>(&mut self, one: impl Fn(&mut Random) -> T) -> Option<T> {
        self.coin().then(|| one(self))
    }

    fn text(&mut self, most: usize) -> String {
        const LETTERS: [char; 10] = ['a', 'Z', ' ', '"', '\\', 'ñ', '₱', '🎖', '/', '.'];
        (0..self.up_to(most + 1)).map(|_| self.of(&LETTERS)).collect()
    }

    fn side(&mut self) -> Side {
        self.of(&[Side::First, Side::Second])
    }

    fn color(&mut self) -> Color {
        self.of(&[Color::White, Color::Black])
    }

    fn id(&mut self) -> EntrantId {
        EntrantId(1 + self.below(1_000_000) as u32)
    }

    pub fn result(&mut self) -> GameResult {
        match self.below(8) {
            0 => GameResult::Default { absent: self.side() },
            1 => GameResult::BothAbsent,
            2 => GameResult::Drawn,
            _ => GameResult::Won(self.side()),
        }
    }

    fn person(&mut self) -> EntrantProfile {
        EntrantProfile {
            player: self.below(1 << 31) as i32,
            name: format!("A{}", self.text(59)),
            rating: self.below(3_000) as u32,
            title: self.maybe(|random| random.below(256) as u8),
            titles_won: self.below(3) as u32,
            club: self.text(60),
            province: self.text(60),
            personal: PersonalDetails {
                federation_number: self.text(20),
                birth_year: self.maybe(|random| 1_900 + random.below(201) as u16),
                gender: self.maybe(|random| random.of(&Gender::ALL)),
            },
            stands_in: false,
        }
    }

    fn team(&mut self) -> Team {
        let members = self.many(5, Random::person);
        let captain = match self.coin() {
            true => Captain::Member(self.up_to(5)),
            false => Captain::Other(self.person()),
        };
        let name = format!("T{}", self.text(59));
        Team { name, club: self.text(60), province: self.text(60), captain, members }
    }

    fn team_rules(&mut self) -> TeamRules {
        TeamRules {
            alternates: self.below(21) as u32,
            match_points: self.system_of_points(),
            sealed_line_ups: self.coin(),
            title_share: self.maybe(|random| Share {
                at_least: random.up_to(9),
                title_at_most: random.below(256) as u8,
            }),
        }
    }

    fn meeting(&mut self) -> Meeting {
        let games = self.maybe(|random| vec![random.result()]).unwrap_or_default();
        // As reading leaves it to the fold.
        let next = Next::Play { game: games.len(), first: Color::White, part: PartOf::Main };
        Meeting {
            sides: [self.id(), self.id()],
            group: self.up_to(9),
            knockout_match: self.maybe(|random| MatchId(random.up_to(300))),
            by_withdrawal: !games.is_empty(),
            hall_table: self.maybe(|random| 1 + random.up_to(300)),
            games,
            team: None,
            reports: [None; 2],
            next,
        }
    }

    fn spot(&mut self) -> GameSlot {
        let [stage, round] = [self.up_to(32), self.up_to(100)];
        GameSlot { stage, round, table: self.up_to(5_000), game: self.up_to(1_000) }
    }

    /// Any fact that changes published rounds or what was told before.
    pub fn later_fact(&mut self) -> ContestFact {
        let GameSlot { stage, round, table, .. } = self.spot();
        match self.below(4) {
            0 => ContestFact::RoundAltered {
                stage,
                round,
                meetings: self.many(9, Random::meeting),
                byes: self.many(3, Random::id),
            },
            1 => ContestFact::Undone { first: 1 + table, last: 1 + round },
            2 => ContestFact::Redone { first: 1 + table },
            _ => ContestFact::RoundRevoked(RoundId { stage, round }),
        }
    }

    /// What becomes of a row that is one too many.
    fn of_rows(&mut self) -> ContestFact {
        match self.coin() {
            true => ContestFact::EntrantRemoved { entrant: self.id() },
            false => ContestFact::EntrantsMerged { entrant: self.id(), into: self.id() },
        }
    }

    fn of_growing_round(&mut self, stage: usize) -> ContestFact {
        if self.coin() { self.of_arena(stage) } else { self.of_ladder(stage) }
    }

    /// What happens in a ladder beside its games.
    fn of_ladder(&mut self, stage: usize) -> ContestFact {
        let (challenger, challenged, at) = (self.id(), self.id(), self.moment());
        match self.below(6) {
            0 => {
                let until = self.moment();
                ContestFact::ChallengeMade { stage, challenger, challenged, at, until }
            }
            1 => ContestFact::ChallengeAccepted { stage, challenger, challenged, at },
            2 => {
                let how = self.of(&[
                    ChallengeEnd::Played,
                    ChallengeEnd::Refused,
                    ChallengeEnd::Unanswered,
                    ChallengeEnd::Withdrawn,
                    ChallengeEnd::Lapsed,
                ]);
                let forfeits = self.coin();
                ContestFact::ChallengeClosed { stage, challenger, challenged, at, how, forfeits }
            }
            3 => {
                let (again, until) = (self.coin(), self.coin().then(|| self.moment()));
                ContestFact::LadderClockStarted { stage, at, again, until }
            }
            4 => {
                let (entrants, places) = (self.many(4, Random::id), 1 + self.up_to(9));
                ContestFact::LadderFell { stage, at, entrants, places }
            }
            _ => ContestFact::LadderEnded { stage, at },
        }
    }

    /// What happens in an arena beside its games.
    fn of_arena(&mut self, stage: usize) -> ContestFact {
        match self.below(4) {
            0 => ContestFact::ArenaEnded { stage },
            3 => ContestFact::LotDrawn { stage, lot: self.below(1_000_000_000) as u32 },
            1 => {
                let paused = self.coin();
                ContestFact::ArenaPaused { stage, entrant: self.id(), paused }
            }
            _ => {
                let rematch = self.maybe(Random::moment);
                ContestFact::ArenaClockSet { stage, until: self.moment(), rematch }
            }
        }
    }

    /// What becomes of the whole event.
    fn of_event(&mut self) -> ContestFact {
        if self.coin() {
            let [from, to] = [0; 2].map(|_| Day(self.below(40_000) as i32));
            return ContestFact::EventMoved(EventMove { from, to });
        }
        match self.coin() {
            true => ContestFact::EventCancelled { reason: self.text(60) },
            false => ContestFact::EventEndedSet { over: self.coin() },
        }
    }

    /// A fact of any kind, which need not stand on anything.
    pub fn fact(&mut self) -> ContestFact {
        let GameSlot { stage, round, table, .. } = self.spot();
        match self.below(30) {
            0 => ContestFact::SettingsChanged { settings: Box::new(self.settings()) },
            1 => ContestFact::RegistrationToggled { open: self.coin() },
            2 => ContestFact::EntrantRegistered { person: self.person(), waiting: self.coin() },
            3 => ContestFact::PersonAmended { entrant: self.id(), person: self.person() },
            4 => ContestFact::EntrantAdmitted { entrant: self.id() },
            5 => ContestFact::EntrantWithdrew {
                entrant: self.id(),
                plays_on: self.coin(),
                by_entrant: self.coin(),
            },
            6 if self.below(3) == 0 => self.of_rows(),
            6 => ContestFact::FeePaidSet {
                entrant: self.id(),
                paid: self.coin(),
                amount: Amount(self.below(3) as u32 * 7_550),
            },
            7 => ContestFact::PresenceSet { entrant: self.id(), present: self.coin() },
            8 => {
                let bye = self.maybe(|random| {
                    random.of(&[RequestedBye::Half, RequestedBye::Zero, RequestedBye::Full])
                });
                ContestFact::ByeRequested { stage, round, entrant: self.id(), bye }
            }
            9 => ContestFact::ProhibitedGroupsSet {
                groups: self.many(4, |random| ProhibitedGroup {
                    entrants: random.many(4, Random::id),
                    rounds: random.maybe(|random| 1 + random.below(9) as usize),
                }),
            },
            10 => {
                let groups = self.many(4, |random| random.many(9, Random::id));
                ContestFact::StageStarted { stage, groups, initial: self.color() }
            }
            11 if self.below(3) == 0 => {
                ContestFact::StageRenumbered { stage, order: self.many(9, Random::id) }
            }
            11 => ContestFact::StageJoined { stage, entrant: self.id(), at: table },
            12 => ContestFact::RoundDrafted {
                stage,
                round,
                meetings: self.many(9, Random::meeting),
                byes: self.many(3, Random::id),
                is_manual: self.coin(),
            },
            13 if self.below(3) == 0 => {
                ContestFact::RoundExtended { stage, round, meetings: self.many(4, Random::meeting) }
            }
            13 => ContestFact::RoundPublished(RoundId { stage, round }),
            14 if self.below(3) == 0 => self.of_growing_round(stage),
            14 => ContestFact::RoundTakenBack(RoundId { stage, round }),
            27 => ContestFact::StageStartTakenBack { stage },
            26 => ContestFact::GraceEnded(RoundId { stage, round }),
            29 => ContestFact::Announced {
                number: 1 + self.below(9) as u32,
                text: self.maybe(|random| format!("Lunch{}", random.text(200))),
            },
            15 => ContestFact::RoundRestored(RoundId { stage, round }),
            16 => {
                let result = self.maybe(Random::result);
                ContestFact::ResultEntered { spot: self.spot(), result, reason: self.text(500) }
            }
            18 => ContestFact::TeamRegistered { team: Box::new(self.team()), waiting: self.coin() },
            19 => ContestFact::TeamAmended { entrant: self.id(), team: Box::new(self.team()) },
            20 => {
                let players = BoardPlayers(self.many(5, |random| random.up_to(9)));
                ContestFact::LineUpSubmitted {
                    at: TableId { stage, round, table },
                    side: self.side(),
                    players,
                }
            }
            21 => ContestFact::LineUpsReleased(TableId { stage, round, table }),
            23 => {
                let said = |random: &mut Random| DisputedResult {
                    link_name: random.text(40),
                    result: random.result(),
                };
                ContestFact::ResultDisputed { spot: self.spot(), said: self.maybe(said) }
            }
            24 => {
                let table = self.maybe(|_| table);
                ContestFact::WindowOpened { stage, round, table, window: self.window() }
            }
            25 => {
                let (of, at) = (TableId { stage, round, table }, self.moment());
                ContestFact::MatchScheduling { table: of, at, event: self.arranging() }
            }
            17 => ContestFact::ResultReported {
                spot: self.spot(),
                side: self.side(),
                result: self.result(),
            },
            _ if self.coin() => {
                ContestFact::PlayOffDecided { stage, winner: self.id(), loser: self.id() }
            }
            _ => self.of_event(),
        }
    }

    fn moment(&mut self) -> Micros {
        Micros(self.below(MAX_TIMESTAMP.0 as u64 + 1) as i64)
    }

    fn rule(&mut self) -> DefaultRule {
        let consequence = |random: &mut Random| {
            random.of(&[DefaultConsequence::LossByDefault, DefaultConsequence::Officials])
        };
        DefaultRule {
            one_silent: consequence(self),
            both_silent: consequence(self),
            not_agreed: consequence(self),
            one_absent: consequence(self),
            both_absent: consequence(self),
            grace_minutes: self.below(1_441) as u32,
            remind_hours: self.below(169) as u32,
            appeal_hours: self.below(721) as u32,
        }
    }

    fn window(&mut self) -> MatchWindow {
        let [from, agree_by, until] = [self.moment(), self.moment(), self.moment()];
        MatchWindow { from, agree_by, until, rule: self.rule() }
    }

    fn arranging(&mut self) -> SchedulingEvent {
        let (side, times) = (self.side(), self.many(20, Random::moment));
        match self.below(9) {
            0 => SchedulingEvent::TimesProposed { side, proposals: times },
            1 => SchedulingEvent::ProposalsWithdrawn { side, proposals: times },
            2 => SchedulingEvent::TimeFixed {
                time: self.maybe(Random::moment),
                by: self.of(&[FixedBy::Players, FixedBy::Official]),
                why: self.text(500),
            },
            3 => SchedulingEvent::CheckedIn { side },
            4 => {
                SchedulingEvent::Reminded { about: self.of(&[Reminder::ToAgree, Reminder::Start]) }
            }
            5 => {
                let clause = self.of(&DefaultClause::ALL);
                SchedulingEvent::DefaultApplied { clause, result: self.maybe(Random::result) }
            }
            6 => SchedulingEvent::Appealed { side, reason: self.text(1_000) },
            7 => SchedulingEvent::GameStarted,
            _ => SchedulingEvent::Ruled { granted: self.coin(), reason: self.text(500) },
        }
    }

    fn arranged(&mut self) -> SchedulingRules {
        SchedulingRules {
            window_days: 1 + self.below(60) as u32,
            cut_off_minute: self.below(1_440) as u32,
            agree_hours: self.below(721) as u32,
            time_zone: self.text(40),
            rule: self.rule(),
        }
    }

    fn points(&mut self) -> Points {
        Points(self.below(1_001) as i32)
    }

    fn system_of_points(&mut self) -> PointSystem {
        PointSystem {
            win: self.points(),
            draw: self.points(),
            loss: self.points(),
            forfeit_loss: self.points(),
            zero_bye: self.points(),
            allocated_bye: self.points(),
        }
    }

    fn extra(&mut self) -> Extra {
        match self.below(4) {
            0 => Extra::Games(1 + self.below(99) as u32),
            1 => Extra::UntilWon,
            2 => Extra::GoesOn(self.side()),
            _ => Extra::Armageddon(Armageddon {
                white: self.side(),
                white_seconds: self.below(86_401) as u32,
                black_seconds: self.below(86_401) as u32,
                draw_odds: self.maybe(Random::color),
            }),
        }
    }

    fn series(&mut self) -> Series {
        let games = |random: &mut Random| 1 + random.below(99) as u32;
        let format = match self.below(4) {
            0 => Format::Games { count: games(self), all: self.coin() },
            1 => Format::Race { target: self.points(), most: self.maybe(games) },
            2 => Format::Wins { wins: games(self), most: self.maybe(games) },
            _ => Format::TwiceToBeat {
                seeded: self.side(),
                draw: self.of(&[SeededDraw::Replayed, SeededDraw::Holds]),
                most: self.maybe(games),
            },
        };
        Series {
            format,
            points: self.system_of_points(),
            first: self.color(),
            extras: self.many(8, Random::extra),
            default_ends: self.coin(),
        }
    }

    fn source(&mut self) -> Source {
        let of = StageId(self.up_to(32));
        match self.below(6) {
            0 => Source::Registration,
            1 => Source::Seeds(self.up_to(5_001)),
            2 => Source::Top { of, each: self.up_to(5_001) },
            3 => Source::BestOfPlace { of, place: self.up_to(9), count: self.up_to(9) },
            4 => Source::Winners(of),
            _ => Source::Losers(of),
        }
    }

    fn system(&mut self) -> System {
        let cycles = self.of(&[Cycles::Single, Cycles::Double]);
        let draw = self.of(&[Draw::Seeded, Draw::CrossOver, Draw::Spread]);
        let shape = match self.below(3) {
            0 => Shape::Single { left: self.up_to(9), third_place: self.coin() },
            1 => Shape::Placement,
            _ => Shape::Double { reset: self.coin() },
        };
        match self.below(6) {
            5 => System::Ladder {
                rules: ladder::Rules {
                    reach: 1 + self.up_to(9) as u32,
                    idle_days: self.up_to(40) as u32,
                    days: self.up_to(99) as u32,
                    forfeits: self.coin(),
                    by_registration: self.coin(),
                    ..ladder::Rules::default()
                },
            },
            0 => System::Swiss { rounds: self.up_to(101) },
            1 => {
                System::RoundRobin { groups: self.up_to(99), cycles, lot: None, drawn: self.coin() }
            }
            2 => System::Knockout { shape, draw },
            3 => System::BoardGroups { cycles },
            _ => System::Scheveningen,
        }
    }

    fn stage(&mut self) -> Stage {
        let points = [CarriedPoints::None, CarriedPoints::All, CarriedPoints::AmongAdvancing];
        Stage {
            name: self.text(60),
            sources: self.many(4, Random::source),
            system: self.system(),
            series: self.series(),
            carry: Carry { points: self.of(&points), places: self.coin() },
        }
    }

    fn prize(&mut self) -> Prize {
        let among = self.many(4, Random::id);
        let of = match self.below(3) {
            0 => {
                let from = 1 + self.below(9) as u32;
                PrizeCriterion::Places { from, to: from + self.below(9) as u32 }
            }
            1 => PrizeCriterion::Best { title: format!("B{}", self.text(50)), among },
            _ => PrizeCriterion::Performance { title: format!("P{}", self.text(50)), among },
        };
        Prize { description: format!("W{}", self.text(100)), criterion: of, amount: 0 }
    }

    /// Settings that can be written, and need not be playable.
    pub fn settings(&mut self) -> ContestSettings {
        const LISTS: [&str; 4] =
            ["", "DE BH/C1 BH SB PO", "NDW DEL PO", "KS/L+1 ARO/M1/U1400 TPN/R DE/P RTNG/R"];
        let unit = self.of(&[Unit::Players, Unit::Teams { boards: 3 }]);
        let rounds = self.up_to(9);
        let is_usual = unit == Unit::Players || self.coin();
        let teams = if is_usual { TeamRules::default() } else { self.team_rules() };
        let plan = Plan { unit, stages: self.many(5, Random::stage) };
        ContestSettings {
            teams,
            plan: plan.clone(),
            points: self.system_of_points(),
            tie_breaks: parse_list(self.of(&LISTS)).expect("they are tie-breaks"),
            eligibility: Eligibility {
                max_title: self.maybe(|random| random.below(256) as u8),
                min_rating: self.maybe(|random| random.below(3_000) as u32),
                max_rating: self.maybe(|random| random.below(3_000) as u32),
                titles_won: self.maybe(|random| random.below(9) as u32),
                provinces: self.many(3, |random| random.text(60)),
            },
            max_entrants: self.maybe(|random| 2 + random.below(4_999) as u32),
            fee: self.text(80),
            fee_due: self.maybe(|random| FeeDue {
                amount: Amount(1 + random.below(1_000_000_000) as u32),
                currency: format!("A{}", random.text(11)),
            }),
            protection: self.of(&[
                Protection::None,
                Protection::Club(rounds),
                Protection::Province(rounds),
            ]),
            accelerated: self.coin(),
            check_in: self.coin(),
            // Their own test writes other values.
            first_table: 1,
            several_sections: false,
            stand_in: None,
            grace_minutes: self.below(1_441) as u32,
            exclude_early_withdrawals: self.coin(),
            auto_default: self.coin(),
            continuous_knockout: self.coin(),
            self_check_in: self.coin(),
            player_reports: self.coin(),
            rated: self.coin(),
            kind: self.text(30),
            games: self.event_games(&plan),
            prizes: self.many(3, Random::prize),
            prizes_cumulative: self.coin(),
            prize_sharing: PrizeSharing::None,
            currency: String::new(),
            scheduling: self.maybe(Random::arranged),
            place: self.text(120),
            timetable: self.timetable(),
            about: self.details(),
        }
    }

    /// Few events say all of this, which no other golden line should have to repeat.
    fn details(&mut self) -> EventDetails {
        if !self.0.is_multiple_of(4) {
            return EventDetails::default();
        }
        EventDetails {
            address: self.text(200),
            map: "https://example.org/map".to_owned(),
            description: format!("{}\n\n{}", self.text(90), self.text(90)),
            contact: self.text(120),
            regulations: self.text(90),
        }
    }

    fn timetable(&mut self) -> Timetable {
        let start = |random: &mut Random| RoundStart {
            stage: random.below(3) as usize,
            round: random.below(9) as usize,
            at: random.moment(),
        };
        Timetable { time_zone: self.text(40), starts: self.many(4, start) }
    }

    /// Some are of the game that hides nothing, which has neither rule-sets nor ranks.
    fn event_games(&mut self, plan: &Plan) -> EventGames {
        let is_open = self.0.is_multiple_of(3);
        let games = self.maybe(Self::games).map_or_else(EventGames::default, EventGames::Here);
        if is_open { games.of_game(GameKind::ThreeGenerals, plan) } else { games }
    }

    fn games(&mut self) -> OnsiteGames {
        OnsiteGames {
            rules: Rules::Salpakan(self.of(&["standard", "electronic"]).parse().expect("rules")),
            pace: self.of(&["600+5", "3d", "1200/600+5", "-"]).parse().expect("a pace"),
            venue: self.of(&[Venue::Online, Venue::Table]),
            spectators: self.of(&[
                Spectators::None,
                Spectators::Public,
                Spectators::DelayedPlies(6),
            ]),
            disclosure: self.of(&[Disclosure::Game, Disclosure::Round, Disclosure::Event]),
            auto_confirm: self.coin(),
        }
    }
}
